"""What the journal writes and how long it takes: commits and bytes a game, and how soon an action is acknowledged.

Bytes are those that SQLite hands to the system (its write-ahead log, the log brought into the file, backups) and the
mark's; what a file system or an SD card's own controller adds is not seen. A game is one of four, each action in a
commit of its own, which is the worst case: at the table, actions that arrive during a commit share the next one.

A slow fsync stands for a tired SD card: each commit then takes 50 ms longer, for with WAL and synchronous=FULL a commit
is one fsync. Actions come faster than that, and must not wait for more than the commit under way and their own.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from bench.shared.figure import Figure
from controller.config.schema import TableSection
from controller.games.contract.values import Action, CastleId, RandomDraw
from controller.games.naming import DEFAULT_GAME
from controller.games.requests import NewGame
from controller.games.shelf import GameShelf
from controller.games.tumult_royale.bots.bots import draw_start_action, greedy_bot_move, play_game
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.rules.actions import Undo, action_to_mapping
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show.summary import summary
from controller.play.draws import Chance, DecidedAction, DrawRequest, GameDraws
from controller.play.game_loop import GameLoop
from controller.play.requests import QuestionSlot
from controller.show.hourglass import Hourglass
from controller.store.house_rules import HouseRules
from controller.store.journal import NEXT_GAME, Entry, Journal, backup, times
from controller.store.table_files import TableFiles
from hw.clock import LoopClock
from hw.testing import disk

GAMES: Final = 20
BYTES_PER_GAME_AT_MOST: Final = 1_500_000
"""The budget of one game, its backup included: ten a day write a card of 16 GB full once in three years."""

SLOW_S: Final = 0.05
ACTIONS: Final = 300
COLORS: Final = [CastleId(color) for color in ("blue", "yellow", "purple", "grey")]
EVERY_S: Final = 0.01
ACKNOWLEDGED_AT_MOST_MS: Final = 2 * 1000 * SLOW_S + 50
"""The commit under way and the own one, and some room for a busy machine."""


class _Watched(Journal):
    """A journal that notes how long each commit took, on a disk that may be slow."""

    def __init__(self, path: Path, slow_s: float = 0.0) -> None:
        super().__init__(path)
        self.took_s: list[float] = []
        self._slow_s = slow_s

    def append(self, entries: Sequence[Entry]) -> None:
        begun_s = time.perf_counter()
        super().append(entries)
        time.sleep(self._slow_s)
        self.took_s.append(time.perf_counter() - begun_s)


def run() -> list[Figure]:
    """Whole games into a file, then actions that come every ten milliseconds on a slow disk."""
    with tempfile.TemporaryDirectory(prefix="royaltable-") as folder:
        return [*games(Path(folder)), *arriving(Path(folder))]


def games(folder: Path, number: int = GAMES) -> list[Figure]:
    """What ``number`` games cost that are appended entry by entry."""
    told = [entries_of_a_game(game_id) for game_id in range(1, number + 1)]
    files = TableFiles(folder / "games.journal")
    with closing(_Watched(files.journal)) as journal:
        with disk.counting_writes() if disk.can_simulate_faults() else nullcontext() as written:
            for entries in told:
                for entry in entries:
                    journal.append([entry])
                backup.back_up_journal(journal.path, files.backup, files.older_backup)
        bytes_kept = journal.path.stat().st_size / number
        bytes_of_the_mark = files.mark.stat().st_size * len(journal.took_s)
        took_ms = sorted(1000 * each for each in journal.took_s)
    return [
        Figure(f"journal: commits a game, mean of {number}", len(took_ms) / number, ""),
        *_written_bytes(written, bytes_of_the_mark, number),
        Figure("journal: bytes kept a game", round(bytes_kept), "bytes"),
        *_latencies("a commit", took_ms),
    ]


def _written_bytes(written: disk.WriteCounts | None, of_the_mark: float, number: int) -> list[Figure]:
    """None if this Python's SQLite does not let its system calls be replaced."""
    if written is None:
        return []
    size = round((written.byte_count + of_the_mark) / number)
    return [Figure("journal: bytes written a game", size, "bytes", most=BYTES_PER_GAME_AT_MOST)]


