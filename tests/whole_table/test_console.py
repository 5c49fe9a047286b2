"""The console's knob and its menu: whole games without any page."""

from random import Random

from controller.games.contract.values import Text
from controller.play.menu import MenuAction
from controller.play.page_service import PageService
from controller.show.console_screens import CodeScreen, PageAddress
from tests.whole_table.obedient import Obedient
from tests.whole_table.playing import Playing


def menu_is_open(play: Playing) -> bool:
    return play.table.console.screen() is not None


async def test_the_knob_sets_up_and_starts_a_game(play: Playing) -> None:
    await play.press()
    assert menu_is_open(play)
    await play.choose(MenuAction.CHOOSE, "variant")
    await play.choose(MenuAction.CASTLES)
    await play.choose(MenuAction.TOGGLE, "grey")
    await play.choose(MenuAction.BACK)
    await play.choose(MenuAction.START)
    assert play.state.table.colors == ("blue", "yellow", "purple")
    assert play.state.table.variant == "gambler"
    assert not menu_is_open(play)
    assert [entry.origin for entry in play.journal.entries(1)] == ["knob"]


async def test_holding_the_knob_pauses_the_hourglass_until_the_menu_is_left(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(5)
    await play.press(1.2)
    assert menu_is_open(play)
    left_s = play.table.hourglass.left_s()
    await play.wait(300)
    await play.pass_tile("blue", "t20")
    assert menu_is_open(play)
    assert play.table.hourglass.left_s() == left_s
    assert play.state.phase.name == "taxes"
    assert play.state.players[0].castle == 0
    assert "paused" in play.complaints["blue"]
    await play.choose(MenuAction.CONTINUE)
    await play.wait(left_s - 0.5)
    assert play.table.loop.waiting().step == "rob"
    await play.wait(1)
    assert play.table.loop.waiting().step == "confirm"


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
    first = play.state.to_act
    await play.press()
    assert play.state.to_act != first
    for _ in range(2):
        await play.turn(1)
        await play.choose(MenuAction.UNDO)
    assert play.state.to_act == first
    assert "undo" in play.complaints[None]


async def test_the_hourglass_takes_as_long_as_the_menu_says(play: Playing) -> None:
    await play.press()
    await play.choose(MenuAction.HOUSE)
    await play.choose(MenuAction.SETTING, "hourglass_s")
    await play.turn(-1)
    await play.press()
    await play.choose(MenuAction.BACK)
    await play.choose(MenuAction.START)
    assert play.table.hourglass.total_s == 15


async def test_the_arrow_can_be_tried_without_any_game(play: Playing) -> None:
    await play.wait(30)
    assert play.twins.rotor is not None
    before = play.twins.rotor.half_steps
    await play.press()
    await play.choose(MenuAction.HOUSE)
    await play.choose(MenuAction.SPIN)
    await play.until_shown()
    assert play.twins.rotor.half_steps - before >= 4000
    assert play.table.loop.state is None


async def test_only_a_long_press_shuts_the_table_down(play: Playing) -> None:
    await play.press()
    await play.choose(MenuAction.SHUT_DOWN)
    assert not play.table.console.shut_down.is_set()
    await play.choose(MenuAction.SHUT_DOWN, held_s=1.2)
    assert play.table.console.shut_down.is_set()


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
    code = CodeScreen("http://192.168.0.9:8080/course.png", Text("picture-scan"))
    assert play.table.console.screen() == code, "a phone reads where the picture of the game is"
    octets = await PageService(play.table, play.twins).course_png("en")
    assert octets is not None
    assert octets.startswith(b"\x89PNG")
    await play.press()
    await play.choose(MenuAction.NEW_GAME)
    await play.choose(MenuAction.START)
    assert play.state.phase.name == "first_statues"
    assert [game.game_id for game in play.journal.games()] == [1, 2]
