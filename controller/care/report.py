"""Write the report for remote support: versions, findings, newest actions, counters, log, and the last recording.

Only data that this module lists is included: no secret keys, house rules, tags or comments of table.toml. Of what
users have written, only validated colours, ids and numbers are included. A recording has the UIDs of tags and the
serial numbers of castle boards, but nothing that users have written.
"""

import json
import os
import platform
import re
import subprocess
import zipfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from controller.care.doctor.findings import Finding
from controller.care.doctor.host import MIB, Host
from controller.config.schema import TableConfig
from controller.devices import health
from controller.games import installed
from controller.games.naming import game_name_of_start
from controller.store import atomic_files, privileges, table_files
from controller.store.journal import Entry, JournalError, JournalReader
from controller.store.setup_results import SetupResults
from firmware.castle_node import FIRMWARE_VERSION
from hw.bus.recorder import MAX_FILE_BYTES

MAX_REPORT_LINES: Final = 300
"""Number of actions, and of log lines, in the report."""

LOG_COMMAND: Final = (
    "journalctl",
    "--unit",
    "royaltable",
    "--lines",
    str(MAX_REPORT_LINES),
    "--output",
    "cat",
    "--no-pager",
)
OWN_LOG_LINE: Final = re.compile(r"^(?:<\d>)?event=[a-z_]+(?: |$)")

FREE_TEXT_SETTINGS: Final = {
    "table": ("name",),
    "page": ("host", "name"),
    "web": ("certificate", "key"),
    "tags": ("file",),
    "journal": ("file",),
}
"""Free-text keys of each section; the report leaves out their values."""

CODES_QUOTING_FILES: Final = frozenset({"RT-TAGS-NONE", "RT-CONFIG-FAULT"})

REDACTED_TEXT: Final = "(left out)"


def write_report(
    to: Path,
    config: TableConfig,
    own: table_files.TableFiles,
    findings: Sequence[Finding],
    *,
    log: Sequence[str] = LOG_COMMAND,
    recording: bool = True,
) -> list[str]:
    """Write the report as a zip to ``to``, with the last ``recording`` or without; return the names of its files.

    The command ``log`` prints the table's log.
    """
    machine = Host()
    texts = _find_free_texts_to_redact(config, own)
    files: dict[str, Any] = {
        "versions.json": _collect_versions(machine),
        "doctor.json": [_finding_to_dict(finding, texts) for finding in findings],
        "birth-certificate.json": {
            device: msgspec.to_builtins(replace(part, fault=_redact_texts(part.fault, texts)))
            for device, part in SetupResults(own.setup_results, own.config).result_by_device.items()
        },
        "settings.json": _settings_without_texts(config),
        "log.txt": "\n".join(_read_log_lines(log)),
    }
    with privileges.acting_as_owner_of(own.config, own.journal):
        files["journal.json"] = _collect_games_and_newest_actions(own.journal)
        files["counters.json"] = _collect_counters(own, machine)
        if recording:
            with suppress(OSError):
                files["recording.json.gz"] = atomic_files.read_regular_file(own.recording, MAX_FILE_BYTES)
    with (
        privileges.acting_as_owner_of(to),
        os.fdopen(atomic_files.open_new_file(to), "wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, content in files.items():
            is_text = isinstance(content, str | bytes)
            archive.writestr(name, content if is_text else json.dumps(content, indent=1))
    return list(files)


def _collect_versions(machine: Host) -> dict[str, Any]:
    return {
        "royaltable": version("royaltable"),
        "firmware": FIRMWARE_VERSION,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "kernel": platform.release(),
        "model": machine.model,
        "system": machine.os_release.get("PRETTY_NAME"),
        "packages": _package_versions(),
        "made_utc": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _package_versions() -> dict[str, str]:
    found = {}
    for name in sorted({re.split(r"[^A-Za-z0-9._-]", wanted)[0] for wanted in requires("royaltable") or ()}):
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def _settings_without_texts(config: TableConfig) -> dict[str, Any]:
    settings: dict[str, Any] = msgspec.to_builtins(config)
    for section, keys in FREE_TEXT_SETTINGS.items():
        if settings[section] is not None:
            settings[section] |= dict.fromkeys(keys, REDACTED_TEXT)
    return settings


def _find_free_texts_to_redact(config: TableConfig, own: table_files.TableFiles) -> list[str]:
    usual = TableConfig(castle=())
    named = [
        str(getattr(getattr(config, section), key))
        for section, keys in FREE_TEXT_SETTINGS.items()
        for key in keys
        if getattr(config, section) is not None
        and getattr(getattr(config, section), key) != getattr(getattr(usual, section), key)
    ]
    named += [Path(text).stem for text in named]
    named += [str(path.parent) for path in (own.config, own.tags, own.journal) if path is not None]
    return sorted((text for text in named if len(text) > 1), key=len, reverse=True)


def _finding_to_dict(finding: Finding, texts: Sequence[str]) -> dict[str, Any]:
    if finding.code in CODES_QUOTING_FILES:
        finding = replace(finding, values=dict.fromkeys(finding.values, REDACTED_TEXT))

    return {key: _redact_texts(value, texts) for key, value in finding.to_dict().items()}


def _redact_texts(text: str, texts: Sequence[str]) -> str:
    for each in texts:
        text = text.replace(each, "...")
    return text


def _collect_games_and_newest_actions(journal: Path) -> dict[str, Any]:
    if not journal.exists():
        return {"games": [], "tail": []}
    try:
        with JournalReader(journal) as reader:
            games = [msgspec.to_builtins(each) for each in reader.games()]
            newest = reader.current_game_id() or reader.latest_game_id()
            entries = list(reader.entries(newest)) if newest is not None else []
    except JournalError as fault:
        return {"fault": type(fault).__name__}
    if not entries:
        return {"games": games, "origins": {}, "tail": []}
    try:
        game = installed.make_game(game_name_of_start(entries[0].action))
    except installed.GameUnusable as fault:
        return {"games": games, "fault": str(fault)}
    return {
        "games": games,
        "origins": Counter(_anonymous_origin(entry) for entry in entries),
        "tail": [
            {
                "seq": entry.seq,
                "origin": _anonymous_origin(entry),
                "written_utc": entry.written_utc,
                "action": game.public_action(entry.action),
            }
            for entry in entries[-MAX_REPORT_LINES:]
        ],
    }


def _anonymous_origin(entry: Entry) -> str:
    kind, _, name = entry.origin.partition(":")
    return entry.origin if kind == "gate" else f"{kind}:..." if name else kind


def _collect_counters(own: table_files.TableFiles, machine: Host) -> dict[str, Any]:
    return {
        "failed_starts": health.read_failed_starts(own.failed_starts),
        "free_mib": machine.free_bytes(own.journal.absolute().parent) // MIB,
        "journal_octets": own.journal.stat().st_size if own.journal.exists() else 0,
        "throttled": machine.throttled_bits,
    }


def _read_log_lines(command: Sequence[str]) -> list[str]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [line for line in done.stdout.splitlines() if OWN_LOG_LINE.match(line)][-MAX_REPORT_LINES:]
