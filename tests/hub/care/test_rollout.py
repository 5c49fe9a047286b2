"""An update goes through the room in rings, and no further than it does well; and the commands for it."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from controller.cli.room.hub import hub
from controller.fleet.line import Broker
from controller.fleet.messages import Reported, UpdateReport, UpdateState
from hub.care import (
    HEALTHY_S,
    ROLLOUT_FILE,
    CareLoop,
    Rollout,
    RolloutError,
    RolloutLoop,
    RolloutWatch,
    Seen,
    keep_rollout,
    reached,
    rings,
    rollout_in,
)
from tests.hub.care.test_packages import deb
from tests.hub.care.test_packages import pytestmark as needs_programs

NEW = Rollout("2.0", "1.0")


def seen(state: UpdateState | None, *, here: bool = True, version: str = "2.0") -> Seen:
    return Seen(here, Reported(update=None if state is None else UpdateReport(version, state)))


def tables(count: int) -> list[str]:
    return [f"rt-{number:04}" for number in range(count)]


@given(st.integers(1, 1000))
def test_the_rings_are_one_table_then_a_tenth_then_all_each_with_those_before(count: int) -> None:
    one, tenth, all_ = rings(NEW, tables(count))
    assert len(one) == 1
    assert abs(len(tenth) - max(1, count / 10)) <= 0.5
    assert sorted(all_) == tables(count)
    assert all_[: len(tenth)] == tenth
    assert tenth[:1] == one


def test_the_owner_may_say_which_table_is_the_first() -> None:
    assert rings(Rollout("2.0", first="rt-0007"), tables(20))[0] == ["rt-0007"]
    assert len({rings(Rollout(f"2.{minor}"), tables(20))[0][0] for minor in range(30)}) > 5, "else another each time"


def test_the_next_ring_begins_when_all_of_the_last_have_been_well_for_ten_minutes() -> None:
    watch, room = RolloutWatch(), {table: seen("waits") for table in tables(20)}
    (first,) = reached(NEW, room)
    assert watch.looked(NEW, room, 0.0) == NEW
    room[first] = seen("holds")
    assert watch.looked(NEW, room, 100.0) == NEW
    assert watch.looked(NEW, room, 100.0 + HEALTHY_S - 1) == NEW
    room[first] = seen("holds", here=False)  # it was away: its time begins anew
    assert watch.looked(NEW, room, 100.0 + HEALTHY_S) == NEW
    room[first] = seen("holds")
    assert watch.looked(NEW, room, 800.0) == NEW
    second = watch.looked(NEW, room, 800.0 + HEALTHY_S)
    assert second.ring == 1
    assert len(reached(second, room)) == 2
    assert watch.looked(second, room, 800.0 + 10 * HEALTHY_S) == second, "the other one has not proved itself yet"


def test_one_failure_stops_the_first_ring_and_two_stop_a_larger_one() -> None:
    room = {table: seen("holds") for table in tables(50)}
    (first,) = reached(NEW, room)
    stopped = RolloutWatch().looked(NEW, room | {first: seen("rolled-back")}, 0.0)
    assert stopped.stopped == f"2.0 did not do well at {first}"
    assert reached(stopped, room) == [first]
    tenth = Rollout("2.0", "1.0", ring=1)
    one, two, *_ = reached(tenth, room)
    assert not RolloutWatch().looked(tenth, room | {one: seen("failed")}, 0.0).stopped
    assert RolloutWatch().looked(tenth, room | {one: seen("failed"), two: seen("rolled-back")}, 0.0).stopped
    other = {one: seen("failed", version="1.5"), two: seen("failed", version="1.5")}
    assert not RolloutWatch().looked(tenth, room | other, 0.0).stopped, "that was an earlier version"


@pytest.mark.parametrize(
    "octets",
    [
        b'{"version":"\xff"}',
        b'{"version":"1","later":' + b"[" * 4000,
        b'{"version":"1"',
        b'{"version":"1","ring":7}',
        b'{"version":"1","ring":-1}',
        b'{"version":"one two"}',
        b'{"version":"1","first":"#"}',
    ],
)
async def test_a_damaged_file_is_said_and_the_update_waits_until_it_is_mended(tmp_path: Path, octets: bytes) -> None:
    care = CareLoop(Broker("127.0.0.1", 1))
    care.desires.reported("rt-a", Reported())
    (tmp_path / ROLLOUT_FILE).write_bytes(octets)
    with pytest.raises(RolloutError, match=f"{ROLLOUT_FILE}.*release the version again"):
        rollout_in(tmp_path)
    loop = RolloutLoop(tmp_path, care, lambda _: True)
    task = asyncio.create_task(loop.run())
    await asyncio.sleep(60)
    keep_rollout(tmp_path, NEW)
    await asyncio.sleep(60)
    assert loop.now == NEW
    task.cancel()


def typed(folder: Path, *words: str) -> str:
    return CliRunner().invoke(hub, ["--folder", str(folder), *words]).output


@needs_programs
def test_a_version_goes_out_is_stopped_and_the_one_from_before_is_offered_and_taken(tmp_path: Path) -> None:
    folder = tmp_path / "hub"
    folder.mkdir()
    (folder / "hub.toml").touch()
    assert "No update goes through this room." in typed(folder, "rollout")
    said = typed(folder, "release", "--only-keep", str(deb(tmp_path, "0.1.0")))
    assert "royaltable 0.1.0 for all can be had." in said
    assert "sudo royaltable update trust HUB --fingerprint '" in said
    assert rollout_in(folder) is None
    said = typed(folder, "release", "--first", "rt-a", str(deb(tmp_path, "0.2.0")))
    assert "0.2.0 goes to one table now." in said
    assert rollout_in(folder) == Rollout("0.2.0", "0.1.0", "rt-a")
    assert typed(folder, "rollout") == "0.2.0: ring 1 of 3, one table\n"
    assert "Back to 0.1.0: royaltable hub rollout --back" in typed(folder, "rollout", "--stop")
    assert typed(folder, "rollout", "--back") == f"The hub in {folder}:\n0.1.0: ring 1 of 3, one table\n"
    assert rollout_in(folder) == Rollout("0.1.0", None, "rt-a")
    assert "expected a table's id" in typed(folder, "release", "--first", "a/b", str(deb(tmp_path, "0.3.0")))
