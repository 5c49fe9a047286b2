"""Games with named faults at random moments, each played to its right end."""

import asyncio
import logging
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller import config, log
from controller.config.schema import TableConfig
from controller.devices.readers import Passage
from controller.games.tumult_royale.bots.bots import greedy_bot_move
from controller.games.tumult_royale.rules import actions, options, state
from controller.play.bots.bot_hands import BotHands
from controller.play.table import Table
from controller.signals import Signal
from hw.castle_link.twin import MakeBoard
from hw.testing.faults import BEAM_FAULTS, FAULTS, LINK_FAULTS
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid
from tests.support.castle_boards import IN_PYTHON, maker, napping
from tests.support.playing import QUICK, Playing, assert_all_off, check_log, playing, replayed
from tests.support.soak import SOAK, sample
from tests.support.virtual import run_virtual
from tests.whole_table.napping import NappingTable

BY_HAND_AFTER_S = 10.0
"""How long people wait for a fault to end before they enter the rest by hand."""

PATIENCE_S = 1200.0

COMES_BACK_S = 12.0
"""Time for devices to return and for the journal to be written."""

SWALLOWS = frozenset(
    {"reader_deaf", "reader_deaf_until_reset", "reader_flap", "two_tags", "undervoltage", "power_cut"}
    | {"node_reboot", "node_swap", "node_dark"}  # a board that is plugged in restarts the others at its hub
)
"""Faults during which a tile may pass unseen."""

OF_THIS_TABLE = [name for name in FAULTS if name not in BEAM_FAULTS]
"""Its gates have no light beams."""


@dataclass(frozen=True, slots=True)
class Break:
    """At ``at_s`` something breaks, for ``lasts_s``; None: it stays broken, and people go on by hand."""

    fault: str
    at_s: float
    lasts_s: float | None


