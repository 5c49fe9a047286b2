"""A game loop over a journal file, whose plug can be pulled at any moment."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.config import TableSection
from controller.games.contract.effects import Effect
from controller.games.contract.game import Game
from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.values import CastleId
from controller.games.naming import USUAL
from controller.games.requests import NewGame
from controller.games.shelf import GameShelf
from controller.games.tumult_royale.game import TumultRoyale
from controller.play import draw_proof as proof
from controller.play.draws import Chance
from controller.play.game_loop import GameLoop
from controller.play.requests import Questions
from controller.show.effect_loop import ArrowTarget, DeviceLost, TurnArrow
from controller.show.hourglass import Hourglass
from controller.store.house_rules import HouseRules
from controller.store.journal import Draw, Entry, Journal, JournalError
from hw.clock import LoopClock

CASTLES = [CastleId("blue"), CastleId("yellow")]


class DyingJournal(Journal):
    pulled = False
    commits = 0
    promises = 0

    def append(self, entries: Sequence[Entry]) -> None:
        if self.pulled:
            raise JournalError("the power is off")
        self.commits += 1
        super().append(entries)

    def commit_to(self, draws: Iterable[Draw]) -> None:
        self.promises += 1
        super().commit_to(draws)


class Played:
    def __init__(self, journal: Journal, chance: Chance, games: Mapping[str, Game] | None = None) -> None:
        self.journal = journal
        self.stops: list[ArrowTarget] = []
        hourglass = Hourglass(LoopClock(), HouseRules(TableSection()))
        games = games or {USUAL: TumultRoyale({"map": "honour"})}
        self.loop = GameLoop(
            GameShelf(next(iter(games)), only=games),
            journal,
            chance,
            hourglass,
            Questions(),
            lambda: datetime.now(UTC),
        )
        self.loop.effects.listen(self._show)
        self.loop.resume()

    def _show(self, effects: Sequence[Effect | TurnArrow | DeviceLost]) -> None:
        self.stops += [effect.stop for effect in effects if isinstance(effect, TurnArrow)]

    async def begin(self, variant: str = "classic", **dealt: Any) -> None:
        new = NewGame(CASTLES, {"variant": variant, "map": "honour"}, dealt)
        assert (await self.loop.submit(new, "test")).refusal is None
        for player in reversed(self.loop.state.ranked):
            await self.do({"do": "place_first", "player": self.loop.state.color(player)})

    async def do(self, *actions: dict[str, Any]) -> None:
        for action in actions:
            answer = await self.loop.propose(action, "page:referee")
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
        return list(proof.lines(self.journal.entries(game_id), self.journal.draws(game_id)))


@asynccontextmanager
async def at_a_table(
    file: Path, chance: Chance | None = None, games: Mapping[str, Game] | None = None
) -> AsyncIterator[Played]:
    with DyingJournal(file) as journal:
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
