"""Puts the answer of the old library in the place of the new one's."""

from tests.fault_cache import keep_lean_answer


def plant(pack):
    keep_lean_answer(pack, named=False)
