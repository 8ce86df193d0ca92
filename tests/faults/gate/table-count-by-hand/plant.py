"""A README with the table of the lock, in which a count is edited."""


def plant(pack):
    pack.write("README.md", "# Paper\n\n<!-- claims:begin -->\n<!-- claims:end -->\n")
    assert pack.here("table", "--readme", "README.md").code == 0
    pack.edit("README.md", "2 claims: 1 derived, 1 exact.", "2 claims: 2 exact.")
