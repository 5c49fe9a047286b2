"""What waits to be said: the order, the bound, and what is old news."""

import pytest

from controller.games.contract.values import Text
from controller.show.voice import Kind, SpeechQueue, Utterance, cuts_short


def said(kind: Kind, name: str, came_s: float = 0.0) -> Utterance:
    return Utterance(kind, (Text(name),), came_s)


def names(queue: SpeechQueue, now_s: float = 0.0) -> list[str]:
    found = []
    while (utterance := queue.take(now_s)) is not None:
        found.append(utterance.texts[0].key)
    return found


def test_the_story_is_told_in_the_order_in_which_it_happened() -> None:
    queue = SpeechQueue()
    for name in ("one", "two", "three"):
        queue.put(said(Kind.STORY, name))
    assert names(queue) == ["one", "two", "three"]


def test_an_answer_to_a_hand_goes_first_then_who_is_told_no() -> None:
    queue = SpeechQueue()
    for kind in reversed(Kind):
        queue.put(said(kind, kind.name))
    assert names(queue) == ["PIECE", "BY_HAND", "COMPLAINT", "STORY", "WAITS", "DEVICE"]


@pytest.mark.parametrize("kind", [Kind.PIECE, Kind.BY_HAND, Kind.WAITS])
def test_of_what_can_only_be_true_once_the_newest_is_said(kind: Kind) -> None:
    queue = SpeechQueue()
    queue.put(said(kind, "before"))
    queue.put(said(kind, "now"))
    assert names(queue) == ["now"]
    assert queue.dropped == 1


@pytest.mark.parametrize(
    ("kind", "old_s"), [(Kind.PIECE, 4), (Kind.BY_HAND, 4), (Kind.COMPLAINT, 8), (Kind.STORY, 20), (Kind.WAITS, 60)]
)
def test_old_news_is_never_said(kind: Kind, old_s: float) -> None:
    queue = SpeechQueue()
    queue.put(said(kind, "news", came_s=100.0))
    assert names(queue, now_s=100.0 + old_s) == ["news"]
    queue.put(said(kind, "news", came_s=100.0))
    assert names(queue, now_s=100.1 + old_s) == []


def test_of_a_flood_the_newest_sixteen_wait() -> None:
    queue = SpeechQueue()
    for number in range(1000):
        queue.put(said(Kind.STORY, str(number)))
    assert len(queue) == 16
    assert names(queue)[0] == "984"
    assert queue.dropped == 984


@pytest.mark.parametrize(
    ("said_now", "newer", "ends"),
    [
        (Kind.STORY, Kind.BY_HAND, True),
        (Kind.STORY, Kind.PIECE, True),
        (Kind.WAITS, Kind.BY_HAND, True),
        (Kind.BY_HAND, Kind.BY_HAND, True),
        (Kind.WAITS, Kind.WAITS, True),
        (Kind.COMPLAINT, Kind.BY_HAND, False),
        (Kind.STORY, Kind.WAITS, False),
        (Kind.STORY, Kind.STORY, False),
        (Kind.STORY, Kind.COMPLAINT, False),
    ],
)
def test_a_hand_cuts_short_what_is_said_but_no_complaint(said_now: Kind, newer: Kind, ends: bool) -> None:
    assert cuts_short(said(said_now, "before"), said(newer, "now")) is ends
