"""From decoded JSON to typed actions: every fault of shape is refused (``LOG``)."""

import json
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import UNSET

from controller.games.tudor.rules import actions
from controller.games.tudor.rules.actions import Action
from controller.games.tudor.rules.refusal import Refusal

_ACTS: Final[dict[str, type[Action]]] = {
    "A": actions.ActStep,
    "B": actions.ActSwap,
    "C": actions.ActWalk,
    "D": actions.ActPair,
    "E": actions.ActClimb,
    "F": actions.ActAny,
    "G": actions.ActWalk,
    "H": actions.ActOwn,
}
"""The shape of ``act`` by its action."""

_OTHERS: Final[dict[str, type[Action]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        *(
            actions.Start,
            actions.ChooseRing,
            actions.Wear,
            actions.Assign,
            actions.Pass,
            actions.Recall,
            actions.PlaceLord,
            actions.Activate,
            actions.Move,
            actions.Exchange,
            actions.Scenario,
            actions.Ambassador,
        ),
        *(actions.Decline, actions.Draw, actions.TakeRing, actions.EndTurn, actions.Amend, actions.Undo),
    )
}

OTHER_SHAPES: Final = tuple(_OTHERS.values())

ACT_SHAPES: Final = tuple(dict.fromkeys(_ACTS.values()))

SHAPES: Final = (*OTHER_SHAPES, *ACT_SHAPES)
"""Every kind of line."""

NAMES: Final = (*_OTHERS, "act")
"""The values of ``do``."""


def decode(line: str | bytes) -> object:
    """The JSON value in one line of a log.

    Raises:
        Refusal: it is not JSON (``LOG``).
    """
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Refusal("LOG", "not-json", detail=str(error)) from None


def parse(obj: object) -> Action:
    """The action that decoded JSON describes.

    Raises:
        Refusal: a fault of shape (``LOG``).
    """
    if not isinstance(obj, Mapping):
        raise Refusal("LOG", "no-object", seen=type(obj).__name__)
    do = obj.get("do")
    shape = None
    if do == "act":
        letter = obj.get("action")
        shape = _ACTS.get(letter) if isinstance(letter, str) else None
        if shape is None:
            raise Refusal("LOG", "letter-unknown", seen=str(letter))
    elif isinstance(do, str):
        shape = _OTHERS.get(do)
    if shape is None:
        raise Refusal("LOG", "do-unknown", seen=str(do), actions=", ".join(NAMES))
    try:
        action: Action = msgspec.convert(obj, shape)
    except (msgspec.ValidationError, UnicodeError, RecursionError, TypeError) as error:
        raise Refusal("LOG", "shape", do=str(do), detail=str(error)) from None
    _whole(action)
    return action


def _whole(action: Action) -> None:
    """Refuse what a shape alone cannot say: empty lists, pairs that are none, exactly one of several."""
    if isinstance(action, actions.Start):
        if isinstance(action.edition, str) and action.edition != "standard":
            raise Refusal("LOG", "edition-name", seen=action.edition)
        for player in action.players:
            if not player.gate:
                raise Refusal("LOG", "gate-empty")
            if any("\ud800" <= letter <= "\udfff" for letter in player.gate):
                raise Refusal("LOG", "shape", do="start", detail="a gate's name holds half a character")
    elif isinstance(action, actions.Amend):
        given = [part for part in (action.cards, action.prestige, action.swap) if part is not UNSET]
        if len(given) != 1:
            raise Refusal("LOG", "amend-one")
        if given[0] == {} or (action.cards is not UNSET and not all(action.cards.values())):
            raise Refusal("LOG", "amend-empty")
        if action.swap is not UNSET:
            _pair("swap", action.swap)
    elif isinstance(action, actions.ActSwap):
        if len(action.swaps) not in {1, 2}:
            raise Refusal("LOG", "swaps-number", seen=len(action.swaps))
    elif isinstance(action, actions.Move):
        _not_empty("path", action.path)
        _pair("tokens", action.tokens)
    elif isinstance(action, actions.Exchange):
        _pair("give", action.give)
    elif isinstance(action, actions.Scenario):
        for name, pair in (("spaces", action.spaces), ("chairs", action.chairs)):
            if pair is not UNSET:
                _pair(name, pair)
        if action.path is not UNSET:
            _not_empty("path", action.path)
    else:
        for name in ("path", "cards"):
            listed = getattr(action, name, None)
            if listed is not None:
                _not_empty(name, listed)


def _not_empty(name: str, listed: tuple[str, ...]) -> None:
    if not listed:
        raise Refusal("LOG", "list-empty", name=name)


def _pair(name: str, listed: tuple[str, ...] | tuple[int, ...]) -> None:
    if len(listed) != 2:
        raise Refusal("LOG", "no-pair", name=name, seen=len(listed))
