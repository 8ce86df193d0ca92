"""Puts a file where the folder of results belongs."""

import shutil


def plant(pack):
    shutil.rmtree(pack.root / ".claims" / "results")
    pack.write(".claims/results", "a file")
