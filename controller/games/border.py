"""What may come out of a game that is not ours: of what size, of which types of the contract, in which sentences."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from controller import limits
from controller.games.contract.effects import Audible, SeatView
from controller.games.contract.game import Advising, Game
from controller.games.contract.inputs import Simulated
from controller.games.contract.referee import Receiving
from controller.games.contract.rules import Correctable, GameLog, Opening, Provable
from controller.games.contract.tools.drawing import Charting, Drawn
from controller.games.contract.values import RefusedError, Text
from controller.games.measure import TooLarge, count
from controller.texts.speaking import LANGUAGES, pattern, sources

PARTS: Final = (
    Game,
    Advising,
    Audible,
    Charting,
    Correctable,
    Drawn,
    Opening,
    Provable,
    Receiving,
    SeatView,
    Simulated,
)
JSON: Final = (Mapping[str, Any], dict[str, Any])
LOG: Final = ("state", "seq", "standing", "check", "accept")

Look = Callable[[Any], None]


class WrongValue(Exception):
    """A value that the contract does not know; the message says what was seen and what was expected, no contents."""


@cache
def checker(name: str) -> Look | None:
    """What looks at the value of that name of a game, or at what its method gives; None where anything may be."""
    for part in PARTS:
        member = getattr(part, name, None)
        hints = get_type_hints(member.fget if isinstance(member, property) else member) if member is not None else {}
        if "return" in hints and hints["return"] is not Any:
            return _of_any_size(_looks_for(hints["return"]))
    return None


def _of_any_size(look_at: Look) -> Look:
    def look(value: Any) -> None:
        look_at_size(value)
        look_at(value)

    return look


def look_at_size(value: Any) -> None:
    """Raises: WrongValue: there is too much of it, or no end."""
    try:
        count(value)
    except TooLarge:
        raise WrongValue(f"more than {limits.GAME_ANSWER} values and letters") from None


def look_at_refusal(refused: RefusedError) -> None:
    """Raises: WrongValue: it is too long, or says nothing that the table knows."""
    look_at_size((refused.rule, refused.args, refused.text))
    _expect(isinstance(refused.rule, str | None), refused.rule, str)
    _looks_for(Text)(refused.text)


@cache
def _looks_for(hint: Any) -> Look:
    """What looks whether a value is of that type.

    Args:
        hint: as the contract writes it.
    """
    if isinstance(hint, NewType):
        return _looks_for(hint.__supertype__)
    if hint is Any:
        return lambda _: None
    if hint in JSON:
        return _json
    if hint is GameLog:
        return _log
    origin, inner = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        return _one_of(hint, inner)
    if origin is Literal:
        return lambda value: _expect(value in inner, value, hint)
    if origin is tuple:
        return _tuple(hint, inner)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(hint, *inner)
    if origin is not None and issubclass(origin, Iterable):
        return _many(hint, origin, inner[0])
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _struct(hint)
    kinds = (int, float) if hint is float else (hint or NoneType)
    return lambda value: _expect(isinstance(value, kinds) and not (hint is int and value is True), value, hint)


def _expect(fits: bool, value: Any, hint: Any) -> None:  # noqa: FBT001  # what was found
    if not fits:
        raise WrongValue(_instead(value, hint))


def _instead(value: Any, hint: Any) -> str:
    expected = hint.__name__ if isinstance(hint, type) and get_origin(hint) is None else str(hint)
    return f"{type(value).__name__} instead of {expected.rpartition('.')[2] if '[' not in expected else expected}"


def _json(value: Any) -> None:
    _expect(isinstance(value, Mapping), value, Mapping[str, Any])
    try:
        msgspec.json.encode(dict(value))
    except (TypeError, ValueError, RecursionError):
        raise WrongValue("something that is no JSON") from None


def _log(value: Any) -> None:
    missing = [each for each in LOG if not hasattr(value, each)]
    if missing:
        raise WrongValue(f"a log without {', '.join(missing)}")


def _one_of(hint: Any, inner: Sequence[Any]) -> Look:
    structs = {each: _looks_for(each) for each in inner if isinstance(each, type) and issubclass(each, Struct)}
    others = [_looks_for(each) for each in inner if each not in structs]

    def look(value: Any) -> None:
        of_it = structs.get(type(value))
        if of_it is not None:
            of_it(value)
            return
        for other in others[:-1]:
            try:
                other(value)
            except WrongValue:
                continue
            return
        if not others:
            raise WrongValue(_instead(value, hint))
        others[-1](value)

    return look


def _tuple(hint: Any, inner: Sequence[Any]) -> Look:
    if inner[-1] is Ellipsis:
        return _many(hint, tuple, inner[0])
    looks = [_looks_for(each) for each in inner]

    def look(value: Any) -> None:
        _expect(isinstance(value, tuple) and len(value) == len(looks), value, hint)
        for one, look_at in zip(value, looks, strict=True):
            look_at(one)

    return look


def _many(hint: Any, origin: Any, inner: Any) -> Look:
    look_at = _looks_for(inner)
    kind = Collection if origin in {Sequence, Collection} else origin

    def look(value: Any) -> None:
        _expect(isinstance(value, kind) and not isinstance(value, str), value, hint)
        if isinstance(value, Collection):
            for one in value:
                look_at(one)

    return look


def _mapping(hint: Any, key: Any, inner: Any) -> Look:
    look_at_key, look_at = _looks_for(key), _looks_for(inner)

    def look(value: Any) -> None:
        _expect(isinstance(value, Mapping), value, hint)
        for each, one in value.items():
            look_at_key(each)
            look_at(one)

    return look


def _struct(kind: type[Struct]) -> Look:
    looks: list[tuple[str, Look]] = []  # filled below: a Text may hold others

    def look(value: Any) -> None:
        _expect(isinstance(value, kind), value, kind)
        if not looks:
            hints = get_type_hints(kind)
            looks.extend((name, _looks_for(hints[name])) for name in kind.__struct_fields__)
        for name, look_at in looks:
            look_at(getattr(value, name))
        if kind is Text:
            _sayable(value)

    return look


def _sayable(text: Text) -> None:
    for language in LANGUAGES:
        wanted = _values_of(language, text.key)
        if wanted is None:
            raise WrongValue(f"the text {text.key!r}, which is not there in {language!r}")
        if not wanted <= text.values.keys():
            missing = ", ".join(sorted(wanted - text.values.keys()))
            raise WrongValue(f"the text {text.key!r} without its value {missing}")


@cache
def _values_of(language: str, key: str) -> frozenset[str] | None:
    """The names of what a sentence fills in; None if there is no such sentence."""
    return frozenset(_named(pattern(language, key))) if key in sources(language) else None


def _named(part: Any) -> Iterable[str]:
    if isinstance(part, list):
        for each in part:
            yield from _named(each)
    elif isinstance(part, dict):
        yield part.get("value") or part["choose"]
        for case in part.get("of", {}).values():
            yield from _named(case)
