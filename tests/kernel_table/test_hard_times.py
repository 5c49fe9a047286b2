"""What befalls an installed table in its life, on a real kernel: clocks, disks.

One game goes through all of it; the disk that takes it is an ext4 of its own, as on an SD card.
"""

import json
import re
import subprocess
from random import Random
from typing import Any, Final

import pytest

from tests.kernel_table.guest_machine import JOURNAL, STATE, Guest
from tests.kernel_table.hands import GuestHands
from tests.kernel_table.test_own_buses import broken

TOPOLOGY: Final = "a"
DISK_OCTETS: Final = 24 << 20
SOME: Final = 40
"""So many actions are more than what a log of SQLite that was written before has room for."""

DOCTOR: Final = "royaltable doctor --no-devices --json --config /etc/royaltable/table.toml"


@pytest.fixture(scope="module")
def hardware(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """A small disk for what the table writes."""
    disk = tmp_path_factory.mktemp("disk") / "disk"
    disk.write_bytes(bytes(DISK_OCTETS))
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-m", "0", disk], check=True)
    return "-drive", f"file={disk},format=raw,if=virtio"


@pytest.fixture(scope="module")
def table(guest: Guest) -> Guest:
    """The guest, on whose disk a game has begun."""
    guest.run("systemctl stop royaltable; systemctl enable royaltable")
    guest.run(f"echo '/dev/vdb {STATE} ext4 noatime,errors=remount-ro 0 2' >>/etc/fstab; systemctl daemon-reload")
    guest.run(f"mount /dev/vdb /mnt; cp -a {STATE}/. /mnt; umount /mnt; mount {STATE}")
    guest.run(f"chown royaltable: {STATE}; chmod 700 {STATE}; systemctl start royaltable")
    guest.view()
    GuestHands(guest, Random(5)).begin(["blue", "yellow"], map="tracked")
    return guest


@pytest.fixture
def hands(table: Guest) -> GuestHands:
    """Whoever keeps that game, with what was played so far."""
    made = GuestHands(table, Random(6))
    made.look()
    return made


def same_game(guest: Guest, hands: GuestHands) -> GuestHands:
    """After a start: the page shows the game as it was kept, and it goes on; gives hands that know that page."""
    guest.view()
    again = GuestHands(guest, Random(7))
    seen = again.look()
    assert again.log.actions == hands.log.actions
    assert (seen["seq"], seen["resumed"]["actions"]) == (hands.log.seq, hands.log.seq)
    assert again.by_hand()["kept"]
    return again


def device(hands: GuestHands, name: str) -> dict[str, Any]:
    (found,) = (each for each in hands.look()["devices"] if each["name"] == name)
    return dict(found)


def codes(guest: Guest) -> set[str]:
    """What the doctor finds."""
    findings = json.loads(guest.run(f"{DOCTOR} 2>/dev/null", status=None))
    return {f"{finding['code']} {finding['cause']}" for finding in findings}


def told(guest: Guest, *words: str) -> bool:
    """Whether one finding has all these words."""
    return any(all(word in finding for word in words) for finding in codes(guest))


def until_unwritten(hands: GuestHands) -> int:
    """Play by hand until the disk takes no more; gives how many actions were kept."""
    for _ in range(SOME):
        if not hands.by_hand()["kept"]:
            return hands.log.seq - 1
    raise AssertionError("the disk takes whatever comes")


def test_a_clock_that_starts_in_1970_costs_nobody_his_game(guest: Guest, hands: GuestHands) -> None:
    guest.run("systemctl stop royaltable; date -s '1970-01-01 00:30:00'; systemctl start royaltable")
    again = same_game(guest, hands)
    assert told(guest, "RT-CLOCK-UNSET", "1970")
    guest.run("date -s '2026-06-01 12:00:00'")
    assert again.by_hand()["kept"]
    guest.until(lambda: broken(guest) == set())
    assert not told(guest, "RT-CLOCK-UNSET")


def test_on_a_full_disk_the_game_goes_on_says_so_and_all_is_written_when_there_is_room(
    guest: Guest, hands: GuestHands
) -> None:
    guest.run(f"dd if=/dev/zero of={STATE}/filler bs=1k", status=1)
    kept = until_unwritten(hands)
    assert [action for action, _ in guest.entries(JOURNAL)] == hands.log.actions[:kept]
    assert not device(hands, "journal")["ok"]
    assert hands.look()["unwritten"] >= 1
    guest.until(lambda: "journal" in broken(guest))
    assert told(guest, "RT-DISK-FULL")
    picture = guest.far("hash(table.oled.image().tobytes())")
    hands.by_hand()
    guest.until(lambda: guest.far("hash(table.oled.image().tobytes())") != picture)  # the console goes on
    guest.run(f"rm {STATE}/filler")
    guest.until(lambda: hands.look()["unwritten"] == 0)
    assert [action for action, _ in guest.entries(JOURNAL)] == hands.log.actions
    assert device(hands, "journal")["ok"]


def test_on_a_disk_that_the_kernel_makes_read_only_the_game_goes_on_and_says_so(
    guest: Guest, hands: GuestHands
) -> None:
    guest.run("echo test >/sys/fs/ext4/vdb/trigger_fs_error")
    kept = until_unwritten(hands)
    assert re.search("Look at the disk|then reboot", device(hands, "journal")["text"])
    assert not hands.by_hand()["kept"]
    assert hands.look()["seq"] == kept + 2
    guest.until(lambda: "journal" in broken(guest))
