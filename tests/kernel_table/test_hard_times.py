"""An installed table on a real kernel survives wrong clocks, failing disks, reboots and upgrades.

One game goes through all of it; the disk that takes it is an ext4 of its own, as on an SD card.
"""

import re
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest

from tests.kernel_table.guest_machine import JOURNAL, STATE, Guest, broken_devices, device, doctor_reports
from tests.kernel_table.hands import GuestHands
from tests.systemd.container.machines import made_deb

TOPOLOGY: Final = "a"
DISK_BYTES: Final = 24 << 20
SOME: Final = 40
"""So many actions are more than what a log of SQLite that was written before has room for."""

PACKAGE: Final = "dpkg-query --show --showformat '${Version} ${Status}' royaltable"
NOT_OURS: Final = "/etc/systemd/system/royaltable.service.d/guest.conf /etc/udev/rules.d/99-com.rules"
"""What an owner or the system has put beside it."""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("newer")
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "--raw-extract", made_deb("amd64"), tree], check=True)
    for name, was, is_now in (
        ("DEBIAN/control", "^Version: .*", "Version: 99.0.0"),
        ("opt/royaltable/share/table.toml", '"our table"', '"another"'),
    ):
        text = (tree / name).read_text(encoding="utf-8")
        (tree / name).write_text(re.sub(was, is_now, text, flags=re.MULTILINE), encoding="utf-8")
    packed = ("dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", tree, folder / "newer.deb")
    subprocess.run(packed, check=True, capture_output=True)
    return folder / "newer.deb"


@pytest.fixture(scope="module")
def hardware(newer: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    disk = tmp_path_factory.mktemp("disk") / "disk"
    disk.write_bytes(bytes(DISK_BYTES))
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-m", "0", disk], check=True)
    drives = (f"file={disk},format=raw,if=virtio", f"file={newer},format=raw,if=virtio,readonly=on")
    return tuple(part for drive in drives for part in ("-drive", drive))


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
    raise AssertionError("the disk never becomes full")


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


def test_an_upgrade_is_refused_in_a_game_and_keeps_peoples_data(guest: Guest, hands: GuestHands, newer: Path) -> None:
    of_people = f"sha256sum /etc/royaltable/table.toml {STATE}/tags.toml {STATE}/table.keys.json"
    before, since = guest.run(of_people), len(guest.log())
    guest.run(f"head -c {newer.stat().st_size} /dev/vdc >/root/newer.deb")
    assert "a game is being played" in guest.run("dpkg --install /root/newer.deb", status=1)
    assert hands.by_hand()["kept"]
    assert guest.run(PACKAGE) == "0.1.0 install ok installed"

    guest.run("systemctl stop royaltable; dpkg --install /root/newer.deb")
    assert guest.run(PACKAGE) == "99.0.0 install ok installed"
    same_game(guest, hands)  # whose referee has logged in by the password of before
    assert guest.run(of_people) == before
    guest.until(lambda: broken_devices(guest) == set())
    assert "Traceback" not in guest.log()[since:]


def test_removal_keeps_peoples_data_and_a_purge_deletes_it(guest: Guest, hands: GuestHands) -> None:
    assert "a game is being played" in guest.run("dpkg --remove royaltable", status=1)
    guest.run("systemctl stop royaltable; dpkg --remove royaltable")
    assert [action for action, _ in guest.entries(JOURNAL)] == hands.log.actions
    guest.run("test -s /etc/royaltable/table.toml && test ! -e /opt/royaltable")

    guest.run("dpkg --purge royaltable")
    assert guest.run(f"findmnt -n -o SOURCE {STATE}; ls -A {STATE}") == "/dev/vdb"  # the disk is its owner's
    named = "find / -xdev -name '*royaltable*' ! -path '/root/*' ! -path '/var/log/*'"
    assert set(guest.run(named).splitlines()) == {STATE, str(Path(NOT_OURS.split()[0]).parent)}
    assert guest.run("getent passwd royaltable; getent group royaltable spi i2c gpio", status=2) == ""
    assert "royaltable" not in guest.run(f"getent group dialout; ls {NOT_OURS} >/dev/null")
    assert guest.run("systemctl list-unit-files --no-legend 'royaltable*'", status=1) == ""
