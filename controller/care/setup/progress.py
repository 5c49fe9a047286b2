"""Which devices were seen to work, kept in a file, so that people can leave the set-up and go on later."""

from pathlib import Path

import msgspec

from controller.store.atomic_files import read_plain, write_atomically
from controller.store.privileges import as_owner_of

OCTETS = 64 * 1024
"""More than the names of a table's devices have."""


class Progress:
    """Owner of the file; a file that cannot be read counts as none."""

    def __init__(self, file: Path, settings: Path | None = None) -> None:
        """The file, and the settings that named it."""
        self._file = file
        self._led_by = (settings, file)
        try:
            with as_owner_of(*self._led_by):
                self.done = msgspec.json.decode(read_plain(file, OCTETS), type=list[str])
        except (OSError, ValueError, RecursionError):
            self.done = []

    def works(self, device: str) -> None:
        """The device was seen to work.

        Raises:
            OSError: the file cannot be written.
        """
        self._keep([each for each in self.done if each != device] + [device])

    def fails(self, device: str) -> None:
        """The device does not work, or no longer.

        Raises:
            OSError: the file cannot be written.
        """
        self._keep([each for each in self.done if each != device])

    def forget(self) -> None:
        """Start over."""
        self.done = []
        with as_owner_of(*self._led_by):
            self._file.unlink(missing_ok=True)

    def _keep(self, done: list[str]) -> None:
        if done != self.done:
            self.done = done
            with as_owner_of(*self._led_by):
                write_atomically(self._file, msgspec.json.encode(done).decode() + "\n")
