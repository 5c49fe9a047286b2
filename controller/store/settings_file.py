"""Write values into ``table.toml`` and keep its comments and order."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller import limits
from controller.config.checking import parse_config
from controller.config.schema import TableConfig
from controller.reading import parse_toml, read_text
from controller.store.atomic_files import write_atomically


class Change(Struct, frozen=True):
    """New values of one section; ``castle`` is a castle's colour if the section is its ``[[castle]]``."""

    section: str
    values: Mapping[str, Any]
    castle: str = ""

    def __str__(self) -> str:
        name = f"[[castle]] {self.castle}" if self.castle else f"[{self.section}]"
        return f"{', '.join(f'{key} = {_to_toml(value)}' for key, value in self.values.items())} under {name}"


def _to_toml(value: Any) -> str:
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_to_toml, value))}]"
    return f"{value:g}" if isinstance(value, float) else f'"{value}"' if isinstance(value, str) else str(value)


def toml_with_changes(text: str, changes: Sequence[Change]) -> str:
    """Raise TomlError if the text is no TOML or too large."""
    parse_toml(text, limits.SETTINGS_TOML_PARTS)  # check first: tomlkit can take minutes on crafted keys
    import tomlkit  # 0.8 MB, rarely needed

    settings = tomlkit.parse(text)
    for change in changes:
        section: Any = settings.get(change.section)
        if change.castle:
            section = next(each for each in settings["castle"] if each["color"] == change.castle)
        elif section is None:
            section = settings.setdefault(change.section, tomlkit.table())
        for key, value in change.values.items():
            if not isinstance(value, float):
                section[key] = value
                continue
            section[key] = tomlkit.value(_to_toml(value))
            around = section[key].trivia
            around.comment = around.comment_ws = ""  # a comment on the old measurement no longer applies
    return tomlkit.dumps(settings)


def change_config(config: TableConfig, changes: Sequence[Change]) -> TableConfig:
    """Return the settings with these changes; they stay unchecked."""
    for change in changes:
        if change.castle:
            castles = [
                replace(each, **change.values) if each.color == change.castle else each for each in config.castle
            ]
            config = replace(config, castle=tuple(castles))
        else:
            config = replace(config, **{change.section: replace(getattr(config, change.section), **change.values)})
    return config


def write_changes(file: Path, changes: Sequence[Change]) -> None:
    """Write changes into a ``table.toml``; raise ConfigError or TomlError, and write nothing, if it is not valid then.

    Raise OSError if the file cannot be written.
    """
    text = toml_with_changes(read_text(file, 4 * limits.TOML_CHARS), changes)
    parse_config(text, str(file))
    write_atomically(file, text, mode=file.stat().st_mode & 0o777)
