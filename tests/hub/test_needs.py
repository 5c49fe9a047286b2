"""Needs begin once their cause has lasted, end once it is gone for a while, and are told once."""

import pytest

from hub.needs import Cause, Code, Need, Needs

HELP = Cause("rt-a", Code.HELP)
AWAY = Cause("rt-a", Code.OFFLINE)
LOST = Cause("rt-b", Code.DEVICE)


@pytest.mark.parametrize(
    ("code", "begins_s"), [("help", 0), ("offline", 120), ("device", 30), ("paused", 300), ("held", 0)]
)
def test_each_begins_after_a_while_of_its_own_and_is_told_once(code: str, begins_s: int) -> None:
    needs, cause = Needs(), Cause("rt-a", Code(code))
    for now_s in range(10, 10 + begins_s):
        assert needs.look({cause}, now_s) == ([], [])
    assert needs.look({cause}, 10 + begins_s) == ([Need("rt-a", Code(code), 10, taken=False)], [])
    assert needs.look({cause}, 11 + begins_s) == ([], [])
    assert needs.standing() == [Need("rt-a", Code(code), 10, taken=False)]


def test_a_device_that_comes_and_goes_is_lost_and_does_not_flicker() -> None:
    needs = Needs()
    told = [needs.look({LOST} if now_s % 8 < 4 else set(), now_s) for now_s in range(100)]
    assert [begun for begun, _ in told if begun] == [[Need("rt-b", Code.DEVICE, 0, taken=False)]]
    assert not any(ended for _, ended in told)
    for now_s in range(100, 110):
        assert needs.look(set(), now_s) == ([], [])
    assert needs.look(set(), 110) == ([], [Need("rt-b", Code.DEVICE, 0, taken=False)])
    assert needs.standing() == []


def test_what_is_over_before_it_was_a_need_is_told_to_nobody() -> None:
    needs = Needs()
    for now_s in range(119):
        assert needs.look({AWAY}, now_s) == ([], [])
    for now_s in range(119, 400):
        assert needs.look(set(), now_s) == ([], [])
    assert needs.look({AWAY}, 400) == ([], []), "it begins anew"


def test_what_has_lasted_longest_comes_first() -> None:
    needs = Needs()
    needs.look({LOST}, 0)
    needs.look({LOST, AWAY}, 5)
    needs.look({LOST, AWAY, HELP}, 200)
    assert [need.code for need in needs.standing()] == ["device", "offline", "help"]


def test_somebody_comes_once_and_only_where_he_is_needed() -> None:
    needs = Needs()
    assert not needs.take(HELP)
    needs.look({HELP, AWAY}, 0)
    assert not needs.take(AWAY), "it has not lasted for long enough"
    assert needs.take(HELP)
    assert not needs.take(HELP), "somebody comes already"
    assert [need.taken for need in needs.standing()] == [True]
    needs.look(set(), 1)
    needs.look(set(), 3)
    needs.look({HELP}, 4)
    assert [need.taken for need in needs.standing()] == [False], "they call again"
