"""Requests of the page to a running table: simulated hands, views and streams of changes."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from PIL import Image

from controller.config.schema import CastleSection, TableConfig
from controller.games.contract.effects import Announce, NumberScreen
from controller.games.contract.values import CastleId, RefusedError, Text
from controller.games.naming import translate_text
from controller.games.requests import NewGame, NotAvailableAtTable, ParkAndResume, SubmitAction
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.show.console_screens import SECRET_HIDDEN_SCREEN, make_access_code_question
from controller.show.pictures import draw_screen
from hw.errors import HardwareError
from hw.testing import clock, disk, faults
from hw.testing.pico.node_board import make_cpython_board
from tests.support.playing import Playing, playing


@asynccontextmanager
async def served(folder: Path, *, arrow: bool = False) -> AsyncIterator[tuple[Playing, PageService]]:
    """A table and its page; homing an arrow would be a third of what such a test costs."""
    async with playing(folder, arrow=arrow) as play:
        page = PageService(play.table, play.twins)
        yield play, page
        page.close()


async def begin(
    page: PageService,
    castles: Sequence[str] = ("blue", "yellow"),
    *,
    map_kept: str = "honour",
    dealt: Mapping[str, Any] | None = None,
    bots: Sequence[str] = (),
) -> None:
    options = {"variant": "classic", "map": map_kept}
    seats, played = [CastleId(castle) for castle in castles], [CastleId(castle) for castle in bots]
    await page.submit(NewGame(seats, options, dealt or {}, played), "page", "en")


def handles(page: PageService, where: str) -> list[str]:
    table = page.simulated_table_view()
    assert table is not None
    return [tile["handle"] for tile in table["tiles"] if tile["where"] == where]


async def test_a_hand_lifts_a_tile_of_the_people_and_carries_it_over_a_gate(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await play.to_the_taxes()
        handle = handles(page, "people")[0]
        face = page.simulated_hands.face_of_lifted_piece(handle)
        await page.simulated_hands.pass_tile(handle, "yellow", 0.1)
        await play.wait(0.1)
        (tile,) = play.state.table.pool.tile_ids(play.state.players[1].castle)
        printed = play.state.table.pool.tiles[play.state.table.pool.bits[tile].bit_length() - 1]
        assert face == {"commodity": printed.commodity, "value": printed.value}
        assert page.view("en")["players"][1]["tiles"] == 1


async def test_sentences_call_players_by_the_names_that_the_room_knows(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await play.to_the_taxes()
        game, blue = play.table.loop.game_id, CastleId("blue")
        assert game is not None
        colors = page.view("en")["story"]
        play.table.room.set_people(game + 1, {blue: "Ömer"})
        assert page.view("en")["story"] == colors, "another game's players"
        for name in ("Ömer", "Zoë {$color} O'Neill"):
            play.table.room.set_people(game, {blue: name})
            view = page.view("de")
            assert view["called"] == {"blue": name}
            assert [text for text in view["story"] if "Blau" in text] == []
            assert any(text.startswith(name) for text in view["story"])
        assert any(text.startswith("Gelb") for text in view["story"])
        play.table.room.set_people(None, {})
        assert page.view("en")["story"] == colors


async def test_the_view_says_while_the_console_s_menu_is_open(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await begin(page)
        assert not page.view("en")["menu_open"]
        await play.press(1.5)
        assert page.view("en")["menu_open"]
        await play.wait(31)
        assert not page.view("en")["menu_open"]


@pytest.mark.parametrize(
    ("castles", "said"),
    [
        (["blue"], "At least two castles must play."),
        (["blue", "yellow", "purple", "grey", "blue"], "At most 4 castles can play."),
    ],
)
async def test_no_game_starts_with_too_few_or_too_many_castles(tmp_path: Path, castles: list[str], said: str) -> None:
    async with served(tmp_path) as (play, page):
        with pytest.raises(RefusedError) as refused:
            await begin(page, castles)
        assert translate_text(refused.value.text, "en").startswith(said)
        assert play.table.loop.state is None


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"do": "reveal"},
        {"do": "reveal", "tiles": 7},
        {"do": "reveal", "tiles": [7]},
        {"do": "reveal", "tiles": [{}]},
    ],
)
async def test_an_unknown_action_is_refused_before_and_during_a_game(tmp_path: Path, action: dict[str, Any]) -> None:
    async with served(tmp_path) as (play, page):
        for begun in (0, 1):
            with pytest.raises(RefusedError):
                await page.submit(SubmitAction(action), "page", "en")
            assert play.table.loop.seq == begun
            if not begun:
                await begin(page, map_kept="tracked")


def turns_for(page: PageService) -> object:
    table = page.simulated_table_view()
    assert table is not None
    return table["arrow_turns_for"]


async def test_pages_show_what_was_spun_once_the_arrow_rests(tmp_path: Path) -> None:
    async with served(tmp_path, arrow=True) as (play, page):
        await play.begin()
        for _ in range(2):  # first statues
            await play.press()
        await play.until_shown()
        views = page.watch_view("en")
        assert (await anext(views))["waiting_for"]["step"] == "spin"
        assert turns_for(page) is None
        await play.press()
        assert turns_for(page) == play.table.loop.seq
        assert play.table.loop.current_waiting().step != "spin"
        await play.wait(0.5)
        assert [text.key for text in play.table.display.page_texts] == ["device-spinner", "page-arrow-turns"]
        spun_s = play.now_s()
        assert (await anext(views))["waiting_for"]["step"] != "spin"
        assert turns_for(page) is None
        assert play.now_s() - spun_s > 1
        await play.wait(0.5)
        assert "page-arrow-turns" not in [text.key for text in play.table.display.page_texts]


async def test_a_page_says_that_the_arrow_turns_until_people_go_on(tmp_path: Path) -> None:
    async with served(tmp_path, arrow=True) as (play, page):
        await play.begin()
        for _ in range(2):  # first statues
            await play.press()
            assert turns_for(page) is None, "it shows who begins"
        await play.until_shown()
        await play.press()
        assert turns_for(page) == play.table.loop.seq
        await play.report_tile("blue", "t01")
        await play.wait(0.1)
        assert play.table.effects.is_busy
        assert turns_for(page) is None
        assert "page-arrow-turns" not in [text.key for text in play.table.display.page_texts]
        for tile in ("t02", "t03"):
            await play.report_tile("blue", tile)
        for tile in ("t04", "t05", "t06"):
            await play.report_tile("yellow", tile)
        assert play.table.effects.has_unfinished_arrow
        assert turns_for(page) == play.table.loop.seq + 1, "the hourglass is turned once its number is known"
        await play.until_shown()
        assert turns_for(page) is None


async def test_tiles_set_aside_cannot_be_lifted(tmp_path: Path) -> None:
    """TR-2.1: unseen."""

    async with served(tmp_path) as (play, page):
        await play.begin()
        with pytest.raises(RefusedError, match="hourglass"):
            page.simulated_hands.face_of_lifted_piece(handles(page, "people")[0])


async def parked_games(page: PageService) -> list[dict[str, Any]]:
    points = await page.viewing.parked_points(page.parked_games)
    return page.parked_games_view(page.parked_games, json.loads(points or b""))


async def test_resuming_a_parked_game_parks_the_present_one(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await play.to_the_taxes()
        first = play.table.loop.game_id
        await begin(page)
        second = play.table.loop.game_id
        (parked,) = await parked_games(page)
        assert parked["game"] == first
        assert parked["title"] == "Tumult Royale"
        assert datetime.fromisoformat(parked["last_utc"])
        assert parked["points"] == {"blue": 1, "yellow": 1}
        assert first is not None
        await page.submit(ParkAndResume(first), "page", "en")
        assert page.view("en")["phase"] == "taxes"
        assert [game["game"] for game in await parked_games(page)] == [second]


async def test_a_new_game_begins_its_own_story(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await play.to_the_taxes()
        before = page.view("en")["story"]
        await begin(page)
        assert len(before) > 1
        (first,) = page.view("en")["story"]
        assert first.startswith("A game of 2 players begins")


async def test_a_refused_game_leaves_the_present_bots_playing(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await begin(page, bots=["blue", "yellow"])
        with pytest.raises(RefusedError):
            await begin(page, dealt={"players": []})
        before = play.table.loop.seq
        await play.wait(60)
        assert play.table.loop.seq > before


async def test_a_simulated_table_tells_which_castles_bots_play(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await begin(page, bots=["yellow"])
        assert list(page.simulated_hands.bot_castles) == ["yellow"]
        await play.begin()  # at the knob
        assert list(page.simulated_hands.bot_castles) == []


async def test_bots_play_no_other_game_than_theirs(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await begin(page, bots=["blue", "yellow"])
        await play.wait(10)
        assert play.table.loop.seq > 1
        await play.begin()  # at the knob
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)


async def test_a_press_from_before_the_game_is_ignored(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page), asyncio.TaskGroup() as people:
        await begin(page)
        people.create_task(play.press(0.5))
        await play.wait(0.2)
        await play.begin()
        await play.wait(1)
        assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)
        await play.press()
        await play.wait(1)
        assert play.table.loop.seq == 2


async def test_a_castle_without_a_gate_has_no_bot(tmp_path: Path) -> None:
    def without_gate_of_yellow(settings: TableConfig) -> TableConfig:
        blue, yellow, *_ = settings.castle
        return replace(settings, castle=(blue, CastleSection(yellow.color)))

    async with playing(tmp_path, arrow=False, settings_of=without_gate_of_yellow) as play:
        page = PageService(play.table, play.twins)
        with pytest.raises(NotAvailableAtTable, match=r"saw a bot for 'yellow', expected one at .* with a gate: blue"):
            await begin(page, bots=["yellow"])
        assert play.table.loop.state is None
        page.close()


@pytest.mark.parametrize("options", [{"map": "drawn"}, {"weather": "fair"}])
async def test_an_unknown_option_is_refused_with_the_known_ones(tmp_path: Path, options: dict[str, str]) -> None:
    async with served(tmp_path) as (play, page):
        new = NewGame([CastleId("blue"), CastleId("yellow")], options)
        with pytest.raises(
            NotAvailableAtTable,
            match="expected one that the game offers: variant: classic, gambler; map: honour, tracked",
        ):
            await page.submit(new, "page", "en")
        assert play.table.loop.state is None


async def test_a_handle_reveals_nothing_and_is_new_each_round(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await play.begin()
        first = handles(page, "people")
        assert not any("t" in handle for handle in first)
        await begin(page)
        hands = page.simulated_hands
        order = [hands.piece_by_handle(handle) for handle in handles(page, "people")]
        assert order != sorted(order)
        with pytest.raises(NotAvailableAtTable, match="pieces get new handles each round"):
            await page.simulated_hands.pass_tile("9-1", "blue", 0.1)


async def test_actions_pass_the_game_loop_and_a_refusal_names_its_rule(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        await play.begin()
        with pytest.raises(RefusedError, match=r"\.$") as refused:
            await page.submit(SubmitAction({"do": "collect"}), "page", "en")
        assert refused.value.rule == "TR-2.2"
        first = play.state.color(play.state.ranked[-1])
        answer = await page.submit(SubmitAction({"do": "place_first", "player": first}), "page", "en")
        assert (answer["accepted"], answer["seq"]) == (True, 2)
        assert answer["told"][0].endswith("puts the first statue down (TR-0.6).")
        assert list(play.journal.entries(1))[-1].origin == "page"


def test_closing_a_fast_table_does_not_wait_for_its_pages(tmp_path: Path) -> None:
    async def run() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clock.ScaledLoop)
        loop.set_speed(100)
        async with playing(tmp_path) as play:
            page = PageService(play.table, play.twins)
            views = page.watch_view("en")
            await anext(views)
            play.table.changed.emit(None)
            looking = asyncio.create_task(anext(views, None))
            await asyncio.sleep(0.01)
            began_s = loop.time()
            page.close()
            await looking
            return loop.time() - began_s

    with asyncio.Runner(loop_factory=clock.ScaledLoop) as runner:
        assert runner.run(run()) < 1.0  # its pause is six of its seconds


async def until_seen_at(page: PageService, speed: float) -> None:
    async for table in page.watch_simulated(page.resting_view):
        if table["speed"] == speed:
            return


def test_a_new_game_runs_in_real_time_wherever_it_was_begun(tmp_path: Path) -> None:
    async def run() -> list[float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clock.ScaledLoop)
        speeds: list[float] = []
        async with served(tmp_path) as (play, page):
            for begin_it in (partial(begin, page), play.begin):  # the second at the knob
                page.set_simulation_speed(100)
                looking = asyncio.create_task(until_seen_at(page, speed=1))
                await begin_it()
                async with asyncio.timeout(2):
                    await looking
                speeds.append(loop.speed)
        return speeds

    with asyncio.Runner(loop_factory=clock.ScaledLoop) as runner:
        assert runner.run(run()) == [1, 1]


def test_the_hourglass_of_people_runs_in_real_time_at_any_speed(tmp_path: Path) -> None:
    async def run() -> list[float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clock.ScaledLoop)
        async with served(tmp_path) as (play, page):
            await play.begin()
            page.set_simulation_speed(100)
            play.table.hourglass.ensure_running(20)
            play.table.loop.show_effects()
            speeds = [loop.speed, page.view("en")["pace"]]
            play.table.hourglass.stop()
            play.table.loop.show_effects()
            return [*speeds, loop.speed, page.view("en")["pace"]]

    with asyncio.Runner(loop_factory=clock.ScaledLoop) as runner:
        assert runner.run(run()) == [1, 1, 100, 100]


async def test_an_early_page_sees_devices_that_come_later_and_their_faults(
    tmp_path: Path,
) -> None:
    def of_devices(page: PageService) -> dict[str, str]:
        return {device["name"]: device["text"] for device in page.view("en")["devices"]}

    async with served(tmp_path) as (play, page):
        assert "tray board" not in of_devices(page)
        play.table.health.report_working("tray board")
        assert of_devices(page)["tray board"] == ""
        for fault in ("no answer", "another chip"):
            play.table.health.report_lost("tray board", fault)
            assert of_devices(page)["tray board"] == fault


async def test_the_arrow_s_angle_is_seen_while_it_turns(tmp_path: Path) -> None:
    async with served(tmp_path, arrow=True) as (play, page):
        await play.begin()
        await play.wait(20)  # it has found its home mark
        for _ in range(3):
            await play.press()
        angles: list[float] = []
        tables = page.watch_simulated(page.moving_view)
        async with asyncio.timeout(60):
            while len(set(angles)) < 20:
                angles.append((await anext(tables))["arrow_deg"])
        await tables.aclose()  # type: ignore[attr-defined]


@pytest.mark.parametrize("control", ["knob:up", "yes:green", ""])
async def test_an_unknown_control_is_named(tmp_path: Path, control: str) -> None:
    async with served(tmp_path) as (_, page):
        with pytest.raises(NotAvailableAtTable, match="saw the control"):
            await page.simulated_hands.operate_control(control, long=False)


async def test_advice_names_who_plays_and_is_given_only_while_statues_are_placed(tmp_path: Path) -> None:
    async with served(tmp_path) as (play, page):
        with pytest.raises(NotAvailableAtTable, match="no game has begun"):
            page.advice("blue", "en")
        await play.to_the_taxes()
        with pytest.raises(NotAvailableAtTable, match="Expected a castle that plays"):
            page.advice("grey", "en")
        with pytest.raises(RefusedError, match="while statues are being placed"):
            page.advice("blue", "en")
        for tile in ("t07", "t11"):  # bread 3, marble 2
            await page.submit(SubmitAction({"do": "rob", "player": "blue", "tile": tile}), "page", "en")
        await page.submit(SubmitAction({"do": "stop"}), "page", "en")
        await page.submit(SubmitAction({"do": "count"}), "page", "en")
        advised = page.advice("blue", "es")
        assert advised["text"][0] == "Lo mejor para Azul: 2 estatuas; gana un partidario."
        assert [step["kind"] for step in advised["plan"]["steps"]] == ["village"]


@pytest.mark.skipif(
    not disk.can_simulate_faults(),
    reason="this Python's SQLite does not let its system calls be replaced; use the system's",
)
def test_the_page_offers_every_named_fault_where_the_table_has_the_part(tmp_path: Path) -> None:
    offered: dict[bool, dict[str, list[str]]] = {}

    async def run() -> None:
        for boards in (False, True):
            async with playing(tmp_path, castles=2, make_board=make_cpython_board if boards else None) as play:
                page = PageService(play.table, play.twins)
                offered[boards] = {fault["name"]: fault["places"] for fault in page.simulated_faults_view()}
                page.close()

    clock.run_virtual(run())
    assert offered[False].keys() == faults.FAULTS.keys() - faults.LINK_FAULTS.keys() - faults.BEAM_FAULTS.keys()
    assert offered[True].keys() == faults.FAULTS.keys() - faults.BEAM_FAULTS.keys()
    assert offered[True]["node_unplug"] == ["blue", "yellow"]
    assert offered[True]["disk_full"] == []


async def glass(page: PageService) -> bytes:
    with Image.open(io.BytesIO(page.oled_png())) as seen:
        return seen.convert("1").tobytes()


@pytest.mark.parametrize("open_house", [False, True])
async def test_a_secret_on_the_display_is_not_on_the_page(tmp_path: Path, *, open_house: bool) -> None:
    """The page shows a neutral picture, also while the display keeps the secret because it takes no newer picture."""
    async with served(tmp_path) as (play, page):
        assert play.twins.oled is not None
        play.table.config = replace(play.table.config, page=replace(play.table.config.page, open_house=open_house))
        secret = Announce(NumberScreen(Secret("271828"), Text("caption-pin")), 3.0)
        play.table.loop.show_effects((secret,))
        await play.wait(1)
        in_clear = play.twins.oled.image().tobytes()
        assert in_clear == draw_screen(NumberScreen("271828", Text("caption-pin")), "en", 0, 1).tobytes()
        assert play.table.display.page_picture.tobytes() == draw_screen(SECRET_HIDDEN_SCREEN, "en", 0, 1).tobytes()
        assert (await glass(page) == in_clear) is open_house
        with patch.object(
            play.table.hardware.screen,
            "show",
            side_effect=HardwareError("oled", seen="silence", expected="an answer", remedy="a look"),
        ):
            await play.wait(4)
            assert play.twins.oled.image().tobytes() == in_clear
            assert (await glass(page) == in_clear) is open_house


async def test_bots_leave_the_knob_alone_during_an_access_request(tmp_path: Path) -> None:
    """A turn and a press of theirs would let him in, or turn him away."""
    async with served(tmp_path) as (play, page):
        await begin(page, bots=["blue", "yellow"])
        begun = play.table.loop.seq
        question = make_access_code_question("referee", Secret("42"), [Secret("17"), Secret("23")])
        assert await play.table.console.ask_to_grant_access(question, 20.0) is None
        await play.wait(10.0)
        assert play.table.loop.seq > begun


async def test_a_mistake_in_the_wiring_is_switched_on_the_page(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, page):
        page.set_simulated_fault("knob_a_and_b", "", on=True)
        page.set_simulated_fault("reader_rst_low", "blue", on=True)
        wrong = {each["name"]: each["present"] for each in page.wiring_mistakes_view() if each["present"]}
        assert wrong == {"knob_a_and_b": [""], "reader_rst_low": ["blue"]}
        page.set_simulated_fault("reader_rst_low", "blue", on=False)
        assert [each["name"] for each in page.wiring_mistakes_view() if each["present"]] == ["knob_a_and_b"]
        page.set_simulated_fault("knob_a_and_b", "", on=False)


async def test_playing_again_keeps_castles_bots_and_choices_but_deals_anew(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, page):
        with pytest.raises(NotAvailableAtTable, match="begin one"):
            page.make_rematch()
        dealt = {"players": [{"color": "blue", "rank": 2}, {"color": "yellow", "rank": 1}]}
        await begin(page, dealt=dealt, bots=["yellow"])
        again = page.make_rematch()
        assert (list(again.castles), list(again.bots), again.dealt) == (["blue", "yellow"], ["yellow"], {})
        assert again.options == {"variant": "classic", "map": "honour"}
        await page.submit(again, "page", "en")
        assert page.view("en")["bots"]["castles"]["yellow"] is not None


async def test_a_next_game_is_offered_to_those_of_the_latest_one(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, page):
        others = dict.fromkeys(("yellow", "purple", "grey"), "bot")
        assert page.playable_game_view("tumult_royale", "en")["sitters"] == {"blue": "person"} | others
        await begin(page, ["blue", "purple", "grey"], bots=["purple"])
        offered = page.playable_game_view("tudor", "en")
        assert offered["sitters"] == {"blue": "person", "yellow": "nobody", "purple": "bot", "grey": "person"}
