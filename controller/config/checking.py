"""Find and check a ``table.toml``; report all mistakes at once, with section, key, value and what is allowed."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, time
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec
from msgspec import inspect

from controller import house, limits, reading
from controller.config.pins import panel_pin_uses, pin_uses
from controller.config.schema import CHIP_NAMES, CastleSection, HubSection, Section, TableConfig, WebSection
from controller.games import installed
from hw.reader_chips import READER_CHIPS


def describe_type(kind: Any) -> str:
    return _describe_type_info(inspect.type_info(kind))


def _describe_type_info(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return str((extra or {}).get("description") or _describe_type_info(inner))
        case inspect.UnionType(types=types):
            return " or ".join(_describe_type_info(each) for each in types if not isinstance(each, inspect.NoneType))
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(sorted(map(str, values)))}"
        case inspect.TupleType(item_types=items):
            return f"{len(items)} values, each {_describe_type_info(items[0])}"
        case inspect.VarTupleType(item_type=item):
            return f"a list, each {_describe_type_info(item)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"a table with {_describe_type_info(key)}, each {_describe_type_info(value)}"
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case inspect.FloatType(ge=low, lt=high):
            return f"a number from {low} to less than {high}"
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(min_length=low, max_length=high):
            return f"text of {low} to {high} characters"
    raise TypeError(f"{kind}: add a description of this type here")


def describe_collisions(config: TableConfig) -> Iterator[str]:
    users: dict[str, list[str]] = defaultdict(list)
    for castle in config.castle:
        users[f"colour {castle.color}"].append("[[castle]]")
    for gate in config.gate_sections:
        name = f"[[castle]] {gate.color}" if gate in config.castle else "[tray]"
        if gate.spi is not None:
            users[f"SPI {gate.spi[0]}.{gate.spi[1]}"].append(name)
        if gate.i2c_bus is not None and (address := gate.reader_chip.i2c_address) is not None:
            users[f"I2C bus {gate.i2c_bus}, address {address:x}h"].append(name)
        if gate.node is not None:
            users[f"node {gate.node}"].append(name)
    if config.oled is not None and config.oled.spi is not None:
        bus, select = config.oled.spi
        users[f"SPI {bus}.{select}"].append("[oled]")
    for use in pin_uses(config):
        users[f"pin {use.pin}"].append(use.user)
    for castle in config.castle:
        if castle.board == "own":
            for use in panel_pin_uses(castle, f"[[castle]] {castle.color}"):
                users[f"pin {use.pin} of the {castle.color} board"].append(use.user)
    users[f"file {config.tags.file}"].append("[tags] file")
    users[f"file {config.journal.file}"].append("[journal] file")
    for thing, by in users.items():
        if len(by) > 1:
            yield f"{thing} is used {len(by)} times, by {' and '.join(by)}. Assign it only once."


GAME_SECTION: Final = "game"
"""The section whose keys are the game's choices."""

SECTION_TYPES: Final[dict[str, type[Section]]] = {
    name: next(kind for kind in (hint, *get_args(hint)) if isinstance(kind, type) and issubclass(kind, Section))
    for name, hint in get_type_hints(TableConfig).items()
    if name != GAME_SECTION
}

SECTION_ALIASES: Final = {"http": "page", "https": "web", "tls": "web"}
"""Other names that users may try for a section."""

MOVED_KEYS: Final = {("page", "certificate"): "web", ("page", "key"): "web"}
"""Map from a section and key that users may write to the key's right section."""

ENCRYPTION_HINT_WORDS: Final = ("web", "https", "tls", "ssl", "certificate")
"""Words, even misspelt, that suggest that the page should be encrypted."""

ENCRYPTION_PATTERN: Final = re.compile(
    rf"^[^#\n]*\b({'|'.join(ENCRYPTION_HINT_WORDS)})\b", re.MULTILINE | re.IGNORECASE
)

MAX_VALUE_CHARS: Final = 60


