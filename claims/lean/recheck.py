"""The second kernel over whole modules: every declaration, in an order in which nothing rests on what comes later.

Modules are judged in parallel processes. A judgement is remembered by the hash of the declaration and of all it can
see of what it mentions, so an edit has only those declarations judged again that it touches.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from claims.files import write_atomic
from claims.lean.environment import Environment
from claims.lean.kernel import terms
from claims.lean.kernel.check import Kernel, is_unsafe
from claims.lean.kernel.constants import Constant, Constructor, Inductive, Recursor, value_of
from claims.lean.kernel.errors import Limit, Rejected
from claims.lean.kernel.hashing import Hasher
from claims.lean.kernel.inductive import NESTED, check_group, group_of
from claims.lean.kernel.levels import TooComplex
from claims.lean.kernel.show import show
from claims.lean.summary import components, content_hash

#: Steps of work allowed to one declaration (the largest of the library takes about 110,000).
STEPS: Final = 5_000_000
_DEPTH: Final = 60_000
_STACK: Final = 512 * 1024 * 1024
#: Terms held at once before everything decoded is dropped and read again (about a gigabyte).
_TERMS: Final = 1_500_000


@dataclass(frozen=True)
class Refusal:
    """Why a declaration is not accepted. ``limit``: it was not found wrong either.

    ``cause``: the declaration that is at fault, where this one only rests on it.
    """

    declaration: str
    message: str
    term: str = ""
    limit: bool = False
    cause: str = ""

    def __str__(self) -> str:
        return f"{self.declaration}: {self.message}" + (f"\nin: {self.term}" if self.term else "")


@dataclass(frozen=True)
class Judgement:
    """What the second kernel says of one module; ``unsafe`` lies outside the logic and was not judged."""

    module: str
    accepted: int
    refused: tuple[Refusal, ...]
    unsafe: tuple[str, ...] = ()
    seconds: float = 0.0
    known: int = 0


@cache
def code_hash() -> str:
    """Hash of the kernel's own code: a judgement counts only for the code that gave it."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    names = ("recheck", "decode", "objects", "olean", "summary", "environment", "fitting", "trust", "proofs", "judges")
    for path in sorted([*(here / "kernel").glob("*.py"), *(here / f"{name}.py" for name in names)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Judge:
    """Judges modules of one environment. ``interfaces``: see :func:`claims.lean.summary.interfaces`."""

    def __init__(self, environment: Environment, interfaces: Mapping[str, str], steps: int = STEPS) -> None:
        self.environment = environment
        self.interfaces = interfaces
        self.steps = steps
        self._kernel = self._new_kernel()
        self._hashers: dict[tuple[str, ...], Hasher] = {}

    def _new_kernel(self) -> Kernel:
        # Literals and fast arithmetic are right only for Lean's own numbers.
        own = self.environment.is_core("Nat.add") and self.environment.is_core("Bool.true")
        return Kernel(self.environment, arithmetic=own, steps=self.steps)

    def judge(
        self, module: str, known: Collection[str] = (), tainted: Mapping[str, str] | None = None
    ) -> tuple[Judgement, list[str]]:
        """Judge every declaration of a module; ``known`` holds keys of declarations accepted before.

        ``tainted``: what rests on a refused declaration, anywhere, with that declaration's name; it is not looked at.
        Returns the judgement and the keys of what is accepted.
        """
        started = time.monotonic()
        refused: dict[str, Refusal] = {}
        tainted = tainted or {}
        unsafe: list[str] = []
        keys: list[str] = []
        recalled = accepted = 0
        mentions = {name: mentioned(each) for name, each in self._declared(module).items()}
        for unit in self._units(module, mentions, refused):
            self._make_room()
            constants = {name: self.environment.declared(module, name) for name in unit}
            if all(is_unsafe(each) for each in constants.values()):
                unsafe += unit
                continue
            if (cause := next((tainted[name] for name in unit if name in tainted), None)) is not None:
                refused.update({name: _resting(name, cause) for name in unit})
                continue
            key = self._key(constants, mentions)
            refusal = self._inherited(unit, mentions, refused)
            if refusal is None and key in known:
                recalled += len(constants)
            elif refusal is None:
                refusal = self._judge(constants)
            if refusal is None:
                accepted += len(constants)
                keys.append(key)
            else:
                refused.update({name: _for_member(name, refusal) for name in constants})
        seconds = round(time.monotonic() - started, 2)
        unique = tuple(dict.fromkeys(refused.values()))
        return Judgement(module, accepted, unique, tuple(unsafe), seconds, recalled), keys

    def _make_room(self) -> None:
        if terms.size() > _TERMS:
            self.environment.forget()
            self._hashers.clear()
            self._kernel = self._new_kernel()
            gc.collect()

    def _declared(self, module: str) -> dict[str, Constant]:
        return {name: self.environment.declared(module, name) for name in self.environment.names_of(module)}

    def _units(self, module: str, mentions: Mapping[str, set[str]], refused: dict[str, Refusal]) -> Iterator[list[str]]:
        """The names that are judged together (one, or an inductive group's), in order; ``mentions``: by each name.

        What rests on itself is refused and left out.
        """
        owner = _owners(self._declared(module))
        units: dict[str, list[str]] = {}
        graph: dict[str, list[str]] = {}
        for name, used in mentions.items():
            key = owner.get(name, name)
            units.setdefault(key, []).append(name)
            graph.setdefault(key, []).extend(owner.get(each, each) for each in sorted(used & mentions.keys()))
        for component in components(graph):
            members = [self.environment.declared(module, name) for name in units[component[0]]]
            # Members of an inductive group mention each other, and so may what lies outside the logic.
            group = any(isinstance(each, Inductive) for each in members) or all(map(is_unsafe, members))
            circular = len(component) > 1 or (component[0] in graph[component[0]] and not group)
            if circular:
                message = f"rests on itself (by way of {', '.join(sorted(component)[:3])})"
                for key in component:
                    refused.update({name: Refusal(name, message) for name in units[key]})
            else:
                yield units[component[0]]

    @staticmethod
    def _inherited(
        unit: Collection[str], mentions: Mapping[str, set[str]], refused: Mapping[str, Refusal]
    ) -> Refusal | None:
        for name in unit:
            cause = next((refused[each] for each in sorted(mentions[name]) if each in refused), None)
            if cause is not None:
                at_fault = cause.cause or cause.declaration
                return Refusal(name, f"rests on {at_fault}, which is refused", limit=cause.limit, cause=at_fault)
        return None

    def _judge(self, constants: Mapping[str, Constant]) -> Refusal | None:
        name = next(iter(constants))
        try:
            inductive = next((c for c in constants.values() if isinstance(c, Inductive)), None)
            if inductive is not None:
                first = constants.get(inductive.group[0]) if inductive.group else None
                self._judge_group(first if isinstance(first, Inductive) else inductive, constants)
            elif len(constants) == 1:
                self._kernel.declare(constants[name])
            else:
                raise Rejected("is listed as one of an inductive group that has no type")
        except Limit as error:
            return Refusal(name, error.message, limit=True)
        except Rejected as error:
            return Refusal(name, error.message, show(error.term, 600) if error.term is not None else "")
        except TooComplex as error:
            return Refusal(name, str(error), limit=True)
        except RecursionError:
            return Refusal(name, f"not decided within a depth of {_DEPTH:,} calls", limit=True)
        return None

    def _judge_group(self, inductive: Inductive, constants: Mapping[str, Constant]) -> None:
        if inductive.nested:
            raise Rejected(NESTED.format(name=inductive.name))
        group = group_of(inductive, constants)
        strays = sorted(set(constants) - group.names)
        if strays:
            raise Rejected(f"{strays[0]} does not belong to the group of {inductive.name}")
        check_group(self._kernel, group)

    def _key(self, constants: Mapping[str, Constant], mentions: Mapping[str, set[str]]) -> str:
        parts = [code_hash(), self.environment.core.identity, str(self.steps)]
        for name, constant in sorted(constants.items()):
            hasher = self._hashers.setdefault(constant.params, Hasher(constant.params))
            parts += [name, hasher(constant.type).hex(), content_hash(constant, hasher)]
            names = sorted(mentions[name] - constants.keys())
            parts += [f"{each} {self.interfaces.get(each, '')}" for each in names]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _owners(declared: Mapping[str, Constant]) -> dict[str, str]:
    """For each member of an inductive group the first type of the group.

    What a type, constructor or recursor says of others is not believed here: each only says where it belongs itself,
    and a constant of another kind belongs to no group.
    """
    owner: dict[str, str] = {}
    first: dict[str, str] = {}
    for name, constant in declared.items():
        if isinstance(constant, Inductive) and name in constant.group:
            head = declared.get(constant.group[0])
            if isinstance(head, Inductive):
                owner[name] = first[name] = head.name
    for name, constant in declared.items():
        if isinstance(constant, Constructor) and constant.inductive in first:
            owner[name] = first[constant.inductive]
        if isinstance(constant, Recursor) and constant.group and constant.group[0] in first:
            owner[name] = first[constant.group[0]]
    return owner


def _resting(name: str, cause: str) -> Refusal:
    text = "is refused" if name == cause else f"rests on {cause}, which is refused"
    return Refusal(name, text, cause=cause)


def _for_member(name: str, refusal: Refusal) -> Refusal:
    """The refusal of a group, for one of its members: each is refused by name, whichever is at fault."""
    if name == refusal.declaration:
        return refusal
    at_fault = refusal.cause or refusal.declaration
    return Refusal(name, f"is refused together with {at_fault}", limit=refusal.limit, cause=at_fault)


def mentioned(constant: Constant) -> set[str]:
    """Names that a declaration mentions."""
    found = terms.constants(constant.type)
    value = value_of(constant)
    if value is not None:
        found |= terms.constants(value)
    if isinstance(constant, Recursor):
        for rule in constant.rules:
            found |= terms.constants(rule.body)
    if isinstance(constant, Constructor):
        found.add(constant.inductive)
    return found


def with_room(work: Callable[[], None], depth: int = _DEPTH) -> None:
    """Run ``work`` where recursion may be ``depth`` calls deep; an exception of it comes out here."""
    failure: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failure.append(error)

    before, size = sys.getrecursionlimit(), threading.stack_size(_STACK)
    sys.setrecursionlimit(depth)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(before)
    if failure:
        raise failure[0]


def recall(store: Path, module: str) -> tuple[str, frozenset[str]]:
    """What is remembered of a module: a key for the whole of it, and keys of accepted declarations."""
    try:
        raw = json.loads((store / f"{module}.json").read_bytes())
        return str(raw["whole"]), frozenset(raw["accepted"])
    except (OSError, ValueError, KeyError, TypeError):
        return "", frozenset()


def remember(store: Path, module: str, whole: str, keys: Collection[str], count: int) -> None:
    """Keep the keys of what was accepted; ``whole`` only when that is everything."""
    content = {"whole": whole, "accepted": sorted(keys), "count": count}
    with contextlib.suppress(OSError):
        write_atomic(store / f"{module}.json", json.dumps(content).encode())
