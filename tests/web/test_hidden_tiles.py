"""No route or stream reveals tiles that lie face down or are yet to be drawn (TR-2.1, TR-2.6)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.store.journal import NEXT_GAME, JournalReader
from controller.texts.translation import LANGUAGES
from tests.web.page_of_table import ROUTES
from tests.web.real_table import RealTable, found_faces, running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hidden")


@pytest.fixture(scope="module")
def table(folder: Path) -> Iterator[RealTable]:
    with running(folder) as table:
        yield table


OF_NO_GAME = frozenset({"/api/box", "/api/playable", "/api/stream", "/api/owner/backup"})
"""What is printed on every tile of the box tells nothing of where one lies; the stream is listened to for itself; a
backup is a file with all games, for its owner to keep: no page shows what is in it."""


def told_faces(told: dict[str, str]) -> dict[str, list[str]]:
    """Return the revealed faces by route or stream."""
    return {name: faces for name, text in told.items() if (faces := found_faces(text))}


def everything_told(table: RealTable) -> dict[str, str]:
    """Return the texts of all public routes and streams."""
    asked = {
        f"{route.path} in {language}": f"{route.path}?castle=blue&language={language}"
        for route in ROUTES
        for language in LANGUAGES
        if route.method == "GET" and route.path.startswith("/api/")
        if "{language}" not in route.path and route.path not in OF_NO_GAME
    }
    routes = {name: table.get(path).text for name, path in asked.items()}
    streams = {name: table.first_event(name).removeprefix("data: ") for name in ("view", "table")}
    return routes | streams


def rob(table: RealTable, tiles: int, castle: str) -> None:
    """``castle`` is another one than in the test before: a tile counts again at a gate only after a second."""
    for handle in table.handles("people")[:tiles]:
        table.post("/api/table/pass", {"handle": handle, "castle": castle, "dwell_s": 0.4})
    table.until(lambda: table.tiles_of(castle) == tiles, f"{tiles} tiles robbed")


def test_while_tiles_are_set_aside_no_text_tells_a_face(table: RealTable) -> None:
    table.begin("set_aside")
    for handle in table.handles("people")[:2]:
        table.post("/api/table/pass", {"handle": handle, "castle": "blue", "dwell_s": 0.2})
    table.until(lambda: table.view()["set_aside"] == 2, "two tiles set aside")

    assert told_faces(everything_told(table)) == {}


def test_a_tile_is_not_looked_at_before_the_hourglass_runs(table: RealTable) -> None:
    table.begin("set_aside")
    answer = table.post("/api/table/lift", {"handle": table.handles("people")[0]})
    assert answer.status_code == 409


def test_while_tiles_are_robbed_no_text_reveals_values(table: RealTable) -> None:
    table.begin("taxes")
    rob(table, 3, "yellow")

    told = everything_told(table)

    assert told_faces(told) == {}
    view = table.view()
    assert view["people"]["left"] is None
    assert [(player["tiles"], player["castle"]) for player in view["players"]] == [(0, None), (3, None)]


def test_a_robbed_tile_is_not_looked_at_again(table: RealTable) -> None:
    table.begin("taxes")
    handle = table.handles("people")[0]
    rob(table, 1, "blue")
    assert table.post("/api/table/lift", {"handle": handle}).status_code == 409


def test_after_the_count_all_castles_lie_open(table: RealTable) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    view = table.view()
    assert view["phase"] == "statues"
    assert all(len(player["castle"]) == player["tiles"] for player in view["players"])
    assert found_faces(everything_told(table)["view"]) != []


def test_no_text_reveals_the_next_draws_seed_or_the_logs_salt(table: RealTable, folder: Path) -> None:
    coming = table.get("/api/draws").json()["coming"]
    table.begin("set_aside")
    told, shown = everything_told(table), table.get("/api/draws").json()

    with JournalReader(folder / "sim.journal") as journal:
        game = journal.current_game()
        assert game is not None
        (first, *_), (next_game,) = (draws := journal.draws(game)), journal.draws(NEXT_GAME)
    hidden = [first.salt, draws[-1].seed, next_game.salt, next_game.seed]
    assert [name for name, text in told.items() if any(secret.reveal() in text for secret in hidden)] == []
    assert (shown["opened"][0]["commitment"], shown["opened"][0]["seed"]) == (coming["commitment"], first.seed.reveal())
    assert shown["standing"] == table.view()["draw"] == {"n": 2, "commitment": draws[-1].commitment, "given": True}
