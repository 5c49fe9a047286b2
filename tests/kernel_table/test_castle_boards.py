"""Topology B on a real kernel: castle boards are USB gadgets, of which cdc_acm and a rule of udev make ttys."""

from typing import Final

from tests.kernel_table.guest_machine import Guest
from tests.kernel_table.hands import a_round_is_played
from tests.kernel_table.test_own_buses import broken, sticker_is_noted

TOPOLOGY: Final = "b"


def test_all_boards_are_found_by_their_names(guest: Guest) -> None:
    guest.until(lambda: broken(guest) == set())
    assert len(guest.run("ls /dev/royaltable").split()) == 4


def test_a_sticker_over_a_board_is_noted(guest: Guest) -> None:
    sticker_is_noted(guest)


def test_a_round_is_played_from_the_deal_to_the_coronation(guest: Guest) -> None:
    a_round_is_played(guest)


def test_a_board_that_is_pulled_is_said_and_found_again(guest: Guest) -> None:
    guest.far("plugs['yellow'].pull()")
    guest.until(lambda: "yellow board" in broken(guest))
    guest.far("plugs['yellow'].plug()")
    guest.until(lambda: broken(guest) == set())