class ConfigError(ValueError):
    """``table.toml`` cannot be used.

    Attributes:
        faults: a sentence for each mistake.
        valid: the settings without invalid sections; None if the text cannot be parsed.
        may_encrypt: whether the text may name a certificate or authority that ``valid`` lacks.
    """

    def __init__(
        self, source: str, faults: list[str], sound: TableConfig | None = None, *, may_encrypt: bool = True
    ) -> None:
        super().__init__("\n".join([f"{source}: {len(faults)} mistake(s)", *(f"  {fault}" for fault in faults)]))
        self.faults = faults
        self.valid = sound
        self.may_encrypt = may_encrypt


def parse_config(text: str, source: str = "table.toml") -> TableConfig:
    """Parse and check a ``table.toml``; ``source`` names it in errors."""
    try:
        data = reading.parse_toml(text, limits.SETTINGS_TOML_PARTS)
    except reading.TomlError as fault:
        may_encrypt = ENCRYPTION_PATTERN.search(text) is not None
        raise ConfigError(source, [f"is not TOML: {fault}."], may_encrypt=may_encrypt) from None
    faults: list[str] = []
    sound = dict(_convert_sections(data, faults))
    seen = data.get("castle")
    count = len(seen) if isinstance(seen, list) else int("castle" in data)
    # Omit invalid sections, so that no mistake is reported twice.
    if "hub" in data:
        sound.setdefault("hub", HubSection(may=()))  # an invalid [hub] may be meant to forbid anything
    config = TableConfig(**{"castle": (), **sound})
    faults += [*_game_faults(config, count), *_consistency_faults(config), *describe_collisions(config)]
    if faults:
        raise ConfigError(source, faults, config, may_encrypt=_is_encryption_intended(data, sound))
    return config


def _is_encryption_intended(data: dict[str, Any], sound: dict[str, Any]) -> bool:
    web = sound.get("web", WebSection())
    if web.certificate is not None and web.key is not None:
        return False
    unsound = {name: value for name, value in data.items() if name not in sound}
    inside = [key for value in unsound.values() if isinstance(value, dict) for key in value]
    meant = any(_nearest_name(word.lower(), ENCRYPTION_HINT_WORDS) for word in [*unsound, *inside])
    return meant or "journal" in unsound or web != WebSection()


