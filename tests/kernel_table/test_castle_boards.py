"""Topology B on a real kernel: castle boards are USB gadgets, of which cdc_acm and a rule of udev make ttys."""

import re
from typing import Final

from tests.kernel_table.guest_machine import (
    Guest,
    broken_devices,
    doctor_reports,
    drop_supplementary_groups,
    reported_cure,
)
from tests.kernel_table.hands import is_game_kept
from tests.kernel_table.test_own_buses import assert_sticker_is_noted

TOPOLOGY: Final = "b"


def sockets(guest: Guest) -> list[int]:
    paths = guest.run("for each in /dev/royaltable/node-*; do udevadm info --query path $each; done", status=None)
    return [int(number) for number in re.findall(r"dummy_hcd\.(\d+)/", paths)]


def test_all_boards_are_found_by_their_names(guest: Guest) -> None:
    guest.until(lambda: broken_devices(guest) == set())
    assert len(guest.run("ls /dev/royaltable").split()) == 4


def test_a_sticker_over_a_board_is_noted(guest: Guest) -> None:
    assert_sticker_is_noted(guest, "blue")


def test_boards_with_swapped_cables_keep_their_castles(guest: Guest) -> None:
    one, other = (guest.far(f"list(plugs).index({castle!r})") for castle in ("yellow", "grey"))
    swapped = sockets(guest)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    guest.far("swap(plugs['yellow'], plugs['grey'])")
    guest.until(lambda: sockets(guest) == swapped)
    guest.until(lambda: broken_devices(guest) == set())
    for castle in ("yellow", "grey"):
        assert_sticker_is_noted(guest, castle)


def test_a_pulled_board_is_reported_and_found_again(guest: Guest) -> None:
    guest.far("plugs['yellow'].pull()")
    guest.until(lambda: "yellow board" in broken_devices(guest))
    guest.far("plugs['yellow'].plug()")
    guest.until(lambda: broken_devices(guest) == set())


def test_without_dialout_boards_are_lost_until_the_reported_cure(guest: Guest) -> None:
    boards = {f"{castle} board" for castle in guest.far("list(plugs)")}
    drop_supplementary_groups(guest)
    guest.run("gpasswd --delete royaltable dialout; systemctl restart royaltable")
    guest.until(lambda: broken_devices(guest) >= boards)
    assert doctor_reports(guest, "RT-GROUP", "not in the group dialout")
    assert is_game_kept(guest)
    guest.run(f"{reported_cure(guest, 'dialout', boards)}; systemctl restart royaltable")
    guest.until(lambda: broken_devices(guest) == set())
    assert not doctor_reports(guest, "RT-GROUP")
