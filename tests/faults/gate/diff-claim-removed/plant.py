"""Deletes a claim and its rows."""


def plant(pack):
    (pack.root / "registry" / "cube.toml").unlink()
    lines = (pack.root / "claims.lock").read_text().splitlines(keepends=True)
    pack.write("claims.lock", "".join(line for line in lines if "toy.cube" not in line))
