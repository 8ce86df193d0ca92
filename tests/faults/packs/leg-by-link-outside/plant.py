"""Moves the module out of the pack and links to it."""


def plant(pack):
    outside = pack.root.parent / "symbolic.py"
    (pack.root / "toylegs" / "symbolic.py").rename(outside)
    (pack.root / "toylegs" / "symbolic.py").symlink_to(outside)
