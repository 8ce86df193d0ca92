"""Edits the lock by hand."""


def plant(pack):
    text = (pack.root / "claims.lock").read_text()
    pack.write("claims.lock", text.replace('"verdict": "pass"', '"verdict": "fail"'))
