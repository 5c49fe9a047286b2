"""Disk faults and write counts for SQLite.

SQLite lets its system calls be replaced (its VFS's ``xSetSystemCall``, meant for such tests). During a fault or a
count SQLite's writes come here first, so that SQLite's real error handling runs, and the daemon's.
A fault affects all SQLite files of this process.

Not modelled: a disk that loses acknowledged writes or blocks, and files other than SQLite's.
"""

import _sqlite3
import ctypes
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import cache
from typing import Any, Final

from msgspec import Struct


class DiskFault(Enum):
    FULL = errno.ENOSPC
    """Files cannot grow, but existing bytes can be overwritten."""
    READ_ONLY = errno.EROFS
    """The kernel has remounted the file system: no write succeeds."""


_NAMES: Final = (b"pwrite64", b"pwrite", b"write")
"""SQLite uses one of them, depending on its build."""

_PWRITE: Final = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64, use_errno=True
)
_WRITE: Final = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, use_errno=True)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_bytes", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("application", ctypes.c_void_p),
        ("methods", ctypes.c_void_p * 13),
        ("set_system_call", ctypes.c_void_p),
        ("get_system_call", ctypes.c_void_p),
        ("next_system_call", ctypes.c_void_p),
    )


class _SqliteSystemCalls:
    """System calls of the SQLite library of Python's ``sqlite3``."""

    def __init__(self) -> None:
        library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))  # None: SQLite is part of the interpreter
        find = library.sqlite3_vfs_find
        find.restype, find.argtypes = ctypes.c_void_p, (ctypes.c_char_p,)
        self._vfs = find(None)
        vfs = _Vfs.from_address(self._vfs)
        if vfs.version < 3 or vfs.set_system_call is None:
            raise AttributeError("set_system_call")
        set_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        get_type = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
        self._set, self._get = set_type(vfs.set_system_call), get_type(vfs.get_system_call)

    def address_of(self, name: bytes) -> int | None:
        """Return a system call's address; None if SQLite was built without it."""
        address: int | None = self._get(self._vfs, name)
        return address

    def replace(self, name: bytes, function: Any) -> None:
        """Let SQLite call ``function`` instead of a system call; None restores that."""
        self._set(self._vfs, name, None if function is None else ctypes.cast(function, ctypes.c_void_p))


@cache
def _system_calls() -> _SqliteSystemCalls | None:
    try:
        return _SqliteSystemCalls()
    except (AttributeError, OSError):
        return None


def can_simulate_faults() -> bool:
    return _system_calls() is not None


class WriteCounts(Struct):
    """Writes of SQLite to any file during a count."""

    calls: int = 0
    byte_count: int = 0


_faults: list[DiskFault] = []
_counters: list[WriteCounts] = []
_replaced_calls: dict[bytes, Any] = {}


def begin_fault(fault: DiskFault) -> Callable[[], None]:
    """Let SQLite's writes fail; return a function that ends the fault.

    Raises:
        NotImplementedError: this interpreter's SQLite does not allow it.
    """
    _faults.append(fault)
    _replace_system_calls()

    def end_fault() -> None:
        _faults.remove(fault)
        _restore_system_calls_if_idle()

    return end_fault


@contextmanager
def counting_writes() -> Iterator[WriteCounts]:
    """Count what SQLite writes inside the ``with`` block; raise NotImplementedError as `begin_fault`."""
    written = WriteCounts()
    _counters.append(written)
    _replace_system_calls()
    try:
        yield written
    finally:
        _counters.remove(written)
        _restore_system_calls_if_idle()


def _replace_system_calls() -> None:
    calls = _system_calls()
    if calls is None:
        _faults.clear()
        _counters.clear()
        raise NotImplementedError(
            f"SQLite {sqlite3.sqlite_version} of this Python does not let its system calls be replaced. "
            "Use the system's Python."
        )
    for name in _NAMES:
        address = calls.address_of(name)
        if address and name not in _replaced_calls:
            _replaced_calls[name] = _wrap_system_call(name, address)
            calls.replace(name, _replaced_calls[name])


def _restore_system_calls_if_idle() -> None:
    calls = _system_calls()
    if calls is not None and not _faults and not _counters:
        for name in tuple(_replaced_calls):
            calls.replace(name, None)
            _retired_calls.append(_replaced_calls.pop(name))


_retired_calls: Final[list[Any]] = []
"""Functions that other threads may still execute, kept alive."""


def _wrap_system_call(name: bytes, address: int) -> Any:
    if name == b"write":
        write = _WRITE(address)

        def guarded_write(file: int, data: int, count: int) -> int:
            at = os.lseek(file, 0, os.SEEK_CUR)
            return -1 if _refuse_write_if_faulty(file, at + count) else _count_write(int(write(file, data, count)))

        return _WRITE(guarded_write)
    pwrite = _PWRITE(address)

    def guarded_pwrite(file: int, data: int, count: int, at: int) -> int:
        return -1 if _refuse_write_if_faulty(file, at + count) else _count_write(int(pwrite(file, data, count, at)))

    return _PWRITE(guarded_pwrite)


def _count_write(byte_count: int) -> int:
    for written in tuple(_counters):
        written.calls += 1
        written.byte_count += max(0, byte_count)
    return byte_count


def _refuse_write_if_faulty(file: int, end: int) -> bool:
    """Set errno if a fault refuses a write up to ``end``."""
    for fault in tuple(_faults):
        if fault is DiskFault.READ_ONLY or end > os.fstat(file).st_size:
            ctypes.set_errno(fault.value)
            return True
    return False
