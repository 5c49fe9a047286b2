"""A device node that is opened anew after a failure: to an old descriptor, one that came back is still gone."""

import errno
import os
from collections.abc import Callable

from hw.bus import linux_errors
from hw.errors import BusError


class DeviceNode:
    """A node such as ``/dev/spidev0.1``; open from the start, and again at the first use after a failure.

    Args:
        path: where it is.
        switch_on: what makes the kernel have it.
        group: whose members may use it.
        set_up: what every new descriptor is told.

    Attributes:
        descriptor: None while it is not open.

    Raises:
        BusError: it is missing, or may not be used.
    """

    def __init__(self, path: str, *, switch_on: str, group: str, set_up: Callable[[int], None]) -> None:
        self.descriptor: int | None = None
        self._path = path
        self._switch_on = switch_on
        self._group = group
        self._set_up = set_up
        self._closed = False
        self.opened()

    def opened(self) -> int:
        """The descriptor.

        Raises:
            BusError: it cannot be opened.
        """
        if self.descriptor is not None:
            return self.descriptor
        if self._closed:
            raise linux_errors.failed(self._path, OSError(errno.EBADF, os.strerror(errno.EBADF)))
        descriptor = None
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
            self._set_up(descriptor)
        except OSError as error:
            if descriptor is not None:
                os.close(descriptor)
            raise linux_errors.cannot_open(self._path, error, switch_on=self._switch_on, group=self._group) from error
        self.descriptor = descriptor
        return descriptor

    def failed(self, error: OSError) -> BusError:
        """What is told of a transfer that failed; the kernel may take the node away now."""
        self._let_go()
        return linux_errors.failed(self._path, error)

    def close(self) -> None:
        """Give it back, for good; closing twice is fine."""
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None
