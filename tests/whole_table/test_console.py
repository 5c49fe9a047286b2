"""The console's knob and its menu, and the call for staff: whole games without any page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from controller.games.contract.effects import ChoiceScreen, Complain, TextScreen
from controller.games.contract.inputs import ButtonPressed, Input
from controller.games.contract.values import CastleId, Text
from controller.games.naming import translate_text
from controller.games.requests import CorrectGame, NewGame
from controller.house import ScenePace
from controller.play.menu import MenuAction
from controller.play.page_service import PageService, public_view
from controller.play.stickers import CENSUS
from controller.service.fleet.table_state import build_table_state
from controller.show.console_screens import NEW_GAME_QUESTION, PageAddress, QrCodeScreen, go_back_question
from hw.castle_link.twin import MakeBoard
from hw.values import ReaderId
from tests.support.castle_boards import maker
from tests.support.playing import Playing, playing, shows
from tests.support.soak import SOAK
from tests.whole_table.obedient import Obedient


def menu_is_open(play: Playing) -> bool:
    return play.table.console.own_screen() is not None


async def test_holding_the_knob_pauses_the_hourglass_until_the_menu_is_left(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(5)
    await play.press(1.2)
    assert menu_is_open(play)
    left_s = play.table.hourglass.remaining_s()
    await play.wait(300)
    await play.pass_tile("blue", "t20")
    assert menu_is_open(play)
    assert play.table.hourglass.remaining_s() == left_s
    assert play.state.phase.name == "taxes"
    assert play.state.players[0].castle == 0
    assert "paused" in play.complaints["blue"]
    await play.choose(MenuAction.CONTINUE)
    assert play.complaints == {}
    await play.wait(left_s - 0.5)
    assert play.table.loop.current_waiting().step == "rob"
    await play.wait(1)
    assert play.table.loop.current_waiting().step == "confirm"


async def test_turning_opens_the_menu_if_unused_but_not_over_the_hourglass(play: Playing) -> None:
    await play.begin()
    await play.turn(1)
    assert menu_is_open(play)
    await play.choose(MenuAction.CONTINUE)
    await play.press()
    await play.press()
    await play.press()
    await play.until_shown()
    for n in range(6):
        await play.pass_tile(play.state.table.colors[n % 2], f"t{n + 1:02}")
    await play.press()
    assert play.table.hourglass.is_running
    await play.turn(1)
    assert not menu_is_open(play)


async def test_an_untouched_menu_closes(play: Playing) -> None:
    await play.begin()
    await play.turn(1)
    await play.wait(29)
    assert menu_is_open(play)
    await play.wait(2)
    assert not menu_is_open(play)


async def test_the_menu_undoes_a_step_and_says_if_none_is_left(play: Playing) -> None:
    await play.begin()
    first = play.state.seat_to_act
    await play.press()
    assert play.state.seat_to_act != first
    for _ in range(2):
        await play.turn(1)
        await play.choose(MenuAction.UNDO)
    assert play.state.seat_to_act == first
    assert "undo" in play.complaints[None]


async def test_the_arrow_can_be_tried_without_any_game(play: Playing) -> None:
    await play.wait(30)
    assert play.twins.rotor is not None
    before = play.twins.rotor.half_steps_made
    await play.press()
    await play.choose(MenuAction.HOUSE)
    await play.choose(MenuAction.SPIN)
    await play.until_shown()
    assert play.twins.rotor.half_steps_made - before >= 4000
    assert play.table.loop.state is None


async def test_display_and_page_say_how_far_a_count_is_and_what_a_press_does(play: Playing) -> None:
    def says() -> str:
        return str(public_view(play.table, "en")["waiting_for"]["text"])

    def counted(done: int) -> TextScreen:
        line = Text("screen-census", {"done": done, "total": 39})
        return TextScreen(Text("screen-in-use"), (line, Text("screen-stickers-press")))

    play.table.console.set_page_address(PageAddress("http://192.168.0.9:8080/"))
    play.table.stickers.start(CENSUS)
    await play.wait(0.5)
    assert shows(play, counted(0))
    await play.pass_tile("blue", "t01", 0.5)
    await play.wait(1)
    assert shows(play, counted(1))
    assert says() == "In use. Pieces are counted: 1 of 39. Knob: menu. A game stops this."
    await play.press()
    assert menu_is_open(play)
    await play.choose(MenuAction.START)
    assert play.table.stickers.mode == ""
    assert "counted" not in says()


async def test_a_whole_game_is_played_by_console_buttons_and_gates_alone(play: Playing) -> None:
    await play.press()
    await play.choose(MenuAction.HOUSE)
    await play.choose(MenuAction.SETTING, "hourglass_s")
    await play.turn(-2)
    await play.press()
    await play.choose(MenuAction.BACK)
    await play.choose(MenuAction.CASTLES)
    await play.choose(MenuAction.TOGGLE, "purple")
    await play.choose(MenuAction.TOGGLE, "grey")
    await play.choose(MenuAction.BACK)
    await play.choose(MenuAction.START)
    await Obedient(play, Random(2)).play_to_the_end()
    assert play.state.phase.name == "over"
    await play.until_shown()
    origins = {entry.origin.split(":")[0] for entry in play.journal.entries(1)}
    assert {"knob", "yes", "gate", "hourglass"} <= origins <= {"knob", "yes", "no", "gate", "hourglass"}
    play.table.console.set_page_address(PageAddress("http://192.168.0.9:8080/"))
    await play.press()
    await play.choose(MenuAction.PICTURE)
    code = QrCodeScreen("http://192.168.0.9:8080/course.png", Text("picture-scan"))
    assert play.table.console.own_screen() == code, "a phone reads where the picture of the game is"
    page = PageService(play.table, play.twins)
    game = await page.viewing.find_finished_game(0)
    assert game is not None
    assert game.game_id == page.game_id
    assert (await page.viewing.course_png(game, "en") or b"").startswith(b"\x89PNG")
    page.close()
    await play.press()
    await play.choose(MenuAction.NEW_GAME)
    await play.choose(MenuAction.START)
    assert play.state.phase.name == "first_statues"
    assert [game.game_id for game in play.journal.games()] == [1, 2]


class GoesBack(Obedient):
    """Players who now and then correct the round from the console's menu."""

    async def before_each_step(self) -> None:
        if self.steps and self.moods.random() < 0.03:
            await self.play.table.loop.submit(CorrectGame(None, by_hand=True), "knob")


