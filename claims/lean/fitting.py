"""Whether compiled modules fit together, from their summaries: what would make the rest of the audit meaningless.

Each module alone may be in order and yet two prove each other's theorems in a circle, or give one name to two things.
Lean refuses that on import; files that were not made by Lean need not have been through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from claims.lean.core_index import CoreIndex
from claims.lean.olean import OleanError
from claims.lean.summary import Member, ModuleSummary, components


def fitting_members(core: CoreIndex, summaries: Mapping[str, ModuleSummary]) -> dict[str, Member]:
    """The members of all modules by name; raises :class:`OleanError` where the modules do not fit together.

    Refused: a module or a constant with a name of core (imported or not), a missing import, imports in a circle, a
    constant that mentions one of a module that its own does not import, two constants of one name. Only a theorem may
    be in two modules (Lean makes equation lemmas where they are first used); its member mentions what both proofs do.
    """
    _check_imports(core, summaries)
    visible = core.visible({each for s in summaries.values() for each in s.imports if each not in summaries})
    members: dict[str, Member] = {}
    homes: dict[str, set[str]] = {}
    for module, summary in summaries.items():
        for member in summary.members:
            owner = visible[member.name][0] if member.name in visible else core.owner(member.name)
            if owner:
                raise OleanError(f"{module} declares {member.name}, a constant of Lean's core ({owner})")
            first = members.get(member.name)
            members[member.name] = member if first is None else _both(first, member, (*homes[member.name], module))
            homes.setdefault(member.name, set()).add(module)
    _check_reach(summaries, homes)
    return members


def _check_imports(core: CoreIndex, summaries: Mapping[str, ModuleSummary]) -> None:
    for module, summary in summaries.items():
        if core.has(module):
            raise OleanError(f"{module} has the name of a module of Lean's core library")
        for each in summary.imports:
            if each not in summaries and not core.has(each):
                raise OleanError(f"{module} imports {each}, which is neither among the modules nor in Lean's core")
    for circle in components(_imports(summaries)):
        if len(circle) > 1 or circle[0] in summaries[circle[0]].imports:
            raise OleanError(f"modules import each other: {', '.join(sorted(circle)[:4])}")


def _imports(summaries: Mapping[str, ModuleSummary]) -> dict[str, list[str]]:
    return {name: [each for each in summary.imports if each in summaries] for name, summary in summaries.items()}


def _both(first: Member, second: Member, modules: tuple[str, ...]) -> Member:
    if first.kind != "theorem" or second.kind != "theorem" or first.statement != second.statement:
        raise OleanError(f"{first.name} is declared in {' and in '.join(modules)}")
    return replace(first, body_names=tuple(sorted({*first.body_names, *second.body_names})))


def _check_reach(summaries: Mapping[str, ModuleSummary], homes: Mapping[str, set[str]]) -> None:
    """Nothing mentions what its module does not import: so nothing rests on what comes later."""
    below: dict[str, set[str]] = {}
    graph = _imports(summaries)
    for (module,) in components(graph):
        below[module] = {module}.union(*(below[each] for each in graph[module]))
        for member in summaries[module].members:
            for name in member.names:
                if name in homes and below[module].isdisjoint(homes[name]):
                    home = min(homes[name])
                    raise OleanError(f"{module} does not import {home}, but its {member.name} mentions {name} of there")
