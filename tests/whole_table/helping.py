"""People who do what bots ask them for, and make mistakes that people make."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from controller.config.schema import TableConfig
from controller.devices.readers import Passage
from controller.devices.stickers import simulated_uid
from controller.games.contract.effects import RowsScreen
from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.values import UNDO, CastleId, PieceId
from controller.games.naming import DEFAULT_GAME, sticker_name
from controller.games.requests import CorrectGame, NewGame
from controller.play.errands import Errand
from controller.play.inputs import HOLD_S
from controller.play.page_service import PageService
from hw.values import ReaderId
from tests.support.playing import Playing, playing

CASTLES: Final = tuple(map(CastleId, ("blue", "yellow", "purple", "grey")))
VISIT_S = 1.2
OFTEN_ENOUGH = 6000
"""More looks than any game needs."""


def asking(settings: TableConfig) -> TableConfig:
    """A table of twins whose bots ask people, as at real parts."""
    return replace(settings, table=replace(settings.table, bots_ask=True))


def asking_without_display(settings: TableConfig) -> TableConfig:
    """Has neither display nor lamps, which are half of a game's cost."""
    castles = tuple(replace(castle, yes_pin=None, no_pin=None, lamp_pins=None) for castle in settings.castle)
    return replace(asking(settings), oled=None, castle=castles)


@asynccontextmanager
async def helped_table(
    folder: Path, castles: int, game: str = DEFAULT_GAME, **how: Any
) -> AsyncIterator[tuple[Playing, PageService]]:
    how = {"settings_of": asking, **how}
    async with playing(folder, castles=castles, game=game, **how) as play:
        page = PageService(play.table, play.twins, folder / "bots")
        page.bots.resume()
        yield play, page
        page.close()


async def begin_with_bots(
    page: PageService, castles: int, bots: Sequence[CastleId], options: Mapping[str, str], level: str = ""
) -> None:
    levels = {castle: level for castle in bots if level}
    await page.submit(NewGame(CASTLES[:castles], options, bots=bots, levels=levels), "page", "en")


class NewStart(Exception):
    """The table loses power now."""


