"""What the host knows of a board: each event once and in its turn, and how many are lost."""

from hw.castle_link.board import Board
from hw.castle_link.messages import BoardId, BootId, Hello, Tile
from hw.values import Uid

ONE, OTHER = BootId("0A1B2C3D"), BootId("FFFFFFFF")


def hello(boot: BootId, acked: int = 0) -> Hello:
    return Hello(BoardId("blue"), "0.1.0", 1, boot, acked, 1, 2, 3)


def tile(number: int) -> Tile:
    return Tile(number, 1000 + number, 0, Uid(bytes(6) + bytes((number % 256,))))


def board(boot: BootId = ONE, acked: int = 0) -> Board:
    """One that has been greeted and whose clock is known."""
    known = Board(BoardId("blue"))
    known.greeted(hello(boot, acked))
    known.clock.beat(0.0, 0, 0.001)
    return known


def numbers(of: Board) -> list[int]:
    return [event.n for event in of.due()]


def test_events_are_due_in_their_order_and_each_once() -> None:
    blue = board()
    for number in (2, 1, 1, 2, 4):
        blue.take(tile(number))
    assert numbers(blue) == [1, 2]
    blue.take(tile(1))
    blue.take(tile(3))
    assert numbers(blue) == [3, 4]
    assert blue.taken == 4


def test_of_events_that_come_early_no_more_are_kept_than_a_board_has() -> None:
    blue = board(acked=10)
    for number in range(12, 2000):
        blue.take(tile(number))
    blue.take(tile(11))
    assert numbers(blue) == list(range(11, 139))
    assert numbers(blue) == []


def test_events_wait_until_the_boards_clock_is_known() -> None:
    blue = Board(BoardId("blue"))
    blue.greeted(hello(ONE))
    blue.take(tile(1))
    assert numbers(blue) == []
    blue.clock.beat(0.0, 0, 0.001)
    assert numbers(blue) == [1]


def test_another_boot_of_the_same_board_begins_at_1_and_says_what_was_not_fetched() -> None:
    blue = board()
    blue.take(tile(1))
    assert numbers(blue) == [1]
    blue.beat(last=4, missed=0)
    assert blue.greeted(hello(OTHER)) == 3
    blue.clock.beat(9.0, 0, 9.001)
    blue.take(tile(1))
    assert numbers(blue) == [1]


def test_a_cable_pulled_and_plugged_loses_nothing() -> None:
    blue = board()
    blue.take(tile(1))
    blue.take(tile(2))
    assert numbers(blue) == [1, 2]
    assert blue.greeted(hello(ONE, acked=1)) == 0
    blue.take(tile(2))
    blue.take(tile(3))
    assert numbers(blue) == [3]


def test_a_host_that_starts_anew_goes_on_where_the_board_was_acknowledged() -> None:
    blue = board(acked=7)
    blue.take(tile(7))
    blue.take(tile(8))
    assert numbers(blue) == [8]


def test_events_that_the_board_could_not_keep_are_told_once() -> None:
    blue = board()
    assert blue.beat(last=128, missed=5) == 5
    assert blue.beat(last=128, missed=5) == 0
    assert blue.beat(last=128, missed=6) == 1
