"""A game loop over a journal file that can be crashed at any moment."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.config.schema import TableSection
from controller.games.contract.effects import StartTimer, StopTimer
from controller.games.contract.game import Game
from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.values import CastleId
from controller.games.naming import DEFAULT_GAME
from controller.games.requests import NewGame
from controller.games.shelf import GameShelf
from controller.games.tumult_royale.game import TumultRoyale
from controller.play import draw_proof as proof
from controller.play.draws import Chance
from controller.play.game_loop import GameLoop
from controller.play.requests import QuestionSlot
from controller.show.effect_loop import PointArrow, ShownEffect
from controller.show.hourglass import Hourglass
from controller.store.house_rules import HouseRules
from controller.store.journal import Draw, Entry, GameInfo, Journal, JournalError
from controller.store.journal.times import EntryClock
from hw.clock import LoopClock

CASTLES = [CastleId("blue"), CastleId("yellow")]


class FailingJournal(Journal):
    fails_with = ""
    unreadable = False
    commits = 0
    promises = 0

    def append(self, entries: Sequence[Entry]) -> None:
        if self.fails_with:
            raise JournalError(self.fails_with)
        self.commits += 1
        super().append(entries)

    def append_draws(self, draws: Iterable[Draw]) -> None:
        self.promises += 1
        super().append_draws(draws)

    def parked_games(self, most: int) -> list[GameInfo]:
        if self.unreadable:
            raise JournalError("disk I/O error")
        return super().parked_games(most)


class Played:
    def __init__(self, journal: FailingJournal, chance: Chance, games: Mapping[str, Game] | None = None) -> None:
        self.journal = journal
        self.shown: list[ShownEffect] = []
        self.on_disk_when_shown: list[int] = []
        self.journal_faults: list[str | None] = []
        self.new_games: list[int] = []
        self.hourglass = Hourglass(LoopClock(), HouseRules(TableSection(hourglass_s=20)))
        games = games or {DEFAULT_GAME: TumultRoyale({"map": "honour"})}
        self.loop = GameLoop(
            GameShelf(next(iter(games)), only=games),
            journal,
            chance,
            self.hourglass,
            QuestionSlot(),
            EntryClock(lambda: datetime.now(UTC), time.monotonic),
        )
        self.hourglass.ran_out.connect(self.loop.on_timer_ran_out)
        self.loop.effects.connect(self._show)
        self.loop.journal_queue.health_changed.connect(self.journal_faults.append)
        self.loop.cleared.connect(lambda _: self.new_games.append(1))
        self.loop.resume_current_game()

    @property
    def stops(self) -> list[PointArrow]:
        return [effect for effect in self.shown if isinstance(effect, PointArrow)]

    def _show(self, effects: Sequence[ShownEffect]) -> None:
        self.shown += effects
        if any(isinstance(effect, StartTimer) for effect in effects):
            self.hourglass.ensure_running()
        if any(isinstance(effect, StopTimer) for effect in effects):
            self.hourglass.stop()
        self.on_disk_when_shown.append(len(list(self.journal.entries(1))))

    async def begin(self, variant: str = "classic", **dealt: Any) -> None:
        new = NewGame(CASTLES, {"variant": variant, "map": "honour"}, dealt)
        assert (await self.loop.submit(new, "test")).refusal is None
        for player in reversed(self.loop.state.ranked):
            await self.do({"do": "place_first", "player": self.loop.state.color(player)})

    async def do(self, *actions: dict[str, Any]) -> None:
        for action in actions:
            answer = await self.loop.propose_action(action, "page:referee")
            assert answer.refusal is None, answer.refusal

    async def spin(self) -> int:
        self.loop.inbox.put_nowait(ButtonPressed("knob", None, long=False, at_s=asyncio.get_running_loop().time()))
        await asyncio.sleep(0.1)
        return self.stops[-1].value

    async def to_the_next_king(self) -> None:
        await self.do(*({"do": "set_aside", "tile": f"t0{number}"} for number in range(1, 7)), {"do": "collect"})
        await self.do({"do": "stop"}, {"do": "count"})

    def lines(self) -> list[dict[str, Any]]:
        game_id = self.loop.game_id
        assert game_id is not None
        return list(proof.iter_draw_record_lines(self.journal.entries(game_id), self.journal.draws(game_id)))


@asynccontextmanager
async def at_a_table(
    file: Path, chance: Chance | None = None, games: Mapping[str, Game] | None = None
) -> AsyncIterator[Played]:
    with FailingJournal(file) as journal:
        played = Played(journal, chance or Chance(), games)
        running = asyncio.create_task(played.loop.run())
        yield played
        running.cancel()
        await asyncio.wait([running])


def copied(journal: Journal, to: Path) -> Path:
    """The file and its log as a pulled plug leaves them."""
    for part in ("", "-wal"):
        shutil.copyfile(f"{journal.path}{part}", f"{to}{part}")
    return to
