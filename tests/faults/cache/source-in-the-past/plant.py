"""Dates the broken file long before the result that is in the cache."""

import os


def plant(pack):
    os.utime(pack.root / "toylegs" / "symbolic.py", (315532800, 315532800))
