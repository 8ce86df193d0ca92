"""Makes every write into the folder of results fail, as on a read-only disk (root is not held back by permissions)."""

import shutil


def plant(pack):
    results = pack.root / ".claims" / "results"
    shutil.rmtree(results)
    results.mkdir()
    for number in range(256):
        (results / f"{number:02x}").write_text("no folder")
