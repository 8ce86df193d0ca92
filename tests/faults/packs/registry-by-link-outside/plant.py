"""Moves a registry file out of the pack and links to it."""


def plant(pack):
    outside = pack.root.parent / "cube.toml"
    (pack.root / "registry" / "cube.toml").rename(outside)
    (pack.root / "registry" / "cube.toml").symlink_to(outside)
