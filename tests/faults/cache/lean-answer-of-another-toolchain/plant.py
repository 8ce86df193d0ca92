"""Keeps a pass for the broken library in the name of another toolchain."""

from tests.fault_cache import keep_lean_answer


def plant(pack):
    keep_lean_answer(pack, identity="native-000000000000-0000000000000000")
