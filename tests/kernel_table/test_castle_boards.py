"""Topology B on a real kernel: castle boards are USB gadgets, of which cdc_acm and a rule of udev make ttys."""

import re
from typing import Final

from tests.kernel_table import guest_machine, hands, test_own_buses

TOPOLOGY: Final = "b"


def sockets(guest: guest_machine.Guest) -> list[int]:
    paths = guest.run("for each in /dev/royaltable/node-*; do udevadm info --query path $each; done", status=None)
    return [int(number) for number in re.findall(r"dummy_hcd\.(\d+)/", paths)]


def test_all_boards_are_found_by_their_names(guest: guest_machine.Guest) -> None:
    guest.until(lambda: guest_machine.broken_devices(guest) == set())
    assert len(guest.run("ls /dev/royaltable").split()) == 4


def test_a_sticker_over_a_board_is_noted(guest: guest_machine.Guest) -> None:
    test_own_buses.assert_sticker_is_noted(guest, "blue")


def test_boards_with_swapped_cables_keep_their_castles(guest: guest_machine.Guest) -> None:
    one, other = (guest.far(f"list(plugs).index({castle!r})") for castle in ("yellow", "grey"))
    swapped = sockets(guest)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    guest.far("swap(plugs['yellow'], plugs['grey'])")
    guest.until(lambda: sockets(guest) == swapped)
    guest.until(lambda: guest_machine.broken_devices(guest) == set())
    for castle in ("yellow", "grey"):
        test_own_buses.assert_sticker_is_noted(guest, castle)


def test_a_pulled_board_is_reported_and_found_again(guest: guest_machine.Guest) -> None:
    guest.far("plugs['yellow'].pull()")
    guest.until(lambda: "yellow board" in guest_machine.broken_devices(guest))
    guest.far("plugs['yellow'].plug()")
    guest.until(lambda: guest_machine.broken_devices(guest) == set())


def test_without_dialout_boards_are_lost_until_the_reported_cure(guest: guest_machine.Guest) -> None:
    boards = {f"{castle} board" for castle in guest.far("list(plugs)")}
    guest_machine.drop_supplementary_groups(guest)
    guest.run("gpasswd --delete royaltable dialout; systemctl restart royaltable")
    guest.until(lambda: guest_machine.broken_devices(guest) >= boards)
    assert guest_machine.doctor_reports(guest, "RT-GROUP", "not in the group dialout")
    assert hands.is_game_kept(guest)
    guest.run(f"{guest_machine.reported_cure(guest, 'dialout', boards)}; systemctl restart royaltable")
    guest.until(lambda: guest_machine.broken_devices(guest) == set())
    assert not guest_machine.doctor_reports(guest, "RT-GROUP")
