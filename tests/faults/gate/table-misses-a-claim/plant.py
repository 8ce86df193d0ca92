"""A README with the table of the lock, in which a claim is missing."""


def plant(pack):
    pack.write("README.md", "# Paper\n\n<!-- claims:begin -->\n<!-- claims:end -->\n")
    assert pack.here("table", "--readme", "README.md").code == 0
    text = (pack.root / "registry/cube.toml").read_text().replace("toy.cube", "toy.other")
    pack.write("registry/other.toml", text)
