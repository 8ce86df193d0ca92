"""A README with the table of the lock, in which the text around it is edited."""


def plant(pack):
    pack.write("README.md", "# Paper\n\n<!-- claims:begin -->\n<!-- claims:end -->\n")
    assert pack.here("table", "--readme", "README.md").code == 0
    pack.edit("README.md", "# Paper", "# Our paper")
