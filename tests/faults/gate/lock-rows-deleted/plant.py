"""Edits the lock by hand."""


def plant(pack):
    lines = (pack.root / "claims.lock").read_text().splitlines()
    kept = [line for line in lines if not ('"symbolic"' in line and '"toy.square"' in line)]
    assert len(kept) == len(lines) - 1
    pack.write("claims.lock", "\n".join(kept) + "\n")
