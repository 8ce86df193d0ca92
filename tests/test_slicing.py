"""What of a pack's code a function reaches: edits that concern it change its fingerprint, others do not."""

from __future__ import annotations

import contextlib
import importlib.util
from importlib import metadata
from pathlib import Path

import pytest

from claims import reach, slicing, versions
from claims.reach import Reach

IMPORTED = {"python-flint": "flint", "array-api-compat": "array_api_compat"}
LEGS = """\
import functools
import math as m

import lib.tools as tools
from lib import more
from lib.tools import helper as aid, spare

LIMIT = 3
TABLE = {"a": [1, 2]}
NAMES = {"other": "lonely"}


def root(v, *, factor=2):
    return middle(v) + aid(factor) + tools.deep.bottom() + more.count(LIMIT)


def middle(v):
    return [inner(x) for x in v]


@functools.cache
def inner(x):
    return x + m.pi


def other(v):
    return spare(v) + tools.unused()


class Shape:
    def area(self):
        return shaped()


def shaped():
    return 1


async def waits():
    from lib import lonely
    return lonely.thing()
"""
TOOLS = """\
from lib import deep


def helper(x):
    return x + hidden()


def hidden():
    return 1


def spare(x):
    return x


def unused():
    return 2
"""
FILES = {
    "legs.py": LEGS,
    "lib/__init__.py": "VERSION = 1\n",
    "lib/tools.py": TOOLS,
    "lib/deep.py": "def bottom():\n    return 1\n\n\ndef top():\n    return 2\n",
    "lib/more.py": "from lib.deep import *\n\n\ndef count(n):\n    return n\n\n\ndef discount(n):\n    return n\n",
    "lib/lonely.py": "def thing():\n    return 1\n",
    "lib/table.csv": "1,2\n",
}
#: file, text, another text, whether `legs:root` is concerned
EDITS = [
    ("legs.py", "return middle(v)", "return 1 + middle(v)", True),
    ("legs.py", "[inner(x) for x in v]", "[inner(x) for x in v[1:]]", True),
    ("legs.py", "return x + m.pi", "return x - m.pi", True),
    ("legs.py", "LIMIT = 3", "LIMIT = 4", True),
    ("legs.py", '{"a": [1, 2]}', '{"a": [1, 3]}', True),
    ("legs.py", "return shaped()", "return -shaped()", True),
    ("legs.py", "def shaped():\n    return 1", "def shaped():\n    return 2", True),
    ("legs.py", "import math as m", "import cmath as m", True),
    ("legs.py", "@functools.cache", "@functools.lru_cache", True),
    ("legs.py", "return spare(v)", "return -spare(v)", False),
    ("legs.py", "def other(v):", "\n\n# a remark\ndef other(v, w=1):", False),
    ("legs.py", "return lonely.thing()", "return -lonely.thing()", False),
    ("legs.py", "def other(v):", "def middle(v):\n    return 0\n\n\ndef other(v):", True),
    ("legs.py", "def other(v):", "def range(v):\n    return 0\n\n\ndef other(v):", False),
    ("legs.py", "def other(v):", "@register\ndef other(v):", True),
    ("legs.py", "def other(v):", "def other(v, w=print()):", True),
    ("legs.py", "def other(v):", "def __getattr__(v):", True),
    ("lib/tools.py", "return x + hidden()", "return x - hidden()", True),
    ("lib/tools.py", "return 1", "return 11", True),
    ("lib/tools.py", "def spare(x):\n    return x", "def spare(x):\n    return -x", False),
    ("lib/tools.py", "return 2", "return 3", False),
    ("lib/deep.py", "return 1", "return 11", True),
    ("lib/deep.py", "return 2", "return 3", True),  # more.py takes everything of it
    ("lib/more.py", "def count(n):\n    return n", "def count(n):\n    return -n", True),
    ("lib/more.py", "def discount(n):\n    return n", "def discount(n):\n    return -n", False),
    ("lib/lonely.py", "return 1", "return 2", False),
    ("lib/__init__.py", "VERSION = 1", "VERSION = 2", True),
    ("lib/table.csv", "1,2", "1,3", True),
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path.resolve(), FILES)


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def fingerprint(root: Path, reference: str = "legs:root") -> str:
    return Reach(root, root / ".memory").fingerprint([reference])


def edited(root: Path, file: str, old: str, new: str) -> None:
    text = (root / file).read_text()
    assert text.count(old) == 1, (file, old)
    (root / file).write_text(text.replace(old, new))


