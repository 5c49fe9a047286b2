"""The file of the guided set-up's results: which devices work, what was measured, which gates hear each other."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

import msgspec

from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.privileges import acting_as_owner_of

MAX_FILE_BYTES: Final = 256 * 1024
"""Limit of the file of results; it is smaller even with every character escaped."""

MAX_TEXT_CHARACTERS: Final = 400

MeasuredValue = int | float | str

NEIGHBOURS: Final = "neighbours"
"""Name of the test of all gates together, left out until each gate works."""

HEARD_BY: Final = "gates that hear a piece on {}"
"""Name of what that test measures at a gate."""


class DeviceResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Result of the latest test of a device.

    Attributes:
        works: whether it passed.
        tried: date of the test, UTC.
        measured: measurements, with units in their names.
        findings: codes of ``problems.toml``.
        fault: why it did not pass.
    """

    works: bool
    tried: str
    measured: dict[str, MeasuredValue] = {}
    findings: list[str] = []
    fault: str = ""


class _ResultsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    parts: dict[str, DeviceResult] = {}


class SetupResults:
    """The file of results; an unreadable file counts as empty."""

    def __init__(self, file: Path, settings: Path | None = None) -> None:
        self._file = file
        self._led_by = (settings, file)
        try:
            with acting_as_owner_of(*self._led_by):
                self._kept = msgspec.json.decode(read_regular_file(file, MAX_FILE_BYTES), type=_ResultsFile)
        except (OSError, ValueError, RecursionError):
            self._kept = _ResultsFile()

    @property
    def result_by_device(self) -> Mapping[str, DeviceResult]:
        return self._kept.parts

    @property
    def working_devices(self) -> list[str]:
        return [name for name, part in self.result_by_device.items() if part.works]

    def near_gates(self, gates: Collection[str]) -> frozenset[str]:
        """Return the gates that hear a piece on another, or whose piece another hears; all that were not tested."""
        tried = self.result_by_device.get(NEIGHBOURS)
        near: set[str] = set()
        for gate in gates:
            heard = tried and tried.measured.get(HEARD_BY.format(gate))
            hears = set(heard.split(", ")) if isinstance(heard, str) else {*gates}
            near |= hears | {gate} if hears != {gate} else set()
        return frozenset(near)

    def save_result(self, device: str, part: DeviceResult) -> None:
        short = {
            name: said[:MAX_TEXT_CHARACTERS] if isinstance(said, str) else said for name, said in part.measured.items()
        }
        part = msgspec.structs.replace(part, measured=short, fault=part.fault[:MAX_TEXT_CHARACTERS])
        self._kept = _ResultsFile(
            {**{name: each for name, each in self.result_by_device.items() if name != device}, device: part}
        )
        with acting_as_owner_of(*self._led_by):
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(self._kept), indent=1).decode() + "\n")

    def delete_results(self) -> None:
        self._kept = _ResultsFile()
        with acting_as_owner_of(*self._led_by):
            self._file.unlink(missing_ok=True)
