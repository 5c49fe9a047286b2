"""From edges in time to presses, without any hardware."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.console.press import BOUNCE_S, Contact, Length, Press


def played(*edges: tuple[float, bool], until_s: float = 10.0, punctual: bool = True) -> list[Press]:
    """The presses told for edges at their times; a loop that is not punctual does no waiting in between."""
    contact = Contact()
    presses: list[Press] = []

    def wait(until_s: float) -> None:
        nonlocal contact
        while (due_s := contact.due_s) is not None and due_s <= until_s:
            contact, press = contact.waited(due_s)
            presses.extend([press] if press else [])

    for at_s, closed in edges:
        if punctual:
            wait(at_s)
        contact, press = contact.edge(at_s, closed=closed)
        presses.extend([press] if press else [])
    wait(until_s)
    return presses


def rounded(presses: list[Press]) -> list[tuple[Length, float, float]]:
    return [(press.length, round(press.at_s, 6), round(press.held_s, 6)) for press in presses]


def test_a_press_is_told_when_the_button_is_let_go_with_the_time_it_went_down() -> None:
    assert rounded(played((1.0, True), (1.2, False))) == [(Length.SHORT, 1.0, 0.2)]


def test_a_long_press_is_told_while_the_button_is_still_held_and_only_once() -> None:
    assert rounded(played((1.0, True))) == [(Length.LONG, 1.0, 0.8)]
    assert rounded(played((1.0, True), (4.0, False))) == [(Length.LONG, 1.0, 0.8)]


def test_nothing_is_told_of_a_button_that_is_not_pressed() -> None:
    assert played() == []
    assert played((1.0, False)) == []


def test_a_bouncing_contact_is_one_press() -> None:
    bounces_down = [(1.0, True), (1.001, False), (1.002, True), (1.005, False), (1.006, True)]
    bounces_up = [(1.3, False), (1.302, True), (1.303, False)]

    assert rounded(played(*bounces_down, *bounces_up)) == [(Length.SHORT, 1.0, 0.3)]


def test_a_tap_shorter_than_the_bouncing_is_still_one_press() -> None:
    presses = played((1.0, True), (1.004, False))

    assert [(press.length, press.at_s) for press in presses] == [(Length.SHORT, 1.0)]


def test_two_quick_presses_are_two() -> None:
    assert [press.at_s for press in played((1.0, True), (1.05, False), (1.1, True), (1.15, False))] == [1.0, 1.1]


def test_a_loop_that_is_late_tells_the_same_presses() -> None:
    edges = [(1.0, True), (1.004, False), (2.0, True), (4.0, False), (5.0, True), (5.1, False)]

    late, punctual = played(*edges, punctual=False), played(*edges)

    assert [(press.length, press.at_s) for press in late] == [(press.length, press.at_s) for press in punctual]
    assert [press.at_s for press in late] == [1.0, 2.0, 5.0]


@given(
    st.lists(st.floats(0.05, 3.0), min_size=2, max_size=12).filter(lambda gaps: len(gaps) % 2 == 0),
    st.lists(st.floats(0.0, BOUNCE_S * 0.9), max_size=6),
    st.booleans(),
)
def test_however_it_bounces_each_push_is_told_once(gaps: list[float], bounces: list[float], punctual: bool) -> None:
    edges: list[tuple[float, bool]] = []
    at_s, closed = 0.0, False
    for gap_s in gaps:
        at_s += gap_s
        closed = not closed
        edges.append((at_s, closed))
        for place, bounce_s in enumerate(sorted(bounces)):
            edges.append((at_s + bounce_s, closed if place % 2 else not closed))
        edges.append((at_s + max([0.0, *bounces]), closed))

    presses = played(*edges, until_s=at_s + 5.0, punctual=punctual)

    pushed_at_s = [sum(gaps[: place + 1]) for place in range(0, len(gaps), 2)]
    assert [press.at_s for press in presses] == pytest.approx(pushed_at_s)
