"""Deletes the repository."""

import shutil


def plant(pack):
    shutil.rmtree(pack.root / ".git")
