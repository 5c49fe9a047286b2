"""What bots' hands or a person's need and the table has not is said, and nothing stands still without a word."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.config import CastleSection, TableConfig
from controller.games.contract.inputs import Devices
from controller.games.contract.values import CastleId, RefusedError
from controller.games.naming import sentence
from controller.games.requests import NewGame
from controller.games.tudor.game import Tudor
from controller.play.page_service import PageService
from controller.play.simulated import BotSeats
from tests.whole_table.playing import playing

Without = Callable[[TableConfig], TableConfig]

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")
BOTS = NewGame([BLUE, YELLOW], bots=[BLUE])


def without_knob(settings: TableConfig) -> TableConfig:
    return replace(settings, console=None)


def without_gates(settings: TableConfig) -> TableConfig:
    return replace(settings, castle=tuple(CastleSection(castle.color) for castle in settings.castle))


def without_both(settings: TableConfig) -> TableConfig:
    return without_knob(without_gates(settings))


LACKING: dict[Without, str] = {without_knob: "the knob", without_gates: "gates", without_both: "gates, the knob"}


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
@pytest.mark.parametrize("lacking", LACKING)
async def test_bots_whose_hands_lack_a_device_do_not_begin(tmp_path: Path, lacking: Without, game: str) -> None:
    async with playing(tmp_path, castles=2, game=game, settings_of=lacking) as play:
        page = PageService(play.table, play.twins)
        with pytest.raises(RefusedError) as refused:
            await page.submit(BOTS, "page", "en")
        told = sentence(refused.value.text, "en")
        assert f"use what is not here: {LACKING[lacking]}. Add it to table.toml, or let people play" in told
        assert play.table.loop.state is None
        await page.submit(NewGame([BLUE, YELLOW]), "page", "en")  # people have the page
        assert play.table.loop.playing
        page.close()


async def test_a_game_says_what_its_own_bots_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tudor, "devices", Devices(uses=frozenset(), for_bots=frozenset({"gates"})))
    async with playing(tmp_path, castles=2, game="tudor", settings_of=without_knob) as play:
        page = PageService(play.table, play.twins)
        await page.submit(BOTS, "page", "en")
        assert play.table.loop.playing
        page.close()


async def test_bots_that_cannot_play_on_after_a_stop_are_said_to_rest(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        await play.begin()
        BotSeats(tmp_path / "bots").keep(play.table.loop.on_table.draws.game, [BLUE, YELLOW])
    async with playing(tmp_path, castles=2, settings_of=without_knob) as play:
        page = PageService(play.table, play.twins, tmp_path / "bots")
        page.bots_play_on()
        told = {each.name: each.fault for each in play.table.health}["bots program"]
        assert told is not None
        assert told.startswith("Bots of Tumult Royale use knob: ")
        page.close()


def bare(settings: TableConfig) -> TableConfig:
    return replace(without_both(settings), spinner=None, oled=None)


@pytest.mark.parametrize(
    ("control", "device"),
    [
        ("knob", "the knob"),
        ("knob:left", "the knob"),
        ("yes:blue", "yes and no at each castle"),
        ("no:blue", "yes and no at each castle"),
    ],
)
async def test_a_press_of_what_is_absent_names_it(tmp_path: Path, control: str, device: str) -> None:
    async with playing(tmp_path, castles=2, settings_of=bare) as play:
        page = PageService(play.table, play.twins)
        assert await refusal(page.hands.press(control, long=False)) == f"Not here: {device}. Add it to table.toml."
        page.close()


async def test_a_piece_at_a_gate_that_is_absent_names_it(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, settings_of=bare) as play:
        page = PageService(play.table, play.twins)
        assert await refusal(page.hands.pass_tile("1-0", "blue", 0.2)) == "Not here: gates. Add it to table.toml."
        page.close()


async def refusal(deed: Awaitable[None]) -> str | None:
    try:
        await deed
    except RefusedError as refused:
        return sentence(refused.text, "en")
    return None


NOTHING = "That has no effect at this moment."
NOT_NOTICED = "The table did not notice that: a device is lost, or it was too short."


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
@pytest.mark.parametrize("control", ["yes:blue", "no:blue", "yes:yellow", "no:yellow"])
@pytest.mark.parametrize("long", [False, True])
async def test_a_button_before_a_game_says_that_it_has_no_effect(
    tmp_path: Path, game: str, control: str, *, long: bool
) -> None:
    async with playing(tmp_path, castles=2, game=game) as play:
        page = PageService(play.table, play.twins)
        assert await refusal(page.hands.press(control, long=long)) == NOTHING
        page.close()


async def test_a_turn_at_the_menu_s_end_says_that_it_has_no_effect(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, play.twins)
        turns = [await refusal(page.hands.press("knob:left", long=False)) for _ in range(2)]
        assert turns == [None, NOTHING], "the first opens the menu"
        assert await refusal(page.hands.press("knob:right", long=False)) is None
        page.close()


async def test_a_press_that_the_game_takes_or_complains_of_says_no_more(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, play.twins)
        await play.begin()
        for castle in ("blue", "yellow"):
            assert await refusal(page.hands.press(f"yes:{castle}", long=False)) is None
        assert play.table.loop.seq == 2, "one of them was due"
        page.close()


async def test_a_piece_over_a_gate_that_counts_or_reads_nothing_is_told_so(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, play.twins)
        await play.begin()
        seen = page.table()
        assert seen is not None
        tile = seen["tiles"][0]
        assert await refusal(page.hands.pass_tile(tile["handle"], "blue", 0.25)) == NOTHING, "statues come first"
        play.twins.faults.switch("reader_deaf", "blue", on=True)
        await play.wait(2)
        assert await refusal(page.hands.pass_tile(tile["handle"], "blue", 0.25)) == NOT_NOTICED
        page.close()