@pytest.mark.parametrize("scenes", ["knob", "pause", "at_once"])
async def test_a_press_reaches_a_step_only_while_the_display_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenes: ScenePace
) -> None:
    async with playing(tmp_path, castles=2, scenes=scenes) as play:
        loop, display, effects = play.table.loop, play.table.display, play.table.effects
        pressed: list[tuple[object, object]] = []
        put_input = loop.put_input

        def see(input_: Input) -> None:
            if isinstance(input_, ButtonPressed) and effects.current_complaint() is None:
                pressed.append((display.screen_and_next_change()[0], loop.current_waiting().screen))
            put_input(input_)

        monkeypatch.setattr(loop, "put_input", see)
        await play.begin()
        players = GoesBack(play, Random(4), mistakes=0.05)
        await players.play_to_the_end()
        assert len(pressed) > 40
        assert [(shown, step) for shown, step in pressed if shown != step] == []


async def test_another_game_is_begun_only_after_a_question_and_keeps_this_one(play: Playing) -> None:
    await play.begin(players=3)
    for answer_held_s, games in ((1.2, [1]), (0.1, [1, 2])):
        await play.turn(1)
        await play.choose(MenuAction.NEW_GAME)
        await play.choose(MenuAction.START)
        assert shows(play, NEW_GAME_QUESTION)
        assert [game.game_id for game in play.journal.games()] == [1]
        await play.press(answer_held_s)
        assert [game.game_id for game in play.journal.games()] == games
    assert [game.game_id for game in play.table.loop.journal_queue.parked_games] == [1]