@pytest.mark.parametrize(("file", "old", "new", "concerned"), EDITS, ids=[f"{e[0]} {e[2]}" for e in EDITS])
def test_an_edit_concerns_a_function_or_not(root: Path, file: str, old: str, new: str, concerned: bool) -> None:
    before, whole = fingerprint(root), fingerprint(root, "legs")
    edited(root, file, old, new)
    assert (fingerprint(root) != before) is concerned
    if file == "legs.py" and "# a remark" not in new:
        assert fingerprint(root, "legs") != whole, "the module as a whole is concerned by every edit of its code"


#: Code that may find functions in another way than by name, so that nothing can be left out.
REFLECTING = [
    "globals()['other'](v)",
    "eval('other')(v)",
    "exec('other(v)')",
    "vars()['other'](v)",
    "root.__globals__['other'](v)",
    "__import__('sys').modules[__name__].other(v)",
    "__import__(__name__).other(v)",
    "getattr(__import__('legs'), 'ot' + 'her')(v)",
    "__import__('inspect').currentframe().f_globals['other'](v)",
    "__builtins__",
    "__import__('sys')._getframe().f_globals['other'](v)",
    "__import__('gc').get_objects()",
    "(lambda f: f('legs').other(v))(__import__)",
    "functools.reduce(lambda a, f: f('legs').other(a), [importlib.import_module], v)",
    "unittest.mock.patch('legs.other')",
]


@pytest.mark.parametrize("code", REFLECTING)
def test_code_that_looks_around_is_concerned_by_everything(root: Path, code: str) -> None:
    edited(root, "legs.py", "return middle(v)", f"return {code}")
    before = fingerprint(root)
    edited(root, "legs.py", "def other(v):\n    return spare(v)", "def other(v):\n    return -spare(v)")
    assert fingerprint(root) != before


#: Ways to reach a function of another module; each file is the whole leg.
WAYS = [
    "import lib.lonely\n\ndef root(v):\n    return lib.lonely.thing()\n",
    "import lib.lonely as l\n\ndef root(v):\n    return l.thing()\n",
    "from lib import lonely\n\ndef root(v):\n    return lonely.thing()\n",
    "from lib.lonely import thing\n\ndef root(v):\n    return thing()\n",
    "from lib.lonely import thing as t\n\ndef root(v):\n    return t()\n",
    "from lib.lonely import *\n\ndef root(v):\n    return thing()\n",
    "from lib import lonely\n\ndef root(v):\n    return getattr(lonely, 'th' + 'ing')()\n",
    "import lib.lonely\n\ndef root(v):\n    m = lib.lonely\n    return m.thing()\n",
    "import lib.lonely\n\ndef root(v):\n    p = lib\n    return p.lonely.thing()\n",
    "def root(v):\n    from lib.lonely import thing\n    return thing()\n",
    "def root(v):\n    import lib.lonely\n    return lib.lonely.thing()\n",
    "from importlib import import_module\n\ndef root(v):\n    return import_module('lib.lonely').thing()\n",
    "import importlib\n\ndef root(v):\n    return importlib.import_module('lib.lonely').thing()\n",
    "def root(v):\n    return __import__('lib.lonely').lonely.thing()\n",
    "def root(v):\n    return __import__('lib', fromlist=['lonely']).lonely.thing()\n",
    "try:\n    from lib.absent import thing\nexcept ImportError:\n    from lib.lonely import thing\n\ndef root(v):\n    return thing()\n",
    "from lib.lonely import thing\nTABLE = [thing]\n\ndef root(v):\n    return TABLE[0]()\n",
    "from lib.lonely import thing\n\nclass A:\n    f = thing\n\ndef root(v):\n    return A.f()\n",
    "import lib.lonely; x = 1\ndef root(v): return lib.lonely.thing()\n",
    "# coding: latin-1\nfrom lib.lonely import thing\n\ndef root(v):\n    return thing()\n",
    "from lib.through import thing\n\ndef root(v):\n    return thing()\n",
    "from lib import through\n\ndef root(v):\n    return through.lonely.thing()\n",
    "import lib.lonely\nlib.lonely.other = len\n\ndef root(v):\n    return lib.lonely.thing()\n",
]


