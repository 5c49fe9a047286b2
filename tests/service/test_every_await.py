"""Faults at every await of every task of a table that is served: what is no game goes on, and nobody's game ends.

In a quick run several are planted in one short evening; in a soak each await has an evening, and six kinds of faults.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from controller.devices.guard import PROGRAM
from controller.play.table import MAY_END, GameFailed
from controller.store.journal import JournalReader
from tests.service.calls import Calls
from tests.service.evening import Evening, an_evening
from tests.service.planting import CANCELLED, FAULTS, Plant, Planter
from tests.soak import SOAK

KINDS = tuple(FAULTS)

NEVER = Plant("nobody", None, 1, CANCELLED)

OF_EACH_AWAIT = 2
"""Kinds of faults that each await has evenings of; they take turns."""


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    """A new folder for each evening."""

    def made() -> Iterator[Path]:
        for nth in count():
            folder = tmp_path / str(nth)
            folder.mkdir()
            yield folder

    return made()


def wrong(evening: Evening, plant: Plant) -> list[str]:
    """What is not as promised after such a fault."""
    found = []
    journal = evening.play.journal.path
    with JournalReader(journal) as reader:
        for game in reader.games():
            numbers = [entry.seq for entry in reader.entries(game.game_id)]
            if numbers != list(range(1, len(numbers) + 1)):
                found.append(f"the journal of game {game.game_id} has {numbers}")
    if evening.still_on:
        found.append(f"still on: {evening.still_on}")
    if plant.task in MAY_END:
        ends = isinstance(evening.ended_by, ExceptionGroup) and evening.ended_by.subgroup(GameFailed) is not None
        return found if ends else [*found, f"ended by {evening.ended_by!r}"]
    if plant.late:
        return found
    if evening.ended_by is not None:
        found.append(f"the process ended: {evening.ended_by!r}")
    if evening.faults < 1:
        found.append("nobody counted it")
    if not any(name.endswith(PROGRAM) for name in evening.lost):
        found.append("nobody was shown it")
    return found


def test_six_kinds_of_faults_in_as_many_tasks_leave_a_game_that_can_be_played(
    folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = ("screen", "watchdog", "page", "address", "supply", "serve")
    plants = [
        Plant(task, None, 1 if task in {"address", "serve"} else 4, kind)
        for task, kind in zip(tasks, KINDS, strict=True)
    ]
    evening = an_evening(next(folders), Planter(plants), monkeypatch, short=True)
    assert [plant.task for plant in plants if plant.planted] == list(tasks)
    assert wrong(evening, plants[0]) == []
    assert {f"{part}{PROGRAM}" for part in (*tasks[:-1], "service")} <= evening.lost.keys()
    assert evening.faults == len(tasks)


@pytest.mark.parametrize("kind", [CANCELLED, *(kind for kind in KINDS if SOAK and kind != CANCELLED)])
def test_a_fault_of_the_game_ends_the_process_with_a_word_and_all_is_off(
    kind: str, folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant = Plant("game", None, 6, kind)
    evening = an_evening(next(folders), Planter([plant]), monkeypatch, short=True)
    assert wrong(evening, plant) == []
    assert isinstance(evening.ended_by, ExceptionGroup)
    assert "royaltable report" in str(evening.ended_by.exceptions[0])


@pytest.mark.skipif(not SOAK, reason="some thirty evenings")
def test_whatever_fails_between_awaits_is_contained(
    folders: Iterator[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    def lived(calls: Calls) -> Evening:
        with pytest.MonkeyPatch.context() as patched:
            calls.watch(patched)
            return an_evening(next(folders), Planter([NEVER]), patched, make_loop=calls.loop)

    whole = Calls()
    assert lived(whole).faults == 0
    failed, enders = [], set()
    for label, times in whole.seen.items():
        calls = Calls(label, 1 + times // 2)
        evening = lived(calls)
        if evening.ended_by is not None:
            enders.add(label)
        elif calls.planted and (evening.faults < 1 or not any(name.endswith(PROGRAM) for name in evening.lost)):
            failed.append(label)
        if evening.still_on:
            failed.append(f"{label}: {evening.still_on}")
    with capsys.disabled():
        print(f"\n{len(whole.seen)} listeners, timers, callbacks and threads; those that ended the process: {enders}")
    assert failed == []
    assert enders == {"thread Journal.append", "thread Journal.take_up"}


@pytest.mark.skipif(not SOAK, reason="two hundred evenings")
def test_at_every_await_of_every_task_a_fault_is_contained(
    folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = an_evening(next(folders), Planter(), monkeypatch)
    assert (whole.ended_by, whole.faults, whole.lost, whole.still_on) == (None, 0, {}, [])
    awaits = list(whole.planter.seen.items())
    planted, failed, enders = 0, [], set()
    for nth, (at, visits) in enumerate(awaits):
        for kind in (KINDS[(nth + turn * len(KINDS) // OF_EACH_AWAIT) % len(KINDS)] for turn in range(OF_EACH_AWAIT)):
            plant = Plant(at.task, at.place, 1 + visits // 2 if visits > 2 else 1, kind)
            try:
                evening = an_evening(next(folders), Planter([plant]), monkeypatch)
                faults = wrong(evening, plant)
                if evening.ended_by is not None and not plant.late:
                    enders.add(at.task)
            except (AssertionError, TimeoutError) as fault:
                faults = [str(fault)]
            planted += plant.planted
            failed += [f"{kind} at {at}: {each}" for each in faults if plant.planted]
    with capsys.disabled():
        places = len({at.innermost for at, _ in awaits})
        print(
            f"\n{len(awaits)} awaits of {len({at.task for at, _ in awaits})} tasks at {places} places, "
            f"{planted} faults planted one by one; "
            f"tasks that ended the process beside game loop and journal: {len(enders - MAY_END)}"
        )
    assert failed == []
    assert enders == MAY_END
    assert planted >= 0.98 * OF_EACH_AWAIT * len(awaits)
