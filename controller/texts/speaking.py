"""Turning a key and its values into a sentence of one language."""

from collections.abc import Mapping
from typing import Any, Final

from controller.texts.patterns import pattern, sources

LANGUAGES: Final = ("en", "de", "es")

_SEPARATORS: Final[Mapping[str, dict[int, int]]] = {
    "en": {},
    "de": str.maketrans(",.", ".,"),
    "es": str.maketrans(",.", ".,"),
}
"""Between thousands and before a fraction, where they are not those of English."""

Values = Mapping[str, str | int | float]


def say(language: str, key: str, values: Values | None = None) -> str:
    """The sentence ``key`` in ``language`` with ``values`` filled in.

    Raises:
        KeyError: no such sentence, or a value it needs is missing: a fault of ours, never of a user.
    """
    if key not in sources(language):
        raise KeyError(f"no text {key!r} in {language!r}")
    try:
        return _filled(language, pattern(language, key), values or {})
    except KeyError as fault:
        raise KeyError(f"text {key!r} in {language!r}: no value {fault}") from None


def keys(language: str) -> frozenset[str]:
    """All keys that ``language`` has; a test compares the languages."""
    return frozenset(sources(language))


def _filled(language: str, parts: Any, values: Values) -> str:
    if isinstance(parts, str):
        return parts
    return "".join(part if isinstance(part, str) else _said(language, part, values) for part in parts)


def _said(language: str, part: Mapping[str, Any], values: Values) -> str:
    if "value" in part:
        value = values[part["value"]]
        return value if isinstance(value, str) else _in_digits(language, value)
    value, cases = values[part["choose"]], part["of"]
    for label in (str(value), _plural(value)):
        if label in cases:
            return _filled(language, cases[label], values)
    return _filled(language, cases["other"], values)


def _plural(value: str | float) -> str:
    """The category of CLDR, alike in all three languages; Spanish has one more for millions, which no text tells."""
    return "one" if value in {1, -1} else "other"


def _in_digits(language: str, value: float) -> str:
    """Thousands apart and at most three digits of a fraction, as CLDR writes it."""
    digits = f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")
    return digits.translate(_SEPARATORS[language])
