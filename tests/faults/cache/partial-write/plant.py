"""Makes the cache say what is not so."""

from tests.fault_cache import broken_entry, good_entry


def plant(pack):
    path = broken_entry(pack)
    text = good_entry(pack).read_text()
    path.with_name(f".{path.name}.k3j2").write_text(text)
    path.unlink()
