"""The notation of Lean's core library, as far as it is written out: tables for :mod:`claims.lean.render`.

Core has no second constant of any of these names: the modules may not declare one (:mod:`claims.lean.environment`).
"""

from __future__ import annotations

from typing import Final

from claims.lean.kernel import levels

#: Infix notation: name of the function -> (symbol, number of arguments, precedence of the whole, left, right).
INFIX: Final = {
    "HAdd.hAdd": ("+", 6, 65, 65, 66),
    "HSub.hSub": ("-", 6, 65, 65, 66),
    "HMul.hMul": ("*", 6, 70, 70, 71),
    "HDiv.hDiv": ("/", 6, 70, 70, 71),
    "HMod.hMod": ("%", 6, 70, 70, 71),
    "HPow.hPow": ("^", 6, 75, 76, 75),
    "HSMul.hSMul": ("•", 6, 73, 74, 73),
    "HAppend.hAppend": ("++", 6, 65, 65, 66),
    "LE.le": ("≤", 4, 50, 51, 51),
    "LT.lt": ("<", 4, 50, 51, 51),
    "GE.ge": ("≥", 4, 50, 51, 51),
    "GT.gt": (">", 4, 50, 51, 51),
    "Dvd.dvd": ("∣", 4, 50, 51, 51),
    "Eq": ("=", 3, 50, 51, 51),
    "Ne": ("≠", 3, 50, 51, 51),
    "HEq": ("≍", 4, 50, 51, 51),
    "BEq.beq": ("==", 4, 50, 51, 51),
    "And": ("∧", 2, 35, 36, 35),
    "Or": ("∨", 2, 30, 31, 30),
    "Iff": ("↔", 2, 20, 21, 21),
    "Bool.and": ("&&", 2, 35, 35, 36),
    "Bool.or": ("||", 2, 30, 30, 31),
    "Prod": ("×", 2, 35, 36, 35),
    "List.cons": ("::", 3, 67, 68, 67),
    "Function.comp": ("∘", 5, 90, 91, 90),
    "Membership.mem": ("∈", 5, 50, 51, 51),
}
#: Positions of the operands of the notations whose operands are not the last two arguments in order.
OPERANDS: Final = {"HEq": (1, 3), "Membership.mem": (4, 3)}
#: Prefix notation: name -> (symbol, number of arguments, precedence of the whole, of the operand).
PREFIX: Final = {
    "Neg.neg": ("-", 3, 75, 75),
    "Not": ("¬", 1, 1024, 40),
    "Bool.not": ("!", 1, 1024, 40),
    "Nat.cast": ("↑", 3, 1024, 1024),
    "Int.cast": ("↑", 3, 1024, 1024),
    "Fin.val": ("↑", 2, 1024, 1024),
}
#: Other forms: name -> (number of arguments, precedence).
FORMS: Final = {
    "Inv.inv": (3, 1024),
    "OfNat.ofNat": (3, 1025),
    "Exists": (2, 0),
    "ite": (5, 0),
    "Prod.mk": (4, 1025),
    "List.nil": (1, 1025),
    "Subtype": (2, 1025),
    "GetElem.getElem": (8, 1025),
}
#: Constants that core makes known by a shorter name.
SHORT: Final = {
    "Option.some": "some", "Option.none": "none", "Bool.true": "true", "Bool.false": "false", "Max.max": "max",
    "Min.min": "min", "Decidable.decide": "decide",
}  # fmt: skip


def arity(name: str) -> int:
    """Number of arguments that the notation of a constant takes; -1 where it has none."""
    if name in INFIX:
        return INFIX[name][1]
    return PREFIX[name][1] if name in PREFIX else FORMS.get(name, (-1, 0))[0]


def precedence(name: str) -> int:
    """How tightly what is written with a constant's notation binds."""
    if name in INFIX:
        return INFIX[name][2]
    return PREFIX[name][2] if name in PREFIX else FORMS[name][1]


def operands(name: str) -> tuple[int, int]:
    """Positions of the two operands among the arguments of a constant with infix notation."""
    return OPERANDS.get(name, (-2, -1))


def universe(level: levels.Level) -> str:
    """A universe as a term."""
    text = levels.show(level)
    if text == "0":
        return "Prop"
    if level.kind == levels.SUCC:
        assert level.a is not None
        below = levels.show(level.a)
        if below == "0":
            return "Type"
        return f"Type ({_spaced(below)})" if " " in below or "+" in below else f"Type {below}"
    return f"Sort ({_spaced(text)})" if " " in text or "+" in text else f"Sort {text}"


def _spaced(level: str) -> str:
    return level.replace("+", " + ")


def quoted(text: str) -> str:
    """A text literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
