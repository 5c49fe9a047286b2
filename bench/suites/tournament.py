"""Tournaments of 16 to 4,000 people, five rounds each: what a draw costs, how many meet again, what 100 pages cost.

Results are those of games that bots have played, taken by chance. A draw is the whole of it, with the numbers that
follow from its seed and the check of the act; the worst of the five counts, in processor time. For the pages, one
changed value is made, encoded, compressed and sent to 100 browsers, without their network.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, MutableMapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from bench.shared.figure import Figure
from controller.games import installed
from controller.games.contract.rules import Outcome
from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled
from controller.web.live import EventStreamResponse, Feed
from hub.tournament import actions, page_value, pairing
from hub.tournament.draw import draw_next_round
from hub.tournament.tournament import Tournament

PEOPLE: Final = (16, 20, 64, 1000, 4000)
ROUNDS: Final = 5
PAGES: Final = 100
GAMES: Final = 12
"""That bots play, with four and with three each; more make no other figure."""

ROOT: Final = pairing.Seed(bytes(range(32)))

Played = Mapping[int, Sequence[Outcome]]
"""Ends of games, by how many played."""


def run(sizes: Sequence[int] = PEOPLE, games: int = GAMES) -> list[Figure]:
    """A draw's milliseconds and the repeats of each size."""
    ends = {players: list(_ends(players, games)) for players in (3, 4)}
    return [figure for people in sizes for figure in _of(people, ends)]


def _of(people: int, ends: Played) -> Iterator[Figure]:
    chance = Random(people)  # noqa: S311  # repeatable
    tournament = Tournament(
        actions.BeginTournament("bench", "swiss", ROUNDS, (), pairing.seed_of_draw(ROOT, 0).hex()), ()
    )
    tournament.apply_new(
        actions.AddEntrants(
            tuple(actions.Newcomer(f"P{number}", f"C{number % 50}") for number in range(people)), here=True
        )
    )
    took_s = []
    for draw in range(1, ROUNDS + 1):
        tournament.apply_new(actions.SetEntriesClosed(closed=True))
        begun_s = time.process_time()
        tournament.apply_new(draw_next_round(tournament, pairing.seed_of_draw(ROOT, draw), ""))
        took_s.append(time.process_time() - begun_s)
        for game in tournament.rounds[-1].games:
            tournament.apply_new(actions.SetResult(game.fixture, _scores(chance, game.people, ends)))
    yield Figure(f"tournament: {people:,} people: a draw", 1000 * max(took_s), "ms", most=1000)
    yield Figure(f"tournament: {people:,} people: pairs met again in {ROUNDS} rounds", _again(tournament), "", most=0)
    begun_s = time.process_time()
    sent = asyncio.run(_send_to_pages(tournament))
    cost_ms = 1000 * (time.process_time() - begun_s)
    yield Figure(f"tournament: {people:,} people: their value to {PAGES} pages", cost_ms, "ms", most=1000)
    yield Figure(f"tournament: {people:,} people: sent to each page", sent / PAGES / 1000, "kB")


async def _send_to_pages(tournament: Tournament) -> int:
    """Return the bytes sent until all pages have the tournament's value."""
    sent = 0

    async def source() -> AsyncIterator[dict[str, Any]]:
        yield await asyncio.to_thread(
            page_value.tournament_to_json, tournament, {}, lambda _table, _fixture: None, None
        )

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal sent
        sent += len(message.get("body", b""))

    async def receive() -> MutableMapping[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    feed = Feed(lambda: None, source, large=True)
    scope = {"type": "http", "headers": [(b"accept-encoding", b"gzip")]}
    await asyncio.gather(*(EventStreamResponse({"tournament": feed})(scope, receive, send) for _ in range(PAGES)))
    return sent


def _scores(chance: Random, people: Sequence[int], ends: Played) -> tuple[actions.Score, ...]:
    outcome = chance.choice(ends[len(people)])
    castles = [str(castle) for castle in outcome.points]
    return actions.scores_from_outcome(dict(zip(castles, people, strict=True)), outcome)


def _again(tournament: Tournament) -> int:
    pairs = [
        frozenset(pair) for each in tournament.rounds for game in each.games for pair in combinations(game.people, 2)
    ]
    return len(pairs) - len(set(pairs))


def _ends(players: int, games: int) -> Iterator[Outcome]:
    game: Any = installed.make_game()
    tools: Any = game.tools() if isinstance(game, Tooled) else game
    assert isinstance(tools, SelfPlaying)
    how = HowToPlay(
        players, {choice.key: choice.values[0] for choice in game.choices()}, None, tools.bots[0], check=False
    )
    for seed in range(games):
        log = game.new_log()
        for action in tools.played(how, Random(seed)).log:  # noqa: S311  # a repeatable game
            log.accept(log.check(action))
        outcome = game.summary(log.state).outcome
        assert outcome is not None
        yield outcome
