"""Players of the room's book as entrants: known by code, seated by the tournament, forgotten in it."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from asyncpg import Connection

from hub.organising.desk import TournamentDesk
from hub.organising.entrants import FORGOTTEN_NAMES, forget, recognised, sat, sit
from hub.page.access import Role
from hub.people.players import as_code, named, seat, seated
from hub.people.ratings import rate_anew, rated
from hub.store.kept_games import meet
from hub.tournament.acts import Begun, Clocked, Entered, FieldClosed, Here, Newcomer, Renamed, Resulted, Score
from hub.tournament.draw import proved
from hub.tournament.tournament import ActRefusedError
from tests.hub.organising.test_desk import at_a_desk, begun
from tests.hub.organising.test_requests import BEGIN, at_the_page, post
from tests.hub.test_people import play
from tests.hub.test_store import UID, on


async def entrants(client: httpx.AsyncClient) -> dict[str, int | None]:
    """Numbers in the book by name."""
    value = (await client.get("/api/tournament")).json()
    return {each["name"]: each["player"] for each in value["entrants"].values()}


async def rated_here(rows: list[Any]) -> list[Any]:
    return rated(rows)


def test_who_wants_a_place_in_the_book_gets_a_code_and_comes_again_by_it(database: str, tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        first = (await post(client, "sign-up", {"name": " Ana  Bo", "keep": True})).json()
        assert first["name"] == "Ana Bo"
        assert as_code(first["code"]) == first["code"]
        assert (await post(client, "sign-up", {"name": "Cy"})).json() == {"name": "Cy", "code": None}
        assert await entrants(client) == {"Ana Bo": 1, "Cy": None}
        taken = await post(client, "sign-up", {"name": "ana bo", "keep": True})
        assert (taken.status_code, taken.json()["error"]["code"]) == (409, "known")
        twice = await post(client, "sign-up", {"name": first["code"]})
        assert (twice.status_code, twice.json()["error"]["code"]) == (409, "same_name")

        await post(client, "do", {"act": {"do": "renamed", "entrant": 1, "name": "Ana B."}, "seen": 9})
        twice = await post(client, "sign-up", {"name": first["code"]})
        assert (twice.status_code, twice.json()["error"]["code"]) == (409, "same_name"), "one player, one place"
        nobodys = ("c" if first["code"][0] == "b" else "b") + first["code"][1:]
        guesses = [(await post(client, "sign-up", {"name": nobodys})).status_code for _ in range(7)]
        assert guesses[0] == 403
        assert guesses[-1] == 429, "as slowly as a PIN"

    at_the_page(database, tmp_path, visit)


def test_a_sign_up_that_is_refused_leaves_nobody_in_the_book(database: str, tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        await post(client, "sign-up", {"name": "Ana"})
        assert (await post(client, "sign-up", {"name": "Ana", "keep": True})).status_code == 409
        assert (await post(client, "sign-up", {"name": "Bo", "keep": True})).status_code == 200

    at_the_page(database, tmp_path, visit)

    async def look(connection: Connection) -> None:
        assert await connection.fetchval("select array_agg(name) from players where name is not null") == ["Bo"]

    on(database, look)


HICCUP = """
create function gone() returns trigger language plpgsql as $$
begin raise exception 'gone' using errcode='57P01'; end $$;
create trigger gone before insert on tournament_acts for each row execute function gone()
"""


def test_a_sign_up_while_the_database_fails_keeps_the_player_with_the_act_or_neither(
    database: str, tmp_path: Path
) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        connection = await asyncpg.connect(database)
        await connection.execute(HICCUP)
        assert (await post(client, "sign-up", {"name": "Bo", "keep": True})).status_code == 503
        assert await connection.fetchval("select count(*) from players") == 0
        await connection.execute("drop trigger gone on tournament_acts")
        told = await post(client, "sign-up", {"name": "Bo", "keep": True})
        assert told.json()["code"] == await connection.fetchval("select code from players")
        assert set(await entrants(client)) == {"Bo"}
        await connection.close()

    at_the_page(database, tmp_path, visit)


def test_an_organiser_enters_players_by_their_codes_one_by_one_and_in_a_list(database: str, tmp_path: Path) -> None:
    codes: list[str] = []

    async def prepare(connection: Connection) -> None:
        codes.extend([(await named(connection, name)).code for name in ("Ana", "Bo")])

    on(database, prepare)
    ana, bo = codes

    async def visit(client: httpx.AsyncClient) -> None:
        await post(client, "begin", BEGIN)
        spaced = f"{ana[:4]} {ana[4:]}".upper()
        act = {"do": "entered", "people": [{"name": spaced, "club": "Rooks", "player": 77}], "here": True}
        assert (await post(client, "do", {"act": act, "seen": 1})).status_code == 204
        assert (await post(client, "list", {"text": f"Name\n{bo}\nCy"})).json() == {"entered": 2}
        assert await entrants(client) == {"Ana": 1, "Bo": 2, "Cy": None}

    at_the_page(database, tmp_path, visit, Role.ORGANISER)


async def evening(desk: TournamentDesk, connection: Connection) -> list[int]:
    """Ana and Bo are players of the book, Cy and Di are not; their round is drawn. Gives the numbers of the two."""
    players = [await named(connection, name) for name in ("Ana", "Bo")]
    people = await recognised(connection, [Newcomer(each.code) for each in players])
    await desk.begin(begun, "organiser")
    await desk.do(Entered((*people, Newcomer("Cy"), Newcomer("Di")), here=True), "organiser")
    await desk.do(FieldClosed(closed=True), "organiser")
    await desk.draw("", "organiser", seen=3)
    return [each.player_no for each in players]


def test_games_of_a_tournament_count_for_the_players_who_sat_there(database: str) -> None:
    async def work(desk: TournamentDesk) -> None:
        connection = await asyncpg.connect(database)
        ana, bo = await evening(desk, connection)
        await meet(connection, {UID: ("rt-kdmxqz", None)})
        await play(connection, 1)
        tournament = desk.tournament
        assert tournament is not None
        (game,) = tournament.rounds[0].games
        scores = tuple(Score(number, place) for place, number in enumerate(game.people, 1))
        await desk.do(Resulted(game.fixture, scores, (UID.hex(), 1)), "rt-a")
        castles = dict(zip(tournament.begun.castles, game.people, strict=True))
        expected = {castle: {1: ana, 2: bo}[number] for castle, number in castles.items() if number < 3}
        (told,) = sat(tournament).values()
        await sit(connection, told)
        found = await seated(connection, 1, 1)
        assert {castle: each["player"] for castle, each in found.items()} == expected

        theirs = next(iter(expected))
        await seat(connection, 1, 1, theirs, "Eva", "steward")
        await sit(connection, told)
        assert (await seated(connection, 1, 1))[theirs]["name"] == "Eva", "a steward knows better"
        await connection.execute("update games set replayed = 'agrees', rules = 'tumult-royale'")
        assert await rate_anew(connection, rated_here)
        assert await connection.fetchval("select count(*) from ratings where season_no = 0") == len(expected)

        await seat(connection, 1, 1, theirs, "", "steward")
        await sit(connection, told)
        assert theirs not in await seated(connection, 1, 1), "nobody sat there, whatever the tournament tells again"
        assert await rate_anew(connection, rated_here)
        assert await connection.fetchval("select count(*) from ratings where season_no = 0") == 0, (
            "one alone is not rated"
        )
        await connection.close()

    at_a_desk(database, work)


def test_who_is_forgotten_is_so_in_tournaments_whose_draws_are_proved_as_before(database: str) -> None:
    async def work(desk: TournamentDesk) -> None:
        connection = await asyncpg.connect(database)
        ana, _ = await evening(desk, connection)
        for name in ("Ana the First", "Ana the Last"):
            await desk.do(Renamed(1, name), "organiser")
        with pytest.raises(ActRefusedError, match="already"):
            await desk.do(Renamed(4, "Ana the Last"), "organiser")
        await desk.do(Renamed(4, "#1"), "organiser")
        before = desk.tournament
        heard = asyncio.Event()
        await connection.add_listener(FORGOTTEN_NAMES, lambda *_: heard.set())
        assert await forget(connection, ana)
        assert not await forget(connection, ana)
        await asyncio.wait_for(heard.wait(), 30)
        kept = await connection.fetchval("select string_agg(act, ' ') from tournament_acts")
        assert "Ana" not in kept
        desk.doubt()
        await desk.look()
        after: Any = desk.tournament
        assert before is not None
        assert [each.name for each in after.entrants.values()] == ["#1#", "Bo", "Cy", "#1"]
        assert after.entrants[1].player is None
        assert after.rounds == before.rounds
        first, *acts = [done.act for done in desk.acts if done.act is not None]
        assert isinstance(first, Begun)
        assert [each.wrong for each in proved(first, acts)] == [""]
        await connection.close()

    at_a_desk(database, work)


def test_a_tournament_goes_on_after_a_new_name_was_forgotten_with_who_had_it(database: str) -> None:
    async def work(desk: TournamentDesk) -> None:
        connection = await asyncpg.connect(database)
        ana, _ = await evening(desk, connection)
        await desk.do(Renamed(1, "Ana B."), "organiser")
        await desk.do(Clocked(45), "organiser")
        await forget(connection, ana)
        desk.doubt()
        await desk.look()
        tournament = desk.tournament
        assert tournament is not None
        assert (tournament.count, tournament.unfit) == (len(desk.acts), [])
        assert tournament.clock == (len(desk.acts), 45)
        assert await desk.do(Here(2, here=False), "organiser", seen=tournament.count)
        first, *acts = [done.act for done in desk.acts if done.act is not None]
        assert isinstance(first, Begun)
        assert [each.wrong for each in proved(first, acts)] == [""]
        await connection.close()

    at_a_desk(database, work)
