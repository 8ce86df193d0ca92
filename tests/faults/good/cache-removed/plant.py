"""Removes the state folder."""

import shutil


def plant(pack):
    shutil.rmtree(pack.root / ".claims")
