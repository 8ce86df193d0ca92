"""Keeps a pass for the broken library, cut in the middle."""

from tests.fault_cache import keep_lean_answer


def plant(pack):
    path = keep_lean_answer(pack)
    path.write_bytes(path.read_bytes()[:-30])
