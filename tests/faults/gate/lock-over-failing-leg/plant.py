"""Commits the change."""


def plant(pack):
    pack.git("commit", "-qam", "broken")
