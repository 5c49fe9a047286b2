"""What a value may be, in words, read off its type."""

from typing import Any

from msgspec import inspect

Kind = inspect.Type


def allowed(kind: Any) -> str:
    """Such as ``a whole number from 10 to 60``; ``kind`` is a type as a section's field has it."""
    return _words(inspect.type_info(kind))


def _words(kind: Kind) -> str:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return str((extra or {}).get("description") or _words(inner))
        case inspect.UnionType(types=types):
            return " or ".join(_words(each) for each in types if not isinstance(each, inspect.NoneType))
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(sorted(map(str, values)))}"
        case inspect.TupleType(item_types=items):
            return f"{len(items)} values, each {_words(items[0])}"
        case inspect.VarTupleType(item_type=item):
            return f"a list, each {_words(item)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"a table with {_words(key)}, each {_words(value)}"
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case inspect.FloatType(ge=low, lt=high):
            return f"a number from {low} to less than {high}"
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(min_length=low, max_length=high):
            return f"text of {low} to {high} characters"
    raise TypeError(f"{kind}: say here in words what it allows")
