"""Dates the compiled files of the old proof into the future."""

import os


def plant(pack):
    for path in (pack.root / ".claims" / "lean").rglob("*"):
        if path.is_file():
            os.utime(path, (4102444800, 4102444800))
