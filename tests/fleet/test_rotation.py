"""Which passwords a table keeps while its hub announces others; conversations are in ``hub/test_simulation.py``."""

from msgspec.structs import replace

from controller.fleet.enrolment import Membership, proven, with_newer

FIRST = "f" * 43
MEMBER = Membership("rt-one", FIRST, 8883, "-")


def passwords(*numbers: int) -> tuple[str, ...]:
    return tuple(f"{number:043}" for number in numbers)


def test_what_was_announced_stays_when_an_older_one_lets_the_table_in() -> None:
    newest, newer = passwords(2, 1)
    member = with_newer(with_newer(MEMBER, newer), newest)
    assert member.newer == (newest, newer)
    assert proven(member, FIRST) == member
    assert proven(member, newer) == replace(MEMBER, password=newer, newer=(newest,))
    assert proven(member, newest) == replace(MEMBER, password=newest)


def test_of_too_many_the_oldest_goes_and_never_the_one_that_let_it_in() -> None:
    member = MEMBER
    for password in passwords(1, 2, 3, 4):
        member = with_newer(member, password)
    assert member == replace(MEMBER, newer=passwords(4, 3, 2))
    assert with_newer(member, FIRST) == member
