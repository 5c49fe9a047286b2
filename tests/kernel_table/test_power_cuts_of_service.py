"""Power is cut at a table on which hands are playing, and comes back: the service goes on with what its disk has kept.

What the disk of the guest had in its cache is lost at the cut, in part or whole (`write_cache`). One guest plays until
a cut, a second one goes on with what that left until another; every write of both evenings is remembered. A third one
has the disks as they would be after that cut and after many others, at random moments of the two, and the service
starts on each.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bench.shared.figure import Figure
from tests.kernel_table.conftest import Boot, bring_people_s_files, starts
from tests.kernel_table.findings import broken
from tests.kernel_table.guest_machine import STATE, Guest
from tests.kernel_table.hands import GuestHands
from tests.kernel_table.write_cache import WriteCache, assert_whole, empty_ext4
from tests.soak_figures import keep

CUTS: Final = 20
"""Tried by one guest, which has a place for a disk each."""

DISK_OCTETS: Final = 48 << 20
WRITTEN: Final = (400, 1200)
"""Between so few and so many writes to the disk an evening is played by tiles, knob and page."""

ACTIONS: Final = (15, 25)
"""And then between so few and so many actions on the page alone, which go faster in a guest."""

PYTHON: Final = "/opt/royaltable/bin/python3"

ABOUT: Final = (
    "The installed service plays by tiles, knob and page in a guest until power is cut, goes on with what that left on "
    "its ext4 until another, and starts on what that one and cuts at random moments of both evenings would have left."
)

PowerOn = Callable[[WriteCache], AbstractContextManager[Guest]]


@dataclass
class Evening:
    """What was played while the disk's writes were remembered.

    Attributes:
        began: how many writes there were when the game went on.
        acknowledged: how many of them when the table had shown so many actions of ``actions``.
    """

    disk: WriteCache
    began: int = 0
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    actions: list[dict[str, Any]] = field(default_factory=list)

    def until(self, cut: int) -> list[dict[str, Any]]:
        """The actions that were acknowledged before a cut."""
        return self.actions[: max((seq for writes, seq in self.acknowledged if writes <= cut), default=0)]

    def last(self, chance: Random) -> WriteCache:
        """What the disk has after the power went now."""
        return WriteCache(bytes(self.disk.cut(len(self.disk.writes), chance)))


@pytest.fixture
def power_on(boot: Boot, tmp_path: Path) -> PowerOn:
    """Switches on a guest whose table keeps all it keeps on a disk of its own, and cuts its power in the end."""
    numbers = count()

    @contextmanager
    def switched_on(disk: WriteCache) -> Iterator[Guest]:
        with boot(*disk.serve(tmp_path / f"{next(numbers)}.sock")) as guest:
            guest.run(f"mount -o noatime /dev/vdb {STATE} && chown royaltable: {STATE}")
            yield guest

    return switched_on


def test_after_each_power_cut_the_service_plays_on_and_has_lost_nothing_that_it_acknowledged(
    power_on: PowerOn, boot: Boot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(22)
    first = Evening(WriteCache(empty_ext4(tmp_path, DISK_OCTETS)))
    with power_on(first.disk) as guest:
        bring_people_s_files(guest)
        stickers = guest.run(f"sync; cat {STATE}/tags.toml")
        starts(guest, "a")
        hands = GuestHands(guest, chance)
        hands.begin(["blue", "yellow"], map="tracked")
        play(guest, hands, first, chance)

    second = Evening(first.last(chance))
    with power_on(second.disk) as guest:
        hands = goes_on(guest, first.actions, stickers, chance)
        play(guest, hands, second, chance)

    cuts = [(second, len(second.disk.writes))]
    for evening in (first, second):
        cuts += [(evening, chance.randint(evening.began, len(evening.disk.writes))) for _ in range(CUTS // 2)]
    cuts = cuts[:CUTS]
    disks = [
        saved(evening.disk.cut(at, chance), tmp_path / f"cut-{number}") for number, (evening, at) in enumerate(cuts)
    ]
    drives = [part for disk in disks for part in ("-drive", f"file={disk},format=raw,if=virtio")]
    with boot(*drives) as guest:
        for number, (evening, at) in enumerate(cuts):
            guest.run(f"mount -o noatime /dev/vd{chr(ord('b') + number)} {STATE}")
            hands = goes_on(guest, evening.until(at), stickers, chance)
            assert hands.by_hand()["kept"]
            guest.run(f"systemctl stop royaltable; umount {STATE}")

    keep("power_cuts_of_service", ABOUT, figures := [
        Figure("power_cuts_of_service: cuts", 1 + len(cuts), ""),
        Figure("power_cuts_of_service: writes and flushes of the disk",
               len(first.disk.writes) + len(second.disk.writes), ""),
        Figure("power_cuts_of_service: acknowledged actions", len(second.actions), ""),
        Figure("power_cuts_of_service: cuts that lost an acknowledged action", 0, "", most=0),
    ])  # fmt: skip
    with capsys.disabled():
        print("\n" + "; ".join(f"{figure.case('power_cuts_of_service')}: {figure.value:,}" for figure in figures))


def goes_on(guest: Guest, acknowledged: list[dict[str, Any]], stickers: str, chance: Random) -> GuestHands:
    """The service starts on the disk at ``STATE``, where all is whole that was acknowledged; gives hands there."""
    for name in ("settings", "stickers"):
        assert_whole(name, guest.run(f"cat {STATE}/{name}") + "\n")
    assert guest.run(f"cat {STATE}/tags.toml") == stickers
    starts(guest, "a")
    hands = GuestHands(guest, chance)  # the owner's password is known
    seen = hands.look()
    assert hands.log.actions[: len(acknowledged)] == acknowledged
    assert seen["seq"] == seen["resumed"]["actions"] == hands.log.seq
    guest.until(lambda: broken(guest) == set())
    return hands


def play(guest: Guest, hands: GuestHands, evening: Evening, chance: Random) -> None:
    """By tiles, knob and page until some moment, while files are written as well."""
    # Three starts that end within seconds are taken for a device that pulls the supply down: none is opened then.
    guest.until(lambda: guest.run(f"ls {STATE}/table.starts", status=None).startswith("ls: cannot access"))
    guest.run(f"systemd-run --collect {PYTHON} /srv/guest/settings_writer.py {STATE}")
    guest.until(lambda: re.fullmatch("settings [1-9].*", guest.run(f"head -n 1 {STATE}/settings", status=None)))
    writes, began = evening.disk.writes, hands.log.seq
    evening.began, enough = len(writes), len(writes) + chance.randint(*WRITTEN)

    def is_enough(_: dict[str, Any]) -> bool:
        evening.acknowledged.append((len(writes), hands.log.seq))
        return len(writes) >= enough and hands.log.seq > began

    hands.play_until(is_enough)
    for _ in range(chance.randint(*ACTIONS)):
        assert hands.by_hand()["kept"]
        evening.acknowledged.append((len(writes), hands.log.seq))
    evening.actions = list(hands.log.actions)


def saved(disk: bytearray, file: Path) -> Path:
    """As a file that takes no more room than what is in it."""
    file.write_bytes(disk)
    subprocess.run(["fallocate", "--dig-holes", file], check=True)
    return file