@dataclass
class Helpers:
    """One to three people round a table: they do the bots' errands, and what the table asks of people.

    Attributes:
        mistakes: probability of a mistake at an errand.
        done: how often which mistake was made.
    """

    play: Playing
    page: PageService
    moods: Random
    mistakes: float = 0.0
    people: int = 1
    done: Counter[str] = field(default_factory=Counter)

    async def play_to_the_end(self) -> None:
        for _ in range(OFTEN_ENOUGH):
            if self._waiting.over:
                return
            await self.look()
        loop = self.play.table.loop
        raise AssertionError(("stuck", loop.seq, self._waiting, self.play.table.errands.open, self.play.complaints))

    async def until_asked(self, key: str) -> None:
        """Do blue's part and the bots' errands until this errand is open."""
        play, loop, blue = self.play, self.play.table.loop, CASTLES[0]
        for _ in range(300):
            errands = play.table.errands.open
            if any(errand.text.key == key for errand in errands):
                return
            waiting = self._waiting
            if errands:
                await self._do(errands[0])
            elif waiting.castle == blue and waiting.step == "build":
                await loop.propose_action({"do": "pass", "player": blue}, "page")
            elif waiting.step == "set_aside":
                await self.pass_piece(blue, play.state.table.pool.tile_ids(play.state.people_tiles)[0])
            elif waiting.castle == blue or waiting.step == "confirm":
                await self.press_knob()
            else:
                await play.wait(0.5)
        raise AssertionError(self._waiting)

    @property
    def _waiting(self) -> Any:
        return self.play.table.loop.current_waiting()

    async def look(self) -> None:
        """Do one thing, as the display and the lamps say."""
        table = self.play.table
        if isinstance(table.console.own_screen(), RowsScreen) and not table.hourglass.is_running:
            await self.press_knob()
            return
        if table.questions.current is not None or table.loop.hourglass_to_start is not None:
            await self.press_knob()
            return
        errands = table.errands.open
        if errands:
            await self.play.wait(self.moods.uniform(0.5, 4.0) / self.people)
            errand = self.moods.choice(errands)
            if self.moods.random() < self.mistakes:
                await self._err(errand)
            else:
                await self._do(errand)
        elif not await self._step_of_people():
            await self.play.wait(0.5)

    async def _do(self, errand: Errand) -> None:
        """Pass a fitting piece, or say that it is done: by the castle's button, the knob, or the page."""
        if errand.pieces:
            await self.pass_piece(errand.castle, self.moods.choice(sorted(errand.pieces)))
            return
        table = self.play.table
        how = self.moods.randrange(3)
        if how == 0 and table.errands.shown(self._waiting) == errand and table.console.own_screen() is None:
            await self.press_knob()
        elif how == 1 and errand in table.errands.open:
            self.page.confirm_errand(errand.castle)
        else:
            await self.press("yes", errand.castle)

    async def _err(self, errand: Errand) -> None:
        mistake = self.moods.choice(MISTAKES)
        self.done[mistake.__name__.strip("_").replace("_", " ")] += 1
        await mistake(self, errand)

    async def wrong_piece(self, errand: Errand) -> None:
        """It is refused by the lamps, and nothing changes."""
        wrong = [piece.id for piece in self.play.table.game.pieces() if piece.id not in errand.pieces]
        if not errand.pieces or not wrong or errand not in self.play.table.errands.open:
            return
        loop = self.play.table.loop
        before = loop.seq, loop.memory
        piece = self.moods.choice(wrong)
        if piece in loop.on_table.misplaced:
            return
        await self.pass_piece(errand.castle, piece, settle_s=HOLD_S)
        if [each.action["do"] for each in self.play.journal.entries(1) if each.seq > before[0]] == ["stop"]:
            return  # the hourglass ran out just then
        assert (loop.seq, loop.memory) == before
        complaint = self.play.complaints.get(errand.castle, "")
        assert complaint == "Put it back, and try another." or complaint.startswith("Just read at ")

    async def wrong_gate(self, errand: Errand) -> None:
        others = [castle for castle in self.play.table.loop.castles if castle != errand.castle]
        if errand.pieces:
            await self.pass_piece(self.moods.choice(others), self.moods.choice(sorted(errand.pieces)))
        else:
            await self.press("yes", self.moods.choice(others))

    async def two_at_once(self, errand: Errand) -> None:
        self.play.table.passages.on_passage(Passage(ReaderId(errand.castle), None, self.play.now_s()))
        await self.play.wait(0.1)

    async def drop_and_forget(self, _: Errand) -> None:
        await self.play.wait(self.moods.uniform(5.0, 30.0))

    async def rest_for_a_minute(self, _: Errand) -> None:
        await self.play.wait(self.moods.uniform(60.0, 90.0))

    async def leave_the_table(self, _: Errand) -> None:
        await self.play.wait(self.moods.uniform(181.0, 200.0))

    async def step_back(self, _: Errand) -> None:
        await self.play.table.loop.propose_action(UNDO, "page")
        await self.play.wait(0.1)

    async def go_back_by_hand(self, _: Errand) -> None:
        await self.play.table.loop.submit(CorrectGame(None, by_hand=True), "page")
        await self.play.wait(0.1)

    async def cut_power(self, _: Errand) -> None:
        raise NewStart

    # What people do where no bot asks.

    async def _step_of_people(self) -> bool:
        waiting, bots = self._waiting, self.page.bots.levels
        if waiting.step == "confirm":
            await self.press_knob()
        elif waiting.step == "reveal":
            reveal = self.play.table.game.view(self.play.table.loop.state, self.play.table.loop.memory)["reveal"]
            if waiting.castle in bots and not reveal["slots"]:
                return False
            slots = self.moods.sample(reveal["slots"], min(reveal["count"], len(reveal["slots"])))
            tiles = self.moods.sample(reveal["free_tiles"], len(slots))
            lies = [{"slot": s, "tile": t, "turns": 0} for s, t in zip(slots, tiles, strict=True)]
            await self.play.table.loop.propose_action({"do": "reveal", "player": waiting.castle, "tiles": lies}, "page")
        elif waiting.step == "correct":
            for castle in self.play.table.loop.castles:
                await self.press("yes", castle)
        elif waiting.step == "too_many_aside":
            await self.play.table.loop.propose_action(UNDO, "page")
        else:
            return False
        await self.play.wait(0.1)
        return True

    # What hands can do.

    async def pass_piece(self, castle: CastleId, piece: PieceId, settle_s: float = VISIT_S) -> None:
        uid = simulated_uid(sticker_name(self.play.table.loop.game_name, piece))
        self.play.table.passages.on_passage(Passage(ReaderId(castle), uid, self.play.now_s()))
        await self.play.wait(0.15 + settle_s)

    async def press(self, button: str, castle: CastleId | None) -> None:
        press = ButtonPressed(button, castle, long=False, at_s=self.play.now_s())  # type: ignore[arg-type]
        self.play.table.console.handle_input(press)
        await self.play.wait(0.2)

    async def press_knob(self) -> None:
        self.play.table.console.handle_input(ButtonPressed("knob", None, long=False, at_s=self.play.now_s()))
        await self.play.wait(0.2)


Mistake = Callable[[Helpers, Errand], Awaitable[None]]

MISTAKES: Final[Sequence[Mistake]] = (
    *(Helpers.wrong_piece,) * 6,
    *(Helpers.wrong_gate,) * 4,
    *(Helpers.two_at_once,) * 4,
    *(Helpers.drop_and_forget,) * 4,
    Helpers.rest_for_a_minute,
    Helpers.leave_the_table,
    Helpers.step_back,
    Helpers.go_back_by_hand,
    Helpers.cut_power,
)
"""Mistakes, as often as people make them."""


BY_ITSELF: Final = frozenset({"start", "stop", "count", "amend", "undo"})
"""Actions that are no move of a bot."""


@dataclass
class HelpedGame:
    """One whole game of bots whose pieces people move.

    Attributes:
        asked: number of errands.
        moves: number of actions of bots in the log, counting what was undone, too.
    """

    asked: int = 0
    moves: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)

    async def play(self, folder: Path, seed: int, castles: int, options: Mapping[str, str], **how: Any) -> None:
        moods = Random(seed)
        begun = is_over = False
        while not is_over:
            settings_of = asking_without_display if seed % 10 else asking
            async with helped_table(folder, castles, seed=seed, gates=False, settings_of=settings_of, **how) as (
                play,
                page,
            ):
                if not begun:
                    await begin_with_bots(page, castles, CASTLES[:castles], options)
                begun = True
                helpers = Helpers(play, page, moods, mistakes=0.08, people=1 + seed % 3, done=self.mistakes)
                with suppress(NewStart):
                    await helpers.play_to_the_end()
                    self.moves = sum(entry.action["do"] not in BY_ITSELF for entry in play.journal.entries(1))
                    is_over = True
                self.asked += play.table.errands.asked
