"""An installed table on a real kernel survives wrong clocks, failing disks and reboots.

One game goes through all of it; the disk that takes it is an ext4 of its own, as on an SD card.
"""

import re
import subprocess
from contextlib import suppress
from random import Random
from typing import Final

import httpx
import pytest

from tests.kernel_table.guest_machine import JOURNAL, STATE, Guest, broken_devices, device, doctor_reports
from tests.kernel_table.hands import GuestHands

TOPOLOGY: Final = "a"
DISK_BYTES: Final = 24 << 20
SOME: Final = 40
"""So many actions are more than what a log of SQLite that was written before has room for."""


@pytest.fixture(scope="module")
def hardware(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    disk = tmp_path_factory.mktemp("disk") / "disk"
    disk.write_bytes(bytes(DISK_BYTES))
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-m", "0", disk], check=True)
    return "-drive", f"file={disk},format=raw,if=virtio"


@pytest.fixture(scope="module")
def table(guest: Guest) -> Guest:
    guest.run("systemctl stop royaltable; systemctl enable royaltable")
    guest.run(f"echo '/dev/vdb {STATE} ext4 noatime,errors=remount-ro 0 2' >>/etc/fstab; systemctl daemon-reload")
    guest.run(f"mount /dev/vdb /mnt; cp -a {STATE}/. /mnt; umount /mnt; mount {STATE}")
    guest.run(f"chown royaltable: {STATE}; chmod 700 {STATE}; systemctl start royaltable")
    guest.view()
    GuestHands(guest, Random(5)).begin(["blue", "yellow"], map="tracked")
    return guest


@pytest.fixture
def hands(table: Guest) -> GuestHands:
    made = GuestHands(table, Random(6))
    made.look()
    return made


def same_game(guest: Guest, hands: GuestHands) -> GuestHands:
    guest.view()
    again = GuestHands(guest, Random(7))
    seen = again.look()
    assert again.log.actions == hands.log.actions
    assert (seen["seq"], seen["resumed"]["actions"]) == (hands.log.seq, hands.log.seq)
    assert again.by_hand()["kept"]
    return again


def until_unwritten(hands: GuestHands) -> int:
    for _ in range(SOME):
        if not hands.by_hand()["kept"]:
            return hands.log.seq - 1
    raise AssertionError("the disk takes whatever comes")


def test_a_clock_that_starts_in_1970_loses_no_game(guest: Guest, hands: GuestHands) -> None:
    guest.run("systemctl stop royaltable; date -s '1970-01-01 00:30:00'; systemctl start royaltable")
    again = same_game(guest, hands)
    assert doctor_reports(guest, "RT-CLOCK-UNSET", "1970")
    guest.run("date -s '2026-06-01 12:00:00'")
    assert again.by_hand()["kept"]
    guest.until(lambda: broken_devices(guest) == set())
    assert not doctor_reports(guest, "RT-CLOCK-UNSET")


def test_a_game_on_a_full_disk_is_written_once_there_is_room(guest: Guest, hands: GuestHands) -> None:
    guest.run(f"dd if=/dev/zero of={STATE}/filler bs=1k", status=1)
    kept = until_unwritten(hands)
    assert [action for action, _ in guest.entries(JOURNAL)] == hands.log.actions[:kept]
    assert not device(guest, "journal")["ok"]
    assert hands.look()["unwritten"] >= 1
    guest.until(lambda: "journal" in broken_devices(guest))
    assert doctor_reports(guest, "RT-DISK-FULL")
    picture = guest.far("hash(table.oled.image().tobytes())")
    hands.by_hand()
    guest.until(lambda: guest.far("hash(table.oled.image().tobytes())") != picture)  # the console goes on
    guest.run(f"rm {STATE}/filler")
    guest.until(lambda: hands.look()["unwritten"] == 0)
    assert [action for action, _ in guest.entries(JOURNAL)] == hands.log.actions
    assert device(guest, "journal")["ok"]


def test_a_game_on_a_read_only_disk_continues_until_a_reboot(guest: Guest, hands: GuestHands) -> None:
    guest.run("echo test >/sys/fs/ext4/vdb/trigger_fs_error")
    kept = until_unwritten(hands)
    assert re.search("Look at the disk|then reboot", device(guest, "journal")["text"])
    assert not hands.by_hand()["kept"]
    assert hands.look()["seq"] == kept + 2
    guest.until(lambda: "journal" in broken_devices(guest))
    assert doctor_reports(guest, "RT-DISK-ERRORS", "vdb")
    guest.reboot()
    guest.wait_for_the_reboot()  # meanwhile systemd has had e2fsck look at the disk
    guest.view()
    after = GuestHands(guest, Random(8))
    assert after.look()["seq"] == kept  # what the page said was not kept is gone, and nothing else
    assert after.log.actions == hands.log.actions[:kept]
    assert after.by_hand()["kept"]
    assert guest.run(f"findmnt -n -o SOURCE,OPTIONS {STATE}").startswith("/dev/vdb rw,")


def test_after_a_reboot_the_game_resumes_at_the_last_acknowledged_action(guest: Guest, hands: GuestHands) -> None:
    guest.reboot()
    with suppress(httpx.TransportError):  # the service is stopped under the hands
        while True:
            assert hands.by_hand()["kept"]
    acknowledged = list(hands.log.actions)
    guest.wait_for_the_reboot()
    guest.view()
    again = GuestHands(guest, Random(9))
    seen = again.look()
    assert again.log.actions[: len(acknowledged)] == acknowledged
    assert again.log.seq - len(acknowledged) in {0, 1}  # the last one was on its way
    assert seen["seq"] == seen["resumed"]["actions"] == again.log.seq
    guest.until(lambda: broken_devices(guest) == set())
    assert guest.far("[chip.rf_on for chip in table.readers.values()]") == [True] * 4
    again.play_until(lambda seen: {"gate:blue", "gate:yellow"} <= again.origins)
