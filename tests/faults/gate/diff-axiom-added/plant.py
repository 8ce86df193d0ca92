"""Edits the axioms of the proof's row in the lock."""


def plant(pack):
    path = pack.root / "claims.lock"
    lines = path.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if '"leg": "lean"' in line)
    head, _, tail = lines[at].partition('"axioms": [')
    lines[at] = f'{head}"axioms": ["Classical.choice"{", " * (tail[0] != "]")}{tail}'
    pack.write("claims.lock", "\n".join(lines) + "\n")
