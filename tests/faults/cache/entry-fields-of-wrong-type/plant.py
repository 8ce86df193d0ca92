"""Makes the cache say what is not so."""

import json

from tests.fault_cache import broken_entry


def plant(pack):
    path = broken_entry(pack)
    path.write_text(json.dumps({**json.loads(path.read_text()), "verdict": "pass", "reason": "OK", "evidence": 5}))
