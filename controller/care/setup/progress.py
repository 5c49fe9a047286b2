"""What the set-up has seen of a table's devices, kept in a file: people can leave it, and the report tells it."""

from pathlib import Path
from typing import Final

import msgspec

from controller.store.atomic_files import read_plain, write_atomically
from controller.store.privileges import as_owner_of

OCTETS: Final = 256 * 1024
"""More than so many sentences and the names of a table's devices have, even if all is written as escapes."""

SAID: Final = 100
"""How many sentences are kept, the newest."""

SENTENCE: Final = 400
"""Characters of one that are kept."""


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds.

    Attributes:
        done: the devices that were seen to work.
        said: what the set-up said of them: figures and faults.
    """

    done: list[str] = []
    said: list[str] = []


class Progress:
    """Owner of the file; a file that cannot be read counts as none."""

    def __init__(self, file: Path, settings: Path | None = None) -> None:
        """The file, and the settings that named it."""
        self._file = file
        self._led_by = (settings, file)
        try:
            with as_owner_of(*self._led_by):
                self._seen = msgspec.json.decode(read_plain(file, OCTETS), type=Seen)
        except (OSError, ValueError, RecursionError):
            self._seen = Seen()

    @property
    def done(self) -> list[str]:
        """The devices that were seen to work."""
        return self._seen.done

    @property
    def said(self) -> list[str]:
        """What the set-up said, the newest last."""
        return self._seen.said

    def note(self, sentence: str) -> None:
        """Keep what was said of a device.

        Raises:
            OSError: the file cannot be written.
        """
        self._keep(Seen(self.done, [*self.said, sentence[:SENTENCE]][-SAID:]))

    def works(self, device: str) -> None:
        """The device was seen to work.

        Raises:
            OSError: the file cannot be written.
        """
        self._keep(Seen([each for each in self.done if each != device] + [device], self.said))

    def fails(self, device: str) -> None:
        """The device does not work, or no longer.

        Raises:
            OSError: the file cannot be written.
        """
        self._keep(Seen([each for each in self.done if each != device], self.said))

    def forget(self) -> None:
        """Start over."""
        self._seen = Seen()
        with as_owner_of(*self._led_by):
            self._file.unlink(missing_ok=True)

    def _keep(self, seen: Seen) -> None:
        if seen != self._seen:
            self._seen = seen
            with as_owner_of(*self._led_by):
                write_atomically(self._file, msgspec.json.encode(seen).decode() + "\n")
