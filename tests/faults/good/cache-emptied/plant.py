"""Damages the cache of a good pack."""


def plant(pack):
    for path in (pack.root / ".claims" / "results").rglob("*.json"):
        path.write_bytes(b"")
