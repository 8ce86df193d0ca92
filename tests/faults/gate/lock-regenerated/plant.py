"""Commits the change, so that only the weakening is in the way."""


def plant(pack):
    pack.git("commit", "-qam", "weaker")
