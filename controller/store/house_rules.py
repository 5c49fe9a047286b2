"""The rules of the house: what a room sets stands above what people set at the table, that above ``table.toml``."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from controller.house import A_ROOM_SETS, HouseDefaults, HouseSettings
from controller.signals import Signal
from controller.store.atomic_files import write_atomically


class HouseRules:
    """Owner of the house's settings, and of the file that keeps those of the table itself beside the journal.

    Attributes:
        current: the settings as they are now.
        room_settings: those of them that a room sets, by name, as long as it does; nobody changes them here.
        changed: told after each change.
        fault: what was wrong with the file, if it could not be used.
    """

    def __init__(self, defaults: HouseDefaults, file: Path | None = None) -> None:
        self._own = msgspec.convert(
            {name: getattr(defaults, name) for name in HouseDefaults.__struct_fields__}, HouseSettings
        )
        self.room_settings: Mapping[str, object] = MappingProxyType({})
        self.changed: Signal[None] = Signal()
        self._file = file
        self.fault: str | None = None
        if file is not None and file.exists():
            try:
                self._own = msgspec.json.decode(file.read_bytes(), type=HouseSettings)
            except (ValueError, RecursionError, OSError) as fault:  # ValueError also for what is no UTF-8
                self.fault = f"{file}: {fault}. The settings of table.toml are used; set yours again in the menu."
        self.current = self._own

    @property
    def language(self) -> str:
        return self.current.language

    @property
    def silent(self) -> bool:
        return self.current.silent

    def set_room_settings(self, wanted: Mapping[str, object]) -> None:
        """A room sets these from now on, and nothing else; what is the table's own is not touched.

        Raises:
            ValueError: one of them is no setting that a room may set, or cannot be so; nothing has changed then.
        """
        self.check_room_settings(wanted)
        self.room_settings = MappingProxyType(dict(wanted))
        self._apply(self._own)

    def check_room_settings(self, wanted: Mapping[str, object]) -> None:
        """Raise `ValueError` if a room may not set these, as `hold` does."""
        for name in wanted:
            if name not in A_ROOM_SETS:
                raise ValueError(f"saw the setting {name!r}, expected some of {', '.join(A_ROOM_SETS)}")
        _with(self._own, wanted)

    def changes_room_settings(self, **changes: object) -> bool:
        """Whether one of these would change what a room sets."""
        now = msgspec.to_builtins(self.current)
        after = msgspec.to_builtins(_with(self.current, changes))
        return any(after[name] != now[name] for name in self.room_settings)

    def set(self, **changes: object) -> str | None:
        """Change settings and keep them, but for what a room sets.

        Gives why one was not changed, or could not be kept, so that it holds only until the end.
        """
        held = None
        if self.changes_room_settings(**changes):
            names = ", ".join(self.room_settings)
            held = f"The room sets this here ({names}), as long as the table belongs to it. Ask who looks after it."
        changed = _with(self._own, {name: value for name, value in changes.items() if name not in self.room_settings})
        if changed == self._own:
            return held
        self._apply(changed)
        if self._file is None:
            return held
        try:
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(changed)).decode() + "\n")
        except OSError as fault:
            return f"{self._file}: {fault.strerror}. The setting holds until the table is switched off."
        return held

    def _apply(self, own: HouseSettings) -> None:
        self._own = own
        kept = _with(own, self.room_settings)
        if kept != self.current:
            self.current = kept
            self.changed.emit(None)


def _with(settings: HouseSettings, changes: Mapping[str, object]) -> HouseSettings:
    return msgspec.convert(msgspec.to_builtins(settings) | dict(changes), HouseSettings)
