"""Makes the cache say what is not so."""

from tests.fault_cache import broken_entry


def plant(pack):
    path = broken_entry(pack)
    path.write_bytes(bytes(path.stat().st_size))
