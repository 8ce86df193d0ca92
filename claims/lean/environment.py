"""The constants that a set of compiled modules sees: their own, complete, and those of the core library they import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from claims.lean.core_index import CoreIndex, kind_of
from claims.lean.decode import BinderName, CompiledModule
from claims.lean.kernel import terms
from claims.lean.kernel.constants import Axiom, Constant
from claims.lean.olean import OleanError, files_hash, read_parts, validate


@dataclass(frozen=True)
class UserModule:
    """A compiled module that is not core: ``sha256`` is over all its parts."""

    name: str
    compiled: CompiledModule
    sha256: str


def load_module(name: str, olean: Path, *, validated: bool = False) -> UserModule:
    """Read and validate the parts of one module (unless that was done before); raises :class:`OleanError`."""
    parts, files = read_parts(olean)
    if not validated:
        validate(parts)
    return UserModule(name, CompiledModule(parts), files_hash(files))


def find_modules(folder: Path) -> dict[str, Path]:
    """The compiled modules below a folder, by name."""
    paths = sorted(
        p for p in folder.rglob("*.olean") if not any(x.startswith(".") for x in p.relative_to(folder).parts)
    )
    return {".".join(path.relative_to(folder).with_suffix("").parts): path for path in paths}


class Environment:
    """Constants by name, decoded at need. Raises :class:`OleanError` on what does not fit together.

    ``order`` lists the user modules, imports first. There is one environment at a time in a process: a new one drops
    every term (their caches hold in one environment only), and an earlier one must not be used any more.
    """

    def __init__(self, core: CoreIndex, modules: Iterable[UserModule]) -> None:
        self.core = core
        self.modules = {module.name: module for module in modules}
        self._constants: dict[str, Constant] = {}
        self.forget()
        for module in self.modules.values():
            self._refuse_foreign(module)
        self.order = self._ordered()
        outside = {i.module for m in self.modules.values() for i in m.compiled.imports if i.module not in self.modules}
        self._core = core.visible(outside)
        self._user: dict[str, tuple[str, int]] = {}
        self._own: dict[str, Mapping[str, int]] = {}
        for name in self.order:
            self._enter(self.modules[name])

    # -- building -----------------------------------------------------------------------------------------------

    def _refuse_foreign(self, module: UserModule) -> None:
        header = module.compiled.parts.headers[0]
        if header.git_hash != self.core.git_hash:
            raise OleanError(
                f"{module.name} was compiled by the Lean build {header.git_hash[:12]} ({header.version}), "
                f"the core library at hand is of {self.core.git_hash[:12]}"
            )
        if self.core.has(module.name):
            raise OleanError(f"{module.name} has the name of a module of Lean's core library")

    def _ordered(self) -> list[str]:
        order: list[str] = []
        state: dict[str, bool] = {}
        for root in self.modules:
            todo = [(root, False)]
            while todo:
                name, done = todo.pop()
                if done:
                    state[name] = True
                    order.append(name)
                elif name not in state:
                    state[name] = False
                    todo.append((name, True))
                    for each in self.modules[name].compiled.imports:
                        if each.module not in self.modules:
                            continue
                        if state.get(each.module) is False:
                            raise OleanError(f"{name} and {each.module} import each other")
                        todo.append((each.module, False))
        return order

    def _enter(self, module: UserModule) -> None:
        compiled = module.compiled
        own = compiled.positions(compiled.complete)
        for name, position in own.items():
            owner = self._core[name][0] if name in self._core else self.core.owner(name)
            if owner:
                raise OleanError(f"{module.name} declares {name}, a constant of Lean's core ({owner})")
            if name in self._user:
                self._refuse_second(name, module, position)
            else:
                self._user[name] = (module.name, position)
        self._own[module.name] = own
        for part in range(compiled.complete):
            self._compare(module, part, own)

    def _refuse_second(self, name: str, module: UserModule, position: int) -> None:
        """Two modules may hold one theorem (Lean makes equation lemmas where they are first used); nothing else."""
        first, at = self._user[name]
        one, other = self.modules[first].compiled.constant(at), module.compiled.constant(position)
        same = one.kind == other.kind == "theorem" and one.type is other.type and one.params == other.params
        if not same:
            raise OleanError(f"{name} is declared in {first} and in {module.name}")

    def _compare(self, module: UserModule, part: int, own: Mapping[str, int]) -> None:
        """What a part shows to importers must be what the complete part says."""
        compiled = module.compiled
        kinds = compiled.true_kinds(part)
        for name, position in compiled.positions(part).items():
            if name not in own:
                raise OleanError(f"{module.name} exports {name}, which its complete part does not have")
            kind = compiled.kind(position)
            kind = kinds.get(name, "axiom") if kind == "axiom" else kind
            if kind != compiled.kind(own[name]) or not self._same(compiled, position, own[name]):
                raise OleanError(f"{module.name} shows its importers another {name} than it has")

    @staticmethod
    def _same(compiled: CompiledModule, shown: int, whole: int) -> bool:
        if compiled.flags(shown)[0] != compiled.flags(whole)[0]:
            return False
        if compiled.shared(shown, whole):
            return True
        one, other = compiled.constant(shown), compiled.constant(whole)
        if not isinstance(one, Axiom):
            return vars(one) == vars(other)
        return one.type is other.type and one.params == other.params

    # -- asking -------------------------------------------------------------------------------------------------

    def constant(self, name: str) -> Constant | None:
        """The constant of this name, or None. A core constant without its body is an axiom that stands for it."""
        found = self._constants.get(name)
        if found is None:
            terms.belong_to(self)
            if name in self._user:
                module, position = self._user[name]
                found = self.modules[module].compiled.constant(position)
            elif name in self._core:
                module, code = self._core[name]
                found = self.core.open(module).constant(code >> 3, kind_of(code))
            else:
                return None
            if found.name != name:
                raise OleanError(f"{module} lists {found.name} under the name {name}")
            self._constants[name] = found
        return found

    def is_core(self, name: str) -> bool:
        """Whether the constant is one of Lean's core library."""
        return name in self._core

    def is_user(self, name: str) -> bool:
        """Whether the constant is one of the modules."""
        return name in self._user

    def module_of(self, name: str) -> str:
        """The module that declares a constant; raises ``KeyError``."""
        return (self._user.get(name) or self._core[name])[0]

    def names_of(self, module: str) -> tuple[str, ...]:
        """The constants that a user module declares, private ones included."""
        return tuple(self._own[module])

    def declared(self, module: str, name: str) -> Constant:
        """A constant as this user module has it (two modules may prove the same equation lemma)."""
        if self._user[name][0] == module:
            found = self.constant(name)
            assert found is not None
            return found
        return self.modules[module].compiled.constant(self._own[module][name])

    def record(self, name: str) -> tuple[CompiledModule, int]:
        """The module that holds a constant and the position of its record there; raises ``KeyError``."""
        if name in self._user:
            module, position = self._user[name]
            return self.modules[module].compiled, position
        module, code = self._core[name]
        return self.core.open(module), code >> 3

    def binder_names(self, name: str) -> list[BinderName]:
        """Names and kinds of the binders of a constant's type."""
        compiled, position = self.record(name)
        return compiled.binder_names(position)

    def forget(self) -> None:
        """Drop everything decoded, and all terms; a kernel on this environment must be made anew."""
        self._constants.clear()
        self.core.forget()
        for module in self.modules.values():
            module.compiled.forget()
        terms.forget()
        terms.belong_to(self)
