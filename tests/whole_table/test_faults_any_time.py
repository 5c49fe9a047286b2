"""Each named fault at random moments of games of two rounds, on octet twins: the game is played to its right end."""

import asyncio
import logging
import os
import shutil
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from controller.daemon.hands import Hands
from controller.daemon.journal import Journal
from controller.games.tumult_royale import actions
from controller.games.tumult_royale.bot import greedy_bot
from controller.games.tumult_royale.log import Play
from controller.games.tumult_royale.state import canonical
from hw.testing.clock import run_virtual
from hw.testing.faults import FAULTS
from hw.testing.link_faults import LINK_FAULTS
from hw.testing.table import TwinTable
from tests.whole_table.playing import Playing, playing

MOMENTS = 20 if os.environ.get("ROYALTABLE_SOAK") == "1" else 1
ROUNDS = 2
GAME_S = 100.0
"""About how long two rounds of two hands take."""

LONGEST_S = 15.0
STAYS = 0.3
"""How often a fault stays to the end."""

BY_HAND_AFTER_S = 10.0
"""People wait so long for a gate that stays broken; then they enter the rest by hand."""

PATIENCE_S = 600.0


@dataclass
class Game:
    """One game and what goes wrong in it."""

    fault: str
    chance: Random
    folder: Path
    tables: list[Playing] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)

    async def play(self) -> None:
        at_s = self.chance.uniform(0.0, GAME_S)
        boards = self.fault in LINK_FAULTS
        async with playing(self.folder, seed=self.chance.randrange(1000), castles=2, boards=boards) as table:
            self.tables.append(table)
            await table.begin()
            place = self._place(table.twins)
            if self.fault == "power_cut":
                await self._until_cut(table, at_s)
            else:
                await self._broken_at(table, at_s, place)
        if self.fault == "power_cut":
            async with playing(self.folder / "kept", castles=2) as table:
                self.tables.append(table)
                self.states.append(canonical(table.state, table.table.loop.seq))
                await self._finish(table)

    def _place(self, twins: TwinTable) -> str:
        places = twins.faults.known[self.fault]
        return self.chance.choice(places) if places else ""

    async def _broken_at(self, table: Playing, at_s: float, place: str) -> None:
        hands = asyncio.create_task(self._hands(table))
        await asyncio.wait([hands], timeout=at_s)
        table.twins.faults.switch(self.fault, place, on=True)
        stays = self.chance.random() < STAYS
        await asyncio.wait([hands], timeout=BY_HAND_AFTER_S if stays else self.chance.uniform(0.5, LONGEST_S))
        if not stays:
            table.twins.faults.switch(self.fault, place, on=False)
            await asyncio.wait([hands], timeout=PATIENCE_S)
            assert hands.done(), f"the hands did not come to an end: {table.state.phase}"
            hands.result()
        hands.cancel()
        await asyncio.gather(hands, return_exceptions=True)
        await self._by_hand(table)
        await self._finish(table, hands_over=True)

    async def _until_cut(self, table: Playing, at_s: float) -> None:
        """Stop in the middle, with the disk as it is at that moment."""
        hands = asyncio.create_task(self._hands(table))
        await asyncio.wait([hands], timeout=at_s)
        table.twins.faults.switch("power_cut", on=True)
        shutil.copytree(self.folder, self.folder / "kept", ignore=shutil.ignore_patterns("kept"))
        self.states.append(canonical(table.state, table.table.loop.seq))
        assert_all_off(table.twins)
        hands.cancel()
        await asyncio.gather(hands, return_exceptions=True)

    async def _finish(self, table: Playing, *, hands_over: bool = False) -> None:
        if not hands_over:
            await self._hands(table)
        table.twins.faults.mend_all()
        await table.wait(12.0)  # what was lost comes back, what could not be written is written
        assert table.table.loop.unwritten == []
        self.states.append(canonical(table.state, table.table.loop.seq))

    async def _hands(self, table: Playing) -> None:
        hands = Hands(table.table, table.twins, Random(self.chance.random()), table.table.loop.castles)
        await hands.play(lambda: table.state.round > ROUNDS)

    async def _by_hand(self, table: Playing) -> None:
        """What the page does with an action that somebody enters."""
        while table.state.round <= ROUNDS:
            action = actions.to_mapping(greedy_bot(table.state, self.chance))
            answer = await table.table.loop.propose(action, "page")
            assert answer.refusal is None, (action, answer.refusal)
            await table.until_shown()


def assert_all_off(twins: TwinTable) -> None:
    assert not any(chip.rf_on for chip in twins.readers.values())
    assert twins.rotor is not None
    assert not twins.rotor.energised


def replayed(journal: Path) -> bytes:
    """The state that the journal's actions give, entered one after the other without any table."""
    play = Play()
    with closing(Journal(journal)) as file:
        for entry in file.entries(1):
            play.submit(entry.action)
    assert play.state is not None
    return canonical(play.state, play.seq)


@pytest.mark.parametrize("number", range(MOMENTS))
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_breaks_and_whenever_the_game_comes_to_its_right_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str, number: int
) -> None:
    caplog.set_level(logging.INFO)
    game = Game(fault, Random(f"{fault} {number}"), tmp_path)
    run_virtual(game.play())
    for table in game.tables:
        assert_all_off(table.twins)
    if fault == "power_cut":
        shown, resumed = game.states[:2]
        assert shown == resumed
    last = game.tables[-1]
    assert replayed(last.journal.path) == game.states[-1]
    assert [
        record.getMessage() for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR
    ] == []
    told: dict[str, list[str]] = {}
    for record in caplog.records:
        if record.name == "royaltable":
            event, device = record.getMessage().split()[:2]
            told.setdefault(device, []).append(event.removeprefix("event=device_"))
    for device, events in told.items():
        if device.startswith("device="):
            assert events == ["lost", "back"] * (len(events) // 2) + ["lost"] * (len(events) % 2), device
