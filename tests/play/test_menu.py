"""The console's menu as a state machine of turns and presses."""

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import ChoiceScreen
from controller.games.contract.rules import Choice
from controller.games.contract.values import CastleId, Text
from controller.games.naming import translate_text
from controller.games.requests import NewGame
from controller.play.menu import (
    Menu,
    MenuAction,
    MenuEntry,
    MenuOrder,
    MenuPage,
    MenuSettings,
    OtherMenuOrder,
    ParkedGame,
    PlayableGame,
    menu_entries,
    menu_screen,
    open_menu,
    press_menu,
    turn_menu,
)
from controller.show.console_screens import InfoScreenKind
from controller.texts.translation import LANGUAGES

CASTLES = tuple(CastleId(color) for color in ("blue", "yellow", "purple", "grey"))
KINGS = PlayableGame("kings", "Kings", (Choice("variant", ("classic", "gambler")),), range(2, 5))
DUEL = PlayableGame("duel", "The Duel", (), range(2, 3), frozenset({"gates", "knob"}))
SETTINGS = MenuSettings(
    castles=CASTLES,
    playing=frozenset(CASTLES),
    games=(KINGS,),
    game=KINGS,
    options={"variant": "classic"},
)


def setup() -> Menu:
    return open_menu(SETTINGS, game_on=False, over=False)


def at(menu: Menu, does: MenuAction, of: str = "") -> Menu:
    return turn_menu(menu, menu_entries(menu).index(MenuEntry(does, of)) - menu.at)


def press_entry(
    menu: Menu, does: MenuAction, of: str = "", *, long: bool = False
) -> tuple[Menu | None, MenuOrder | None]:
    return press_menu(at(menu, does, of), long=long)


def open_after(menu: Menu, does: MenuAction, of: str = "") -> Menu:
    after, order = press_entry(menu, does, of)
    assert order is None
    assert after is not None
    return after


def test_two_presses_begin_a_game_of_all_castles() -> None:
    assert press_menu(setup(), long=False) == (None, NewGame(CASTLES, {"variant": "classic"}, game="kings"))


def test_castles_sit_out_and_the_others_play_in_the_table_s_order() -> None:
    castles = open_after(setup(), MenuAction.CASTLES)
    back = open_after(open_after(castles, MenuAction.TOGGLE, "yellow"), MenuAction.BACK)
    assert menu_entries(back)[back.at] == MenuEntry(MenuAction.CASTLES)
    _, order = press_entry(back, MenuAction.START)
    assert order == NewGame(
        (CastleId("blue"), CastleId("purple"), CastleId("grey")), {"variant": "classic"}, game="kings"
    )


def test_one_castle_alone_cannot_be_left() -> None:
    menu = replace(open_after(setup(), MenuAction.CASTLES), settings=replace(SETTINGS, playing=frozenset(CASTLES[:2])))
    assert press_entry(menu, MenuAction.TOGGLE, "blue") == (at(menu, MenuAction.TOGGLE, "blue"), OtherMenuOrder.TOO_FEW)


def test_no_more_play_than_the_game_has_seats() -> None:
    three = replace(KINGS, seats=range(2, 4))
    settings = replace(SETTINGS, playing=frozenset(CASTLES[:3]), games=(three,), game=three)
    menu = replace(open_after(setup(), MenuAction.CASTLES), settings=settings)
    assert press_entry(menu, MenuAction.TOGGLE, "grey") == (
        at(menu, MenuAction.TOGGLE, "grey"),
        OtherMenuOrder.TOO_MANY,
    )


def test_a_press_takes_the_next_value_of_a_choice_and_wraps_around() -> None:
    once = open_after(setup(), MenuAction.CHOOSE, "variant")
    assert once.settings.options == {"variant": "gambler"}
    assert open_after(once, MenuAction.CHOOSE, "variant").settings.options == {"variant": "classic"}


@pytest.mark.parametrize(("steps", "seconds"), [(1, 25), (-1, 15), (-9, 10), (99, 60)])
def test_the_hourglass_is_set_by_turning_between_two_presses(steps: int, seconds: int) -> None:
    editing = open_after(open_after(setup(), MenuAction.HOUSE), MenuAction.SETTING, "hourglass_s")
    done, _ = press_menu(turn_menu(editing, steps), long=False)
    assert done is not None
    assert done.settings.house.hourglass_s == seconds
    assert not done.is_editing
    assert turn_menu(done, 1).at == done.at + 1  # turning moves again


@pytest.mark.parametrize(("steps", "seconds"), [(1, 30), (-1, 0), (4, 120), (99, 600)])
def test_the_turn_timer_is_set_by_turning_if_the_game_has_turns(steps: int, seconds: int) -> None:
    house = open_after(open_menu(replace(SETTINGS, game=DUEL), game_on=False, over=False), MenuAction.HOUSE)
    assert MenuEntry(MenuAction.SETTING, "turn_timer_s") not in menu_entries(house)
    timed = replace(SETTINGS, game=replace(DUEL, has_turns=True))
    house = open_after(open_menu(timed, game_on=False, over=False), MenuAction.HOUSE)
    editing = open_after(house, MenuAction.SETTING, "turn_timer_s")
    done, _ = press_menu(turn_menu(editing, steps), long=False)
    assert done is not None
    assert (done.settings.house.turn_timer_s, done.settings.house.hourglass_s, done.is_editing) == (seconds, 20, False)


