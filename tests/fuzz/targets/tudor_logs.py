"""Lines of a log of Tudor, played after the beginning of some game: done, or refused with nothing changed."""

import io
from functools import cache
from random import Random
from typing import Final

from controller.cli.game.game_logs import lines, played
from controller.games.naming import sentence
from controller.games.tudor.rules import engine
from controller.games.tudor.rules.actions import as_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.state import canonical
from controller.texts.speaking import LANGUAGES
from tests.fuzz.target import Target
from tests.games.tudor.random_games import TABLES, play, random_start

BEGINNINGS: Final = 24
"""Games with all cards, each some moves further; the one before the first is a game that has not begun."""


def answer(octets: bytes) -> str:
    """The first octet says which game goes on; gives what was said of its lines."""
    if not octets:
        return ""
    begun = _begun(octets[0] % BEGINNINGS)
    log = begun.fork()
    told: list[str] = []
    before = log.state
    for line in played(lines(io.BytesIO(octets[1:])), log):
        if line.refusal is None:
            assert log.state is not None
            assert engine.faults(log.state) == ()
        else:
            assert log.state is before
            told += [sentence(line.refusal.text, language) for language in LANGUAGES]
        before = log.state
    if log.state is not None and log.seq > begun.seq:
        again = GameLog()
        for action in log.actions:
            again.submit(action)
        assert again.state is not None
        assert canonical(again.state, again.seq) == canonical(log.state, log.seq)
    return "\n".join(told)


@cache
def _begun(number: int) -> GameLog:
    """The beginning of a game."""
    log = GameLog()
    if number:
        seed = 37 * number
        log.submit(random_start(Random(seed), *TABLES[seed % len(TABLES)]))
        assert log.state is not None
        for move, _ in play(seed)[: 12 * number]:
            log.submit(as_line(log.state.table, move))
    return log


TARGET: Final = Target(answer, longest=3000, longest_answer=400_000, sample=60)
