"""Draw the table of a real run as a picture: claims verify --json run.json; python docs/table.py run.json."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from claims.report import COLOUR, HEADER

LEG_COLOUR = {"pass": "green", "absent": "bright_black"}


def table(report: dict[str, Any]) -> Table:
    """The table of a JSON report, as the terminal shows it."""
    view = Table(box=None, header_style="bold", pad_edge=False)
    for name in HEADER:
        view.add_column(name)
    for claim in report["claims"]:
        verdicts = [claim["legs"][leg]["verdict"] for leg in ("lean", "symbolic", "numeric")]
        cells = [f"[{LEG_COLOUR.get(v, 'red')}]{'-' if v == 'absent' else v}[/]" for v in verdicts]
        earned = f"[{COLOUR.get(claim['earned'], 'red')}]{claim['earned']}[/]"
        view.add_row(claim["id"], claim["declared"], earned, *cells, claim["weakest"]["leg"])
    return view


def main() -> None:
    """Write docs/table.svg from the report named on the command line."""
    report = json.loads(Path(sys.argv[1]).read_text())
    console = Console(record=True, width=96, file=StringIO())
    console.print(table(report))
    tool = report["toolchain"]
    console.print(f"Lean: {tool['kind']} {tool['version']} ({tool['git_hash'][:12]})", highlight=False)
    target = Path(__file__).parent / "table.svg"
    # Without the fonts that rich would have the reader fetch.
    picture = re.sub(
        r"\s*@font-face \{.*?\}", "", console.export_svg(title="claims verify", unique_id="claims"), flags=re.DOTALL
    )
    target.write_text(picture)
    print(target)


if __name__ == "__main__":
    main()
