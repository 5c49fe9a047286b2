"""Whatever stands in the place of any value of a log: engine and naive second version answer alike, neither falls."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from controller.games.tudor.rules.actions import Refusal
from controller.games.tudor.rules.engine import GameLog
from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.oracle.random_logs import Writer
from tests.games.tudor.oracle.random_starts import start
from tests.soak import SOAK

ABSURD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1.0, 2.5, 1e308, float("nan"), float("inf"), 2**63, -(2**64), 10**30, 10**400),
    *("", " ", "\x00", "1", "lord", "supply", "A0", "A10", "A1\n", "ß", "x" * 10_000),
    *([], {}, [[]], [None], {"a": 1}, [1.0], [True], json.loads("[" * 900 + "]" * 900)),
)
"""No text of half a character, nor a long one as a name of an edition: those are the table's own bounds."""

GAMES = range(60) if SOAK else range(1)
OF_EACH_KIND = 2
"""Lines of a game that are spoiled, for each action."""

PLACES = 30
"""In a line that has more of them, so many are spoiled."""

ENDLESS = 10**6
"""No box has so many of anything, nor owes so many: the table's own bound."""


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*here, key))


def spoiled(value: Any, place: tuple[Any, ...], absurd: Any) -> Any:
    if not place:
        return absurd
    inner = spoiled(value[place[0]], place[1:], absurd)
    if isinstance(value, dict):
        return value | {place[0]: inner}
    return [*value[: place[0]], inner, *value[place[0] + 1 :]]


def assert_alike(oracle: Oracle, play: GameLog, line: Any) -> None:
    theirs, ours = copy.copy(oracle), play.fork()
    theirs.earlier = [*oracle.earlier]
    rule = said = None
    try:
        ours.submit(line)
    except Refusal as refusal:
        rule, said = refusal.code, str(refusal)
    assert rule == theirs.play(line), f"{line!r:.1000}"
    assert said != ""


def some(chance: Random, line: Any) -> list[tuple[Any, ...]]:
    found = list(places(line))
    return found if len(found) <= PLACES else chance.sample(found, PLACES)


@pytest.mark.parametrize("seed", GAMES)
def test_an_absurd_value_anywhere_in_a_line_is_answered_alike(seed: int) -> None:
    chance, writer, oracle, play = Random(seed), Writer(Random(seed)), Oracle(), GameLog()
    kinds: dict[str, int] = {}
    while oracle.now is None or oracle.now["phase"] != "over":
        line = writer.next(oracle, play.state)
        kind = f"{line.get('do')} {line.get('action')} {line.get('side')}" if isinstance(line, dict) else ""
        if kinds.setdefault(kind, 0) < OF_EACH_KIND and not kind.startswith("start"):
            kinds[kind] += 1
            for place in some(chance, line):
                for absurd in ABSURD:
                    if "prestige" not in place or not isinstance(absurd, int) or abs(absurd) <= ENDLESS:
                        assert_alike(oracle, play, spoiled(line, place, absurd))
        if oracle.play(line) is None:
            play.submit(line)


@pytest.mark.parametrize("seed", GAMES)
def test_an_absurd_value_anywhere_in_a_start_is_answered_alike(seed: int) -> None:
    chance = Random(seed)
    line = start(chance, house=True)
    of_the_edition = [("edition", *place) for place in some(chance, line["edition"])]
    for place in [*some(chance, {**line, "edition": "standard"}), *of_the_edition]:
        for absurd in ABSURD:
            endless = isinstance(absurd, int) and abs(absurd) > ENDLESS
            named = isinstance(absurd, str) and len(absurd) > 100
            if "edition" not in place or not (endless or named):
                assert_alike(Oracle(), GameLog(), spoiled(line, place, absurd))
