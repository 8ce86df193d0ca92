"""Cuts the compiled file of the proof and forgets the kept answer; the proof has become a gap."""


def plant(pack):
    for path in (pack.root / ".claims" / "lean").glob("answer-*.json"):
        path.unlink()
    pack.edit("lean/Claims/Square.lean", "simp [h]", "sorry")
    for path in (pack.root / ".claims" / "lean").rglob("Square.olean*"):
        path.write_bytes(path.read_bytes()[:-100])
