"""Empties every list of imports that is remembered, runs, then breaks an imported module."""

import json


def plant(pack):
    path = pack.root / ".claims" / "imports.json"
    path.write_text(json.dumps({key: [] for key in json.loads(path.read_text())}))
    pack.green("verify")
    pack.edit("toylegs/shared.py", "+ b * b * b", "- b * b * b")
