"""A table and a hub with years of games: what viewers ask of them is the costlier the longer they are played."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import asyncpg

from bench.crowd.shipper import actions
from bench.suites.journal import entries_of_a_game
from controller.store.journal import Journal, chain
from hub.tournament.actions import (
    Action,
    AddEntrants,
    BeginTournament,
    Newcomer,
    SetEntriesClosed,
    SetResult,
    scores_from_points,
)
from hub.tournament.draw import draw_next_round
from hub.tournament.pairing import Seed, seed_of_draw
from hub.tournament.tournament import Tournament
from hub.tournament_service.service import encode_action

ROOT: Final = Seed(bytes(range(32)))
ROUNDS: Final = 5
PLAYERS: Final = 600
AT_ONCE: Final = 1000


def write_journal(path: Path, games: int) -> None:
    """Write so many finished games; all but the latest, which is a whole one, have three actions."""
    whole = [replace(entry, draws=()) for entry in entries_of_a_game(1)]
    short = [*whole[:2], replace(whole[2], outcome=whole[-1].outcome)]
    with Journal(path) as journal:
        for first in range(1, games, AT_ONCE):
            numbers = range(first, min(games, first + AT_ONCE))
            journal.append([replace(entry, game_id=number) for number in numbers for entry in short])
        journal.append([replace(entry, game_id=games) for entry in whole])
        journal.set_current_game(None)


TABLES: Final = """
insert into tables (table_id, name) select 'rt-' || n, 'Table ' || n from generate_series(1, 30) n;
insert into journals (uid, table_id) select decode(md5(n::text), 'hex'), 'rt-' || n from generate_series(1, 30) n;
insert into players (name, folded, code)
select 'Player ' || n, 'player ' || n, 'code' || n from generate_series(1, 600) n;
"""

GAMES: Final = """
insert into games (journal_no, game, begun_utc, castles, follows, head, head_checksum, outcome, ended_at, replayed,
                   rules, lasted_s, counted, packed_to)
select 1 + n % 30, 1 + n / 30, '2026-11-22T18:00:00+00:00', 'blue yellow purple grey', $1, $2, $3, $4::text::json,
       now() - n * interval '1 hour', 'agrees', 'tumult_royale', 1800 + n % 1000, $5::text::json,
       case when n = 0 then 0 else $2 end
from generate_series(0, $6::int - 1) n
"""

SEATS: Final = """
insert into seats (journal_no, game, castle, player_no, told_by)
select journal_no, game, castle, 1 + (game * 4 + journal_no * 7 + place * 151) % 600, 'steward'
from games, unnest(array['blue', 'yellow', 'purple', 'grey']) with ordinality as seated (castle, place)
"""

OUTCOME: Final = {"rounds": 7, "winners": ["blue"], "points": {"blue": 21, "yellow": 15, "purple": 9, "grey": 3}}
COUNTED: Final = [{"words": {"en": "Tumult", "de": "Tumult", "es": "Tumulto"}, "times": 3}]


async def fill_hub(url: str, games: int) -> None:
    """Store so many finished games, of which the first of journal 1 has its log, and a tournament in its last round."""
    database = await asyncpg.connect(url)
    await database.execute(TABLES)
    before, rows = chain.CHAIN_START, []
    for seq, action in enumerate(actions(), start=1):
        texts = (action, "knob", "2026-11-22T18:00:00+00:00")
        before = chain.entry_checksum(before, 1, seq, *texts)
        rows.append((1, 1, seq, *texts, before))
    told = json.dumps(OUTCOME | {"ending": "gap"}), json.dumps(COUNTED)
    await database.execute(GAMES, chain.CHAIN_START, len(rows), before, *told, games)
    await database.copy_records_to_table("entries", records=rows)
    await database.execute(SEATS)
    await database.execute("insert into tournaments (root) values ($1)", ROOT)
    done = [(number, encode_action(act)) for number, act in enumerate(_tournament(), start=1)]
    await database.executemany(
        "insert into tournament_acts (tournament_no, number, act, by) values (1, $1, $2, 'organiser')", done
    )
    await database.execute("analyze")
    await database.close()


def _tournament() -> Iterator[Action]:
    chance = Random(1)  # noqa: S311  # repeatable
    begun = BeginTournament("bench", "swiss", ROUNDS, (), seed_of_draw(ROOT, 0).hex())
    tournament = Tournament(begun, ())

    def done(act: Action) -> Action:
        tournament.apply_new(act)
        return act

    yield begun
    people = tuple(Newcomer(f"Player {number}", f"Club {number % 50}") for number in range(PLAYERS))
    yield done(AddEntrants(people, here=True))
    for draw in range(1, ROUNDS + 1):
        yield done(SetEntriesClosed(closed=True))
        yield done(draw_next_round(tournament, seed_of_draw(ROOT, draw), ""))
        for game in tournament.rounds[-1].games if draw < ROUNDS else ():
            points = {str(seat): chance.randrange(31) for seat in range(len(game.people))}
            seats = {str(seat): person for seat, person in enumerate(game.people)}
            yield done(SetResult(game.fixture, scores_from_points(seats, points)))
