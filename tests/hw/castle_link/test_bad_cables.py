"""The cables spoil bytes and are pulled during a rush: every tile is reported once, with its own time."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest

from hw.castle_link.driver import CastleLink
from hw.castle_link.messages import BoardDisconnected, BoardEvent, BoardId, EventsLost, TagCame
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.ntag.twin import Ntag213
from hw.testing.pico.node_board import make_cpython_board
from hw.testing.table import TwinTable
from hw.testing.wiring import TableWiring
from hw.values import ReaderId, Uid
from tests.support import castle_boards, soak, virtual

COLORS = ("blue", "yellow", "purple", "grey")
TILES_A_SECOND = 2
DWELL_S = 0.1
CALM_S = 12.0
"""At most, until all is reported that passed."""
SETTLED_S = 3.0
"""In which anything that is reported twice would come; unacknowledged events are sent again ten times as often."""


@dataclass
class Rush:
    passed: dict[tuple[str, Uid], float] = field(default_factory=dict)
    reported: list[tuple[str, Uid, float]] = field(default_factory=list)
    lost: int = 0
    pulled: int = 0
    gone: int = 0

    @property
    def errors_s(self) -> list[float]:
        return [at_s - self.passed[board, uid] for board, uid, at_s in self.reported]


def rush(make_board: MakeBoard, *, seed: int, rush_s: float = 20.0, noise: float = 0.01, pulls: int = 20) -> Rush:
    chance = Random(seed)
    seen = Rush()

    def on_event(board: BoardId, news: BoardEvent) -> None:
        if isinstance(news, TagCame):
            seen.reported.append((board, news.uid, news.at_s))
        elif isinstance(news, EventsLost):
            seen.lost += news.count
        elif isinstance(news, BoardDisconnected):
            seen.gone += 1

    async def hand(table: TwinTable, color: str, clock: LoopClock) -> None:
        until_s = clock.now_s() + rush_s
        while clock.now_s() < until_s:
            uid = Uid(b"\x04" + chance.randbytes(6))
            await asyncio.sleep(0.05 + chance.expovariate(TILES_A_SECOND))
            sticker = Ntag213(uid)
            seen.passed[color, uid] = clock.now_s()
            table.readers[ReaderId(color)].enter(sticker)
            await asyncio.sleep(DWELL_S)
            table.readers[ReaderId(color)].leave(sticker)

    async def puller(table: TwinTable, at_s: float) -> None:
        await asyncio.sleep(at_s)
        while not (plugged := [cable for cable in table.cables.values() if cable.plugged]):  # noqa: ASYNC110  # a hand that looks again
            await asyncio.sleep(0.1)
        cable = chance.choice(plugged)
        seen.pulled += 1
        cable.pull()
        await asyncio.sleep(chance.uniform(0.1, 3.0))
        cable.plug()

    async def scene() -> None:
        clock = LoopClock()
        boards = {ReaderId(color): BoardId(color) for color in COLORS}
        table = TwinTable(TableWiring(readers={}, boards=boards), clock, make_board)
        for cable in table.cables.values():
            cable.feeds_board = False  # a dark board reads nothing
        link = CastleLink(table, clock, {board: {} for board in boards.values()}, on_event)
        running = asyncio.get_running_loop().create_task(link.run())
        try:
            await asyncio.sleep(2.0)
            for cable in table.cables.values():
                cable.noise = noise
            moments = [chance.uniform(0.0, rush_s) for _ in range(pulls)]
            await asyncio.gather(
                *(hand(table, color, clock) for color in COLORS), *(puller(table, at_s) for at_s in moments)
            )
            calm_from_s = clock.now_s()
            while len(seen.reported) < len(seen.passed) and clock.now_s() < calm_from_s + CALM_S:  # noqa: ASYNC110  # as above
                await asyncio.sleep(0.1)
            await asyncio.sleep(SETTLED_S)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            link.close()
            table.close()

    virtual.run_virtual(scene())
    return seen


RUSHES = 10 if soak.SOAK else 1
PULLS = 20 if soak.SOAK else 10
"""Cables pulled at random moments of a rush, which lasts as many seconds."""

RIGHT_S = 0.020


def assert_each_tile_is_reported_once_in_time(seen: Rush) -> None:
    reported = [(board, uid) for board, uid, _ in seen.reported]
    assert sorted(reported) == sorted(seen.passed)
    assert seen.lost == 0
    assert min(seen.errors_s) >= 0.0
    assert max(seen.errors_s) <= RIGHT_S


@pytest.mark.parametrize("seed", range(RUSHES))
def test_drifting_boards_report_every_tile_once_and_within_20_ms(seed: int) -> None:
    seen = rush(partial(make_cpython_board, drift=(-1) ** seed * 50e-6), seed=seed, rush_s=PULLS, pulls=PULLS)

    assert len(seen.passed) > 4 * PULLS
    assert seen.pulled == PULLS
    assert_each_tile_is_reported_once_in_time(seen)


@pytest.mark.parametrize("seed", range(RUSHES))
def test_firmware_in_micropython_reports_every_tile_once_and_within_20_ms(seed: int) -> None:
    seen = rush(castle_boards.maker("micropython"), seed=100 + seed, rush_s=PULLS, pulls=PULLS)

    assert len(seen.passed) > 4 * PULLS
    assert seen.pulled == PULLS
    assert_each_tile_is_reported_once_in_time(seen)


@pytest.mark.parametrize("seed", range(RUSHES))
def test_noise_alone_disconnects_no_board(seed: int) -> None:
    seen = rush(castle_boards.IN_PYTHON, seed=200 + seed, rush_s=PULLS, pulls=0)

    assert seen.gone == 0
    assert_each_tile_is_reported_once_in_time(seen)


def test_the_rush_can_tell_a_line_that_does_not_send_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.castle_node.session.RESEND_MS", 10**12)

    seen = rush(castle_boards.IN_PYTHON, seed=0, noise=0.03, pulls=0)

    assert len(seen.reported) < len(seen.passed)
