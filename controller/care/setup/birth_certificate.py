"""The birth certificate of a table: what the set-up has measured and seen of each of its parts, kept in a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from controller.store.atomic_files import read_plain, write_atomically
from controller.store.privileges import as_owner_of

OCTETS: Final = 256 * 1024
"""More than the figures of all devices of a table have, even if every letter is written as an escape."""

LETTERS: Final = 400
"""Of a sentence or a figure that are kept."""

Figure = int | float | str


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of one device, of the last time it was tried.

    Attributes:
        works: whether it was seen to.
        tried: on which day, by the clock of then, UTC.
        measured: figures by names that have their units.
        findings: codes of ``ailments.toml``.
        fault: why it was not seen to work, in words.
    """

    works: bool
    tried: str
    measured: dict[str, Figure] = {}
    findings: list[str] = []
    fault: str = ""


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    parts: dict[str, Part] = {}


class BirthCertificate:
    """Owner of the file; one that cannot be read counts as none."""

    def __init__(self, file: Path, settings: Path | None = None) -> None:
        """The file, and the settings that named it."""
        self._file = file
        self._led_by = (settings, file)
        try:
            with as_owner_of(*self._led_by):
                self._kept = msgspec.json.decode(read_plain(file, OCTETS), type=_Kept)
        except (OSError, ValueError, RecursionError):
            self._kept = _Kept()

    @property
    def parts(self) -> Mapping[str, Part]:
        """By the devices' names, in the order in which they were last tried."""
        return self._kept.parts

    @property
    def done(self) -> list[str]:
        """The devices that were seen to work."""
        return [name for name, part in self.parts.items() if part.works]

    def enter(self, device: str, part: Part) -> None:
        """Keep what was found out about a device, in place of what was known of it.

        Raises:
            OSError: the file cannot be written.
        """
        short = {name: said[:LETTERS] if isinstance(said, str) else said for name, said in part.measured.items()}
        part = msgspec.structs.replace(part, measured=short, fault=part.fault[:LETTERS])
        self._kept = _Kept({**{name: each for name, each in self.parts.items() if name != device}, device: part})
        with as_owner_of(*self._led_by):
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(self._kept), indent=1).decode() + "\n")

    def forget(self) -> None:
        """Start over."""
        self._kept = _Kept()
        with as_owner_of(*self._led_by):
            self._file.unlink(missing_ok=True)
