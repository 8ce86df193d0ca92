"""Damages the cache of a good pack."""


def plant(pack):
    for folder in (pack.root / ".claims").rglob("*"):
        if folder.is_dir():
            (folder / ".half.json.x1y2").write_bytes(b"{")
