"""Lines of a game log, played after the beginning of some game: done, or refused with nothing changed."""

import io
from functools import cache
from random import Random
from typing import Final

from controller.cli.game.game_logs import lines, played
from controller.games.naming import sentence
from controller.games.tumult_royale.box.words import MapMode, Variant
from controller.games.tumult_royale.rules import engine
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State, canonical
from tests.fuzz.target import Target
from tests.games.tumult_royale.moves import random_move, random_start

BEGINNINGS: Final = 24
"""Games of all kinds, each some moves further; the one before the first is a game that has not begun."""


def answer(octets: bytes) -> str:
    """The first octet says which game goes on; gives what was said of its lines."""
    if not octets:
        return ""
    play = _begun(octets[0] % BEGINNINGS).fork()
    told: list[str] = []
    before = play.state
    for line in played(lines(io.BytesIO(octets[1:])), play):
        if line.refusal is None:
            assert play.state is not None
            assert list(engine.broken(play.state)) == []
        else:
            assert play.state is before
            told += [sentence(line.refusal.text, language) for language in ("en", "de", "es")]
        before = play.state
    if play.state is not None and play.seq > _begun(octets[0] % BEGINNINGS).seq:
        assert canonical(_replayed(play), play.seq) == canonical(play.state, play.seq)
    return "\n".join(told)


def _replayed(play: GameLog) -> State:
    again = GameLog()
    for action in play.actions:
        again.submit(action)
    assert again.state is not None
    return again.state


@cache
def _begun(number: int) -> GameLog:
    """The beginning of a game."""
    play, chance = GameLog(), Random(number)
    if number:
        variants: tuple[Variant, ...] = ("classic", "gambler")
        modes: tuple[MapMode, ...] = ("tracked", "honour")
        play.submit(random_start(chance, 2 + number % 3, variants[number % 2], modes[number // 2 % 2]))
        for _ in range(2 * number):
            assert play.state is not None
            play.submit(random_move(chance, play.state))
    return play


TARGET: Final = Target(answer, longest=2000, longest_answer=400_000, sample=80)
