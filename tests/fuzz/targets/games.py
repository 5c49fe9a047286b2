"""Targets for foreign game logs and editions."""

import io
import json
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any, Final

import click

from controller import limits
from controller.cli.game.game_logs import play_log_lines, read_log_lines
from controller.games.contract.tools.editions import EditionFault
from controller.games.naming import translate_text
from controller.games.tudor.rules import engine as tudor
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tumult_royale.box.words import COLORS, KINDS, MapMode, Variant
from controller.games.tumult_royale.rules import engine as tumult
from controller.games.tumult_royale.rules.payments import list_accepted_payments
from controller.games.tumult_royale.rules.state import Table
from controller.texts.translation import LANGUAGES
from tests.fuzz.target import Target
from tests.games.tudor.random_games import TABLES, play, random_start
from tests.games.tumult_royale import playing

# Lines of a game's log, played after the beginning of a game: accepted, or refused without a change.


BEGINNINGS: Final = 24
"""Logs of several games, each some moves longer than the one before."""

Faults = Callable[[Any], Any]


def answer(begun: Callable[[int], Any], faults: Faults, data: bytes) -> str:
    """The first byte selects the game that continues; return the responses to its lines."""
    if not data:
        return ""
    log = begun(data[0] % BEGINNINGS).copy()
    length, before = log.seq, log.state
    refusals: list[str] = []
    try:
        for line in play_log_lines(read_log_lines(io.BytesIO(data[1:])), log):
            if line.refusal is None:
                assert not faults(log.state)
            else:
                assert log.state is before
                refusals += [translate_text(line.refusal.text, language) for language in LANGUAGES]
            before = log.state
    except click.ClickException as refused:  # a file that is not UTF-8
        refusals.append(refused.message)
    if log.state is not None and log.seq > length:
        again = type(log)()
        for action in log.actions:
            again.submit(action)
        assert again.state == log.state
    return "\n".join(refusals)


@cache
def of_tumult_royale(number: int) -> tumult.GameLog:
    log, chance = tumult.GameLog(), Random(number)
    if number:
        variants: tuple[Variant, ...] = ("classic", "gambler")
        modes: tuple[MapMode, ...] = ("tracked", "honour")
        log.submit(playing.random_start(chance, 2 + number % 3, variants[number % 2], modes[number // 2 % 2]))
        for _ in range(2 * number):
            assert log.state is not None
            log.submit(playing.random_move(chance, log.state))
    return log


@cache
def of_tudor(number: int) -> tudor.GameLog:
    log, seed = tudor.GameLog(), 37 * number
    if number:
        log.submit(random_start(Random(seed), *TABLES[seed % len(TABLES)]))
        assert log.state is not None
        for move, _ in play(seed)[: 12 * number]:
            log.submit(move_to_line(log.state.table, move))
    return log


GAME_LOGS: Final = Target(
    partial(answer, of_tumult_royale, tumult.invariant_violations), longest=2000, longest_answer=400_000, sample=80
)
TUDOR_LOGS: Final = Target(
    partial(answer, of_tudor, tudor.invariant_violations), longest=3000, longest_answer=400_000, sample=60
)


# Editions of others: an accepted one can be played, and each price is paid in a bounded number of ways and time.


def editions(data: bytes) -> str:
    """Parse an edition as TOML, or, if it begins with a brace, as JSON that changes the shipped edition.

    So a few bytes are a complete edition.
    """
    text = data.decode("utf-8", "replace")
    try:
        edition = EDITION_FORMAT.parse(_laid_over(text)) if text.startswith("{") else EDITION_FORMAT.from_toml(text)
    except EditionFault as fault:
        return f"{fault.first.where} {fault}"
    return _prices(edition)


def _laid_over(text: str) -> Any:
    try:
        changes = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return {**_shipped(), **changes}


@cache
def _shipped() -> dict[str, Any]:
    return standard_edition().to_mapping()


def _prices(edition: Edition) -> str:
    counts = [edition.name]
    pool = Table.create(edition, "classic", "honour", COLORS).pool
    hand = pool.counts_by_value((1 << len(pool.tiles)) - 1)
    for kind in KINDS:
        cost = edition.cost_of_kind(kind)
        for bread, marble, tools in (cost, tuple(2 * due for due in cost)):
            found = list(list_accepted_payments(hand, (bread, marble, tools)))
            assert len(found) <= limits.PAYMENTS_LISTED
            counts.append(str(len(found)))
    return " ".join(counts)


EDITIONS: Final = Target(editions, longest=6000, longest_answer=200_000, sample=80)
