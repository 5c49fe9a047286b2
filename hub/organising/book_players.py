"""Entrants whom the room's book knows: by their code, or because they want a place in it."""

from collections.abc import Container, Sequence
from typing import Final

from asyncpg import Connection
from msgspec.structs import replace

from controller import limits
from hub.people.players import Player, PlayerError, as_code, known, named
from hub.tournament.acts import GameOfJournal, Newcomer
from hub.tournament.tournament import Tournament

OF_CODES: Final = "select code, player_no, name from players where code = any($1::text[])"

SIT: Final = """
insert into seats (journal_no, game, castle, player_no, told_by)
select g.journal_no, g.game, told.castle, told.player_no, 'tournament'
from unnest($1::text[], $2::int[], $3::text[], $4::bigint[]) as told (journal, game, castle, player_no)
join journals j on j.uid = decode(told.journal, 'hex')
join games g on (g.journal_no, g.game) = (j.journal_no, told.game)
join players p on p.player_no = told.player_no and p.erased_at is null
on conflict do nothing
"""
"""What a steward has told of a seat stands."""

Sat = tuple[str, int, str, int]
"""A journal's uid, the game's number there, a castle, a player."""


async def recognised(connection: Connection, people: Sequence[Newcomer]) -> tuple[Newcomer, ...]:
    """The same people; whoever stands there by a code is the book's player, with the name that it has."""
    codes = {code for each in people if (code := as_code(each.name)) is not None}
    rows = await connection.fetch(OF_CODES, sorted(codes)) if codes else []
    players = {code: (number, name) for code, number, name in rows}

    def whoever(each: Newcomer) -> Newcomer:
        player = players.get(as_code(each.name) or "")
        return (
            each if player is None else replace(each, player=player[0], name=player[1][: limits.FIXTURE_WORD].rstrip())
        )

    return tuple(map(whoever, people))


async def new_in_the_book(connection: Connection, name: str) -> Player:
    """A player of that name, whom the book did not know, with a new code.

    Raises:
        PlayerError: there is a player of that name, whose code only that player has; or there are too many.
    """
    if await known(connection, name) is None and (player := await named(connection, name)).is_new:
        return player
    raise PlayerError(
        "known", f"Saw {name}, who is in the room's book already. Enter that player's code, or add a letter."
    )


def sat(tournament: Tournament, but: Container[GameOfJournal] = ()) -> dict[GameOfJournal, list[Sat]]:
    """Who of the book sat where in games that came from tables, by the game; those of ``but`` are left out."""
    found: dict[GameOfJournal, list[Sat]] = {}
    for _, game in tournament.games.values():
        if game.source is None or game.source in but:
            continue
        seats = zip(tournament.begun.castles, game.people, strict=False)
        players = [(castle, tournament.entrants[entrant].player) for castle, entrant in seats]
        found[game.source] = [(*game.source, castle, player) for castle, player in players if player is not None]
    return found


async def sit(connection: Connection, told: Sequence[Sat]) -> None:
    """The book knows from now on that they sat there; ``told`` is not empty."""
    await connection.execute(SIT, *(list(column) for column in zip(*told, strict=True)))
