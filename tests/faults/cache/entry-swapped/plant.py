"""Makes the cache say what is not so."""

from tests.fault_cache import broken_entry, good_entry


def plant(pack):
    broken_entry(pack).write_bytes(good_entry(pack).read_bytes())
