"""A README with the table of the lock, in which the markers are lost."""


def plant(pack):
    pack.write("README.md", "# Paper\n\n<!-- claims:begin -->\n<!-- claims:end -->\n")
    assert pack.here("table", "--readme", "README.md").code == 0
    text = (pack.root / "README.md").read_text()
    pack.write("README.md", text.replace("claims:", "Claims:"))
