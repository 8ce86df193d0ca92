"""Edits the lock by hand."""


def plant(pack):
    lines = (pack.root / "claims.lock").read_text().splitlines()
    pack.write("claims.lock", "\n".join([*lines, lines[-1]]) + "\n")