async def test_going_back_says_first_how_far_and_to_which_step(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(21)
    await play.press()
    await play.until_shown()
    seq = play.table.loop.seq
    await play.turn(1)
    await play.choose(MenuAction.GO_BACK)
    question = go_back_question(1, 1, Text("do-count"))
    assert [translate_text(text, "en") for text in (question.title, question.lines[0])] == [
        "Back to round 1?",
        "One step back (the count)",
    ]
    assert shows(play, question)
    await play.turn(1)
    assert shows(play, question)
    await play.press(1.2)
    assert play.table.loop.seq == seq
    await play.turn(1)
    await play.choose(MenuAction.GO_BACK)
    await play.press()
    assert (play.table.loop.seq, play.table.loop.current_waiting().step) == (seq + 1, "confirm")


async def test_what_the_menu_asks_comes_before_a_scene_and_bots_wait(tmp_path: Path) -> None:
    async with playing(tmp_path, scenes="knob") as play:
        await play.to_the_taxes()
        await play.wait(21)
        await play.press()
        await play.wait(1)
        scene = play.table.effects.scene
        assert scene is not None
        await play.turn(1)
        await play.choose(MenuAction.GO_BACK)
        assert shows(play, go_back_question(1, 1, Text("do-count")))
        assert play.table.console.is_menu_open
        seq = play.table.loop.seq
        await play.press()
        assert (play.table.loop.seq, play.table.loop.current_waiting().step) == (seq + 1, "confirm")


def says(key: str) -> TextScreen:
    return TextScreen(Text("call-title"), (Text(key),))


@asynccontextmanager
async def in_a_room(folder: Path, make_board: MakeBoard | None = None) -> AsyncIterator[Playing]:
    async with playing(folder, make_board=make_board) as play:
        with play.table.help_call.offer_call():
            yield play


async def call(play: Playing) -> None:
    await play.turn(1)
    await play.choose(MenuAction.CALL)


async def test_a_call_for_staff_lasts_until_it_is_cancelled(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as play:
        assert not build_table_state(play.table).help
        await play.begin(players=2)
        await call(play)
        assert build_table_state(play.table).help
        assert shows(play, says("call-called"))
        await play.until_shown()
        await call(play)
        assert not build_table_state(play.table).help
        assert shows(play, says("call-taken-back"))


async def test_an_answered_call_is_shown_and_ended(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as play:
        await play.begin(players=2)
        await call(play)
        await play.until_shown()
        play.table.help_call.answer_by_staff()
        await play.wait(0.5)
        assert shows(play, says("call-answered"))
        assert not build_table_state(play.table).help
        await play.until_shown()
        play.table.help_call.answer_by_staff()  # once more, as when it was asked twice
        await play.wait(0.5)
        assert not shows(play, says("call-answered"))


async def test_a_room_gets_the_colours_of_tudors_figures_at_other_castles(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=4, game="tudor") as play:
        castles = [CastleId(each) for each in ("blue", "yellow", "purple", "grey")]
        await play.table.loop.submit(NewGame(castles), "test")
        found = build_table_state(play.table).standings
    assert [each.color for each in found] == ["blue", "yellow", "red", "green"]


async def test_without_a_room_the_menu_offers_no_call(play: Playing) -> None:
    await play.begin(players=2)
    await play.turn(1)
    assert Text("menu-call") not in play.menu_texts


async def hold(play: Playing, castle: str, yes_s: float, no_s: float, apart_s: float = 0.0) -> None:
    """Two fingers on the buttons of a castle, for so long each, the second one a moment later."""

    async def no() -> None:
        await play.wait(apart_s)
        await panel.no.press(no_s)

    panel = play.twins.panels[ReaderId(castle)]
    await asyncio.gather(panel.yes.press(yes_s), no())
    await play.wait(1)


BOARDS = [None, "cpython", *(["micropython"] if SOAK else [])]


@pytest.mark.parametrize("board", BOARDS, ids=["on the Pi", *map(str, BOARDS[1:])])
async def test_holding_both_buttons_for_two_seconds_calls_staff_and_cancels(tmp_path: Path, board: str | None) -> None:
    async with in_a_room(tmp_path, None if board is None else maker(board)) as play:
        await play.begin(players=2)
        await play.wait(2)
        before = play.state
        await hold(play, "blue", 1.6, 1.6)
        await hold(play, "blue", 2.5, 1.2)
        assert not build_table_state(play.table).help
        await hold(play, "yellow", 2.5, 2.3, apart_s=0.2)
        assert build_table_state(play.table).help
        assert shows(play, says("call-called"))
        await play.until_shown()
        await hold(play, "blue", 2.5, 2.5)
        assert not build_table_state(play.table).help
        assert play.state == before


async def test_an_open_menu_follows_a_call_by_buttons_and_its_answer(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as play:

        def offers(key: str) -> bool:
            shown = play.table.console.own_screen()
            return isinstance(shown, ChoiceScreen) and Text(key) in shown.entries

        await play.begin(players=2)
        await play.wait(2)
        await play.turn(1)
        assert offers("menu-call")
        await hold(play, "blue", 2.5, 2.5)
        assert offers("menu-call-no-more")
        play.table.help_call.answer_by_staff()
        assert offers("menu-call")


async def test_turning_past_the_end_of_the_menu_is_no_mistake(play: Playing) -> None:
    ignored: list[object] = []
    play.table.loop.ignored.connect(ignored.append)
    await play.begin()
    await play.turn(1)
    await play.turn(30)
    await play.turn(1)
    assert ignored == []


async def test_a_complaint_is_gone_once_the_menu_is_used(play: Playing) -> None:
    await play.begin()
    await play.press()
    await play.turn(1)
    await play.choose(MenuAction.SHUT_DOWN)
    play.table.loop.show_effects((Complain(None, Text("complaint-busy")),))
    await play.turn(-1)
    assert play.complaints == {}
    assert isinstance(play.table.display.screen_and_next_change()[0], ChoiceScreen)