def entries_of_a_game(game_id: int) -> list[Entry]:
    """A game of four, as the daemon would write it."""
    chance = Random(game_id)  # noqa: S311  # bots, no secrets
    seeds = Chance(game_id)
    draws = GameDraws(seeds, seeds.make_first_draw(game_id, None))
    told = play_game(draw_start_action(chance, 4), greedy_bot_move, chance)
    began = datetime(2026, 1, 1, tzinfo=UTC)
    entries = []
    state: State | None = None
    for seq, action in enumerate(told.actions, start=1):
        assert not isinstance(action, Undo)
        state = apply(state, action).state
        told_now = summary(state)
        at = (began + timedelta(seconds=10 * seq)).isoformat(timespec="milliseconds")
        written = action_to_mapping(action)
        draws.add_action(written)
        opened = draws.open_used_draw(DecidedAction(written, None, _asked(written)), game_id)
        if seq == 1:
            opened += (seeds.make_first_draw(NEXT_GAME, draws.salt),)
        castles, outcome = told_now.castles, told_now.outcome
        entries.append(Entry(game_id, seq, written, "gate:yellow", at, castles, outcome, opened))
    return entries


def _asked(action: Action) -> DrawRequest | None:
    """What the table asks of chance for such an action."""
    if action["do"] == "start":
        return DrawRequest.for_deal(COLORS, {"variant": "classic", "map": "tracked"}, {})
    if action["do"] == "spin":
        return DrawRequest.for_spin(RandomDraw({"do": "spin"}, "demand", tuple(TumultRoyale().sectors())))
    if action["do"] == "reveal":
        return DrawRequest("complete", action)
    return None


def arriving(folder: Path, actions: int = ACTIONS) -> list[Figure]:
    """How long ``actions`` wait from the door to the answer, which means on disk."""
    with closing(_Watched(folder / "arriving.journal", SLOW_S)) as journal:
        took_s, seconds = asyncio.run(_arrive(journal, actions))
        commits = len(journal.took_s)
    name = f"fsync {1000 * SLOW_S:.0f} ms slower, "
    case = f"{name}an action every {1000 * EVERY_S:.0f} ms acknowledged"
    return [
        *_latencies(case, [1000 * each for each in took_s], ACKNOWLEDGED_AT_MOST_MS),
        Figure(f"journal: {name}actions a commit", round(len(took_s) / commits, 1), ""),
        Figure(f"journal: {name}actions acknowledged", round(len(took_s) / seconds), "1/s"),
    ]


async def _arrive(journal: Journal, actions: int) -> tuple[list[float], float]:
    """How long each action waited, and how long all took."""
    clock = LoopClock()
    loop = GameLoop(
        GameShelf(only={DEFAULT_GAME: TumultRoyale({"map": "honour"})}),
        journal,
        Chance(1),
        Hourglass(clock, HouseRules(TableSection())),
        QuestionSlot(),
        times.EntryClock(lambda: datetime.now(UTC), time.monotonic),
    )
    running = asyncio.create_task(loop.run())
    await loop.submit(NewGame(COLORS, {"variant": "classic", "map": "honour"}), "bench")

    async def one(number: int) -> float:
        due_s = begun_s + number * EVERY_S
        await clock.sleep_until(due_s)
        came_s = clock.now_s()
        change = {"do": "amend", "supporters": {"blue": 1 if number % 2 == 0 else -1}}
        answer = await loop.propose_action(change, "bench")
        assert answer.refusal is None, answer.refusal
        return clock.now_s() - came_s

    begun_s = clock.now_s()
    took_s = await asyncio.gather(*(one(number) for number in range(actions)))
    seconds = clock.now_s() - begun_s
    running.cancel()
    return took_s, seconds


def _latencies(what: str, took_ms: Sequence[float], most: float | None = None) -> list[Figure]:
    ordered = sorted(took_ms)
    return [
        Figure(f"journal: {what}, p50 of {len(ordered)}", ordered[len(ordered) // 2], "ms"),
        Figure(f"journal: {what}, p99", ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], "ms", most=most),
    ]
