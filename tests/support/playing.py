"""A whole simulated table in virtual time, and operations of its players."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from controller import config
from controller.config.schema import CastleSection, TableConfig, VoiceSection
from controller.devices import hardware, part_or_twin, stickers
from controller.games import installed
from controller.games.contract.effects import ChoiceScreen, Screen
from controller.games.contract.inputs import PieceTapped
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.naming import DEFAULT_GAME, piece_ids, sticker_name, sticker_names, translate_text
from controller.games.requests import NewGame
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State, canonical_json_bytes
from controller.house import ScenePace
from controller.play.draws import Chance
from controller.play.menu import MenuAction, MenuEntry, menu_entries
from controller.play.table import Table
from controller.show.console_screens import QrCodeScreen
from controller.show.pictures import draw_screen
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal, JournalReader
from controller.store.keyring import Keyring
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.testing.pico.node_board import make_cpython_board
from hw.testing.table import TwinTable
from hw.values import ReaderId
from tests.support.soak import SOAK
from tests.support.virtual import run_virtual
from tests.whole_table.napping import NappingTable

BUZZER_PIN = 19
"""Of the simulated table."""


QUICK: Final[Callable[..., Table]] = Table if SOAK else NappingTable
"""In a quick run readers nap."""


@dataclass
class Playing:
    """A running table and the twins below it."""

    table: Table
    twins: TwinTable
    journal: Journal

    @property
    def state(self) -> State:
        state = self.table.loop.state
        assert isinstance(state, State)
        return state

    def now_s(self) -> float:
        return self.table.clock.now_s()

    async def wait(self, seconds: float) -> None:
        await self.table.clock.sleep_until(self.now_s() + seconds)

    async def begin(self, *, players: int = 2, variant: str = "classic", map_kept: str = "honour") -> None:
        castles = [CastleId(color) for color in ("blue", "yellow", "purple", "grey")[:players]]
        answer = await self.table.loop.submit(NewGame(castles, {"variant": variant, "map": map_kept}), "test")
        assert answer.refusal is None

    async def pass_tile(self, castle: str, tile: str, dwell_s: float = 0.1) -> None:
        await self.twins.pass_tile(
            ReaderId(castle), stickers.simulated_uid(sticker_name(self.table.loop.game_name, PieceId(tile))), dwell_s
        )
        await self.wait(0.02)

    async def report_tile(self, castle: str, tile: str) -> None:
        self.table.loop.inbox.put_nowait(PieceTapped(CastleId(castle), PieceId(tile), self.now_s()))
        await self.wait(0.05)

    async def press(self, held_s: float = 0.1) -> None:
        assert self.twins.knob is not None
        await self.twins.knob.press(held_s)
        await self.wait(0.1)

    async def turn(self, steps: int) -> None:
        assert self.twins.knob is not None
        await self.twins.knob.turn(steps)
        await self.wait(0.1)

    async def choose(self, does: MenuAction, of: str = "") -> None:
        menu = self.table.console._menu
        assert menu is not None
        await self.turn(menu_entries(menu).index(MenuEntry(does, of)) - menu.at)
        await self.press()

    @property
    def menu_texts(self) -> tuple[Text, ...]:
        """The entries of the console's menu."""
        screen = self.table.console.own_screen()
        assert isinstance(screen, ChoiceScreen)
        return screen.entries

    async def until_shown(self) -> None:
        while self.table.effects.is_busy:
            await self.wait(0.1)

    def tones(self) -> list[float]:
        begun: list[float] = []
        self.twins.pin_factory().on_change(BUZZER_PIN, lambda level: begun.append(self.now_s()) if level else None)
        return begun

    async def to_the_taxes(self, *, players: int = 2, gates: bool = True) -> None:
        """Place the statues, spin, set three tiles aside each, over ``gates`` or by the page; the hourglass runs."""
        bring = self.pass_tile if gates else self.report_tile
        await self.begin(players=players)
        for _ in range(players):
            await self.press()
        await self.press()
        await self.until_shown()
        tiles = [tile.id for tile in self.state.table.pool.tiles]
        for n in range(3 * players):
            await bring(self.state.table.colors[n % players], tiles[n])
        await self.press()

    @property
    def story(self) -> list[str]:
        return [translate_text(text, "en") for text in self.table.effects.story]

    @property
    def complaints(self) -> dict[str | None, str]:
        return {castle: translate_text(one.text, "en") for castle, one in self.table.effects.complaints.items()}


class TableWithoutGates(Table):
    """Does not poll its readers, which is most of a simulated game's cost; draws only if there is a display."""

    async def _open_and_poll_reader(self, castle: CastleSection) -> None:
        await asyncio.Event().wait()

    def runners_by_part(self) -> dict[str, Callable[[], Awaitable[object]]]:
        undrawn = set() if self.hardware.screen.is_wired else {"screen"}
        return {part: run for part, run in super().runners_by_part().items() if part not in undrawn}


