"""The running table: its parts put together, one task group, and everything off at the end."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from controller.daemon import games, trouble
from controller.daemon.chance import Chance
from controller.daemon.config import TableConfig
from controller.daemon.console import Console
from controller.daemon.devices import Devices, DeviceState
from controller.daemon.effect_loop import EffectLoop, Trouble
from controller.daemon.game_loop import GameLoop, TurnArrow
from controller.daemon.hardware import Hardware
from controller.daemon.hourglass import Hourglass
from controller.daemon.journal import Journal
from controller.daemon.pictures import sentence
from controller.daemon.sensing_loop import sense
from controller.games.contract import (
    CastleId,
    Effect,
    Game,
    GateComplained,
    HourglassRanOut,
    Screen,
    Tell,
    Text,
    TextScreen,
    TileId,
    TileTapped,
    Waiting,
)
from controller.sensing.gate import Gate, Passage, TagsUnresolved, TilePassed, UnknownTag
from controller.sensing.tags import TagBook
from hw.clock import LoopClock


class Table:
    """One table that plays. ``running()`` is its life; outside of it no device is open.

    Attributes:
        loop: the one door to the game.
        console: the knob and its menu.
        effects: what is shown.
        devices: which devices work.
        changes: callbacks that are told after every change that people could see.
    """

    def __init__(
        self, config: TableConfig, hardware: Hardware, book: TagBook, journal: Journal, chance: Chance
    ) -> None:
        self.config = config
        self.hardware = hardware
        self.clock = LoopClock()
        self.game: Game = games.game(config.table.map)
        self.devices = Devices(self._device_changed)
        self.hourglass = Hourglass(self.clock, config.table.hourglass_s, self._ran_out)
        self.loop = GameLoop(
            self.game,
            journal,
            chance,
            self.hourglass,
            show=self._show,
            journal_works=self._journal_works,
            new_game=self._new_game,
        )
        self.console = Console(
            self.loop,
            self.hourglass,
            chance,
            [CastleId(castle.color) for castle in config.castle],
            waiting=self.waiting,
            show=self._show,
            wake=self._wake,
        )
        self.effects = EffectLoop(
            hardware,
            self.devices,
            self.hourglass,
            self.clock,
            language=config.table.language,
            waiting=self.waiting,
            menu=self.console.screen,
            told=self.changed,
        )
        self.changes: list[Callable[[], None]] = []
        self._book = book

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
                    group.create_task(self._home_the_arrow()),
                    *(
                        group.create_task(
                            sense(name, reader, Gate(name, self._book), self.clock, self.devices, self._passed)
                        )
                        for name, reader in self.hardware.chips.items()
                    ),
                ]
                yield
                for task in tasks:
                    task.cancel()
        finally:
            self.console.stop()
            self.hourglass.lay_down()
            self.hardware.off()

    def waiting(self) -> Waiting:
        """What the table waits for now."""
        return self.game.waiting(self.loop.state, self.loop.desk)

    def view(self) -> dict[str, Any]:
        """What everybody may see, as JSON values."""
        language = self.config.table.language
        waiting = self.waiting()
        view = self.game.view(self.loop.state, self.loop.desk)
        hourglass = {"total_s": self.hourglass.total_s, "left_s": round(self.hourglass.left_s(), 3)}
        return view | {
            "seq": self.loop.seq,
            "waiting_for": {
                "text": _as_sentences([sentence(text, language) for text in _spoken(waiting.screen)]),
                "color": waiting.castle,
                "step": waiting.step,
            },
            "hourglass": hourglass | {"state": view.get("hourglass", "idle")},
            "story": [sentence(text, language) for text in self.effects.story],
            "complaints": [
                {"castle": castle, "text": sentence(text, language)} for castle, text in self.effects.complaints.items()
            ],
            "devices": [
                {"name": device.name, "ok": device.fault is None, "text": device.fault or ""} for device in self.devices
            ],
        }

    def changed(self) -> None:
        """Tell everyone who watches."""
        for callback in self.changes:
            callback()

    async def _home_the_arrow(self) -> None:
        with self.devices.watch("spinner"):
            await self.hardware.home_arrow()

    def _show(self, effects: Sequence[Effect | TurnArrow]) -> None:
        self.effects.show(effects)

    def _wake(self) -> bool:
        return self.effects.wake()

    def _new_game(self) -> None:
        self.effects.forget()
        self.console.close()

    def _passed(self, passage: Passage) -> None:
        """What a gate saw becomes a happening of the game; a castle's reader is named like the castle."""
        castle = CastleId(passage.reader)
        match passage:
            case TilePassed(tile=tile, at_s=at_s):
                self.loop.inbox.put_nowait(TileTapped(castle, TileId(tile), at_s))
            case UnknownTag(at_s=at_s):
                self.loop.inbox.put_nowait(GateComplained(castle, "complaint-unknown-tag", at_s))
            case TagsUnresolved(at_s=at_s):
                self.loop.inbox.put_nowait(GateComplained(castle, "complaint-one-at-a-time", at_s))

    def _ran_out(self, deadline_s: float) -> None:
        self.loop.inbox.put_nowait(HourglassRanOut(deadline_s))

    def _journal_works(self, fault: str | None) -> None:
        if fault is None:
            self.devices.works("journal")
        else:
            self.devices.lost("journal", fault)

    def _device_changed(self, device: DeviceState) -> None:
        key = "device-back" if device.fault is None else "device-lost"
        self.effects.show([Tell(Text(key, {"device": trouble.name_of(device.name), "fault": device.fault or ""}))])
        screen = trouble.screen_of(device)
        if screen is not None:
            self.effects.show([Trouble(screen)])


def _spoken(screen: Screen) -> list[Text]:
    if isinstance(screen, TextScreen):
        return [screen.title, *screen.lines]
    return [screen.caption]


def _as_sentences(parts: Sequence[str]) -> str:
    """One running text: what has no mark at its end gets a full stop."""
    return " ".join(part if part[-1:] in ".!?:" else f"{part}." for part in parts)
