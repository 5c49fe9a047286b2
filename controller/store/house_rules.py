"""The rules of the house that people set at the table; ``table.toml`` gives the first values."""

from pathlib import Path

import msgspec

from controller import config
from controller.config.schema import Color, HourglassS, IdleGameH, Language, Saying, TurnTimerS
from controller.store.atomic_files import write_atomically
from controller.topic import Topic


class HouseSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What survives a restart.

    Attributes:
        hourglass_s: length of the hourglass, 10 to 60 seconds.
        language: of all that the table says.
        silent: the buzzer keeps quiet; whatever it would say is also shown.
        idle_game_h: after so many hours without a step the table asks whether the game goes on.
        turn_timer_s: after so long the table says that a turn's time is up; 0 if nobody minds.
        says: what of the table is said aloud, where it has a voice.
        listeners: the castles whose people hear what a piece is before it counts at their gate.
        locked: visitors of the page cannot change anything, and idle pages go back to the start.
    """

    hourglass_s: HourglassS
    language: Language
    silent: bool
    idle_game_h: IdleGameH = 2.0
    locked: bool = False
    turn_timer_s: TurnTimerS = 0
    says: tuple[Saying, ...] = ()
    listeners: tuple[Color, ...] = ()


class HouseRules:
    """Owner of the house's settings, and of the file that keeps them beside the journal.

    Attributes:
        kept: the settings as they are now.
        changed: told after each change.
        fault: what was wrong with the file, if it could not be used.
    """

    def __init__(self, defaults: config.TableSection, file: Path | None = None) -> None:
        """Take what was kept in ``file``, or else the settings of ``defaults``; none are kept without a file."""
        self.kept = msgspec.convert(
            {
                "hourglass_s": defaults.hourglass_s,
                "language": defaults.language,
                "silent": defaults.silent,
                "idle_game_h": defaults.idle_game_h,
                "says": defaults.says,
            },
            HouseSettings,
        )
        self.changed: Topic[None] = Topic()
        self._file = file
        self.fault = self._load()

    @property
    def language(self) -> str:
        """The table's language."""
        return self.kept.language

    @property
    def silent(self) -> bool:
        """Whether the buzzer keeps quiet."""
        return self.kept.silent

    def _load(self) -> str | None:
        """Take what was kept; gives what is wrong with the file if it cannot be used."""
        if self._file is None or not self._file.exists():
            return None
        try:
            self.kept = msgspec.json.decode(self._file.read_bytes(), type=HouseSettings)
        except (ValueError, RecursionError, OSError) as fault:  # ValueError also for what is no UTF-8
            return f"{self._file}: {fault}. The settings of table.toml are used; set yours again in the menu."
        return None

    def set(self, **changes: object) -> str | None:
        """Change settings and keep them; gives why they could not be kept, so that they hold only until the end."""
        changed = msgspec.convert(msgspec.to_builtins(self.kept) | changes, HouseSettings)
        if changed == self.kept:
            return None
        self.kept = changed
        self.changed.tell(None)
        if self._file is None:
            return None
        try:
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(changed)).decode() + "\n")
        except OSError as fault:
            return f"{self._file}: {fault.strerror}. The setting holds until the table is switched off."
        return None
