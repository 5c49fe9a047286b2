"""Entrants: resolve players' codes, record seats, erase names on request."""

from collections.abc import Container, Sequence
from typing import Final

from asyncpg import Connection
from msgspec.structs import replace

from controller import limits
from hub.players.registry import (
    Player,
    PlayerError,
    erase_player,
    find_or_create_player,
    find_player_by_code_or_name,
    parse_player_code,
)
from hub.tournament.actions import AddEntrants, JournalGame, Newcomer, RenameEntrant
from hub.tournament.tournament import Tournament
from hub.tournament_service.service import decode_action, encode_action

SELECT_BY_CODES: Final = "select code, player_no, name from players where code = any($1::text[])"

INSERT_SEATS: Final = """
insert into seats (journal_no, game, castle, player_no, told_by)
select g.journal_no, g.game, told.castle, told.player_no, 'tournament'
from unnest($1::text[], $2::int[], $3::text[], $4::bigint[]) as told (journal, game, castle, player_no)
join journals j on j.uid = decode(told.journal, 'hex')
join games g on (g.journal_no, g.game) = (j.journal_no, told.game)
join players p on p.player_no = told.player_no and p.erased_at is null
on conflict do nothing
"""
"""A steward's entry for a seat is kept."""

SeatRow = tuple[str, int, str, int]
"""A journal's uid, a game's number in it, a castle, a player."""


async def resolve_player_codes(connection: Connection, people: Sequence[Newcomer]) -> tuple[Newcomer, ...]:
    """Replace each person's name that is a player's code by the player's number and name."""
    codes = {code for each in people if each.bot is None and (code := parse_player_code(each.name)) is not None}
    rows = await connection.fetch(SELECT_BY_CODES, sorted(codes)) if codes else []
    players = {code: (number, name) for code, number, name in rows}

    def replace_player_code(each: Newcomer) -> Newcomer:
        player = players.get(parse_player_code(each.name) or "") if each.bot is None else None
        return (
            each
            if player is None
            else replace(each, player=player[0], name=player[1][: limits.FIXTURE_TEXT_CHARS].rstrip())
        )

    return tuple(map(replace_player_code, people))


async def register_new_player(connection: Connection, name: str) -> Player:
    """Register a player; raise PlayerError if the name is taken or there are too many."""
    if (
        await find_player_by_code_or_name(connection, name) is None
        and (player := await find_or_create_player(connection, name)).is_new
    ):
        return player
    raise PlayerError(
        "known", f"Saw {name}, who is a player of this room already. Enter that player's code, or add a letter."
    )


def registered_player_seats_by_game(
    tournament: Tournament, but: Container[JournalGame] = ()
) -> dict[JournalGame, list[SeatRow]]:
    """Return seats of registered players in games that tables played, by game, without those in ``but``."""
    found: dict[JournalGame, list[SeatRow]] = {}
    for _, game in tournament.games.values():
        if game.source is None or game.source in but:
            continue
        seats = zip(tournament.begun.castles, game.people, strict=False)
        players = [(castle, tournament.entrants[entrant].player) for castle, entrant in seats]
        found[game.source] = [(*game.source, castle, player) for castle, player in players if player is not None]
    return found


async def save_seats(connection: Connection, rows: Sequence[SeatRow]) -> None:
    """Store seats; there must be one at least."""
    await connection.execute(INSERT_SEATS, *(list(column) for column in zip(*rows, strict=True)))


NAME_ERASED_CHANNEL: Final = "names"
"""Notification channel: a name was erased, so drop caches."""

SELECT_TOURNAMENTS: Final = "select distinct tournament_no from tournament_acts where act like $1"

SELECT_NAMING_ACTIONS: Final = """
select number, act from tournament_acts
where tournament_no = $1 and (act like '{"do":"entered"%' or act like '{"do":"renamed"%') order by number
"""

UPDATE_ACTION: Final = "update tournament_acts set act = $3 where tournament_no = $1 and number = $2"


async def erase_player_everywhere(connection: Connection, player_no: int) -> bool:
    """Erase a player's name and code, also in tournaments; return whether the player existed.

    Games stay, anonymously. Draws stay verifiable: they depend on numbers, points and clubs only.
    """
    async with connection.transaction():
        if not await erase_player(connection, player_no):
            return False
        for (tournament,) in await connection.fetch(SELECT_TOURNAMENTS, f'%"player":{player_no}}}%'):
            await _erase_name_in_tournament(connection, tournament, player_no)
        await connection.execute("select pg_notify($1, '')", NAME_ERASED_CHANNEL)
    return True


async def _load_naming_actions(
    connection: Connection, tournament: int
) -> list[tuple[int, AddEntrants | RenameEntrant]]:
    rows = await connection.fetch(SELECT_NAMING_ACTIONS, tournament)
    acts = ((number, decode_action(text)) for number, text in rows)
    return [(number, act) for number, act in acts if isinstance(act, AddEntrants | RenameEntrant)]


async def _erase_name_in_tournament(connection: Connection, tournament: int, player_no: int) -> None:
    actions = await _load_naming_actions(connection, tournament)
    entered = [each for _, action in actions if isinstance(action, AddEntrants) for each in action.people]
    taken = {each.name for each in entered} | {
        action.name for _, action in actions if isinstance(action, RenameEntrant)
    }
    names = {}
    for entrant, each in enumerate(entered, start=1):
        if each.player == player_no:
            names[entrant] = f"#{entrant}"
            while names[entrant] in taken:
                names[entrant] += "#"
    first = 1
    for number, action in actions:
        if isinstance(action, AddEntrants):
            people = tuple(
                Newcomer(names[entrant], each.club) if entrant in names else each
                for entrant, each in enumerate(action.people, start=first)
            )
            first += len(people)
            after: AddEntrants | RenameEntrant = replace(action, people=people)
        else:
            after = replace(action, name=names.get(action.entrant, action.name))
        if after != action:
            await connection.execute(UPDATE_ACTION, tournament, number, encode_action(after))
