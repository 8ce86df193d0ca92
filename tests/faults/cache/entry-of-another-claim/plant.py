"""Makes the cache say what is not so."""

from tests.fault_cache import broken_entry, stored


def plant(pack):
    broken_entry(pack).write_bytes(stored(pack, "cube of a sum").read_bytes())