@dataclass
class BreakingGame:
    """One game of two castles and what goes wrong in it.

    Attributes:
        rounds: it is played so far; None for a whole game.
        struck: how often something broke while it was played.
        carried, passed: tiles as hands carried them over gates, and as gates counted them.
        tables: one after the other; a power cut ends one.
        shown: the state before each power cut and after it, and at the end.
        by_hand: something stayed broken, and people went on by hand.
    """

    breaks: Sequence[Break]
    chance: Random
    folder: Path
    rounds: int | None
    arrow: bool
    make_table: Callable[..., Table]
    make_board: MakeBoard
    settings_of: Callable[[TableConfig], TableConfig] = lambda settings: settings
    struck: int = 0
    carried: list[tuple[ReaderId, Uid]] = field(default_factory=list)
    passed: list[tuple[ReaderId, Uid]] = field(default_factory=list)
    tables: list[Playing] = field(default_factory=list)
    shown: list[bytes] = field(default_factory=list)
    by_hand: bool = False

    async def play(self) -> None:
        waiting = sorted(self.breaks, key=lambda each: each.at_s)
        while True:
            number = len(self.tables)
            async with self._table(number) as table:
                self.tables.append(table)
                self._watch_hands(table.twins)
                if number == 0:
                    await table.begin()
                else:
                    await self._take_up(table)
                hands = asyncio.create_task(self._hands(table))
                cut = await self._break_things(table, waiting, hands)
                if not cut:
                    await self._finish(table, hands)
                await _cancel(hands)
            if not cut:
                return

    async def _take_up(self, table: Playing) -> None:
        """The same step of the same game; an hourglass that ran starts anew when people say so.

        Where the wall clock has gone forward since, the table first asks whether so old a game goes on.
        """
        self.shown.append(state.canonical_json_bytes(table.state, table.table.loop.seq))
        if table.table.loop.hourglass_to_start is not None:
            await table.until_shown()
            if table.table.questions.current is not None:
                await table.press()
            await table.press()
            assert table.table.loop.hourglass_to_start is None

    def _table(self, number: int) -> AbstractAsyncContextManager[Playing]:
        on_boards = any(each.fault in LINK_FAULTS for each in self.breaks)
        folder = self.folder / str(number)
        folder.mkdir(exist_ok=True)
        return playing(
            folder,
            seed=self.chance.randrange(1000),
            castles=2,
            arrow=self.arrow,
            make_table=self._counting,
            make_board=self.make_board if on_boards else None,
            settings_of=self.settings_of,
        )

    def _counting(self, *parts: Any) -> Table:
        table = self.make_table(*parts)
        count = table.passages.on_passage

        def listed(passage: Passage) -> None:
            if passage.uid is not None and table.stickers.sticker_by_uid(passage.uid) is not None:
                self.passed.append((passage.reader, passage.uid))

        def passed(passage: Passage) -> None:
            listed(passage)
            count(passage)

        table.hardware.boards.tile_passed.connect(listed)
        table.passages.on_passage = passed  # type: ignore[method-assign]  # the ear of the gates on its own SPI
        return table

    def _watch_hands(self, twins: TwinTable) -> None:
        carry = twins._pass_tag

        async def carried(reader: ReaderId, uid: Uid, dwell_s: float) -> None:
            self.carried.append((reader, uid))
            await carry(reader, uid, dwell_s)

        twins._pass_tag = carried  # type: ignore[method-assign]

    async def _break_things(self, table: Playing, waiting: list[Break], hands: "asyncio.Task[None]") -> bool:
        mends: list[tuple[float, str, str]] = []
        while waiting or mends:
            if hands.done():
                return False
            next_s = min([*(each.at_s for each in waiting[:1]), *(at_s for at_s, _, _ in mends)])
            if next_s > table.now_s():
                await asyncio.wait([hands], timeout=next_s - table.now_s())
                continue
            if waiting and waiting[0].at_s == next_s:
                due = waiting.pop(0)
                self.struck += 1
                if due.fault == "power_cut":
                    self._cut(table)
                    return True
                place = self.chance.choice(table.twins.faults.possible_faults[due.fault] or ("",))
                table.twins.faults.switch(due.fault, place, on=True)
                if due.lasts_s is None:
                    self.by_hand = True
                    await asyncio.wait([hands], timeout=BY_HAND_AFTER_S)
                    return False
                mends.append((next_s + due.lasts_s, due.fault, place))
                mends.sort()
            else:
                _, fault, place = mends.pop(0)
                table.twins.faults.switch(fault, place, on=False)
        return False

    def _cut(self, table: Playing) -> None:
        """Power fails, with the disk as it is at that moment; what was said to be unwritten is gone with it.

        The next start finds whole parts.
        """
        before, after = (self.folder / str(len(self.tables) - back) for back in (1, 0))
        shutil.copytree(before, after)
        written = not table.table.loop.journal_queue.unwritten
        log.info("power_cut", at_s=table.now_s())
        table.table.health.changed = Signal()  # who has no power says nothing
        table.twins.faults.mend_all()
        table.twins.faults.switch("power_cut", on=True)
        self.shown.append(
            state.canonical_json_bytes(table.state, table.table.loop.seq)
            if written
            else replayed(after / table.journal.path.name)
        )

    async def _finish(self, table: Playing, hands: "asyncio.Task[None]") -> None:
        if not self.by_hand:
            await asyncio.wait([hands], timeout=PATIENCE_S)
            assert hands.done(), f"the hands did not come to an end: {table.state.phase}"
        if hands.done():
            hands.result()
        await _cancel(hands)
        while not self._over(table):
            action = actions.action_to_mapping(options.move_to_action(greedy_bot_move(table.state, self.chance)))
            answer = await table.table.loop.propose_action(action, "page")
            assert answer.refusal is None, (action, answer.refusal)
            await table.until_shown()
        table.twins.faults.mend_all()
        await table.wait(COMES_BACK_S)
        assert table.table.loop.journal_queue.unwritten == []
        self.shown.append(state.canonical_json_bytes(table.state, table.table.loop.seq))

    async def _hands(self, table: Playing) -> None:
        hands = BotHands(table.table, table.twins, Random(self.chance.random()), table.table.loop.castles)
        await hands.play_until_over(lambda: self._over(table))

    def _over(self, table: Playing) -> bool:
        if isinstance(table.state.phase, state.Over):
            return True
        return self.rounds is not None and table.state.round > self.rounds

    def check(self) -> None:
        """Check what must be true after the game.

        No part of any table is on. The state is what the journal's actions give without any table, and what was shown
        before a power cut is what the next start showed. No gate counted a tile that no hand carried over it, or one
        twice; and where no fault can swallow a tile, each was counted.
        """
        for table in self.tables:
            assert_all_off(table.twins)
        *cuts, end = self.shown
        assert cuts[::2] == cuts[1::2]
        assert replayed(self.tables[-1].journal.path) == end
        counted, carried = Counter(self.passed), Counter(self.carried)
        assert counted <= carried, counted - carried
        if not self.by_hand and not SWALLOWS & {each.fault for each in self.breaks}:
            assert counted == carried, carried - counted


