"""A README with the table of the lock, in which nothing is edited; the lock is."""


def plant(pack):
    pack.write("README.md", "# Paper\n\n<!-- claims:begin -->\n<!-- claims:end -->\n")
    assert pack.here("table", "--readme", "README.md").code == 0
    pack.edit("claims.lock", '"earned": "exact"', '"earned": "conditional"')
