"""`royaltable read`, `teach` and `census`: stickers at a reader."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from controller.cli.game.game_logs import game_name_option, load_game, select_game
from controller.cli.options import FILE_PATH, config_option, exit_on_error, load_settings
from controller.cli.parts.arrow import run_with_devices
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.readers import Passage, poll_reader
from controller.devices.stickers import (
    StickerError,
    StickerReader,
    read_sticker,
    wait_for_single_tag,
    write_and_check_record,
)
from controller.games import installed, naming
from controller.games.contract.game import Game
from controller.games.contract.values import PieceId
from controller.play.stickers import StickerResult, StickerTask
from controller.store import tags
from controller.store.atomic_files import write_file_or_pipe
from controller.store.privileges import acting_as_owner_of
from controller.store.tags import TagMap, TagMapError
from hw.bus.ports import Ports
from hw.castle_link.messages import (
    BoardConnected,
    BoardDisconnected,
    BoardEvent,
    ReaderFailed,
    TagCame,
    TagsUnclear,
    TagUnread,
)
from hw.clock import Clock, LoopClock
from hw.errors import HardwareError
from hw.ntag.ndef import TileRecord
from hw.poll import PollResult, Reader
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid


class ArrivedTagsAsPolls:
    def __init__(self) -> None:
        self._came: set[Uid] = set()
        self._unclear = False
        self._known = asyncio.Event()
        self._fault: HardwareError | None = None

    def handle_event(self, news: BoardEvent) -> None:
        match news:
            case TagCame(uid=uid):
                self._came.add(uid)
            case TagsUnclear() | TagUnread():
                self._unclear = True
            case BoardConnected():
                self._fault = None
                self._known.set()
            case BoardDisconnected(fault=fault) | ReaderFailed(fault=fault):
                self._fault = fault
                self._known.set()
            case _:
                pass

    async def start(self) -> None:
        await self._known.wait()
        if self._fault is not None:
            raise self._fault

    async def poll(self) -> PollResult:
        """Return the tags that came since the last poll."""
        if self._fault is not None:
            raise self._fault
        found = PollResult(frozenset(self._came), garbled=self._unclear)
        self._came.clear()
        self._unclear = False
        return found


CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def gate_options(command: CommandT) -> CommandT:
    command = click.option("--castle", help="Castle whose gate to use.  [default: the first]")(command)
    simulated = click.option("--sim", is_flag=True, help="Use a simulated table, which moves the pieces itself.")
    return config_option(simulated(command))


@dataclass(frozen=True, slots=True)
class ReaderSession:
    """The readers of a table without a running game.

    Attributes:
        readers: on the Pi's own SPI and on castle boards.
        sticker_readers: those that also read and write a sticker, not only its UID.
        gate: castle of the gate in use.
        bring_pieces: at a simulated table, brings the given pieces to ``gate`` one by one.
    """

    clock: Clock
    readers: Mapping[ReaderId, Reader]
    sticker_readers: Mapping[ReaderId, StickerReader]
    gate: ReaderId
    bring_pieces: Callable[[Iterable[str]], None]

    @property
    def reader(self) -> Reader:
        return self.readers[self.gate]

    @property
    def sticker_reader(self) -> StickerReader:
        if self.gate not in self.sticker_readers:
            raise click.ClickException(
                f'the reader of {self.gate} reads only UIDs. Use an MFRC522 on the Pi\'s own SPI with driver = "own".'
            )
        return self.sticker_readers[self.gate]


def load_settings_and_check_castle(config_file: Path, *, sim: bool, castle: str | None) -> TableConfig:
    settings = load_settings(config_file, sim=sim)
    castles = [each.color for each in settings.castle]
    if castle is not None and castle not in castles:
        raise click.ClickException(f"--castle: saw {castle!r}, expected one of {', '.join(castles)}.")
    return settings


def run_with_readers(
    settings: TableConfig,
    config_file: Path,
    use: Callable[[ReaderSession], Awaitable[None]],
    *,
    sim: bool,
    castle: str | None,
) -> None:
    name = ReaderId(castle or settings.castle[0].color)
    boards = {ReaderId(gate): ArrivedTagsAsPolls() for gate in settings.board_by_gate}

    async def open_readers_and_use(hardware: Hardware, ports: Ports) -> None:
        tasks: list[asyncio.Task[None]] = []
        lost: dict[str, str | None] = {}
        hardware.boards.event_received.connect(lambda news: boards[news[0]].handle_event(news[1]))

        def bring(pieces: Iterable[str]) -> None:
            if isinstance(ports, TwinTable) and name in ports.readers:
                tasks.append(asyncio.create_task(stickers.pass_stickers_over_twin_gate(ports, name, pieces)))

        try:
            health = DeviceHealth()
            health.changed.connect(lambda device: lost.update({device.name: device.fault}))
            hardware.readers.open_all(health)
            readers: dict[ReaderId, Reader] = {**hardware.readers.chips, **boards}
            if name not in readers:
                raise click.ClickException(f"{name}: {lost.get(name)}")
            if (link := hardware.boards.open()) is not None:
                tasks.append(asyncio.create_task(link.run()))
            await readers[name].start()
            await use(ReaderSession(LoopClock(), readers, hardware.readers.sticker_readers, name, bring))
        finally:
            for task in tasks:
                task.cancel()

    run_with_devices(settings, config_file, open_readers_and_use, sim=sim)


@click.command()
@gate_options
@click.option("--times", type=click.IntRange(1), default=1, show_default=True, help="Number of tags to read.")
def read(config_file: Path, castle: str | None, times: int, *, sim: bool) -> None:
    """Show the type, UID and text of tags held to the gate."""
    settings = load_settings_and_check_castle(config_file, sim=sim, castle=castle)

    name, game = select_game(None, settings)
    box = naming.sticker_names(name, naming.piece_ids(game))

    async def show(session: ReaderSession) -> None:
        click.echo(f"Hold a tag to the gate of {session.gate}. Press Ctrl-C to stop.")
        session.bring_pieces(itertools.cycle(box))  # for ever, as people may miss some
        for _ in range(times):
            uid = await wait_for_single_tag(session.reader, session.clock, partial(click.echo, err=True))
            if session.gate not in session.sticker_readers:
                click.echo(f"{uid.hex()}  (UID only)")
                continue
            sticker = await read_sticker(session.sticker_reader, uid)
            text = "no text" if sticker.text is None else repr(sticker.text)
            click.echo(f"{sticker.uid.hex()}  {sticker.type}, {text}")

    run_with_readers(settings, config_file, show, sim=sim, castle=castle)


STICKER_RECORD_EDITION = "standard"
"""Edition in the stickers of the default game; other games use their name."""


@click.command()
@gate_options
@click.argument("piece", required=False)
@game_name_option
@click.option("--tags", "tags_file", type=FILE_PATH, help="File of stickers, instead of that in table.toml.")
@click.option("--ndef", is_flag=True, help="Also write piece and edition to each sticker, readable with a phone.")
@click.option("--import", "import_file", type=FILE_PATH, help="Import the stickers from a CSV or JSON file.")
@click.option("--export", "export_file", type=FILE_PATH, help="Export the stickers as CSV or JSON.")
def teach(
    config_file: Path,
    castle: str | None,
    piece: str | None,
    game_name: str | None,
    tags_file: Path | None,
    import_file: Path | None,
    export_file: Path | None,
    *,
    sim: bool,
    ndef: bool,
) -> None:
    """Register which sticker is under which piece: for all pieces without a sticker, or a new sticker for PIECE.

    Each sticker is saved at once. Stop with Ctrl-C and continue later.
    """
    settings = load_settings_and_check_castle(config_file, sim=sim, castle=castle)
    path = tags_file or config_file.parent / settings.tags.file
    owner = (
        partial(acting_as_owner_of, path) if tags_file is not None else partial(acting_as_owner_of, config_file, path)
    )
    name, game = select_game(game_name, settings)
    pieces = naming.piece_ids(game)
    if piece is not None and piece not in pieces:
        raise click.ClickException(f"unknown piece {piece!r}, expected one of {pieces[0]} to {pieces[-1]}.")
    with exit_on_error(TagMapError, StickerError):
        if import_file is not None:
            with acting_as_owner_of(import_file):
                taught = tags.load_tag_map(import_file)
            known = map(naming.parse_sticker_name, taught.pieces.values())
            if unknown := sorted({each for of, each in known if of == name} - set(pieces)):
                raise TagMapError(
                    f"{import_file}: unknown pieces {', '.join(unknown)}. Expected {pieces[0]} to {pieces[-1]}."
                )
            with owner():
                tags.save_tag_map(path, taught)
        with owner():
            book = tags.load_tag_map(path) if export_file is not None or path.exists() else TagMap({})
        if export_file is not None:
            with acting_as_owner_of(export_file):
                tags.save_tag_map(export_file, book, write_file_or_pipe)
        if import_file is not None or export_file is not None:
            return
        box = naming.sticker_names(name, [PieceId(piece)] if piece is not None else pieces)
        due = [each for each in box if piece is not None or book.uid_of(each) is None]

        def save_tag_map(taught: TagMap) -> None:
            with owner():
                tags.save_tag_map(path, taught)

        async def teach_all(session: ReaderSession) -> None:
            await _teach_pieces(
                session,
                StickerTask(book, tuple(due), teaches=True),
                save_tag_map,
                printed_text_by_piece(game),
                write=ndef,
            )

        if due:
            run_with_readers(settings, config_file, teach_all, sim=sim, castle=castle)
        with owner():
            kept = tags.load_tag_map(path)
        taught_now = [piece for piece in pieces if kept.uid_of(naming.sticker_name(name, piece)) is not None]
        click.echo(f"{path}: {naming.format_share_of_each_kind(taught_now, game.pieces())} have a sticker.")


async def _teach_pieces(
    session: ReaderSession,
    task: StickerTask,
    save_tag_map: Callable[[TagMap], None],
    faces: Mapping[str, str],
    *,
    write: bool,
) -> None:
    talker = session.sticker_reader if write else None
    session.bring_pieces(task.due)
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as progress:
        bar, complain = progress.add_task("", total=len(task.due)), progress.console.print
        while task.due:
            game, piece = naming.parse_sticker_name(task.due[0])
            progress.update(bar, description=f"{piece}: {faces[piece]}")
            uid = await wait_for_single_tag(session.reader, session.clock, complain)
            later, result = task.after_tag(uid)
            if result is not StickerResult.TAUGHT:
                of, other = naming.parse_sticker_name(task.book.pieces[uid])
                of_another = result is StickerResult.OTHER_GAME
                seen = f"{other} of another game, {of}" if of_another else f"already the sticker of {other}"
                complain(f"This is {seen}. Use the requested piece.")
                continue
            if talker is not None:
                await write_and_check_record(
                    talker, uid, TileRecord(piece, STICKER_RECORD_EDITION if game == naming.DEFAULT_GAME else game)
                )
            task = later
            save_tag_map(task.book)
            progress.advance(bar)


def printed_text_by_piece(game: Game) -> dict[str, str]:
    return {piece.id: naming.format_face(piece.printed) for piece in game.pieces()}


@click.command()
@gate_options
@game_name_option
@click.option(
    "--quiet",
    type=click.FloatRange(1),
    default=20.0,
    show_default=True,
    help="Stop after this many seconds without a new piece.",
)
def census(config_file: Path, castle: str | None, game_name: str | None, quiet: float, *, sim: bool) -> None:
    """Check the box: pass every piece over any gate, then list the missing ones.

    Stop when all have been seen, or after some time without a new one. Exit status 1 if any is missing.
    """
    settings = load_settings_and_check_castle(config_file, sim=sim, castle=castle)
    name, game = select_game(game_name, settings)
    box = naming.sticker_names(name, naming.piece_ids(game))
    if sim:
        book = stickers.simulated_tag_map(
            sticker
            for each in installed.bundled_game_names()
            for sticker in naming.sticker_names(each, naming.piece_ids(load_game(each)))
        )
    else:
        file = config_file.parent / settings.tags.file
        with exit_on_error(TagMapError), acting_as_owner_of(config_file, file):
            book = tags.load_tag_map(file)
    taught = [each for each in box if book.uid_of(each) is not None]
    pieces = [piece for piece in game.pieces() if naming.sticker_name(name, piece.id) in taught]
    missing: list[str] = []

    async def count(session: ReaderSession) -> None:
        missing.extend(await _find_missing_stickers(session, book, taught, quiet))

    run_with_readers(settings, config_file, count, sim=sim, castle=castle)
    if missing:
        unseen = [naming.parse_sticker_name(each)[1] for each in missing]
        raise click.ClickException(
            f"{naming.format_share_of_each_kind(unseen, pieces)} are missing: {', '.join(unseen)}."
        )
    click.echo(f"All {naming.format_piece_counts(pieces)} are in the box.")


async def _find_missing_stickers(
    session: ReaderSession, book: TagMap, taught: Sequence[str], quiet_s: float
) -> tuple[str, ...]:
    """Read at every gate and return the names of the stickers not seen."""
    task = StickerTask(book, tuple(taught), teaches=False)
    news = asyncio.Event()

    def count_passage(passage: Passage) -> None:
        nonlocal task
        before = task
        task, result = task.after_tag(passage.uid)
        if passage.uid is None:
            click.echo(f"{passage.reader}: {stickers.UNCLEAR}", err=True)
            return
        if result is StickerResult.UNKNOWN:
            click.echo(f"{passage.uid.hex()} is not registered. To register it: `royaltable teach`", err=True)
            return
        of, piece = naming.parse_sticker_name(book.pieces[passage.uid])
        if result is StickerResult.OTHER_GAME:
            click.echo(f"{piece} belongs to another game, {of}. Put it into that box.", err=True)
        elif task != before:
            click.echo(f"{piece}  {len(taught) - len(task.due)} of {len(taught)}")
            news.set()

    click.echo("Pass every piece over a gate, one at a time. Press Ctrl-C to stop.")
    devices = DeviceHealth()
    devices.changed.connect(lambda device: click.echo(f"{device.name}: {device.fault or 'works again'}", err=True))
    session.bring_pieces(task.due)
    listeners = [
        asyncio.create_task(poll_reader(name, reader, session.clock, devices, count_passage))
        for name, reader in session.readers.items()
    ]
    try:
        while task.due:
            news.clear()
            async with asyncio.timeout(quiet_s):
                await news.wait()
    except TimeoutError:
        pass
    finally:
        for listener in listeners:
            listener.cancel()
    return task.due