async def _cancel(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("number", range(4) if SOAK else range(1))
@pytest.mark.parametrize("fault", OF_THIS_TABLE[:: 1 if SOAK else 3])
def test_a_game_ends_correctly_despite_one_repeated_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str, number: int
) -> None:
    """Five moments a game, in which readers nap while nothing is near them; a quick run has every third fault."""
    caplog.set_level(logging.INFO)
    chance = Random(f"{fault} {number}")
    moments = sorted(chance.uniform(0.0, 75.0) for _ in range(5))  # two rounds of two hands take longer
    stays = chance.random() < 0.3
    breaks = [Break(fault, at_s, chance.uniform(0.5, 12.0)) for at_s in moments[:-1]]
    breaks.append(Break(fault, moments[-1], None if stays else chance.uniform(0.5, 12.0)))
    game = BreakingGame(breaks, chance, tmp_path, 2, arrow=True, make_table=QUICK, make_board=IN_PYTHON)
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == len(moments)


OF_THE_ARROW = frozenset({"spinner_stall", "home_sensor_stuck", "home_sensor_never"})
"""An arrow that turns is half of what a game costs."""


@pytest.mark.parametrize("number", range(200 if SOAK else 0))
def test_a_whole_game_ends_correctly_despite_several_faults(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    """From the tag in a reader's field to the end of the game; only polls of empty fields are left out."""
    caplog.set_level(logging.INFO)
    chance = Random(number)
    faults = chance.sample(OF_THIS_TABLE, 12)
    # in so many seconds the shortest games of two hands are played
    breaks = [Break(fault, chance.uniform(0.0, 240.0), chance.uniform(0.5, 30.0)) for fault in faults]
    arrow = not OF_THE_ARROW.isdisjoint(faults)
    game = BreakingGame(breaks, chance, tmp_path, None, arrow=arrow, make_table=NappingTable, make_board=napping)
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == len(faults)


def with_a_tray(settings: TableConfig) -> TableConfig:
    return replace(config.replace_gates_by_boards(settings, tray=True), oled=None)


@pytest.mark.parametrize("tray", sample([True, False]), ids={True: "tray", False: "no tray"}.get)
@pytest.mark.parametrize("fault", LINK_FAULTS if SOAK else ["serial_noise"])
@pytest.mark.parametrize("board", sample(["cpython", "micropython"]))
def test_tiles_count_once_over_castle_boards_despite_a_bad_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str, board: str, *, tray: bool
) -> None:
    """A quick run has no MicroPython here: tests/hw/castle_link/test_bad_cables.py has."""
    caplog.set_level(logging.INFO)
    chance = Random(f"{fault} {tray}")
    breaks = [Break(fault, at_s, chance.uniform(0.5, 6.0)) for at_s in (4.0, 12.0, 25.0)]
    game = BreakingGame(breaks, chance, tmp_path, 1, arrow=False, make_table=QUICK, make_board=maker(board))
    if tray:
        game.settings_of = with_a_tray
    run_virtual(game.play())
    game.check()
    check_log(caplog.records)
    assert game.struck == len(breaks)
