"""Request bodies with hostile values, mostly of the type that a route expects."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import msgspec.inspect as shapes

WORDS: Final = (
    *("Ana", "Bo", "Cy", "ana", " Ana ", "Ana\u0301", "Zoë", "1", "0", "-1", "rt-a", "rt-b", "blue", "yellow", "f-1-1"),
    *("", " ", "\u00a0", "\0", "\t", "\n", "\x7f", "\u202e", "\ufeff", "\U0001f98a", "\ufdfa" * 9, "=1+1", "'\"<&>"),
    *("a" * 40, "a" * 41, "a" * 5000, "9" * 5000, "\u0131\u0130\u1e9e", "0" * 32, "0" * 64, "²", "١٢٣", "..", "%00"),
    *("12345678", "ABCD-EFGH", "swiss", "finals", "doctor", "tumult_royale", "tudor", "{}", "%s", "$1", "\\", "NaN"),
)
NUMBERS: Final = (*range(10), 12, 60, -1, 2**15, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 10**30, 0.5, 1e308)
OTHERS: Final[Sequence[Any]] = (None, True, False, [], {}, [[]], [None], {"": {}}, "", 0, [1] * 300, {"do": "x"})
AS_IT_SHOULD_NOT_BE: Final = 0.02


def body(shape: Any, chance: Random, known: Callable[[str], Any] = lambda _: None) -> Any:
    """Return a JSON value of ``shape``, often at a bound; fields in ``known`` mostly get their given value."""
    return _value(shapes.type_info(shape), chance, known)


def _value(shape: shapes.Type, chance: Random, known: Callable[[str], Any]) -> Any:
    if chance.random() < AS_IT_SHOULD_NOT_BE:
        return chance.choice((*OTHERS, *NUMBERS, *WORDS))

    def of(inner: shapes.Type) -> Any:
        return _value(inner, chance, known)

    def several(inner: shapes.Type, least: int | None, most: int | None) -> list[Any]:
        return [of(inner) for _ in range(chance.randint(least or 0, min(most or 6, max(6, least or 0))))]

    match shape:
        case shapes.StructType():
            return _struct(shape, chance, known)
        case shapes.UnionType(types=types):
            return of(chance.choice(types))
        case shapes.IntType(ge=least, le=most):
            edges = [each for each in (least, most) if each is not None and chance.random() < 0.2]
            fits = [
                each for each in NUMBERS[:12] if (least is None or each >= least) and (most is None or each <= most)
            ]
            return chance.choice(edges or fits or NUMBERS)
        case shapes.StrType():
            return chance.choice(WORDS)
        case shapes.LiteralType(values=values):
            return chance.choice(values)
        case shapes.EnumType(cls=cls):
            return chance.choice([each.value for each in cls])
        case shapes.BoolType():
            return chance.random() < 0.5
        case shapes.NoneType():
            return None
        case shapes.FloatType():
            return chance.choice(NUMBERS)
        case shapes.TupleType(item_types=inner):
            return [of(each) for each in inner]
        case shapes.VarTupleType() | shapes.ListType():
            return several(shape.item_type, shape.min_length, shape.max_length)
        case shapes.DictType():
            return {str(of(shape.key_type)): of(shape.value_type) for _ in range(chance.randint(0, 3))}
        case _:
            return chance.choice(WORDS)


def _struct(shape: shapes.StructType, chance: Random, known: Callable[[str], Any]) -> Any:
    values = {}
    for field in shape.fields:
        if field.required or chance.random() < 0.5:
            right = known(field.encode_name)
            usual = right is not None and chance.random() < 0.8
            values[field.encode_name] = right if usual else _value(field.type, chance, known)
    if shape.array_like:
        return list(values.values())
    return values if shape.tag_field is None else {shape.tag_field: shape.tag, **values}
