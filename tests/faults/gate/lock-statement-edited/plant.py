"""Edits the lock by hand."""


def plant(pack):
    lines = (pack.root / "claims.lock").read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if '"leg": "numeric"' in line)
    head, _, tail = lines[at].partition('"statement": "')
    lines[at] = f'{head}"statement": "{"0" * 64}{tail[64:]}'
    pack.write("claims.lock", "\n".join(lines) + "\n")
