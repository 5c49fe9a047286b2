"""Power is cut at a table on which hands are playing, and comes back: the service goes on with what its disk has kept.

What the disk of the guest had in its cache is lost at the cut, in part or whole (`write_cache`).
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.kernel_table.conftest import Boot, bring_people_s_files, starts
from tests.kernel_table.findings import broken
from tests.kernel_table.guest_machine import STATE, Guest
from tests.kernel_table.hands import GuestHands
from tests.kernel_table.write_cache import WriteCache, assert_whole, empty_ext4

CUTS: Final = 3
DISK_OCTETS: Final = 48 << 20
WRITTEN: Final = (400, 1200)
"""Between so few and so many writes to the disk power is on."""

PYTHON: Final = "/opt/royaltable/bin/python3"

PowerOn = Callable[[WriteCache], AbstractContextManager[Guest]]


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
    power_on: PowerOn, tmp_path: Path
) -> None:
    chance, disk = Random(22), WriteCache(empty_ext4(tmp_path, DISK_OCTETS))
    with power_on(disk) as guest:
        bring_people_s_files(guest)
        stickers = guest.run(f"sync; cat {STATE}/tags.toml")
        starts(guest, "a")
        hands = GuestHands(guest, chance)
        hands.begin(["blue", "yellow"], map="tracked")
        disk = cut(guest, hands, disk, chance)
    for number in range(CUTS):
        with power_on(disk) as guest:
            for name in ("settings", "stickers"):
                assert_whole(name, guest.run(f"cat {STATE}/{name}") + "\n")
            assert guest.run(f"cat {STATE}/tags.toml") == stickers
            starts(guest, "a")
            acknowledged, hands = hands.log.actions, GuestHands(guest, chance)  # the owner's password is known
            seen = hands.look()
            assert hands.log.actions[: len(acknowledged)] == acknowledged
            assert seen["seq"] == seen["resumed"]["actions"] == hands.log.seq
            guest.until(lambda guest=guest: broken(guest) == set())
            if number < CUTS - 1:
                disk = cut(guest, hands, disk, chance)
            else:
                assert hands.by_hand()["kept"]


def cut(guest: Guest, hands: GuestHands, disk: WriteCache, chance: Random) -> WriteCache:
    """Play by tiles, knob and page until some moment, while files are written as well; gives what the disk has then."""
    # Three starts that end within seconds are taken for a device that pulls the supply down: none is opened then.
    guest.until(lambda: guest.run(f"ls {STATE}/table.starts", status=None).startswith("ls: cannot access"))
    guest.run(f"systemd-run --collect {PYTHON} /srv/guest/settings_writer.py {STATE}")
    began, enough = hands.log.seq, len(disk.writes) + chance.randint(*WRITTEN)
    hands.play_until(lambda _: len(disk.writes) >= enough and hands.log.seq > began)
    return WriteCache(bytes(disk.cut(len(disk.writes), chance)))