@asynccontextmanager
async def playing(
    folder: Path,
    *,
    seed: int = 1,
    house: HouseRules | None = None,
    castles: int = 4,
    gates: bool = True,
    wall_ahead: timedelta = timedelta(),
    arrow: bool = True,
    make_table: Callable[..., Table] = QUICK,
    make_board: MakeBoard | None = None,
    game: str = DEFAULT_GAME,
    keyring: Keyring | None = None,
    scenes: ScenePace = "at_once",
    settings_of: Callable[[TableConfig], TableConfig] = lambda settings: settings,
) -> AsyncIterator[Playing]:
    """Run a table with this number of castles and its journal in ``folder``.

    With ``make_board`` each castle has such a board on a serial line. Without ``gates`` they are not polled, and
    there is no arrow: both are most of a game's cost.
    """
    settings = config.simulator()
    settings = replace(
        settings, table=replace(settings.table, game=game), game={"map": "honour"}, castle=settings.castle[:castles]
    )
    if make_board is not None:
        settings = config.replace_gates_by_boards(settings)
    if not (arrow and gates):
        settings = replace(settings, spinner=None)
    settings = settings_of(settings)
    clock = LoopClock()
    machine = part_or_twin.make_twin_table(settings, clock, make_board or make_cpython_board)
    machine.wall_ahead = wall_ahead
    journal = Journal(folder / "test.journal")
    made: Callable[..., Table] = make_table if gates else TableWithoutGates
    if keyring is not None:
        made = partial(made, keyring=keyring)
    table = made(
        settings,
        hardware.Hardware(settings, machine, clock),
        stickers.simulated_tag_map(sticker_names(game, piece_ids(installed.make_game(game)))),
        journal,
        Chance(seed),
        house or HouseRules(replace(settings.table, scenes=scenes)),
    )
    table.resumption.resume_at_start()
    try:
        async with table.open_and_run():
            yield Playing(table, machine, journal)
    finally:
        machine.faults.mend_all()  # a disk's fault is the whole process's
        journal.close()


def at_a_table(folder: Path, deed: Callable[[Playing], Awaitable[None]], **how: Any) -> Playing:
    async def run() -> Playing:
        async with playing(folder, **how) as table:
            await deed(table)
        return table

    return run_virtual(run())


def replayed(journal: Path) -> bytes:
    play = GameLog()
    with JournalReader(journal) as file:
        for entry in file.entries(1):
            play.submit(entry.action)
    assert play.state is not None
    return canonical_json_bytes(play.state, play.seq)


@asynccontextmanager
async def speaking(
    folder: Path,
    *,
    says: tuple[str, ...] = ("story", "console", "complaints", "devices"),
    listeners: tuple[str, ...] = (),
    earphones: tuple[str, ...] = (),
    language: str = "en",
    game: str = "tumult_royale",
    hourglass_s: int = 20,
    scenes: ScenePace = "at_once",
    gates: bool = True,
    settings_of: Callable[[TableConfig], TableConfig] = lambda settings: settings,
) -> AsyncIterator[Playing]:
    def with_a_voice(settings: TableConfig) -> TableConfig:
        settings = settings_of(settings)
        gates = tuple(
            replace(castle, earphone=f"plughw:{castle.color}" if castle.color in earphones else None)
            for castle in settings.castle
        )
        return replace(settings, castle=gates, voice=VoiceSection(simulated=True))

    house = HouseRules(config.simulator().table)
    house.change_and_save(scenes=scenes, says=says, listeners=listeners, language=language, hourglass_s=hourglass_s)
    async with playing(
        folder, castles=2, house=house, make_table=NappingTable, game=game, gates=gates, settings_of=with_a_voice
    ) as play:
        yield play


def heard(play: Playing, output: str = "default") -> list[str]:
    return [each.spoken.text for each in play.twins.loudspeaker.heard if each.whole and each.spoken.output == output]


def check_log(records: Sequence[logging.LogRecord]) -> None:
    """Check that there is no error, and that each lost device is logged once and back once between power cuts."""
    assert [record.getMessage() for record in records if record.exc_info or record.levelno >= logging.ERROR] == []
    told: dict[tuple[int, str], list[str]] = {}
    life = 0
    for record in records:
        if record.name == "royaltable":
            event, what, *_ = record.getMessage().split()
            life += event == "event=power_cut"
            if event in {"event=device_lost", "event=device_back"}:
                told.setdefault((life, what), []).append(event.removeprefix("event=device_"))
    for where, events in told.items():
        assert events == ["lost", "back"] * (len(events) // 2) + ["lost"] * (len(events) % 2), where


def assert_all_off(twins: TwinTable) -> None:
    assert not any(chip.rf_on for chip in twins.readers.values())
    assert twins.rotor is None or not twins.rotor.energised


def shows(play: Playing, screen: Screen | QrCodeScreen, language: str = "en") -> bool:
    assert play.twins.oled is not None
    return play.twins.oled.image().tobytes() == draw_screen(screen, language, 20, 20).convert("1").tobytes()
