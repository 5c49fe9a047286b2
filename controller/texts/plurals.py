"""Find a number's plural category by a language's CLDR rules (Unicode UTS 35, part 3, "Language Plural Rules")."""

import re
from typing import Final

RELATION: Final = re.compile(r"([nivwftce])(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


def plural_category(rules: str, digits: str) -> str:
    """Return the category of a number, such as ``"few"``; ``"other"`` if no rule holds.

    Args:
        rules: in the order of CLDR, such as ``one: n = 1; few: n = 2..4``; ``other`` if a language has no forms.
        digits: the number as shown, such as ``-3`` or ``1.5``, with neither separators nor trailing zeros.

    Raises:
        ValueError: the syntax of a rule is not CLDR's.
    """
    integer, _, fraction = digits.lstrip("-").partition(".")
    operands: dict[str, float] = {"n": float(f"{integer}.{fraction}") if fraction else int(integer), "i": int(integer)}
    operands |= {"v": len(fraction), "w": len(fraction), "f": int(fraction or 0), "t": int(fraction or 0)}
    for rule in rules.split(";"):
        category, _, condition = rule.strip().partition(": ")
        if category == "other" or any(
            all(_holds(relation, operands) for relation in relations.split(" and "))
            for relations in condition.split(" or ")
        ):
            return category
    return "other"


def _holds(relation: str, operands: dict[str, float]) -> bool:
    if (found := RELATION.fullmatch(relation)) is None:
        raise ValueError(f"saw {relation!r} in the plural rules, expected a relation of CLDR such as 'n % 10 = 2..4,6'")
    name, modulus, sign, ranges = found.groups()
    value = operands.get(name, 0)  # c and e: no number is shown with an exponent
    value = value % int(modulus) if modulus else value
    bounds = (part.partition("..") for part in ranges.split(","))
    is_among = value == int(value) and any(int(low) <= value <= int(high or low) for low, _, high in bounds)
    return is_among == (sign == "=")
