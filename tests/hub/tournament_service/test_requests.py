"""What is asked of a tournament over HTTP: who may do what, what is over a bound; players of the book as entrants."""

import asyncio
import codecs
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from asyncpg import Connection

from controller import limits
from hub.list_reader import read_list
from hub.page.access import Role
from hub.players import history, ratings, registry
from hub.store.stored_games import register_journals
from hub.tournament import actions, draw
from hub.tournament.tournament import ActionRefusedError
from hub.tournament_service.entrants import (
    NAME_ERASED_CHANNEL,
    erase_player_everywhere,
    registered_player_seats_by_game,
    resolve_player_codes,
    save_seats,
)
from hub.tournament_service.service import TournamentService
from tests.hub.recorded import UID, load_seats, store_game
from tests.hub.running import PageInProcess, cheap_hashes
from tests.hub.tournament_service.test_service import begun

pytestmark = pytest.mark.real_time

BEGIN = {"name": "Evening", "format": "swiss", "rounds": 2, "tables": ["rt-a"]}
ORGANISERS = {
    "begin": BEGIN,
    "do": {"act": {"do": "entered", "people": [{"name": "Ana"}]}, "seen": 1},
    "draw": {"seen": 1},
    "list": {"text": "Ana"},
    "results": {"text": "Ana"},
    "join": {"fixture": "f-1-1", "source": ["0" * 32, 1], "seen": 1},
}


@asynccontextmanager
async def at_the_page(
    database: str, folder: Path, role: Role | None = Role.ORGANISER
) -> AsyncIterator[httpx.AsyncClient]:
    page = PageInProcess(folder, database)
    with cheap_hashes():
        async with page.browser() as client:
            if role in {Role.STEWARD, Role.ORGANISER}:
                pin = page.keys.replace_pin(role).reveal()
                assert (await client.post("/api/login", json={"pin": pin})).status_code == 204
            yield client


async def post(client: httpx.AsyncClient, path: str, body: object) -> httpx.Response:
    return await client.post(f"/api/tournament/{path}", json=body)


async def enter(client: httpx.AsyncClient, text: str, *, here: bool = False) -> list[str]:
    """Enter what the preview of a list shows; return the names."""
    shown = (await post(client, "list", {"text": text})).json()["people"]
    done = await post(client, "list", {"text": text, "expected": len(shown), "here": here})
    assert done.json()["people"] == shown
    return [name for _, name, _ in shown]


@pytest.fixture
def client(database: str, tmp_path: Path) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    """The organiser's."""
    return at_the_page(database, tmp_path)


@pytest.mark.parametrize(("role", "code"), [(None, 401), (Role.STEWARD, 403)])
async def test_guests_and_stewards_may_only_view_and_organisers_may_act(
    database: str, tmp_path: Path, role: Role | None, code: int
) -> None:
    async with at_the_page(database, tmp_path, role) as client:
        for path, body in ORGANISERS.items():
            assert (await post(client, path, body)).status_code == code, path
        assert (await client.get("/api/tournament/games")).status_code == code
        assert (await client.get("/api/tournament")).json() == {"exists": False, "count": 0}


async def test_clients_cannot_forge_draws_or_sources_of_results(client: httpx.AsyncClient) -> None:
    assert (await post(client, "begin", BEGIN)).status_code == 204
    assert await enter(client, "Ana\nBo\nCy") == ["Ana", "Bo", "Cy"]
    for number in (1, 2, 3):
        here = {"do": "here", "entrant": number, "here": True}
        assert (await post(client, "do", {"act": here, "seen": 9})).status_code == 204
    drawn = {"do": "drawn", "seed": "0" * 64, "said": "", "games": [[1, 2, 3]]}
    assert (await post(client, "do", {"act": drawn, "seen": 9})).status_code == 400
    begun = {"do": "begun", "commitment": "0" * 64, **BEGIN}
    assert (await post(client, "do", {"act": begun, "seen": 9})).status_code == 400
    assert (await post(client, "do", {"act": {"do": "closed", "closed": True}, "seen": 9})).status_code == 204
    assert (await post(client, "draw", {"seen": 9})).status_code == 204
    (game,) = (await client.get("/api/tournament")).json()["played"][0]["games"]
    scores = [[entrant, place, None] for place, (_, entrant) in enumerate(game["seats"], 1)]
    resulted = {"do": "resulted", "fixture": game["fixture"], "scores": scores, "source": ["0" * 32, 1]}
    assert (await post(client, "do", {"act": resulted, "seen": 9})).status_code == 204
    (game,) = (await client.get("/api/tournament")).json()["played"][0]["games"]
    assert game["by_hand"]
    joined = {"fixture": game["fixture"], "source": ["0" * 32, 1], "seen": 9}
    assert (await post(client, "join", joined)).status_code == 404
    assert (await client.get("/api/tournament/games")).json() == {"games": []}


