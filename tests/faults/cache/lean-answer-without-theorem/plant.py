"""Keeps an answer that says nothing of the theorem in question."""

from tests.fault_cache import keep_lean_answer


def plant(pack):
    keep_lean_answer(pack, theorem="Claims.other")
