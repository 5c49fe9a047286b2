"""A minimal game of another package, played by gates, knob, menu and page, and resumed."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.care.admin_service import AdminService
from controller.cli.parts.stickers import printed_text_by_piece
from controller.devices import stickers
from controller.games import installed
from controller.games.contract.game import Advising
from controller.games.contract.inputs import Simulated
from controller.games.contract.rules import Correctable
from controller.games.contract.values import CastleId, RefusedError
from controller.games.requests import CorrectGame, NewGame, NotAvailableAtTable, SubmitAction
from controller.play.menu import MenuAction
from controller.play.page_service import PageService
from controller.service.page_app import create_app
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from hw.values import ReaderId
from tests.support.guests import guests
from tests.support.playing import Playing, playing

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")


@pytest.fixture(autouse=True)
def _the_race_is_installed() -> Iterator[None]:
    with guests("tests.play.tiny_game", race="tests.play.tiny_game.game:race"):
        yield


@asynccontextmanager
async def at_the_race(folder: Path) -> AsyncIterator[tuple[Playing, PageService]]:
    async with playing(folder, game="race") as play:
        page = PageService(play.table, play.twins)
        yield play, page
        page.close()


async def begin(page: PageService, *castles: CastleId) -> None:
    await page.submit(NewGame(castles or (BLUE, YELLOW)), "page", "en")


def at(page: PageService) -> dict[str, int]:
    found: dict[str, int] = page.view("en")["at"]
    return found


def test_a_game_of_another_package_is_installed() -> None:
    assert "race" in installed.installed_game_names()
    game = installed.make_game("race")
    assert game.name == "race"
    assert not isinstance(game, Advising | Correctable | Simulated)


def test_its_stickers_are_taught_by_its_list_of_pieces() -> None:
    assert printed_text_by_piece(installed.make_game("race"))["piece-blue"] == ""
    assert printed_text_by_piece(installed.make_game())["t01"] == "commodity bread, value 1, frame plain"


async def test_a_piece_of_another_castle_is_complained_of_there(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, page):
        await begin(page)
        await play.pass_tile("blue", "piece-yellow")
        assert play.complaints == {"blue": "That piece is not yours."}
        assert at(page) == {"blue": 0, "yellow": 0}


async def test_the_knob_lets_the_arrow_draw(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, page):
        await begin(page)
        await play.until_shown()
        await play.press()
        await play.until_shown()
        drawn = at(page)["blue"]
        assert play.twins.rotor is not None
        assert (play.twins.rotor.angle_deg % 360 < 270) == (drawn == 1)
        assert drawn in {1, 2}


async def test_the_menu_seats_as_many_as_the_game_has_seats(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, page):
        await play.press()
        await play.choose(MenuAction.CASTLES)
        await play.choose(MenuAction.TOGGLE, "grey")
        assert play.complaints == {None: "At most 3 castles can play. Take one out first."}
        await play.choose(MenuAction.TOGGLE, "yellow")
        await play.choose(MenuAction.TOGGLE, "purple")
        await play.choose(MenuAction.TOGGLE, "blue")
        assert play.complaints == {None: "At least one castle must play. Add another first."}
        await play.choose(MenuAction.BACK)
        await play.choose(MenuAction.START)
        assert at(page) == {"blue": 0}


async def test_the_menu_undoes_up_to_the_first_action(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, page):
        await begin(page)
        await play.pass_tile("blue", "piece-blue")
        await play.turn(1)
        await play.choose(MenuAction.STANDINGS)
        await play.press()
        await play.choose(MenuAction.UNDO)
        assert at(page) == {"blue": 0, "yellow": 0}
        await play.turn(1)
        await play.choose(MenuAction.GO_BACK)
        assert play.complaints == {None: "This game cannot do that."}


async def test_a_game_that_draws_nothing_does_not_try_the_arrow(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, _):
        play.table.game.sectors = lambda: ()  # type: ignore[method-assign]
        await play.press()
        await play.choose(MenuAction.HOUSE)
        await play.choose(MenuAction.SPIN)
        assert play.complaints == {None: "This game cannot do that."}


async def test_the_page_sees_it_in_every_language(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (_, page):
        for language in LANGUAGES:
            assert page.view(language)["waiting_for"]["over"]
        await begin(page)
        for language in LANGUAGES:
            assert page.view(language)["hourglass"]["state"] == "idle"
        assert page.box_view()["goal"] == 5
        assert page.box_view()["pieces"][0] == {"id": "piece-blue", "kind": "runner"}
        assert page.box_view()["choices"] == {}
        table = page.simulated_table_view()
        assert table is not None
        assert table["tiles"][0] == {"handle": "1-0", "where": "heap", "color": None, "face": {"id": "piece-blue"}}
        assert page.simulated_hands.face_of_lifted_piece("1-1") == {"id": "piece-yellow"}


async def test_unsupported_requests_get_a_sentence(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (_, page):
        await begin(page)
        with pytest.raises(RefusedError, match="cannot do that"):
            page.advice("blue", "en")
        with pytest.raises(RefusedError, match="cannot do that"):
            await page.submit(CorrectGame(None), "page", "en")
        with pytest.raises(NotAvailableAtTable, match="saw the piece"):
            page.simulated_hands.face_of_lifted_piece("2-1")
        with pytest.raises(NotAvailableAtTable, match="no bots"):
            await page.submit(NewGame((BLUE, YELLOW), bots=(YELLOW,)), "page", "en")
        with pytest.raises(RefusedError, match="not possible now"):
            await page.submit(SubmitAction({"do": "dance"}), "page", "en")


async def test_the_table_draws_what_a_posted_action_leaves_open(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (_, page):
        await begin(page)
        await page.submit(SubmitAction({"do": "move", "player": "yellow"}), "page", "en")
        assert at(page)["yellow"] in {1, 2}


async def test_the_interface_names_the_game_and_its_actions(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (_, page):
        transport = httpx.ASGITransport(create_app(page))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as browser:
            assert (await browser.get("/api/me")).json()["game"] == "race"
            assert (await browser.post("/api/game", json={"castles": []})).status_code == 409
            assert (await browser.post("/api/game", json={"castles": ["blue"]})).status_code == 204
            moved = await browser.post("/api/actions", json={"do": "move", "player": "blue", "by": 1})
            assert moved.json()["told"] == ["Blue is at 1."]
            act = (await browser.get("/openapi.json")).json()["paths"]["/api/actions"]["post"]
            assert list(act["requestBody"]["content"]["application/json"]["examples"]) == ["move"]


async def test_the_owner_s_page_works_with_it(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, page):
        files = TableFiles(tmp_path / "test.journal", tags=tmp_path / "tags.toml", config=None)
        admin = AdminService(play.table, play.twins, Keyring(tmp_path / "keys.json"), files)
        await begin(page)
        overviews: list[dict[str, Any]] = [admin.overview(language) for language in LANGUAGES]
        assert all(overview["playing"] for overview in overviews)
        assert overviews[0]["stickers"]["tiles"] == 4
        assert [game["castles"] for game in admin.read_games()] == [["blue", "yellow"]]
        assert admin.verify_journal() == []
        admin.cancel_simulated_hand()


async def test_two_games_take_turns_and_the_journal_tells_them_apart(tmp_path: Path) -> None:
    """Ours is begun and parked, the race is played on after a stop, then ours is taken up by its own rules."""
    async with playing(tmp_path) as play:
        kings = await play.table.loop.submit(NewGame((BLUE, YELLOW), {"map": "honour"}), "page")
        assert kings.refusal is None
        race = await play.table.loop.submit(NewGame((BLUE, YELLOW), game="race"), "page")
        assert (race.refusal, play.table.loop.game_name) == (None, "race")
        await play.table.loop.propose_action({"do": "move", "player": "blue", "by": 2}, "page")
    async with playing(tmp_path) as play:
        assert (play.table.loop.game_name, play.table.loop.state.at) == ("race", {"blue": 2, "yellow": 0})
        (parked,) = play.table.loop.journal_queue.parked_games
        assert parked.game == "tumult_royale"
        await play.table.resumption.resume_or_park_game(parked.game_id)
        assert (play.table.loop.game_name, play.table.loop.seq) == ("tumult_royale", 1)
        assert [game.game for game in play.table.loop.journal_queue.parked_games] == ["race"]


async def test_a_piece_of_another_game_gives_a_complaint(tmp_path: Path) -> None:
    async with at_the_race(tmp_path) as (play, page):
        await begin(page)
        play.table.stickers._book = stickers.simulated_tag_map(["t07", "race:piece-blue"])
        await play.twins.pass_tile(ReaderId("blue"), stickers.simulated_uid("t07"), 0.1)
        await play.wait(0.1)
        assert at(page) == {"blue": 0, "yellow": 0}
        await play.pass_tile("blue", "piece-blue")
        assert at(page) == {"blue": 1, "yellow": 0}


async def test_the_knob_offers_both_games_and_starts_the_chosen_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        play.table.console.open_menu_and_pause()
        titles = [text.values["game"] for text in play.menu_texts if text.key == "menu-game"]
        assert titles == ["Tumult Royale"]


async def test_a_game_that_misnames_itself_in_its_log_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_the_race(tmp_path) as (play, page):
        setup = {"do": "start", "players": ["blue", "yellow"]}
        monkeypatch.setattr(play.table.game, "setup", lambda *_: setup, raising=False)
        with pytest.raises(RefusedError, match="names the game 'tumult_royale', expected 'race'"):
            await begin(page)
        assert play.table.loop.state is None


def test_the_page_has_sentences_of_a_game_installed_later() -> None:
    before = translation.rule_texts("en")
    installed.make_game("race")
    assert translation.rule_texts("en") is not before