async def test_names_are_normalised_and_formulas_escaped_in_csv(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    for name in ("=2+2", "  Ana\u00a0  Bo "):
        act = {"do": "entered", "people": [{"name": name}], "here": True}
        assert (await post(client, "do", {"act": act, "seen": 1})).status_code == 204
    for unseen in ("\u2003", "\u202e", "\u200b\ufeff", "\u3164", "\u2800"):
        blank = {"do": "entered", "people": [{"name": unseen}]}
        assert (await post(client, "do", {"act": blank, "seen": 1})).status_code == 400
        assert (await post(client, "sign-up", {"name": unseen})).status_code == 400
        assert (await post(client, "begin", BEGIN | {"name": unseen})).status_code == 400
    lines = (await client.get("/api/tournament/standing.csv")).content.decode("utf-8-sig").splitlines()
    assert lines[1:] == ["1,'=2+2,,0,0,0,0.000,0,0", "2,Ana Bo,,0,0,0,0.000,0,0"]


async def test_invisible_characters_do_not_make_another_name(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    assert (await post(client, "sign-up", {"name": "Zoë"})).status_code == 200
    for same in ("Zoe\u0308", "Zoë\u200b", "\u202eZoë", "zoë", "Zoë\u034f", "\u3164Zoë"):
        assert (await post(client, "sign-up", {"name": same})).status_code == 409


async def test_sign_ups_of_one_phone_and_the_size_of_a_list_are_limited(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    answers = [(await post(client, "sign-up", {"name": f"P{number}"})).status_code for number in range(14)]
    assert answers == [200] * limits.TOURNAMENT_SIGN_UPS_PER_HOUR + [429] * 2
    too_long = await post(client, "list", {"text": "x" * (limits.TOURNAMENT_LIST_BYTES + 1)})
    assert too_long.status_code == 400
    too_long = await post(client, "list", {"file": b64encode(b"x" * (limits.TOURNAMENT_LIST_BYTES + 1)).decode()})
    assert too_long.status_code == 400
    too_large = await post(client, "list", {"text": "\u20ac" * limits.TOURNAMENT_LIST_BYTES})
    assert too_large.status_code in {409, 413}


async def entrants(client: httpx.AsyncClient) -> dict[str, int | None]:
    """Numbers in the book by name."""
    value = (await client.get("/api/tournament")).json()
    return {each["name"]: each["player"] for each in value["entrants"].values()}


async def rated_here(rows: list[Any]) -> list[Any]:
    return ratings.compute_rating_rows(rows)


async def test_a_new_player_gets_a_code_and_can_sign_up_with_it(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    first = (await post(client, "sign-up", {"name": " Ana  Bo", "keep": True})).json()
    assert first["name"] == "Ana Bo"
    assert registry.parse_player_code(first["code"]) == first["code"]
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


async def presence(client: httpx.AsyncClient) -> dict[str, tuple[bool, bool]]:
    """Who is here, and who says so, by name."""
    value = (await client.get("/api/tournament")).json()
    return {each["name"]: (each["here"], each["announced"]) for each in value["entrants"].values()}


async def test_a_code_makes_present_and_a_name_only_tells_the_organiser(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    code = (await post(client, "sign-up", {"name": "Ana", "keep": True})).json()["code"]
    await enter(client, "Bo\nCy")
    assert (await post(client, "check-in", {"who": f"{code[:4]} {code[4:]}"})).json() == {"name": "Ana", "here": True}
    assert (await post(client, "check-in", {"who": " bo "})).json() == {"name": "Bo", "here": False}
    assert (await presence(client)) == {"Ana": (True, False), "Bo": (False, True), "Cy": (False, False)}
    stranger = await post(client, "check-in", {"who": "Di"})
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (409, "unlisted")

    for here in (True, False):  # the organiser's tick, and that Bo has left
        await post(client, "do", {"act": {"do": "here", "entrant": 2, "here": here}, "seen": 99})
    assert (await presence(client))["Bo"] == (False, False)
    assert (await post(client, "do", {"act": {"do": "announced", "entrant": 2}, "seen": 99})).status_code == 400


async def test_check_ins_and_guessed_codes_of_one_phone_are_limited(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    await enter(client, "Bo")
    before = (await client.get("/api/tournament")).json()["count"]
    guesses = [(await post(client, "check-in", {"who": "bcdf ghjk"})).status_code for _ in range(7)]
    assert (guesses[0], guesses[-1]) == (403, 429), "as slowly as a PIN"
    names = [(await post(client, "check-in", {"who": "Bo"})).status_code for _ in range(7)]
    assert names == [200] * (limits.TOURNAMENT_SIGN_UPS_PER_HOUR - 7) + [429] * 2
    assert (await client.get("/api/tournament")).json()["count"] == before + 1, "the same again is not stored"


async def test_nobody_checks_in_after_entries_are_closed(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    await enter(client, "Ana\nBo\nCy", here=True)
    await enter(client, "Di")
    await post(client, "do", {"act": {"do": "closed", "closed": True}, "seen": 99})
    refused = await post(client, "check-in", {"who": "Di"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "closed")


async def test_a_refused_sign_up_registers_no_player(client: httpx.AsyncClient, connection: Connection) -> None:
    await post(client, "begin", BEGIN)
    await post(client, "sign-up", {"name": "Ana"})
    assert (await post(client, "sign-up", {"name": "Ana", "keep": True})).status_code == 409
    assert (await post(client, "sign-up", {"name": "Bo", "keep": True})).status_code == 200

    assert await connection.fetchval("select array_agg(name) from players where name is not null") == ["Bo"]


HICCUP = """
create function gone() returns trigger language plpgsql as $$
begin raise exception 'gone' using errcode='57P01'; end $$;
create trigger gone before insert on tournament_acts for each row execute function gone()
"""


async def test_a_sign_up_stores_player_and_action_or_neither(client: httpx.AsyncClient, connection: Connection) -> None:
    await post(client, "begin", BEGIN)
    await connection.execute(HICCUP)
    assert (await post(client, "sign-up", {"name": "Bo", "keep": True})).status_code == 503
    assert await connection.fetchval("select count(*) from players") == 0
    await connection.execute("drop trigger gone on tournament_acts")
    told = await post(client, "sign-up", {"name": "Bo", "keep": True})
    assert told.json()["code"] == await connection.fetchval("select code from players")
    assert set(await entrants(client)) == {"Bo"}


async def test_an_organiser_enters_players_by_code_singly_or_in_a_list(
    client: httpx.AsyncClient, connection: Connection
) -> None:
    ana, bo = [(await registry.find_or_create_player(connection, name)).code for name in ("Ana", "Bo")]
    await post(client, "begin", BEGIN)
    spaced = f"{ana[:4]} {ana[4:]}".upper()
    act = {"do": "entered", "people": [{"name": spaced, "club": "Rooks", "player": 77}], "here": True}
    assert (await post(client, "do", {"act": act, "seen": 1})).status_code == 204
    assert await enter(client, f"Name\n{bo}\nCy\nana\nBO") == ["Bo", "Cy"]
    assert await entrants(client) == {"Ana": 1, "Bo": 2, "Cy": None}


async def test_a_list_is_shown_before_it_is_entered_and_can_be_undone(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    await enter(client, "Ana")
    exported = "Name;Vorname;Verein\r\nGold;Jörg;Süd\r\n;;Nord\r\n-;-;-\r\n;ANA;\r\nHorn;Finn;\r\n".encode("cp1252")
    sent = {"file": b64encode(exported).decode()}
    shown = (await post(client, "list", sent)).json()
    assert shown == {
        "encoding": "cp1252",
        "separator": "semicolon",
        "columns": [
            ["Name", "Gold, -, Horn", "surname"],
            ["Vorname", "Jörg, -, ANA", "first"],
            ["Verein", "Süd, Nord, -", "club"],
        ],
        "people": [[2, "Jörg Gold", "Süd"], [6, "Finn Horn", ""]],
        "doubtful": [[3, "name", 0, ";;Nord"], [5, "entered", 0, "ANA"]],
        "others": [[4, "rule", 0, "-;-;-"]],
        "doubtful_lines": 2,
        "other_lines": 1,
    }
    assert set(await entrants(client)) == {"Ana"}, "a preview enters nobody"
    options = {"options": {"columns": ["first", "surname", "other"]}}
    assert (await post(client, "list", sent | options)).json()["people"] == [[2, "Gold Jörg", ""], [6, "Horn Finn", ""]]

    refused = await post(client, "list", sent | {"expected": 3})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "changed")
    assert (await post(client, "list", sent | {"expected": 2})).status_code == 200
    value = (await client.get("/api/tournament")).json()
    assert {each["name"]: each["entry"] for each in value["entrants"].values()} == {
        "Ana": 2,
        "Jörg Gold": 3,
        "Finn Horn": 3,
    }
    removed = {"do": "removed", "entrants": [2, 3]}
    assert (await post(client, "do", {"act": removed, "seen": value["count"]})).status_code == 204
    assert set(await entrants(client)) == {"Ana"}


async def test_results_of_a_list_are_entered_where_all_people_of_a_game_have_one(client: httpx.AsyncClient) -> None:
    await post(client, "begin", BEGIN)
    assert len(await enter(client, "\n".join(["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal"]), here=True)) == 8
    await post(client, "do", {"act": {"do": "closed", "closed": True}, "seen": 99})
    await post(client, "draw", {"seen": 99})
    value = (await client.get("/api/tournament")).json()
    one, other = ([number for _, number in game["seats"]] for game in value["played"][0]["games"])
    name = {number: each["name"] for number, each in ((int(key), each) for key, each in value["entrants"].items())}
    lines = [f"{name[number]};{points}" for number, points in zip(one, ("12", "20,0", "12", "7"), strict=True)]
    text = "\n".join(["Name;Punkte", *lines, f"{name[other[0]]};5", f"{name[other[1]]};?", "Zoë;3"])
    shown = (await post(client, "results", {"text": text})).json()
    (game,) = shown["games"]
    assert game[1] == [[one[0], 2, 12], [one[1], 1, 20], [one[2], 2, 12], [one[3], 4, 7]]
    assert [each[:2] for each in shown["doubtful"]] == [[6, "incomplete"], [7, "no-result"], [8, "no-entrant"]]
    assert (await post(client, "results", {"text": text, "expected": 1})).status_code == 200
    games = (await client.get("/api/tournament")).json()["played"][0]["games"]
    assert [len(each["scores"]) for each in games] == [4, 0]
    again = (await post(client, "results", {"text": text})).json()
    assert (again["games"], [each[1] for each in again["doubtful"]][:4]) == ([], ["no-game"] * 4)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["rank,name,club,points,wins,counted,share,opponents,games", '1,Ana,"Rooks, 2",0,0,0,0.000,0,0']),
        ("de", ["Rang;Name;Verein;Punkte;Siege;Spielpunkte;Anteil;Gegner;Partien", "1;Ana;Rooks, 2;0;0;0;0,000;0;0"]),
        (
            "es",
            [
                "Puesto;Nombre;Club;Puntos;Victorias;Puntos de juego;Parte;Rivales;Partidas",
                "1;Ana;Rooks, 2;0;0;0;0,000;0;0",
            ],
        ),
    ],
)
async def test_the_standings_open_in_spreadsheets_of_each_language(
    client: httpx.AsyncClient, language: str, lines: list[str]
) -> None:
    await post(client, "begin", BEGIN)
    people = [{"name": "Ana", "club": "Rooks, 2"}, {"name": "=Bo;", "club": '"X"'}]
    await post(client, "do", {"act": {"do": "entered", "people": people, "here": True}, "seen": 1})
    content = (await client.get(f"/api/tournament/standing.csv?language={language}")).content
    assert content.startswith(codecs.BOM_UTF8)
    assert content.decode("utf-8-sig").splitlines()[:2] == lines
    read = read_list(content)
    assert [(row.place, row.name, row.club, row.points) for row in read.rows] == [
        (1, "Ana", "Rooks, 2", 0),
        (2, "=Bo;", '"X"', 0),
    ]
    assert (await client.get("/api/tournament/standing.csv?language=xx")).status_code == 404


async def evening(desk: TournamentService, connection: Connection) -> list[int]:
    """Ana and Bo are players of the book, Cy and Di are not; their round is drawn. Gives the numbers of the two."""
    players = [await registry.find_or_create_player(connection, name) for name in ("Ana", "Bo")]
    people = await resolve_player_codes(connection, [actions.Newcomer(each.code) for each in players])
    await desk.begin_tournament(begun, "organiser")
    await desk.apply_and_store(
        actions.AddEntrants((*people, actions.Newcomer("Cy"), actions.Newcomer("Di")), here=True), "organiser"
    )
    await desk.apply_and_store(actions.SetEntriesClosed(closed=True), "organiser")
    await desk.draw_and_store("", "organiser", seen=3)
    return [each.player_no for each in players]


async def test_games_of_a_tournament_count_for_the_players_who_sat_there(
    desk: TournamentService, database: str
) -> None:
    connection = await asyncpg.connect(database)
    ana, bo = await evening(desk, connection)
    await register_journals(connection, {UID: ("rt-kdmxqz", None)})
    await store_game(connection, 1)
    tournament = desk.tournament
    assert tournament is not None
    (game,) = tournament.rounds[0].games
    scores = tuple(actions.Score(number, place) for place, number in enumerate(game.people, 1))
    await desk.apply_and_store(actions.SetResult(game.fixture, scores, (UID.hex(), 1)), "rt-a")
    listed = await history.list_finished_games(connection, history.HistoryFilters())
    assert [each["tournament"] for each in listed["games"]] == ["Evening"]
    castles = dict(zip(tournament.begun.castles, game.people, strict=True))
    expected = {castle: {1: ana, 2: bo}[number] for castle, number in castles.items() if number < 3}
    (told,) = registered_player_seats_by_game(tournament).values()
    await save_seats(connection, told)
    found = await load_seats(connection, 1, 1)
    assert {castle: each["player"] for castle, each in found.items()} == expected

    theirs = next(iter(expected))
    await registry.save_seat(connection, 1, 1, theirs, "Eva", "steward")
    await save_seats(connection, told)
    assert (await load_seats(connection, 1, 1))[theirs]["name"] == "Eva", "a steward knows better"
    await connection.execute("update games set replayed = 'agrees', rules = 'tumult-royale'")
    assert await ratings.update_ratings_if_changed(connection, rated_here)
    assert await connection.fetchval("select count(*) from ratings where season_no = 0") == len(expected)

    await registry.save_seat(connection, 1, 1, theirs, "", "steward")
    await save_seats(connection, told)
    assert theirs not in await load_seats(connection, 1, 1), "nobody sat there, whatever the tournament tells again"
    assert await ratings.update_ratings_if_changed(connection, rated_here)
    assert await connection.fetchval("select count(*) from ratings where season_no = 0") == 0, "one alone is not rated"
    await connection.close()


async def test_erased_names_leave_tournaments_whose_draws_still_verify(desk: TournamentService, database: str) -> None:
    connection = await asyncpg.connect(database)
    ana, _ = await evening(desk, connection)
    for name in ("Ana the First", "Ana the Last"):
        await desk.apply_and_store(actions.RenameEntrant(1, name), "organiser")
    with pytest.raises(ActionRefusedError, match="already"):
        await desk.apply_and_store(actions.RenameEntrant(4, "Ana the Last"), "organiser")
    await desk.apply_and_store(actions.RenameEntrant(4, "#1"), "organiser")
    before = desk.tournament
    heard = asyncio.Event()
    await connection.add_listener(NAME_ERASED_CHANNEL, lambda *_: heard.set())
    assert await erase_player_everywhere(connection, ana)
    assert not await erase_player_everywhere(connection, ana)
    await asyncio.wait_for(heard.wait(), 30)
    kept = await connection.fetchval("select string_agg(act, ' ') from tournament_acts")
    assert "Ana" not in kept
    desk.mark_stale()
    await desk.reload_if_stale()
    after: Any = desk.tournament
    assert before is not None
    assert [each.name for each in after.entrants.values()] == ["#1#", "Bo", "Cy", "#1"]
    assert after.entrants[1].player is None
    assert after.rounds == before.rounds
    first, *acts = [done.act for done in desk.actions if done.act is not None]
    assert isinstance(first, actions.BeginTournament)
    assert [each.wrong for each in draw.verify_draws(first, acts)] == [""]
    await connection.close()


async def test_a_tournament_goes_on_after_a_renamed_entrant_is_erased(desk: TournamentService, database: str) -> None:
    connection = await asyncpg.connect(database)
    ana, _ = await evening(desk, connection)
    await desk.apply_and_store(actions.RenameEntrant(1, "Ana B."), "organiser")
    await desk.apply_and_store(actions.SetClock(45), "organiser")
    await erase_player_everywhere(connection, ana)
    desk.mark_stale()
    await desk.reload_if_stale()
    tournament = desk.tournament
    assert tournament is not None
    assert (tournament.action_count, tournament.unfit) == (len(desk.actions), [])
    assert tournament.clock == (len(desk.actions), 45)
    assert await desk.apply_and_store(actions.SetPresence(2, here=False), "organiser", seen=tournament.action_count)
    first, *acts = [done.act for done in desk.actions if done.act is not None]
    assert isinstance(first, actions.BeginTournament)
    assert [each.wrong for each in draw.verify_draws(first, acts)] == [""]
    await connection.close()
