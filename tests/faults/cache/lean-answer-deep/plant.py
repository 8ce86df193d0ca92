"""Puts deep JSON where the kept answer belongs."""

from tests.fault_cache import keep_lean_answer


def plant(pack):
    keep_lean_answer(pack).write_text("[" * 100_000)
