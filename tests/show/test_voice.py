"""Screens as sentences, and the queue of utterances."""

import pytest

from controller.fleet.messages import Fixture, FixtureSeat
from controller.games import installed
from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen, row_sentences
from controller.games.contract.rules import Move
from controller.games.contract.values import CastleId, Text
from controller.games.naming import screen_to_speech
from controller.games.tumult_royale.show.screens import ranks_screen
from controller.secret import Secret
from controller.service.fleet.next_fixture import fixture_question_screen
from controller.show.console_screens import QrCodeScreen, WifiScreen, misplaced_pieces_screen
from controller.show.voice import (
    SpeechQueue,
    Utterance,
    UtteranceKind,
    find_new_sentences,
    is_interrupted_by,
    make_screen_reading,
    spoken_text,
)

HOUSE = ChoiceScreen(Text("menu-title-house"), (Text("menu-silent-off"), Text("menu-check")), 0)


def words(screen: TextScreen | NumberScreen | RowsScreen | ChoiceScreen | QrCodeScreen | WifiScreen) -> str:
    return spoken_text(find_new_sentences(make_screen_reading(screen), None), "en")


def test_a_list_is_said_by_title_chosen_entry_and_place() -> None:
    assert words(HOUSE) == "Table settings. Sound: on, 1 of 2."


def test_after_a_turn_only_the_entry_is_said() -> None:
    turned = ChoiceScreen(HOUSE.title, HOUSE.entries, 1)
    assert (
        spoken_text(find_new_sentences(make_screen_reading(turned), make_screen_reading(HOUSE)), "en")
        == "Display test, 2 of 2."
    )


def test_an_unchanged_screen_is_not_said_again() -> None:
    assert find_new_sentences(make_screen_reading(HOUSE), make_screen_reading(HOUSE)) == ()


def test_under_the_same_title_only_changes_are_said() -> None:
    before = TextScreen(Text("menu-title-house"), (Text("menu-silent-off"), Text("menu-check")))
    now = TextScreen(Text("menu-title-house"), (Text("menu-silent-on"), Text("menu-check")))
    assert spoken_text(find_new_sentences(make_screen_reading(now), make_screen_reading(before)), "en") == "Sound: off."


def test_a_number_is_said_with_its_caption() -> None:
    assert words(NumberScreen(4, Text("blue"))) == "Blue: 4."


def test_rows_are_said_in_sentences_of_their_own() -> None:
    rows = ((Text("yellow"), Text("grey")),)
    assert words(RowsScreen(Text("blue"), rows, row_sentences(Text("blue"), rows))) == "Blue. Yellow: Grey."
    assert words(RowsScreen(Text("blue"), rows, (Text("said-move-press"),))) == "Then press the knob."


def test_pieces_to_put_back_are_said_in_one_sentence_for_each_way() -> None:
    moves = [Move(Text(color), Text("at-people"), Text("at-blue")) for color in ("yellow", "grey", "purple")]
    said = "Move Yellow, Grey, Purple from people to Blue. Then press the knob."
    assert words(misplaced_pieces_screen(moves, 0)) == said
    assert screen_to_speech(misplaced_pieces_screen(moves, 2), "en") == said


def test_the_next_tournament_game_is_said_with_the_players_seats() -> None:
    seats = (FixtureSeat(CastleId("blue"), "Jan Kuhn"), FixtureSeat(CastleId("yellow"), "Wilhelmina Maria Moss"))
    screen = fixture_question_screen(Fixture("f", "2", seats))
    assert words(screen) == "Round 2: Jan Kuhn at Blue, Wilhelmina Maria Moss at Yellow. Press the knob."


def test_standings_are_said_rank_by_rank() -> None:
    ranked = [(Text("blue"), 1, 22), (Text("grey"), 0, 1)]
    assert words(ranks_screen(ranked)) == (
        "Rank 1: Blue has one statue and 22 supporters. Rank 2: Grey has no statue and one supporter."
    )


def test_an_address_is_said_as_people_would_type_it() -> None:
    screen = QrCodeScreen("http://10.0.0.7:8080/", Text("address-press"), "http://table.local:8080/")
    assert words(screen) == "The page is at http://table.local:8080/. Press the knob."


def test_the_own_network_s_password_is_said_digit_by_digit() -> None:
    said = words(WifiScreen("table 1f3a", "4831027591647730"))
    assert said == "I have a network of my own: table 1f3a. Its password: 4 8 3 1, 0 2 7 5, 9 1 6 4, 7 7 3 0."


def test_no_secret_is_ever_said() -> None:
    screen = NumberScreen(Secret("482913"), Text("caption-pin"))
    assert words(screen) == "For the table only. Look at the table's display."