def _convert_sections(data: dict[str, Any], faults: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield valid sections; add the others' mistakes to ``faults``."""
    for name, value in data.items():
        if name not in {*SECTION_TYPES, GAME_SECTION}:
            faults.append(
                _describe_unknown_name(f"[{name}]", SECTION_ALIASES.get(name, name), [*SECTION_TYPES, GAME_SECTION])
            )
        elif name == GAME_SECTION:
            if isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
                yield name, value
            else:
                faults.append(
                    f"[{GAME_SECTION}]: saw {_format_value(value)}, "
                    'expected one section of strings, such as map = "honour".'
                )
        elif name == "castle":
            entries = value if isinstance(value, list) and all(isinstance(each, dict) for each in value) else None
            if entries is None:
                faults.append(
                    f"[[{name}]]: saw {_format_value(value)}, "
                    f"expected [[{name}]], in double brackets, above each {name}."
                )
                continue
            made = []
            for number, entry in enumerate(entries, start=1):
                called = entry["color"] if entry.get("color") in house.COLORS else number
                made.append(_convert_section(CastleSection, entry, f"[[castle]] {called}", faults))
            yield name, tuple(entry for entry in made if entry is not None)
        elif not isinstance(value, dict):
            faults.append(f"[{name}]: saw {_format_value(value)}, expected one section [{name}] in single brackets.")
        elif (made_one := _convert_section(SECTION_TYPES[name], value, f"[{name}]", faults)) is not None:
            yield name, made_one


def _game_faults(config: TableConfig, castles: int) -> Iterator[str]:
    names = tuple(installed.installed_game_names())
    if config.table.game not in names:
        yield f"[table] game: saw {_format_value(config.table.game)}, expected one of {', '.join(names)}."
        return
    try:
        game = installed.make_game(config.table.game)
    except installed.GameUnusable:
        return  # the table reports it and offers other games
    if not game.seats.start <= castles <= len(house.COLORS):
        yield f"[[castle]]: saw {castles} castle(s), expected {game.seats.start} to {len(house.COLORS)}."
    choices = {choice.key: choice.values for choice in game.choices()}
    for key, value in config.game.items():
        if key not in choices:
            yield _describe_unknown_name(f"[{GAME_SECTION}] {key}", key, list(choices))
        elif value not in choices[key]:
            yield f"[{GAME_SECTION}] {key}: saw {_format_value(value)}, expected one of {', '.join(choices[key])}."


def _convert_section(section: type[Section], data: dict[str, Any], place: str, faults: list[str]) -> Section | None:
    before, values = len(faults), {}
    fields = {field.name: field for field in msgspec.structs.fields(section)}
    for key, value in data.items():
        if key not in fields:
            there = MOVED_KEYS.get((place.strip("[]"), key))
            unknown = _describe_unknown_name(f"{place} {key}", key, list(fields))
            faults.append(unknown if there is None else f"{place} {key}: belongs in [{there}]. Move it there.")
            continue
        try:
            values[key] = msgspec.convert(value, fields[key].type)
        except (msgspec.ValidationError, OverflowError):
            faults.append(f"{place} {key}: saw {_format_value(value)}, expected {describe_type(fields[key].type)}.")
        else:
            if isinstance(value, float) and value != value:  # noqa: PLR0124  # NaN passes range checks
                faults.append(f"{place} {key}: saw nan, expected {describe_type(fields[key].type)}.")
    missing = [field for field in fields.values() if field.required and field.name not in data]
    faults += [f"{place} {field.name}: missing, expected {describe_type(field.type)}." for field in missing]
    return section(**values) if len(faults) == before else None


def _describe_unknown_name(place: str, seen: str, known: Sequence[str]) -> str:
    nearest = _nearest_name(seen, known)
    hint = f"Did you mean {nearest!r}?" if nearest else f"Expected one of {', '.join(known)}."
    return f"{place}: unknown. {hint}"


def _nearest_name(seen: str, known: Sequence[str]) -> str | None:
    import difflib  # rarely needed

    return next(iter(difflib.get_close_matches(seen, known, n=1)), None)


def _format_value(value: object) -> str:
    match value:
        case bool():
            shown = str(value).lower()
        case date() | time():
            shown = value.isoformat()
        case dict():
            shown = "a section"
        case int() if value.bit_length() > 64:
            shown = "a number of more than 64 bits"
        case _:
            shown = repr(value)
    return shown if len(shown) <= MAX_VALUE_CHARS else f"{shown[:MAX_VALUE_CHARS]}..."


KEYS_WITH_NODE: Final = ("color", "node", "chip", "beams", "ring_pixels", "gain_db", "earphone")
"""Keys of a castle with a board of its own."""

ON_SPI: Final = " or ".join(name for name in CHIP_NAMES if READER_CHIPS[name].i2c_address is None)
ON_I2C: Final = " or ".join(name for name in CHIP_NAMES if READER_CHIPS[name].i2c_address is not None)
FOR_BOARDS: Final = " or ".join(f'"{name}"' for name in CHIP_NAMES if READER_CHIPS[name].board_hz is not None)


def _consistency_faults(config: TableConfig) -> Iterator[str]:
    if config.web is not None and (config.web.certificate is None) != (config.web.key is None):
        yield "[web]: saw only one of certificate and key, expected both for HTTPS, or neither for plain HTTP."
    if config.voice is not None and config.voice.engine == "piper" and not config.voice.models:
        yield '[voice]: engine = "piper" needs a voice, such as models = { en = "/opt/en.onnx" }.'
    if config.oled is not None and (config.oled.spi is None) != (config.oled.dc_pin is None):
        yield "[oled]: saw only one of spi and dc_pin, expected both for SPI, or neither for I2C."
    if config.oled is not None and config.oled.chip == "ssd1322" and config.oled.spi is None:
        yield '[oled]: chip = "ssd1322" has no I2C, expected spi and dc_pin.'
    if config.tray is not None and (config.tray.node is None) == (config.tray.spi is None):
        yield "[tray]: expected exactly one of node (the id of its Pico) and spi (bus and chip select of its reader)."
    if config.mqtt is not None and config.mqtt.ca is not None and not config.mqtt.tls:
        yield "[mqtt] ca: only used with TLS, expected tls = true."
    if config.mqtt is not None and config.mqtt.password_file is not None and config.mqtt.user is None:
        yield "[mqtt] password_file: expected user as well, the table's user name at the broker."
    for castle in config.castle:
        chip = castle.reader_chip
        if sum(way is not None for way in (castle.node, castle.spi, castle.i2c_bus)) != 1:
            yield f"[[castle]] {castle.color}: expected exactly one of node (the id of its Pico), spi and i2c_bus."
        if castle.node is None and (chip.i2c_address is None) != (castle.i2c_bus is None):
            yield (
                f'[[castle]] {castle.color}: chip = "{chip.name}" is for another bus: '
                f"expected {ON_SPI} with spi, {ON_I2C} with i2c_bus."
            )
        if castle.driver not in {"own", chip.name}:
            yield f'[[castle]] {castle.color}: the package mfrc522 drives no other chip, nor I2C. Set driver = "own".'
        if castle.ring_pixels is not None and castle.node is None:
            yield f"[[castle]] {castle.color}: only a castle board drives a ring. Remove ring_pixels."
        if castle.beams and castle.node is None:
            yield f"[[castle]] {castle.color}: beams is for a castle board. Name the Pi's pins as beam_pins."
        if castle.beam_pins is not None and (castle.driver != "own" or not castle.has_gate):
            yield f"[[castle]] {castle.color}: beam_pins needs a reader with the own driver."
        if chip.board_hz is None and castle.node is not None:
            yield f"[[castle]] {castle.color}: a castle board drives no {chip.label}. Set chip = {FOR_BOARDS}."
        if not chip.takes_gain and castle.gain_db != CastleSection(castle.color).gain_db:
            yield f"[[castle]] {castle.color}: a {chip.label} keeps its own gain. Remove gain_db."
        if castle.node is not None and castle != CastleSection(
            castle.color,
            node=castle.node,
            chip=castle.chip,
            beams=castle.beams,
            ring_pixels=castle.ring_pixels,
            gain_db=castle.gain_db,
            earphone=castle.earphone,
            simulated=castle.simulated,
        ):
            yield f"[[castle]] {castle.color}: node defines pins and lamps. Set only {', '.join(KEYS_WITH_NODE)}."
        named = [key for key in ("yes_pin", "no_pin", "lamp_pins") if getattr(castle, key) is not None]
        if 0 < len(named) < 3:
            yield f"[[castle]] {castle.color}: saw only {' and '.join(named)}, expected yes_pin, no_pin and lamp_pins."


DEFAULT_CONFIG_FILES: Final = (Path("table.toml"), Path("/etc/royaltable/table.toml"))
"""Default paths: the current folder, and the service's file."""


def find_config_file(named: Path | None, places: Sequence[Path] = DEFAULT_CONFIG_FILES) -> Path:
    """Return the named file, else the first default path that exists, else the first one."""
    if named is not None:
        return named
    return next((place for place in places if place.exists()), places[0])


def load_config(path: Path) -> TableConfig:
    try:
        text = reading.read_text(path, 4 * limits.TOML_CHARS)
    except reading.NotUtf8Error as fault:
        raise ConfigError(str(path), [f"{fault}, or check that it is the right file."]) from None
    except OSError as fault:
        cure = "Choose another file with --config, or create one: royaltable config init"
        raise ConfigError(str(path), [f"cannot be read: {fault.strerror}. {cure}"]) from None
    return parse_config(text, str(path))
