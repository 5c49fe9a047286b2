"""Make texts from keys and values, by patterns in Fluent files; the page gets the patterns.

A pattern is a string or a list of parts: a string, ``{"value": name}`` or ``{"choose": name, "of": {...}}`` with a
pattern for each number (``"2"``), word or CLDR plural category (``"one"``), always with ``"other"``.
"""

import re
from collections.abc import Container, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from fluent.syntax import FluentParser, ast

from controller.texts.plurals import plural_category

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


MESSAGE: Final = re.compile(r"^([a-zA-Z][\w-]*) *=.*\n(?:[ \t}].*\n|\n(?=[ \t]))*", re.MULTILINE)
"""A message of a Fluent file: its first line and the indented lines below."""

ENGLISH: Final = "en"

LANGUAGES: Final = tuple(
    sorted(
        (file.parent.name for file in Path(__file__).parent.glob("*/language.ftl")),
        key=lambda name: (name != ENGLISH, name),
    )
)
"""Languages with a folder beside this module, English first."""

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]

text_folders: Final[list["Traversable"]] = [Path(__file__).parent]


def add_text_folder(folder: "Traversable", *, compared: bool = False) -> None:
    """Add a game's texts from ``folder``, with a subfolder for each language; a missing one is replaced by English.

    ``compared`` skips the check of texts that our tests compare; it takes a thirtieth of the start-up time.

    Raises:
        ValueError: English is missing, or a key is already in use.
    """
    if not compared:
        _check_text_folder(folder)
    text_folders.append(folder)
    for derived in (messages_by_key, page_texts, rule_texts):
        derived.cache_clear()


def _check_text_folder(folder: "Traversable") -> None:
    if not folder.joinpath(ENGLISH).is_dir():
        raise ValueError(f"{folder}: no folder {ENGLISH}, expected English texts; only others may be missing.")
    for language in LANGUAGES:
        twice = sorted(messages_by_key(language).keys() & _read_messages(language, [folder]).keys())
        if twice:
            raise ValueError(
                f"{folder}: the {language} texts {', '.join(twice)} already exist in the table or another game. "
                "Start the keys with the game's name."
            )


@cache
def messages_by_key(language: str) -> dict[str, str]:
    return _read_messages(language, text_folders)


def messages_in_files_named(language: str, name: str, left_out: Container["Traversable"] = ()) -> dict[str, str]:
    return _read_messages(language, [folder for folder in text_folders if folder not in left_out], name)


def _read_messages(language: str, folders: "Iterable[Traversable]", name: str | None = None) -> dict[str, str]:
    """Return the messages of a language, in English where a folder lacks it, of all files or those with this name.

    English then has ``[1]`` for ``[one]``, since other languages use that form for 0 or 21, too.
    """
    found: dict[str, str] = {}
    for folder in folders:
        is_own = folder.joinpath(language).is_dir()
        files = folder.joinpath(language if is_own else ENGLISH).iterdir()
        for file in sorted(files, key=lambda each: each.name):
            if file.name == name if name else file.name.endswith(".ftl"):
                text = file.read_text(encoding="utf-8-sig") + "\n"
                matches = MESSAGE.finditer(text if is_own else text.replace("[one]", "[1]"))
                found |= {match[1]: match[0] for match in matches}
    return found


@cache
def parse_pattern(language: str, key: str) -> Any:
    """Return the pattern of a text, parsed on first use, since parsing all is slow.

    Raises:
        KeyError: there is no such text.
        ValueError: it uses unsupported Fluent: a call, an attribute, another message.
    """
    entry = FluentParser(with_spans=False).parse_entry(messages_by_key(language)[key])
    if not isinstance(entry, ast.Message) or entry.value is None:
        raise ValueError(f"invalid message {key!r} in {language!r}, expected `{key} = ...`")
    return _pattern_to_parts(entry.value)


def _pattern_to_parts(parsed: ast.Pattern) -> Any:
    parts = [_element_to_part(element) for element in parsed.elements]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else parts