def test_rules_are_said_without_their_ids() -> None:
    installed.make_game("tumult_royale")  # its sentences
    assert spoken_text((Text("told-spun", {"number": 4}),), "en") == "The people want 4 of each commodity."


def utterance(kind: UtteranceKind, name: str, came_s: float = 0.0) -> Utterance:
    return Utterance(kind, (Text(name),), came_s)


def names(queue: SpeechQueue, now_s: float = 0.0) -> list[str]:
    found = []
    while (utterance := queue.take_next(now_s)) is not None:
        found.append(utterance.texts[0].key)
    return found


def test_the_time_left_goes_first_then_answers_to_a_gesture() -> None:
    queue = SpeechQueue()
    for kind in reversed(UtteranceKind):
        queue.put(utterance(kind, kind.name))
    assert names(queue) == ["TIME", "PIECE", "BY_HAND", "COMPLAINT", "STORY", "SCENE", "WAITS", "DEVICE"]


@pytest.mark.parametrize("kind", [UtteranceKind.PIECE, UtteranceKind.BY_HAND, UtteranceKind.WAITS])
def test_only_the_newest_utterance_of_some_kinds_is_said(kind: UtteranceKind) -> None:
    queue = SpeechQueue()
    queue.put(utterance(kind, "before"))
    queue.put(utterance(kind, "now"))
    assert names(queue) == ["now"]


@pytest.mark.parametrize(
    ("kind", "old_s"),
    [
        (UtteranceKind.PIECE, 4),
        (UtteranceKind.BY_HAND, 4),
    ],
)
def test_an_answer_to_a_hand_that_comes_late_is_not_spoken(kind: UtteranceKind, old_s: float) -> None:
    queue = SpeechQueue()
    queue.put(utterance(kind, "news", came_s=100.0))
    assert names(queue, now_s=100.0 + old_s) == ["news"]
    queue.put(utterance(kind, "news", came_s=100.0))
    assert names(queue, now_s=100.1 + old_s) == []


def test_all_else_is_spoken_however_late_as_long_as_it_is_true() -> None:
    queue = SpeechQueue()
    still = Utterance(UtteranceKind.SCENE, (Text("still"),), 0.0, is_true=lambda: True)
    no_longer = Utterance(UtteranceKind.COMPLAINT, (Text("no-longer"),), 0.0, is_true=lambda: False)
    queue.put(still)
    queue.put(no_longer)
    assert names(queue, now_s=600.0) == ["still"]


def test_of_a_flood_the_newest_sixteen_wait() -> None:
    queue = SpeechQueue()
    for number in range(1000):
        queue.put(utterance(UtteranceKind.COMPLAINT, str(number)))
    assert len(queue) == 16
    assert names(queue)[0] == "984"


def test_the_story_is_at_most_two_sentences_behind() -> None:
    queue = SpeechQueue()
    for number in range(5):
        queue.put(utterance(UtteranceKind.STORY, str(number)))
    assert names(queue) == ["3", "4"]


def test_a_castle_s_newer_number_replaces_its_earlier_one() -> None:
    queue = SpeechQueue()
    for color, tiles in (("blue", 1), ("grey", 1), ("blue", 2)):
        queue.put(Utterance(UtteranceKind.STORY, (Text("told-robbed", {"color": color, "tiles": tiles}),), 0.0))
    assert [(each.texts[0].values["color"], each.texts[0].values["tiles"]) for each in queue] == [
        ("grey", 1),
        ("blue", 2),
    ]


@pytest.mark.parametrize(
    ("current", "newer", "ends"),
    [
        (UtteranceKind.STORY, UtteranceKind.BY_HAND, True),
        (UtteranceKind.STORY, UtteranceKind.PIECE, True),
        (UtteranceKind.WAITS, UtteranceKind.BY_HAND, True),
        (UtteranceKind.BY_HAND, UtteranceKind.BY_HAND, True),
        (UtteranceKind.WAITS, UtteranceKind.WAITS, True),
        (UtteranceKind.COMPLAINT, UtteranceKind.BY_HAND, False),
        (UtteranceKind.STORY, UtteranceKind.WAITS, False),
        (UtteranceKind.STORY, UtteranceKind.STORY, False),
        (UtteranceKind.STORY, UtteranceKind.COMPLAINT, False),
    ],
)
def test_a_gesture_interrupts_everything_except_complaints(
    current: UtteranceKind, newer: UtteranceKind, ends: bool
) -> None:
    assert is_interrupted_by(utterance(current, "before"), utterance(newer, "now")) is ends