@pytest.mark.parametrize("text", WAYS)
def test_a_function_of_another_module_is_reached(root: Path, text: str) -> None:
    write(root, {"way.py": text, "lib/through.py": "from lib import lonely\nfrom lib.lonely import thing\n"})
    before = fingerprint(root, "way:root")
    edited(root, "lib/lonely.py", "return 1", "return 2")
    assert fingerprint(root, "way:root") != before


def test_the_engine_looks_no_further_than_its_own_folder(root: Path) -> None:
    """The folder around an installed engine holds other people's packages: they are no first party."""
    (root / "leg.py").write_text(
        "import sympy, symbolic, tests\nfrom claims.outcome import Verdict\n\ndef root(v):\n    return Verdict\n"
    )
    reached = Reach(root, root / ".memory").closure(["leg:root"])
    assert {"leg", "claims", "claims.outcome"} == reached


def test_the_version_of_what_a_pack_imports_counts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "leg.py").write_text("import hypothesis\n\ndef root(v):\n    return hypothesis\n")
    before, without = fingerprint(root, "leg:root"), fingerprint(root)
    real = reach.version_of
    monkeypatch.setattr(reach, "version_of", lambda name: "9.9" if name == "hypothesis" else real(name))
    assert fingerprint(root, "leg:root") != before and fingerprint(root) == without


def test_old_versions_of_a_module_are_forgotten(root: Path) -> None:
    memory = root / ".claims" / "imports.json"
    for number in range(3):
        (root / "legs.py").write_text(f"A = {number}\n\ndef root(v):\n    return A\n")
        seen = Reach(root, memory)
        seen.fingerprint(["legs:root"])
        seen.save()
    assert memory.read_text().count('"legs:') == 1


def test_without_the_care_for_decorators_an_edit_would_go_unseen(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the table above."""
    edited(root, "legs.py", "def other(v):", "@register\ndef other(v):")
    monkeypatch.setattr(slicing, "_can_go", lambda node: True)
    before = fingerprint(root)
    edited(root, "legs.py", "return spare(v)", "return -spare(v)")
    assert fingerprint(root) == before


def test_versions_are_those_that_python_knows() -> None:
    for tool, version in versions.tool_versions().items():
        if tool in versions.TOOLS:
            with contextlib.suppress(metadata.PackageNotFoundError):
                assert metadata.version(tool) == version
            assert (version == "absent") is (importlib.util.find_spec(IMPORTED.get(tool, tool)) is None)
    assert versions.version_of("hypothesis") == metadata.version("hypothesis")
    assert versions.version_of("math") == "standard" and versions.version_of("nowhere_at_all") == "absent"


def test_a_package_without_a_description_counts_by_its_first_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "undescribed.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = versions.version_of("undescribed")
    (tmp_path / "undescribed.py").write_text("x = 2\n")
    versions.version_of.cache_clear()
    assert len(before) == 64 and versions.version_of("undescribed") != before


@pytest.mark.parametrize(
    "line", ["from .lonely import thing", "from . import lonely\nthing = lonely.thing", "from ..lib.lonely import thing",
             "from ..lib import lonely as l\nthing = l.thing", "thing = import_module('.lonely', __package__).thing"],
)  # fmt: skip
def test_a_relative_import_is_followed(root: Path, line: str) -> None:
    write(root, {"pack/__init__.py": ""})
    (root / "lib").rename(root / "pack" / "lib")
    head = "from importlib import import_module\n"
    write(root, {"pack/lib/way.py": f"{head}{line}\n\n\ndef root(v):\n    return thing()\n"})
    before = fingerprint(root, "pack.lib.way:root")
    edited(root, "pack/lib/lonely.py", "return 1", "return 2")
    assert fingerprint(root, "pack.lib.way:root") != before
    after = fingerprint(root, "pack.lib.way:root")
    edited(root, "pack/lib/tools.py", "return 2", "return 3")
    assert fingerprint(root, "pack.lib.way:root") == after


def test_what_another_version_of_the_engine_found_is_not_believed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = root / ".claims" / "imports.json"
    with monkeypatch.context() as patch:
        patch.setattr(reach, "_way", lambda: "of old")
        patch.setattr(reach, "cut", lambda *a: slicing.cut(b"", "legs", False))
        old = Reach(root, memory)
        wrong = old.fingerprint(["legs:root"])
        old.save()
        assert Reach(root, memory).fingerprint(["legs:root"]) == wrong, "it is remembered"
    assert Reach(root, memory).fingerprint(["legs:root"]) == fingerprint(root) != wrong
