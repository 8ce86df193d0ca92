"""Takes one claim out of the lock."""


def plant(pack):
    lines = (pack.root / "claims.lock").read_text().splitlines(keepends=True)
    pack.write("claims.lock", "".join(line for line in lines if "toy.cube" not in line))
