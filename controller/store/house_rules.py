"""House rules: the room's settings override those of the menu, which override ``table.toml``."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from controller.house import ROOM_SETTINGS, HouseDefaults, HouseSettings
from controller.signals import Signal
from controller.store.atomic_files import write_atomically


class HouseRules:
    """The house rules in effect. The table's own are saved beside the journal.

    Attributes:
        current: the settings in effect.
        room_settings: the room's values, by name; they cannot be changed at the table.
        changed: emitted after each change.
        fault: why the file could not be used; None if it could.
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
            except (ValueError, RecursionError, OSError) as fault:  # ValueError includes invalid UTF-8
                self.fault = f"{file}: {fault}. Using the settings of table.toml; set yours again in the menu."
        self.current = self._own

    @property
    def language(self) -> str:
        return self.current.language

    @property
    def is_silent(self) -> bool:
        return self.current.silent

    def set_room_settings(self, wanted: Mapping[str, object]) -> None:
        """Replace the settings of the room; the table's own are unchanged.

        Raises:
            ValueError: a room may not set one, or its value is invalid; nothing is changed.
        """
        self.check_room_settings(wanted)
        self.room_settings = MappingProxyType(dict(wanted))
        self._apply_own_settings(self._own)

    def check_room_settings(self, wanted: Mapping[str, object]) -> None:
        """Raise `ValueError` if a room may not set one of ``wanted``, or if it is invalid."""
        for name in wanted:
            if name not in ROOM_SETTINGS:
                raise ValueError(f"unknown setting {name!r}, expected any of {', '.join(ROOM_SETTINGS)}")
        _settings_with_changes(self._own, wanted)

    def would_change_room_settings(self, **changes: object) -> bool:
        """Return whether ``changes`` would change a setting of the room."""
        now = msgspec.to_builtins(self.current)
        after = msgspec.to_builtins(_settings_with_changes(self.current, changes))
        return any(after[name] != now[name] for name in self.room_settings)

    def change_and_save(self, **changes: object) -> str | None:
        """Change and save settings, except those of the room.

        Return why a setting was not changed or not saved; None on success.
        """
        blocked = None
        if self.would_change_room_settings(**changes):
            names = ", ".join(self.room_settings)
            blocked = f"While this table belongs to a room, the room sets {names}. Ask the room's owner."
        changed = _settings_with_changes(
            self._own, {name: value for name, value in changes.items() if name not in self.room_settings}
        )
        if changed == self._own:
            return blocked
        self._apply_own_settings(changed)
        if self._file is None:
            return blocked
        try:
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(changed)).decode() + "\n")
        except OSError as fault:
            return f"{self._file}: {fault.strerror}. The setting is lost when the table stops."
        return blocked

    def _apply_own_settings(self, own: HouseSettings) -> None:
        self._own = own
        kept = _settings_with_changes(own, self.room_settings)
        if kept != self.current:
            self.current = kept
            self.changed.emit(None)


def _settings_with_changes(settings: HouseSettings, changes: Mapping[str, object]) -> HouseSettings:
    return msgspec.convert(msgspec.to_builtins(settings) | dict(changes), HouseSettings)
