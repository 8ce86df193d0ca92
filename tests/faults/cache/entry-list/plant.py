"""Makes the cache say what is not so."""

from tests.fault_cache import broken_entry


def plant(pack):
    broken_entry(pack).write_text("[1, 2, 3]")
