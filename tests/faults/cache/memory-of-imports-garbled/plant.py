"""Garbles what is remembered of imports, then breaks an imported module."""

import json


def plant(pack):
    path = pack.root / ".claims" / "imports.json"
    path.write_text(json.dumps({key: [1, None] for key in json.loads(path.read_text())}))
    pack.edit("toylegs/shared.py", "+ b * b * b", "- b * b * b")
