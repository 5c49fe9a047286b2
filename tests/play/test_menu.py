"""The console's menu as a state machine: what each turn and press leads to."""

from dataclasses import replace

import pytest

from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Choice
from controller.games.contract.texts import Text
from controller.play.menu import (
    Begin,
    Does,
    Entry,
    Menu,
    MenuPage,
    MenuSettings,
    Order,
    Parked,
    TakeUpParked,
    entries,
    opened,
    pressed,
    screen,
    turned,
)
from controller.show.console_screens import InfoScreen

CASTLES = tuple(CastleId(color) for color in ("blue", "yellow", "purple", "grey"))
SETTINGS = MenuSettings(
    castles=CASTLES,
    playing=frozenset(CASTLES),
    choices=(Choice("variant", ("classic", "gambler")),),
    options={"variant": "classic"},
    hourglass_s=20,
    seats=range(2, 5),
)


def setup() -> Menu:
    return opened(SETTINGS, game_on=False, over=False)


def at(menu: Menu, does: Does, of: str = "") -> Menu:
    """The knob is turned to an entry."""
    return turned(menu, entries(menu).index(Entry(does, of)) - menu.at)


def press(
    menu: Menu, does: Does, of: str = "", *, long: bool = False
) -> tuple[Menu | None, Begin | TakeUpParked | Order | None]:
    return pressed(at(menu, does, of), long=long)


def open_after(menu: Menu, does: Does, of: str = "") -> Menu:
    """The menu after a press that leaves it open and orders nothing."""
    after, order = press(menu, does, of)
    assert order is None
    assert after is not None
    return after


def test_two_presses_begin_a_game_of_all_castles() -> None:
    assert pressed(setup(), long=False) == (None, Begin(CASTLES, {"variant": "classic"}))


def test_castles_rest_and_the_others_play_in_the_table_s_order() -> None:
    castles = open_after(setup(), Does.CASTLES)
    back = open_after(open_after(castles, Does.TOGGLE, "yellow"), Does.BACK)
    assert entries(back)[back.at] == Entry(Does.CASTLES)
    _, order = press(back, Does.START)
    assert order == Begin((CastleId("blue"), CastleId("purple"), CastleId("grey")), {"variant": "classic"})


def test_one_castle_alone_cannot_be_left() -> None:
    menu = replace(open_after(setup(), Does.CASTLES), settings=replace(SETTINGS, playing=frozenset(CASTLES[:2])))
    assert press(menu, Does.TOGGLE, "blue") == (at(menu, Does.TOGGLE, "blue"), Order.TOO_FEW)


def test_no_more_play_than_the_game_has_seats() -> None:
    settings = replace(SETTINGS, playing=frozenset(CASTLES[:3]), seats=range(2, 4))
    menu = replace(open_after(setup(), Does.CASTLES), settings=settings)
    assert press(menu, Does.TOGGLE, "grey") == (at(menu, Does.TOGGLE, "grey"), Order.TOO_MANY)


def test_a_press_takes_the_next_value_of_a_choice_and_comes_round() -> None:
    once = open_after(setup(), Does.CHOOSE, "variant")
    assert once.settings.options == {"variant": "gambler"}
    assert open_after(once, Does.CHOOSE, "variant").settings.options == {"variant": "classic"}


@pytest.mark.parametrize(("steps", "seconds"), [(1, 25), (-1, 15), (-9, 10), (99, 60)])
def test_the_hourglass_is_set_by_turning_between_two_presses(steps: int, seconds: int) -> None:
    editing = open_after(open_after(setup(), Does.HOUSE), Does.HOURGLASS)
    done, _ = pressed(turned(editing, steps), long=False)
    assert done is not None
    assert done.settings.hourglass_s == seconds
    assert not done.editing
    assert turned(done, 1).at == done.at + 1  # turning moves again


def test_turning_stops_at_the_ends() -> None:
    assert turned(setup(), -3).at == 0
    assert turned(setup(), 99).at == len(entries(setup())) - 1


def test_only_a_long_press_shuts_down() -> None:
    assert press(setup(), Does.SHUT_DOWN) == (at(setup(), Does.SHUT_DOWN), None)
    assert press(setup(), Does.SHUT_DOWN, long=True) == (None, Order.SHUT_DOWN)


def test_in_a_game_the_first_entry_goes_on_and_others_undo_or_set_up_another_one() -> None:
    pause = opened(SETTINGS, game_on=True, over=False)
    assert pressed(pause, long=False) == (None, None)
    assert press(pause, Does.UNDO) == (None, Order.UNDO)
    another = open_after(pause, Does.NEW_GAME)
    assert another.page is MenuPage.SETUP
    assert open_after(another, Does.BACK).page is MenuPage.PAUSE


def test_after_a_game_the_menu_opens_on_a_new_one() -> None:
    after = opened(SETTINGS, game_on=True, over=True)
    assert entries(after)[after.at].does is Does.NEW_GAME


def test_before_any_game_there_is_nothing_to_go_back_to() -> None:
    assert Entry(Does.BACK) not in entries(setup())


def in_the_house(*, game_on: bool = False) -> Menu:
    return open_after(opened(SETTINGS, game_on=game_on, over=False), Does.HOUSE)


def test_a_press_takes_the_next_language_and_lets_the_buzzer_be_quiet() -> None:
    german = open_after(in_the_house(), Does.LANGUAGE)
    assert german.settings.language == "de"
    assert open_after(open_after(german, Does.LANGUAGE), Does.LANGUAGE).settings.language == "en"
    assert open_after(german, Does.SOUND).settings.silent


@pytest.mark.parametrize("game_on", [False, True])
def test_the_settings_of_the_table_go_back_to_where_they_were_opened(*, game_on: bool) -> None:
    back = open_after(in_the_house(game_on=game_on), Does.BACK)
    assert back.page is (MenuPage.PAUSE if game_on else MenuPage.SETUP)
    assert entries(back)[back.at] == Entry(Does.HOUSE)


@pytest.mark.parametrize("does", [Does.ADDRESS, Does.CHECK])
def test_a_sheet_is_left_by_a_press_or_a_turn(does: Does) -> None:
    sheet = open_after(in_the_house(), does)
    assert screen(sheet) is InfoScreen[does.name]
    assert pressed(sheet, long=False) == (replace(sheet, sheet=None), None)
    assert turned(sheet, 1) == replace(sheet, sheet=None)


def test_a_frame_that_is_not_whole_leads_to_what_to_do() -> None:
    wrong, _ = pressed(open_after(in_the_house(), Does.CHECK), long=True)
    assert wrong is not None
    assert screen(wrong) is InfoScreen.WRONG_CHIP


def test_parked_games_are_listed_where_a_game_is_set_up_and_a_press_goes_on_with_one() -> None:
    menu = opened(SETTINGS, game_on=False, over=False, parked=(Parked(7, Text("one")), Parked(4, Text("other"))))
    listed = open_after(menu, Does.PARKED)
    assert entries(listed) == (Entry(Does.TAKE_UP, "7"), Entry(Does.TAKE_UP, "4"), Entry(Does.BACK))
    assert press(listed, Does.TAKE_UP, "4") == (None, TakeUpParked(4))
    assert entries(open_after(listed, Does.BACK)) == entries(menu)


def test_without_parked_games_there_is_no_list() -> None:
    assert Entry(Does.PARKED) not in entries(setup())
