"""Garbles what is remembered of imports, then breaks an imported module."""


def plant(pack):
    (pack.root / ".claims" / "imports.json").write_text("[" * 100_000)
    pack.edit("toylegs/shared.py", "+ b * b * b", "- b * b * b")