def _element_to_part(element: ast.TextElement | ast.Placeable) -> Any:
    if isinstance(element, ast.TextElement):
        return element.value
    match element.expression:
        case ast.StringLiteral() as literal:
            return literal.parse()["value"]
        case ast.VariableReference(id=name):
            return {"value": name.name}
        case ast.SelectExpression(selector=ast.VariableReference(id=name), variants=variants):
            cases = {
                "other" if variant.default else _variant_label(variant.key): _pattern_to_parts(variant.value)
                for variant in variants
            }
            return {"choose": name.name, "of": cases}
        case other:
            raise ValueError(f"unsupported {type(other).__name__} in a text, expected a variable or a selection")


def _variant_label(key: Any) -> str:
    return str(key.value) if isinstance(key, ast.NumberLiteral) else str(key.name)


Values = Mapping[str, str | int | float]


def translate(language: str, key: str, values: Values | None = None) -> str:
    """Return the text with ``values`` filled in; raise KeyError (a bug) if it or a value is missing."""
    if key not in messages_by_key(language):
        raise KeyError(f"no text {key!r} in {language!r}")
    try:
        return _fill_pattern(language, parse_pattern(language, key), values or {})
    except KeyError as fault:
        raise KeyError(f"text {key!r} in {language!r}: no value {fault}") from None


def text_keys(language: str) -> frozenset[str]:
    return frozenset(messages_by_key(language))


def _fill_pattern(language: str, parts: Any, values: Values) -> str:
    if isinstance(parts, str):
        return parts
    return "".join(part if isinstance(part, str) else _fill_part(language, part, values) for part in parts)


def _fill_part(language: str, part: Mapping[str, Any], values: Values) -> str:
    if "value" in part:
        value = values[part["value"]]
        return value if isinstance(value, str) else _format_number(language, value)
    value, cases = values[part["choose"]], part["of"]
    if isinstance(value, str):
        labels = [value]
    else:
        plain = _grouped_digits(value).replace(",", "")
        labels = [plain, plural_category(translate(language, "plural-rules"), plain)]
    return _fill_pattern(language, next((cases[label] for label in labels if label in cases), cases["other"]), values)


def _format_number(language: str, value: float) -> str:
    return _grouped_digits(value).translate(str.maketrans(",.", translate(language, "number-separators")))


def _grouped_digits(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")


PAGE_TEXT_FILES: Final = ("page.ftl", "faults.ftl", "mistakes.ftl", "owner.ftl", "tournament.ftl", "wifi.ftl")

OWNER_TEXTS: Final = "owner-"
"""Prefix of the page's texts that only the owner's page says, and loads."""

FAULT_TEXTS: Final = ("fault-", "mistake-")
"""Prefixes of those that a page loads where its list of faults is opened."""

PAGE_KEY_PREFIX: Final = "page-"
"""Prefix of the page's keys in ``page.ftl``; removed for the page."""

NAMES_FILE: Final = "names.ftl"
"""File with names shared by page and table."""

_RULE: Final = "rule-"


@cache
def page_texts(language: str, left_out: "frozenset[Traversable]" = frozenset()) -> dict[str, Any]:
    """Return the page's texts by their id, but those in the folders ``left_out``."""
    names = messages_in_files_named(language, NAMES_FILE, left_out)
    found: dict[str, Any] = {name: translate(language, name) for name in names}
    for key in (key for name in PAGE_TEXT_FILES for key in messages_in_files_named(language, name, left_out)):
        found[key.removeprefix(PAGE_KEY_PREFIX)] = parse_pattern(language, key)
    return found


@cache
def rule_texts(language: str) -> dict[str, str]:
    found = sorted(key.removeprefix(_RULE) for key in text_keys(language) if key.startswith(_RULE))
    return {re.sub(r"(\d)-", r"\1.", name): translate(language, f"{_RULE}{name}") for name in found}