def test_turning_stops_at_the_ends() -> None:
    assert turn_menu(setup(), -3).at == 0
    assert turn_menu(setup(), 99).at == len(menu_entries(setup())) - 1


def test_shutting_down_asks_first() -> None:
    asked = open_after(setup(), MenuAction.SHUT_DOWN)
    assert menu_screen(asked) is InfoScreenKind.SHUT_DOWN
    assert press_menu(asked, long=True) == (at(setup(), MenuAction.SHUT_DOWN), None)
    assert turn_menu(asked, 1) == at(setup(), MenuAction.SHUT_DOWN)
    assert press_menu(asked, long=False) == (None, MenuEntry(MenuAction.SHUT_DOWN))


@pytest.mark.parametrize("opens", [MenuAction.CASTLES, MenuAction.HOUSE])
def test_holding_the_knob_in_a_list_goes_back_and_chooses_nothing(opens: MenuAction) -> None:
    listed = open_after(setup(), opens)
    for place in range(len(menu_entries(listed))):
        back, order = press_menu(turn_menu(listed, place), long=True)
        assert back == at(setup(), opens)
        assert order is None


def test_holding_the_knob_leaves_the_menu_where_it_began() -> None:
    two_games = replace(SETTINGS, games=(KINGS, DUEL))
    first = open_menu(two_games, game_on=False, over=False)
    assert press_entry(first, MenuAction.GAME, long=True) == (None, None)
    pause = open_menu(two_games, game_on=True, over=False)
    assert press_entry(pause, MenuAction.UNDO, long=True) == (None, None)
    assert press_entry(open_after(pause, MenuAction.NEW_GAME), MenuAction.START, long=True) == (pause, None)


def test_holding_the_knob_gives_up_a_number_that_is_being_set() -> None:
    house = open_after(setup(), MenuAction.HOUSE)
    editing = open_after(house, MenuAction.SETTING, "hourglass_s")
    assert press_menu(turn_menu(editing, 3), long=True) == (at(house, MenuAction.SETTING, "hourglass_s"), None)


def test_during_a_game_entries_resume_undo_or_set_up_another() -> None:
    pause = open_menu(SETTINGS, game_on=True, over=False)
    assert press_menu(pause, long=False) == (None, None)
    assert press_entry(pause, MenuAction.UNDO) == (None, MenuEntry(MenuAction.UNDO))
    another = open_after(pause, MenuAction.NEW_GAME)
    assert another.page is MenuPage.SETUP
    assert open_after(another, MenuAction.BACK).page is MenuPage.PAUSE


def test_after_a_game_the_menu_opens_on_a_new_one() -> None:
    after = open_menu(SETTINGS, game_on=True, over=True)
    assert menu_entries(after)[after.at].does is MenuAction.NEW_GAME


def test_before_any_game_the_menu_has_no_back_entry() -> None:
    assert MenuEntry(MenuAction.BACK) not in menu_entries(setup())


def in_the_house(*, game_on: bool = False) -> Menu:
    return open_after(open_menu(SETTINGS, game_on=game_on, over=False), MenuAction.HOUSE)


def test_a_press_takes_the_next_language_and_silences_the_buzzer() -> None:
    menu = in_the_house()
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        menu = open_after(menu, MenuAction.SETTING, "language")
        assert menu.settings.house.language == language
    assert open_after(menu, MenuAction.SETTING, "silent").settings.house.silent


@pytest.mark.parametrize("game_on", [False, True])
def test_the_table_settings_return_to_where_they_were_opened(*, game_on: bool) -> None:
    back = open_after(in_the_house(game_on=game_on), MenuAction.BACK)
    assert back.page is (MenuPage.PAUSE if game_on else MenuPage.SETUP)
    assert menu_entries(back)[back.at] == MenuEntry(MenuAction.HOUSE)


@pytest.mark.parametrize("does", [MenuAction.ADDRESS, MenuAction.CHECK])
def test_a_press_or_a_turn_closes_a_sheet(does: MenuAction) -> None:
    sheet = open_after(in_the_house(), does)
    assert menu_screen(sheet) is InfoScreenKind[does.name]
    assert press_menu(sheet, long=False) == (replace(sheet, sheet=None), None)
    assert turn_menu(sheet, 1) == replace(sheet, sheet=None)


def test_holding_the_knob_closes_a_sheet() -> None:
    certified = open_menu(replace(SETTINGS, has_authority=True), game_on=False, over=False)
    sheet = open_after(open_after(certified, MenuAction.HOUSE), MenuAction.CERTIFICATE)
    assert press_menu(sheet, long=True) == (replace(sheet, sheet=None), None)


