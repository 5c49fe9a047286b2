"""What is said of a screen."""

from controller.games import installed
from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen
from controller.games.contract.values import Text
from controller.secret import Secret
from controller.show.console_screens import CodeScreen, MenuScreen
from controller.show.voice import in_clear, read, what_is_new

HOUSE = MenuScreen(Text("menu-title-house"), (Text("menu-silent-off"), Text("menu-check")), 0)


def words(screen: TextScreen | NumberScreen | RowsScreen | ChoiceScreen | MenuScreen | CodeScreen) -> str:
    return in_clear(what_is_new(read(screen), None), "en")


def test_of_a_list_the_title_and_the_chosen_entry_with_its_place_are_said() -> None:
    assert words(HOUSE) == "The table. Sound: on, 1 of 2."


def test_when_one_turns_only_the_entry_is_said() -> None:
    turned = MenuScreen(HOUSE.title, HOUSE.entries, 1)
    assert in_clear(what_is_new(read(turned), read(HOUSE)), "en") == "Test picture, 2 of 2."


def test_of_a_screen_that_says_the_same_nothing_is_said_again() -> None:
    assert what_is_new(read(HOUSE), read(HOUSE)) == ()


def test_under_the_same_title_only_what_has_changed_is_said() -> None:
    before = TextScreen(Text("menu-title-house"), (Text("menu-silent-off"), Text("menu-check")))
    now = TextScreen(Text("menu-title-house"), (Text("menu-silent-on"), Text("menu-check")))
    assert in_clear(what_is_new(read(now), read(before)), "en") == "Sound: off."


def test_a_number_is_said_with_its_caption() -> None:
    assert words(NumberScreen(4, Text("blue"))) == "Blue: 4."


def test_rows_are_said_one_after_the_other() -> None:
    assert words(RowsScreen(Text("blue"), ((Text("yellow"), Text("grey")),))) == "Blue. Yellow: Grey."


def test_an_address_is_said_as_people_would_type_it() -> None:
    screen = CodeScreen("http://10.0.0.7:8080/", Text("address-press"), "http://table.local:8080/")
    assert words(screen) == "The page is at http://table.local:8080/. Press the knob."


def test_no_secret_is_ever_said() -> None:
    screen = NumberScreen(Secret("482913"), Text("caption-pin"))
    assert words(screen) == "For the table only. Look at the display itself."


def test_rules_are_said_without_their_ids() -> None:
    installed.game("tumult_royale")  # its sentences
    assert in_clear((Text("told-spun", {"number": 4}),), "en") == "The people want 4 of each commodity."
