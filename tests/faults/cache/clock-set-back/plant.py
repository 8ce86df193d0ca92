"""Runs the good code, so that bytecode may be kept; then breaks it under the same size and time."""

import os


def plant(pack):
    path = pack.root / "toylegs" / "symbolic.py"
    assert pack.here("verify", "--no-cache", "--leg", "symbolic", process=True).code == 0
    before = path.stat()
    pack.edit("toylegs/symbolic.py", "+ v.y**2)", "- v.y**2)")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