def test_an_incomplete_frame_leads_to_instructions() -> None:
    wrong, _ = press_menu(open_after(in_the_house(), MenuAction.CHECK), long=True)
    assert wrong is not None
    assert menu_screen(wrong) is InfoScreenKind.WRONG_CHIP


def test_a_press_on_a_parked_game_in_the_list_resumes_it() -> None:
    menu = open_menu(
        SETTINGS, game_on=False, over=False, parked=(ParkedGame(7, Text("one")), ParkedGame(4, Text("other")))
    )
    listed = open_after(menu, MenuAction.PARKED)
    assert menu_entries(listed) == (
        MenuEntry(MenuAction.TAKE_UP, "7"),
        MenuEntry(MenuAction.TAKE_UP, "4"),
        MenuEntry(MenuAction.BACK),
    )
    assert press_entry(listed, MenuAction.TAKE_UP, "4") == (None, MenuEntry(MenuAction.TAKE_UP, "4"))
    assert menu_entries(open_after(listed, MenuAction.BACK)) == menu_entries(menu)


def test_the_list_of_parked_games_is_titled_by_the_game_that_is_chosen() -> None:
    menu = open_menu(SETTINGS, game_on=False, over=False, parked=(ParkedGame(7, Text("one"), "Tudor"),))
    at = menu_entries(menu).index(MenuEntry(MenuAction.PARKED))
    listed, _ = press_menu(turn_menu(menu, at), long=False)
    assert listed is not None
    titles = [menu_screen(turn_menu(listed, steps)).title for steps in (0, 1)]  # type: ignore[union-attr]
    assert titles == [Text("menu-title-parked-game", {"game": "Tudor"}), Text("menu-title-parked")]


def test_without_parked_games_there_is_no_list() -> None:
    assert MenuEntry(MenuAction.PARKED) not in menu_entries(setup())


def test_a_press_chooses_the_next_game_with_its_seats_and_choices() -> None:
    menu = open_menu(replace(SETTINGS, games=(KINGS, DUEL)), game_on=False, over=False)
    assert MenuEntry(MenuAction.GAME) not in menu_entries(setup())
    duel = open_after(menu, MenuAction.GAME)
    shown = menu_screen(duel)
    assert isinstance(shown, ChoiceScreen)
    assert shown.entries[1] == Text("menu-game", {"game": "The Duel"})
    assert MenuEntry(MenuAction.CHOOSE, "variant") not in menu_entries(duel)
    assert press_entry(duel, MenuAction.START) == (None, NewGame(CASTLES[:2], {}, game="duel"))
    kings = open_after(duel, MenuAction.GAME)
    assert press_entry(kings, MenuAction.START) == (None, NewGame(CASTLES[:2], {"variant": "classic"}, game="kings"))


def test_a_game_without_hourglass_and_arrow_has_no_entries_for_them() -> None:
    arrow_and_glass = [MenuEntry(MenuAction.SETTING, "hourglass_s"), MenuEntry(MenuAction.SPIN)]
    house = open_after(open_menu(replace(SETTINGS, game=DUEL), game_on=False, over=False), MenuAction.HOUSE)
    assert set(arrow_and_glass).isdisjoint(menu_entries(house))
    usual = open_after(setup(), MenuAction.HOUSE)
    assert set(arrow_and_glass) <= set(menu_entries(usual))


def test_a_game_with_hands_offers_the_code_of_each_castle_that_plays() -> None:
    assert MenuEntry(MenuAction.SEATS) not in menu_entries(open_menu(SETTINGS, game_on=True, over=False))
    pause = open_menu(replace(SETTINGS, seats=CASTLES[:2]), game_on=True, over=False)
    seats = open_after(pause, MenuAction.SEATS)
    assert [entry.of for entry in menu_entries(seats)] == ["blue", "yellow", ""]
    assert press_entry(seats, MenuAction.SEAT, "yellow") == (None, MenuEntry(MenuAction.SEAT, "yellow"))
    back = open_after(seats, MenuAction.BACK)
    assert menu_entries(back)[back.at] == MenuEntry(MenuAction.SEATS)


def test_hands_and_players_are_named_as_the_game_names_them() -> None:
    """The castle board is yellow, its player red."""
    red = {CASTLES[1]: Text("tudor-say-it", {"it": "Red"})}
    played = replace(SETTINGS, seats=CASTLES[:2], players={CASTLES[1]: None}, names=red)
    pause = open_menu(played, game_on=True, over=False)
    for page, shown in ((MenuAction.SEATS, ["Blue", "Red"]), (MenuAction.PLAYERS, ["Red: plays"])):
        screen = menu_screen(open_after(pause, page))
        assert isinstance(screen, ChoiceScreen)
        assert [translate_text(text, "en") for text in screen.entries][: len(shown)] == shown


def test_a_game_that_is_over_offers_its_picture() -> None:
    offered = replace(SETTINGS, has_picture=True)
    menu = open_menu(offered, game_on=True, over=True)
    assert menu_screen(open_after(menu, MenuAction.PICTURE)) is InfoScreenKind.PICTURE
    assert MenuEntry(MenuAction.PICTURE) not in menu_entries(open_menu(SETTINGS, game_on=True, over=True))
