"""Which devices were seen to work, kept in a file, so that people can leave the set-up and go on later."""

from pathlib import Path

import msgspec

from controller.store.atomic_files import write_atomically


class Progress:
    """Owner of the file; a file that cannot be read counts as none."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self.done = msgspec.json.decode(file.read_bytes(), type=list[str])
        except (OSError, msgspec.DecodeError):
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
        self._file.unlink(missing_ok=True)

    def _keep(self, done: list[str]) -> None:
        if done != self.done:
            self.done = done
            write_atomically(self._file, msgspec.json.encode(done).decode() + "\n")
