"""Bots of a simulated table: the devices they need, and resuming after a stop."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

import pytest
from msgspec.structs import replace

from controller import limits
from controller.config.schema import CastleSection, TableConfig
from controller.games.contract.inputs import Devices, Think
from controller.games.contract.values import CastleId, RefusedError
from controller.games.naming import translate_text
from controller.games.requests import NewGame, NotAvailableAtTable, ParkAndResume
from controller.games.tudor.game import Tudor
from controller.play.bots.bot_hands import BotHands
from controller.play.bots.seating import BotSeats
from controller.play.bots.thinking import Thinker
from controller.play.page_service import PageService
from tests.support.playing import Playing, playing
from tests.support.soak import sample

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
async def test_bots_that_lack_a_device_do_not_start(tmp_path: Path, lacking: Without, game: str) -> None:
    async with playing(tmp_path, castles=2, game=game, settings_of=lacking) as play:
        page = PageService(play.table, play.twins)
        with pytest.raises(RefusedError) as refused:
            await page.submit(BOTS, "page", "en")
        message = translate_text(refused.value.text, "en")
        assert f"need more than this table has: {LACKING[lacking]}. Let people play" in message
        assert play.table.loop.state is None
        await page.submit(NewGame([BLUE, YELLOW]), "page", "en")  # people have the page
        assert play.table.loop.is_playing
        page.close()


async def test_a_game_names_the_devices_of_its_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tudor, "devices", Devices(uses=frozenset(), for_bots=frozenset({"gates"})))
    async with playing(tmp_path, castles=2, game="tudor", settings_of=without_knob) as play:
        page = PageService(play.table, play.twins)
        await page.submit(BOTS, "page", "en")
        assert play.table.loop.is_playing
        page.close()


async def test_bots_that_cannot_resume_after_a_restart_are_reported(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        await play.begin()
        BotSeats(tmp_path / "bots").save(play.table.loop.on_table.draws.salt_hash, {BLUE: "", YELLOW: ""})
    async with playing(tmp_path, castles=2, settings_of=without_knob) as play:
        page = PageService(play.table, play.twins, tmp_path / "bots")
        page.bots.resume()
        message = {each.name: each.fault for each in play.table.health}["bots program"]
        assert message is not None
        assert message.startswith("Bots of Tumult Royale use knob, ")
        page.close()


def bare(settings: TableConfig) -> TableConfig:
    return replace(without_both(settings), spinner=None, oled=None)


@pytest.mark.parametrize(
    ("control", "device"),
    [
        ("knob", "the knob"),
        ("knob:left", "the knob"),
        ("yes:blue", "yes and no buttons at each castle"),
        ("no:blue", "yes and no buttons at each castle"),
    ],
)
async def test_a_press_of_an_absent_control_names_it(tmp_path: Path, control: str, device: str) -> None:
    async with playing(tmp_path, castles=2, settings_of=bare) as play:
        page = PageService(play.table, play.twins)
        assert (
            await refusal(page.simulated_hands.operate_control(control, long=False))
            == f"This table does not have {device}."
        )
        page.close()


async def test_a_piece_at_an_absent_gate_names_it(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, settings_of=bare) as play:
        page = PageService(play.table, play.twins)
        assert await refusal(page.simulated_hands.pass_tile("1-0", "blue", 0.2)) == "This table does not have gates."
        page.close()


async def refusal(deed: Awaitable[None]) -> str | None:
    try:
        await deed
    except RefusedError as refused:
        return translate_text(refused.text, "en")
    return None


NOTHING = "That does nothing right now."
NOT_NOTICED = "The table did not notice that. Try again, a little longer."


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
async def test_a_button_before_a_game_says_that_it_has_no_effect(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, castles=2, game=game) as play:
        page = PageService(play.table, play.twins)
        for control in ("yes:blue", "no:blue", "yes:yellow", "no:yellow"):
            for long in (False, True):
                assert await refusal(page.simulated_hands.operate_control(control, long=long)) == NOTHING
        page.close()


async def test_a_turn_at_the_menu_s_end_is_no_fault(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, play.twins)
        turns = [await refusal(page.simulated_hands.operate_control("knob:left", long=False)) for _ in range(2)]
        assert turns == [None, None], "the first opens the menu"
        assert await refusal(page.simulated_hands.operate_control("knob:right", long=False)) is None
        page.close()


async def test_a_press_with_an_effect_or_a_complaint_has_no_other_error(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, play.twins)
        await play.begin()
        for castle in ("blue", "yellow"):
            assert await refusal(page.simulated_hands.operate_control(f"yes:{castle}", long=False)) is None
        assert play.table.loop.seq == 2, "one of them was due"
        page.close()


async def test_a_piece_at_a_gate_without_effect_gets_an_error(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, play.twins)
        await play.begin()
        seen = page.simulated_table_view()
        assert seen is not None
        tile = seen["tiles"][0]
        assert (
            await refusal(page.simulated_hands.pass_tile(tile["handle"], "blue", 0.25))
            == f"{NOTHING} What is due: Yellow: first statue"
        ), "statues come first"
        play.twins.faults.switch("reader_deaf", "blue", on=True)
        await play.wait(2)
        assert await refusal(page.simulated_hands.pass_tile(tile["handle"], "blue", 0.25)) == NOT_NOTICED
        page.close()


BLUE, YELLOW = CastleId("blue"), CastleId("yellow")
KEPT = "table.bots.json"


@asynccontextmanager
async def started(folder: Path) -> AsyncIterator[tuple[Playing, PageService]]:
    async with playing(folder, arrow=False) as play:
        page = PageService(play.table, play.twins, folder / KEPT)
        page.bots.resume()
        yield play, page
        page.close()


async def begin(page: PageService, *bots: CastleId) -> None:
    await page.submit(NewGame([BLUE, YELLOW], {"map": "tracked"}, bots=bots), "page", "en")


async def until_it_waits_for(play: Playing, step: str) -> None:
    for _ in range(2000):
        if play.table.loop.current_waiting().step == step:
            return
        await play.wait(0.1)
    raise AssertionError(play.table.loop.current_waiting().step)


@pytest.mark.parametrize("step", sample(["place_first", "rob", "build", "spin", "set_aside", "collect", "confirm"], 3))
async def test_a_game_of_bots_alone_resumes_by_itself_after_any_stop(tmp_path: Path, step: str) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, step)
        stopped = play.table.loop.seq
    async with started(tmp_path) as (play, _):
        assert play.table.loop.seq >= stopped
        for _ in range(600):
            await play.wait(1)
            if play.state.round > 1:
                break
        assert play.state.round == 2


@pytest.fixture
def late() -> bool:
    return False


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch, *, late: bool) -> list[Think]:
    """What bots think about, in this process; without an answer if it would be ``late``."""
    thoughts = list[Think]()

    async def think(_: Thinker, thought: Think) -> None:
        thoughts.append(thought)
        thought.answer(None if late else thought.work(lambda: False))

    monkeypatch.setattr(Thinker, "think", think)
    return thoughts


@pytest.mark.parametrize("late", [False, True])
async def test_a_bot_with_a_level_looks_ahead_before_it_builds(tmp_path: Path, thoughts: list[Think]) -> None:
    """Also after a restart; if the process is late, it builds as the others do."""
    async with started(tmp_path) as (play, page):
        levels = {YELLOW: "easy"}
        await page.submit(NewGame([BLUE, YELLOW], {"map": "tracked"}, bots=[BLUE, YELLOW], levels=levels), "page", "en")
        await until_it_waits_for(play, "spin")
        assert len(thoughts) == 1, "yellow's first statue"
    async with started(tmp_path) as (play, _):
        built_with = None
        for _ in range(3000):  # in a round without tiles it has nothing to think about
            await play.wait(1)
            if len(thoughts) > 1:
                built_with = built_with or play.table.loop.seq
                if play.table.loop.seq > built_with:
                    return
        raise AssertionError(f"{len(thoughts)} thoughts until round {play.state.round}")


async def test_a_bot_of_tudor_looks_ahead_in_its_turns(tmp_path: Path, thoughts: list[Think]) -> None:
    async with playing(tmp_path, castles=2, game="tudor") as play:
        page = PageService(play.table, play.twins)
        await page.submit(NewGame([BLUE, YELLOW], bots=[BLUE, YELLOW], levels={BLUE: "hard"}), "page", "en")
        for _ in range(100):
            await play.wait(10)
            if Tudor().round_of(play.table.loop.state) == 2:
                break
        assert Tudor().round_of(play.table.loop.state) == 2
        assert len(thoughts) > 2
        page.close()


@pytest.mark.parametrize(
    ("game", "levels", "message"),
    [
        (
            "tumult_royale",
            {BLUE: "grand"},
            "for .blue., expected a bot.s level: easy, normal, hard",
        ),
        ("tumult_royale", {YELLOW: "easy"}, "saw the level 'easy' for 'yellow', expected a bot's level"),
        ("tudor", {YELLOW: "easy"}, "saw the level 'easy' for 'yellow', expected a bot's level"),
    ],
)
async def test_levels_that_do_not_fit_are_refused(
    tmp_path: Path, game: str, levels: dict[CastleId, str], message: str
) -> None:
    async with playing(tmp_path, castles=2, game=game) as play:
        page = PageService(play.table, play.twins)
        with pytest.raises(NotAvailableAtTable, match=message):
            await page.submit(NewGame([BLUE, YELLOW], bots=[BLUE], levels=levels), "page", "en")
        page.close()


async def test_a_game_without_levels_refuses_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Tudor, "levels")
    async with playing(tmp_path, castles=2, game="tudor") as play:
        page = PageService(play.table, play.twins)
        with pytest.raises(NotAvailableAtTable, match="expected a bot's level: this game has none"):
            await page.submit(NewGame([BLUE, YELLOW], bots=[BLUE], levels={BLUE: "easy"}), "page", "en")
        page.close()


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
async def test_the_page_offers_the_levels_in_its_language(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, castles=2, game=game) as play:
        page = PageService(play.table, play.twins)
        offered = page.playable_game_view(game, "de")["levels"]
        assert offered == {"easy": "leicht", "normal": "mittel", "hard": "schwer"}
        page.close()


async def test_in_a_game_with_people_they_restart_the_hourglass(tmp_path: Path) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, "rob")
        king = CastleId(play.state.color(play.state.king))
        BotSeats(tmp_path / KEPT).save(
            play.table.loop.on_table.draws.salt_hash, {king: ""}
        )  # the other one is a person's
    async with started(tmp_path) as (play, _):
        await play.wait(60)
        assert play.table.loop.current_waiting().step == "turn_over"
        assert play.table.loop.answer_or_start_hourglass(yes=True)
        before = play.table.loop.seq
        await play.wait(30)
        assert play.table.loop.seq > before


async def test_people_see_how_long_a_bot_king_waits_until_it_starts_the_hourglass(tmp_path: Path) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, "collect")
        king = CastleId(play.state.color(play.state.king))
        BotSeats(tmp_path / KEPT).save(play.table.loop.on_table.draws.salt_hash, {king: ""})
    async with started(tmp_path) as (play, page):
        while (countdown := page.view("en")["countdown"]) is None:  # first the console shows what a restart changed
            await play.wait(0.2)
        assert countdown["total_s"] == 10
        assert 9 < countdown["left_s"] <= 10
        await play.wait(countdown["left_s"] - 0.5)
        assert play.table.loop.current_waiting().step == "collect"
        await play.wait(3)
        assert play.table.loop.current_waiting().step == "rob"
        assert page.view("en")["countdown"] is None


async def test_bots_resume_in_their_parked_game_and_in_no_other(tmp_path: Path) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, "set_aside")
        await begin(page)
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)
        await page.submit(ParkAndResume(1), "page", "en")
        before = play.table.loop.seq
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq > before) == (1, True)
        await page.submit(ParkAndResume(2), "page", "en")
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)


@pytest.mark.parametrize("data", [b"", b"[]", b'{"a": [1]}', b'{"a": ' + b"[" * 5000, b"\xff"])
def test_an_unreadable_file_of_bots_has_none_and_is_replaced(tmp_path: Path, data: bytes) -> None:
    (tmp_path / KEPT).write_bytes(data)
    seats = BotSeats(tmp_path / KEPT)
    assert seats.load("a") == {}
    seats.save("b", {BLUE: "hard"})
    assert BotSeats(tmp_path / KEPT).load("b") == {"blue": "hard"}


def test_the_newest_games_are_kept_and_they_fit_the_file(tmp_path: Path) -> None:
    seats = BotSeats(tmp_path / KEPT)
    castles = {CastleId(color): "normal" for color in ("blue", "yellow", "purple", "grey", "green", "orange")}
    names = [f"{number:064x}" for number in range(limits.BOT_GAMES_REMEMBERED + 1)]
    for name in names:
        seats.save(name, castles)
    assert (tmp_path / KEPT).stat().st_size < 65_536
    assert seats.load(names[0]) == {}
    assert seats.load(names[1]) == seats.load(names[-1]) == castles


def test_bots_play_until_the_end_if_their_file_cannot_be_written(tmp_path: Path) -> None:
    seats = BotSeats(tmp_path / "nowhere" / KEPT)
    seats.save("a", {BLUE: ""})
    assert seats.load("a") == {}


async def test_bots_play_no_further_than_a_newcomer_has_read(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, gates=False) as play:
        page, loop = PageService(play.table, play.twins), play.table.loop
        hands = page.simulated_hands
        await page.submit(NewGame([BLUE, YELLOW], bots=[BLUE, YELLOW]), "page", "en")
        for read in (1, 2):
            hands.set_newcomer_seq(read)
            await play.wait(20)
            assert loop.seq == read + 1
        hands.set_newcomer_seq(1)
        await play.wait(20)
        assert loop.seq == 3
        hands.set_newcomer_seq(None)
        await play.wait(20)
        assert loop.seq > 3
        page.close()


async def test_bots_play_on_five_minutes_after_a_newcomer_closed_the_page(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, gates=False) as play:
        page, loop = PageService(play.table, play.twins), play.table.loop
        await page.submit(NewGame([BLUE, YELLOW], bots=[BLUE, YELLOW]), "page", "en")
        page.simulated_hands.set_newcomer_seq(1)
        await play.wait(290)
        assert loop.seq == 2
        await play.wait(30)
        assert loop.seq > 3
        page.close()


async def test_a_bot_leaves_an_open_menu_alone_until_it_closes(tmp_path: Path) -> None:
    """A menu that people forget closes by itself, and the bot goes on."""
    async with playing(tmp_path, castles=2, game="tudor") as play:
        page, console = PageService(play.table, play.twins), play.table.console
        await page.submit(NewGame([BLUE, YELLOW], bots=[BLUE, YELLOW]), "page", "en")
        for step in ("assignment", "actions"):
            await until_it_waits_for(play, step)
            assert play.twins.knob is not None
            async with play.twins.knob.hand:  # a bot's press has ended
                await play.wait(0.1)
                console.open_menu_and_pause()
            await play.wait(2)  # a piece that is on its way arrives
            shown, seq = console.own_screen(), play.table.loop.seq
            assert shown is not None
            for _ in range(25):
                await play.wait(1)
                assert (console.own_screen(), play.table.loop.seq) == (shown, seq)
            while console.own_screen() is not None:
                await play.wait(0.1)
            await play.wait(0.9)
            assert play.table.loop.seq == seq, "people look at the table first"
            await play.wait(30)
            assert play.table.loop.seq > seq
        page.close()


async def test_half_of_a_tudor_bots_turns_take_eight_seconds_at_most(tmp_path: Path) -> None:
    castles = [BLUE, YELLOW, CastleId("purple"), CastleId("grey")]
    async with playing(tmp_path, castles=4, game="tudor") as play:
        loop, begun_s, latest = play.table.loop, list[float](), None

        def look() -> bool:
            nonlocal latest
            if (turn := loop.current_waiting().turn) != latest:
                latest = turn
                begun_s.append(play.table.clock.now_s())
            return len(begun_s) > 15

        assert (await loop.submit(NewGame(castles, {}, game="tudor"), "test")).refusal is None
        await BotHands(play.table, play.twins, Random(1), castles).play_until_over(look)
    assert median(end_s - start_s for start_s, end_s in pairwise(begun_s)) <= 8.0


async def test_only_a_lone_persons_hand_is_open_at_a_simulated_table(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, game="tudor") as play:
        page = PageService(play.table, play.twins)
        await page.submit(NewGame([BLUE, YELLOW]), "page", "en")
        assert page.open_seat is None
        page.bots.set_player(YELLOW, "")  # its person has left the table, knowing a hand
        assert page.open_seat is None
        await page.submit(BOTS, "page", "en")
        assert page.open_seat == YELLOW
        page.bots.set_player(BLUE, None)
        assert page.open_seat is None
        real = PageService(play.table, None)
        assert real.open_seat is None
        real.close()
        page.close()
