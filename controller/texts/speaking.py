"""Turning a key and its values into a sentence of one language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES: Final = ("en", "de", "es")


@cache
def _bundle(language: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    folder = files("controller.texts").joinpath(language)
    for part in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if part.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(part.read_text(encoding="utf-8")))
    return bundle


def say(language: str, key: str, values: Mapping[str, str | int | float] | None = None) -> str:
    """The sentence ``key`` in ``language`` with ``values`` filled in.

    Raises:
        KeyError: no such sentence, or a value it needs is missing: a fault of ours, never of a user.
    """
    bundle = _bundle(language)
    pattern = bundle.get_message(key).value if bundle.has_message(key) else None
    if pattern is None:
        raise KeyError(f"no text {key!r} in {language!r}")
    sentence, errors = bundle.format_pattern(pattern, dict(values or {}))
    if errors:
        raise KeyError(f"text {key!r} in {language!r}: {errors[0]}")
    return str(sentence)


def keys(language: str) -> frozenset[str]:
    """All keys that ``language`` has; a test compares the languages."""
    return frozenset(_bundle(language)._messages)  # noqa: SLF001  # fluent.runtime offers no list
