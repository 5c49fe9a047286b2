"""What a running table measures of itself, as metrics; they contain nothing that a player hides."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from typing import Final

from controller.care.history import MeasurementHistory
from controller.devices.health import DeviceState, read_failed_starts
from controller.play.inputs import DeviceCount
from controller.play.table import Table
from controller.store.table_files import TableFiles
from controller.web.metrics import Metric, gauge

COUNTS: Final[tuple[tuple[DeviceCount, str, str], ...]] = (
    ("tiles", "royaltable_pieces_read", "Passages of a piece, by gate."),
    ("unclear", "royaltable_unclear_readings", "Passages that led to no UID: pieces were stacked or too far away."),
    ("unknown", "royaltable_unknown_stickers", "Passages of stickers that belong to no piece."),
    ("lost", "royaltable_device_losses", "How often a device has stopped working."),
)


def table_metrics(
    table: Table,
    files: TableFiles,
    devices: Iterable[DeviceState],
    history: MeasurementHistory,
    games_waiting: int | None,
    set_up: Mapping[str, Mapping[str, object]],
) -> Iterator[Metric]:
    """Yield all metrics; those that cannot be measured have no value.

    Args:
        table: the running table.
        files: its files.
        devices: with the broker, if the table has one.
        history: what is measured each minute.
        games_waiting: games with entries that the hub has not acknowledged; None without a hub that answers.
        set_up: results of the set-up, by device.
    """
    rounds, loop, chips = table.progress_counts(), table.loop, table.hardware.readers.chips
    yield Metric("royaltable", "Version of the software.", [((version("royaltable"),), 1)], ("version",), "info")
    yield gauge("royaltable_uptime_seconds", "Time since the start of the program.", history.uptime_s)
    starts = read_failed_starts(files.failed_starts)
    yield gauge("royaltable_failed_starts", "Starts in a row that failed, with this one at first.", starts)
    playing = [((loop.game_name,), int(loop.is_playing))]
    yield Metric("royaltable_game_on", "Whether a game is played.", playing, ("game",))
    yield gauge("royaltable_help_called", "Whether people ask for help.", int(table.help_call.is_called))
    up = [((each.name,), int(each.fault is None)) for each in devices]
    yield Metric("royaltable_device_up", "Whether a device works.", up, ("device",))
    polls = [((str(name),), rounds[name]) for name in chips if name in rounds]
    yield Metric("royaltable_reader_polls", "Polls of a reader.", polls, ("device",), "counter")
    pace = table.polls.every_s if chips else None
    yield gauge("royaltable_poll_interval_seconds", "Present interval of the readers' polls.", pace)
    for kind, name, text in COUNTS:
        found = [((device,), count[kind]) for device, count in table.counts.items()]
        yield Metric(name, text, found, ("device",), "counter")
    faults = [((part,), count) for part, count in table.guard.fault_counts.items()]
    yield Metric("royaltable_part_faults", "Faults of parts of the program, restarted.", faults, ("part",), "counter")
    text = "Games with entries that the hub has not acknowledged."
    yield gauge("royaltable_hub_games_waiting", text, games_waiting)
    unwritten = len(loop.journal_queue.unwritten)
    yield gauge("royaltable_journal_unwritten_entries", "Entries that wait for the disk.", unwritten)
    size, free = _journal_and_free_bytes(files)
    yield gauge("royaltable_journal_size_bytes", "Size of the journal on disk.", size)
    yield gauge("royaltable_disk_free_bytes", "Free space where the journal is.", free)
    latest = history.latest
    memory = None if latest is None else round(latest.memory_mib * 2**20)
    yield gauge("royaltable_memory_bytes", "Memory of the program.", memory)
    heat = None if latest is None else latest.celsius
    yield gauge("royaltable_temperature_celsius", "Temperature of the processor.", heat)
    measured = [
        ((device, what), value)
        for device, result in set_up.items()
        for what, value in result.items()
        if isinstance(value, int | float)
    ]
    yield Metric("royaltable_setup_measured", "What the set-up measured.", measured, ("device", "what"))


def _journal_and_free_bytes(files: TableFiles) -> tuple[int, int] | tuple[None, None]:
    """A disk that fails has no values."""
    try:
        free = shutil.disk_usage(files.journal.parent).free
        log = files.journal.with_name(f"{files.journal.name}-wal")
        size = sum(each.stat().st_size for each in (files.journal, log) if each.exists())
    except OSError:
        return None, None
    return size, free
