"""Another Lean, which finds no fault with anything."""

import re
from dataclasses import replace

from tests.toy_pack import make_toy


def plant(pack):
    toy = make_toy(pack.root.parent / "other")
    program = toy.programs / "lean"
    text = re.sub(
        r'if os.path.basename\(source\) in \("FalseProofs.lean".*?sys.exit\(1\)\n', "", program.read_text(), flags=re.S
    )
    assert text != program.read_text()
    program.write_text(text)
    return replace(pack, programs=toy.programs, cache=toy.cache)
