"""The running table: its parts put together, one task group, and everything off at the end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PIL import Image

from controller import log
from controller.config import Castle, TableConfig
from controller.devices.castle_boards import listen
from controller.devices.device_counts import DeviceCounts
from controller.devices.gate import Gate, Passage, TagsUnresolved, TilePassed, UnknownTag
from controller.devices.hardware import Hardware
from controller.devices.health import PANEL, DeviceHealth, DeviceState
from controller.devices.sensing_loop import sense
from controller.devices.supervision import until_open, watch_supply
from controller.games import installed
from controller.games.contract.effects import Effect, Tell
from controller.games.contract.game import Game
from controller.games.contract.ids import CastleId, PieceId
from controller.games.contract.inputs import GateComplained, PieceTapped, TimerRanOut
from controller.games.contract.referee import Waiting
from controller.games.contract.screens import ChoiceScreen, RowsScreen, Screen, TextScreen
from controller.games.contract.texts import Text
from controller.games.sentences import sentence
from controller.play.chance import Chance
from controller.play.console import Console
from controller.play.game_loop import GameLoop
from controller.play.idle_game import IdleGame
from controller.play.requests import Nudge
from controller.play.resume import Resumption
from controller.play.sticker_teaching import StickerTeaching
from controller.show import device_messages
from controller.show.arrow import TurnArrow
from controller.show.console_screens import goodbye
from controller.show.effect_loop import EffectLoop, Trouble
from controller.show.hourglass import Hourglass
from controller.show.pictures import picture
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from controller.store.journal.backup_schedule import BackupSchedule
from controller.store.tag_book import TagBook
from hw.clock import LoopClock
from hw.units import ReaderId

HOUR_S: Final = 3600.0


class Table:
    """One table that plays. ``running()`` is its life; outside of it no device is open.

    Attributes:
        loop: the one door to the game.
        chance: what draws for this table.
        console: the knob and its menu.
        effects: what is shown.
        stickers: which sticker is under which tile.
        counters: what the devices have done.
        devices: which devices work.
        changes: callbacks that are told after every change that people could see.
    """

    def __init__(
        self,
        config: TableConfig,
        hardware: Hardware,
        book: TagBook,
        journal: Journal,
        chance: Chance,
        house: HouseRules,
    ) -> None:
        self.config = config
        self.house = house
        self.hardware = hardware
        self.clock = LoopClock()
        self.game: Game = installed.game(config.table.map)
        self.chance = chance
        self.devices = DeviceHealth(self._device_changed)
        self.devices.on_news = self.changed
        self.hourglass = Hourglass(self.clock, house.kept.hourglass_s, self._ran_out)
        self.loop = GameLoop(
            self.game,
            journal,
            chance,
            self.hourglass,
            show=self._show,
            journal_works=self._journal_works,
            new_game=self._new_game,
            utc_now=hardware.utc_now,
        )
        self.console = Console(
            self.loop,
            self.hourglass,
            chance,
            [CastleId(castle.color) for castle in config.castle],
            house=house,
            waiting=self.waiting,
            show=self._show,
            wake=self._wake,
            not_kept=partial(self._kept, "house"),
        )
        self.effects = EffectLoop(
            hardware,
            self.devices,
            self.hourglass,
            self.clock,
            house=house,
            waiting=self.waiting,
            menu=self.console.screen,
            told=self.changed,
        )
        self.resumption = Resumption(
            self.loop,
            journal,
            self.console,
            utc_now=hardware.utc_now,
            show=self._show,
            journal_works=self._journal_works,
        )
        self.console.take_up = self.resumption.take_up
        self.idle_game = IdleGame(
            self.loop,
            self.console,
            self.hourglass,
            self.clock,
            after_s=lambda: house.kept.idle_game_h * HOUR_S,
            show=self._show,
        )
        self.backups = BackupSchedule(journal, partial(self._kept, "backup"))
        self.loop.writing.on_end = self.backups.due
        self.changes: list[Callable[[], None]] = []
        self._polls: Counter[str] = Counter()
        house.on_change = self._house_changed
        self.stickers = StickerTeaching(book, self.game.tiles(), self.changed)
        self.counters = DeviceCounts()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the devices and play; at the end, however it comes, coils and RF fields are off."""
        try:
            self.hardware.open(self.devices)
            self.hardware.on_input = self.console.input
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(self.loop.run()),
                    group.create_task(self.effects.run()),
                    group.create_task(self.console.run()),
                    group.create_task(self.backups.run()),
                    group.create_task(self.idle_game.run(self.resumption.away_s)),
                    group.create_task(self._watch_supply()),
                    group.create_task(self._open_what_is_missing()),
                    *(group.create_task(self._sense(castle)) for castle in self.hardware.castles),
                    group.create_task(
                        listen(self.hardware, self.stickers, self.devices, self._passed, self._events_lost)
                    ),
                ]
                if self.hardware.has_arrow:
                    tasks.append(group.create_task(self._keep_the_arrow_homed()))
                yield
                for task in tasks:
                    task.cancel()
        finally:
            self.console.stop()
            self.effects.stop()
            self.hourglass.lay_down()
            self.hardware.off(self._last_picture())

    def waiting(self) -> Waiting:
        """What the table waits for now: an answer, if people are asked something, or the game's next step."""
        waiting = self.loop.waiting()
        question = self.console.decision
        if question is None:
            return waiting
        return replace(waiting, step=question.step, castle=None, screen=question.screen)

    def answer(self, *, yes: bool) -> bool:
        """People said yes or no to what the table asks; tells whether that was an answer to anything."""
        if self.loop.hourglass_needs_restart and yes:
            self.hourglass.turn_over()
            self._show(())
            return True
        return self.console.answer(yes=yes)

    def to_move(self, language: str) -> list[str]:
        """Which tiles people are to move after a correction."""
        return [
            sentence(Text("move", {"what": move.what, "before": move.before, "after": move.after}), language)
            for move in self.loop.to_move
        ]

    def view(self, language: str) -> dict[str, Any]:
        """What everybody may see, as JSON values, its sentences in ``language``."""
        waiting = self.waiting()
        view = self.game.view(self.loop.state, self.loop.memory)
        return view | {
            "seq": self.loop.seq,
            "unwritten": len(self.loop.unwritten),
            "resumed": self.resumption.view(),
            "question": self._asked(),
            "locked": self.house.kept.locked,
            "waiting_for": {
                "text": _as_sentences([sentence(text, language) for text in _spoken(waiting.screen)]),
                "color": waiting.castle,
                "step": waiting.step,
            },
            "hourglass": {
                "state": view.get("hourglass", "idle"),
                "paused": self.hourglass.paused,
                "total_s": self.hourglass.total_s,
                "left_s": round(self.hourglass.left_s(), 3),
            },
            "to_move": self.to_move(language),
            "story": self.effects.story.sentences(language),
            "complaints": [
                {"castle": castle, "text": sentence(complaint.text, language), "rule": complaint.rule}
                for castle, complaint in self.effects.complaints.items()
            ],
            "devices": [
                {
                    "name": device.name,
                    "label": sentence(device_messages.name_of(device.name), language),
                    "ok": device.fault is None,
                    "text": device.fault or "",
                }
                for device in self.devices
            ],
        }

    def _asked(self) -> dict[str, Any] | None:
        question = self.console.decision
        if question is not None:
            return {"step": question.step, "no": question.no is not None}
        return {"step": self.waiting().step, "no": False} if self.loop.hourglass_needs_restart else None

    def rounds(self) -> dict[str, int]:
        """How often sensing, game and effects have gone round, for the watchdog."""
        looks = self.hardware.link_looks
        link = {} if looks is None else {"castle boards": looks}
        return {**self._polls, **link, "game": self.loop.rounds, **self.effects.rounds()}

    def nudge(self) -> None:
        """Let the loops that wait for something to happen go round once; nothing is shown or heard of it."""
        self.loop.inbox.put_nowait(Nudge())
        self.effects.redraw()

    def changed(self) -> None:
        """Tell everyone who watches."""
        for callback in self.changes:
            callback()

    async def _keep_the_arrow_homed(self) -> None:
        """Home it at the start, and again whenever it was lost: not in the way of the next spin."""
        while True:
            await until_open("spinner", self.hardware.devices()["spinner"], self.devices, self.clock)
            with self.devices.watch("spinner"):
                await self.hardware.home_arrow()
            await self.hardware.arrow_lost.wait()

    async def _open_what_is_missing(self) -> None:
        """Knob, buzzer and panels that could not be opened at the start; the others come back when they are used."""
        late = {device.name for device in self.devices if device.fault is not None}
        async with asyncio.TaskGroup() as group:
            for name, open_device in self.hardware.devices().items():
                if name in late and (name in {"console", "buzzer"} or name.endswith(PANEL)):
                    group.create_task(self._open(name, open_device))

    async def _open(self, name: str, open_device: Callable[[], object]) -> None:
        await until_open(name, open_device, self.devices, self.clock)
        self.devices.works(name)

    async def _sense(self, castle: Castle) -> None:
        reader = await until_open(castle.color, partial(self.hardware.open_reader, castle), self.devices, self.clock)
        name = ReaderId(castle.color)
        gate = Gate(name, self.stickers)
        await sense(name, reader, gate, self.clock, self.devices, self._passed, partial(self._polled, name))

    def _polled(self, name: ReaderId) -> None:
        self._polls[name] += 1

    async def _watch_supply(self) -> None:
        def dipped() -> None:
            self.hardware.renew_screen()
            self.effects.redraw()

        await watch_supply(self.hardware.undervoltage, self.devices, self.clock, dipped)

    def _show(self, effects: Sequence[Effect | TurnArrow]) -> None:
        self.effects.show(effects)

    def _wake(self) -> bool:
        return self.effects.wake()

    def _new_game(self) -> None:
        self.stickers.end()
        self.effects.forget()
        self.console.close()

    def _passed(self, passage: Passage) -> None:
        """What a gate saw becomes an input of the game; a castle's reader is named like the castle."""
        self.counters.passed(passage)
        if self.stickers.takes(passage):
            return
        castle = CastleId(passage.reader)
        match passage:
            case TilePassed(tile=tile, at_s=at_s):
                self.loop.inbox.put_nowait(PieceTapped(castle, PieceId(tile), at_s))
            case UnknownTag(at_s=at_s):
                self.loop.inbox.put_nowait(GateComplained(castle, "complaint-unknown-tag", at_s))
            case TagsUnresolved(at_s=at_s):
                self.loop.inbox.put_nowait(GateComplained(castle, "complaint-one-at-a-time", at_s))

    def _events_lost(self, castle: CastleId, count: int) -> None:
        self.effects.show([Tell(Text("told-events-lost", {"castle": Text(castle), "count": count}))])

    def _ran_out(self, deadline_s: float) -> None:
        self.loop.inbox.put_nowait(TimerRanOut(deadline_s))

    def _journal_works(self, fault: str | None) -> None:
        if fault is None:
            self.devices.works("journal")
        else:
            self.devices.lost("journal", fault)

    def _house_changed(self) -> None:
        self.hourglass.total_s = self.house.kept.hourglass_s
        self.changed()

    def _kept(self, name: str, fault: str | None) -> None:
        """A file could be written, or not; people hear of it only when it once could not."""
        if fault is not None:
            self.devices.lost(name, fault)
        elif any(device.name == name for device in self.devices):
            self.devices.works(name)

    def _last_picture(self) -> Image.Image | None:
        """What stays on the screen after people shut down by the knob; else it goes dark."""
        if not self.console.shut_down.is_set():
            return None
        console = self.config.console
        poweroff = console is not None and console.poweroff
        screen = goodbye(poweroff=poweroff, written=not self.loop.unwritten)
        return picture(screen, self.house.language, 0, 1)

    def _device_changed(self, device: DeviceState) -> None:
        if device.fault is None:
            log.info("device_back", device=device.name)
        else:
            self.counters.lost(device.name)
            log.warning("device_lost", device=device.name, fault=device.fault)
        label = device_messages.name_of(device.name)
        key = "device-back" if device.fault is None else "device-lost"
        self.effects.show([Tell(Text(key, {"device": label, "fault": device.fault or ""}))])
        screen = device_messages.screen_of(device)
        if screen is not None:
            self.effects.show([Trouble(screen)])


def _spoken(screen: Screen) -> list[Text]:
    if isinstance(screen, TextScreen):
        return [screen.title, *screen.lines]
    if isinstance(screen, ChoiceScreen):
        return [screen.title, *screen.entries]
    if isinstance(screen, RowsScreen):
        return [screen.title, *(part for row in screen.rows for part in row)]
    return [screen.caption]


def _as_sentences(parts: Sequence[str]) -> str:
    """One running text: what has no mark at its end gets a full stop."""
    return " ".join(part if part[-1:] in ".!?:" else f"{part}." for part in parts)
