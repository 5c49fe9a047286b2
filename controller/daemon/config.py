"""``table.toml``: which devices the table has and where they are connected, checked before anything is opened."""

import difflib
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from controller.games.contract import TRAY
from controller.texts.speaking import LANGUAGES

COLORS: Final = ("blue", "yellow", "purple", "grey")
Chip = Literal["ssd1306", "sh1106", "ssd1309"]

SPI_PINS: Final = {0: (9, 10, 11), 1: (19, 20, 21)}
"""MISO, MOSI and SCLK of each bus on the header (Raspberry Pi documentation, SPI)."""
CHIP_SELECT_PINS: Final = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}
"""Where the usual overlays put CE0, CE1 and CE2; further ones have no pin that we could know."""

Select = tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], Annotated[int, msgspec.Meta(ge=0, le=5)]]
"""An SPI bus and a chip select."""

Node = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,24}$")]
"""How a Pico of ours calls itself; from the factory the number in ``/dev/serial/by-id``."""

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A pin of the 40-pin header by its BCM number."""


class ConfigError(ValueError):
    """``table.toml`` cannot be used; ``faults`` has one sentence for each fault."""

    def __init__(self, source: str, faults: list[str]) -> None:
        super().__init__("\n".join([f"{source}: {len(faults)} fault(s)", *(f"  {fault}" for fault in faults)]))
        self.faults = faults


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: unknown keys are faults."""


class House(_Section, frozen=True):
    """``[table]``: the rules of the house.

    Attributes:
        hourglass_s: length of the hourglass, 10 to 60 seconds.
        silent: the buzzer keeps quiet; the menu changes this, the language and the hourglass, too.
        map: ``tracked`` when a page shows the country, ``honour`` without one (TR-11).
        idle_game_h: after so many hours without a step the table asks whether the game goes on.
    """

    name: str = "royaltable"
    language: str = "en"
    hourglass_s: Annotated[int, msgspec.Meta(ge=10, le=60)] = 20
    map: str = "tracked"
    silent: bool = False
    idle_game_h: Annotated[float, msgspec.Meta(gt=0, le=168)] = 2.0


class Castle(_Section, frozen=True):
    """``[[castle]]``: one castle board and its reader.

    Attributes:
        node: the id of its Pico, which has reader, buttons and lamps; nothing else is said then.
        spi: without a Pico, bus and chip select of its MFRC522.
        driver: ours, or the PyPI package of that name, where its owner trusts that more.
        gain_db: the receiver's; 38 reads a sticker at 2 cm, more saturates at contact.
        reset_pin: the Pi's pin on its RST; several readers may share one. None where RST is tied high.
        yes_pin, no_pin, lamp_pins: its buttons and lamps; all of them or none.
        board: whose pins these are: the Pi's, or those of a board of the castle's own.
    """

    color: str
    node: Node | None = None
    spi: Select | None = None
    driver: Literal["own", "mfrc522"] = "own"
    gain_db: int = 38
    reset_pin: Pin | None = None
    board: Literal["pi", "own"] = "pi"
    yes_pin: Pin | None = None
    no_pin: Pin | None = None
    lamp_pins: tuple[Pin, Pin, Pin] | None = None

    @property
    def panel(self) -> tuple[int, int, tuple[int, int, int]] | None:
        """The pins of yes, no and the lamps; None without."""
        if self.yes_pin is None or self.no_pin is None or self.lamp_pins is None:
            return None
        return self.yes_pin, self.no_pin, self.lamp_pins


class Tray(_Section, frozen=True):
    """``[tray]``: a gate beside the country; a tile there pays for the castle whose turn it is.

    Attributes:
        node, spi: as of a castle.
    """

    node: Node | None = None
    spi: Select | None = None


class Oled(_Section, frozen=True):
    """``[oled]``: the console's screen, on I2C unless ``spi`` is named.

    Attributes:
        spi: bus and chip select, for modules with 4-wire SPI; they need ``dc_pin``, too.
        dc_pin, reset_pin: the Pi's pins on the module's D/C and RES.
    """

    i2c_bus: Annotated[int, msgspec.Meta(ge=0)] = 1
    address: Annotated[int, msgspec.Meta(ge=0x08, le=0x77)] = 0x3C
    chip: Chip = "ssd1306"
    spi: Select | None = None
    dc_pin: Pin | None = None
    reset_pin: Pin | None = None


class Spinner(_Section, frozen=True):
    """``[spinner]``: the ULN2003's four inputs in the order of the coils, and the Hall sensor.

    Attributes:
        mark_deg: where on the dial the arrow points at its home mark; ``royaltable calibrate spinner`` finds it out.
    """

    coil_pins: tuple[Pin, Pin, Pin, Pin]
    home_pin: Pin
    mark_deg: Annotated[float, msgspec.Meta(ge=0, lt=360)] = 0.0


class Console(_Section, frozen=True):
    """``[console]``: the rotary encoder's two contacts, its button, and the buzzer.

    Attributes:
        poweroff: shutting down by the knob switches off the whole Pi, not the table alone.
    """

    knob_pins: tuple[Pin, Pin]
    button_pin: Pin
    buzzer_pin: Pin | None = None
    poweroff: bool = False


class Tags(_Section, frozen=True):
    """``[tags]``: the file of taught stickers, beside ``table.toml`` unless absolute."""

    file: str = "tags.toml"


class Journal(_Section, frozen=True):
    """``[journal]``: where the games are kept, beside ``table.toml`` unless absolute."""

    file: str = "table.journal"


class Page(_Section, frozen=True):
    """``[page]``: where the page is served; port 0 takes a free one.

    Attributes:
        open_house: at a simulated table everybody may do everything; false asks for the PIN there, too.
    """

    host: str = "0.0.0.0"  # noqa: S104  # phones in the LAN are what it is for
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    open_house: bool = True


class TableConfig(_Section, frozen=True):
    """The whole file. Devices that are left out are not there; the game goes on without them."""

    castle: tuple[Castle, ...]
    table: House = House()
    tray: Tray | None = None
    oled: Oled | None = None
    spinner: Spinner | None = None
    console: Console | None = None
    tags: Tags = Tags()
    journal: Journal = Journal()
    page: Page = Page()

    @property
    def gates(self) -> tuple[Castle, ...]:
        """The castles, and the tray as if it were one."""
        return self.castle if self.tray is None else (*self.castle, Castle(TRAY, self.tray.node, self.tray.spi))

    @property
    def own_gates(self) -> tuple[Castle, ...]:
        """Those whose reader hangs on the Pi's own SPI."""
        return tuple(gate for gate in self.gates if gate.spi is not None)

    @property
    def boards(self) -> dict[str, str]:
        """Which gate is on which Pico: node id by the gate's name."""
        return {gate.color: gate.node for gate in self.gates if gate.node is not None}


def load(path: Path) -> TableConfig:
    """Read and check ``table.toml``.

    Raises:
        ConfigError: what was seen, what is allowed, in which section and key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise ConfigError(str(path), [f"cannot be read: {fault.strerror}. Name another file with --config."]) from None
    except UnicodeDecodeError:
        raise ConfigError(str(path), ["is not UTF-8 text. Is this the right file?"]) from None
    return parse(text, str(path))


def simulator() -> TableConfig:
    """The shipped simulated table."""
    return parse(files("controller.daemon").joinpath("simulator.toml").read_text(encoding="utf-8"), "simulator.toml")


def on_boards(config: TableConfig, *, tray: bool = False) -> TableConfig:
    """The same table with a Pico for each castle, called like its castle; and one for a ``tray``, if it has one."""
    castles = tuple(Castle(castle.color, node=castle.color) for castle in config.castle)
    return msgspec.structs.replace(config, castle=castles, tray=Tray(node=TRAY) if tray else None)


def parse(text: str, source: str = "table.toml") -> TableConfig:
    """Check the text of a ``table.toml``; ``source`` names it in errors.

    Raises:
        ConfigError: see ``load``.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError(source, [f"is not TOML: {fault}."]) from None
    faults = list(_unknown_keys(data))
    if faults:
        raise ConfigError(source, faults)
    try:
        config = msgspec.convert(data, TableConfig)
    except msgspec.ValidationError as fault:
        raise ConfigError(source, [f"{fault}."]) from None
    faults = [*_value_faults(config), *_collisions(config)]
    if faults:
        raise ConfigError(source, faults)
    return config


def _unknown_keys(data: dict[str, Any]) -> Iterator[str]:
    sections: dict[str, type[_Section]] = {"table": House, "oled": Oled, "spinner": Spinner, "console": Console}
    sections |= {"tags": Tags, "journal": Journal, "page": Page, "castle": Castle, "tray": Tray}
    for name, value in data.items():
        if name not in sections:
            yield _unknown(f"[{name}]", name, list(sections))
            continue
        known = [field.name for field in msgspec.structs.fields(sections[name])]
        for entry in value if isinstance(value, list) else [value]:
            for key in entry if isinstance(entry, dict) else ():
                if key not in known:
                    yield _unknown(f"[{name}] {key}", key, known)


def _unknown(place: str, seen: str, known: list[str]) -> str:
    nearest = difflib.get_close_matches(seen, known, n=1)
    hint = f"Did you mean {nearest[0]!r}?" if nearest else f"Known are {', '.join(known)}."
    return f"{place}: unknown. {hint}"


def _value_faults(config: TableConfig) -> Iterator[str]:
    def choice(place: str, seen: str, allowed: tuple[str, ...]) -> Iterator[str]:
        if seen not in allowed:
            yield f"{place}: saw {seen!r}, expected one of {', '.join(allowed)}."

    yield from choice("[table] language", config.table.language, LANGUAGES)
    yield from choice("[table] map", config.table.map, ("tracked", "honour"))
    if config.oled is not None and (config.oled.spi is None) != (config.oled.dc_pin is None):
        yield "[oled]: saw one of spi and dc_pin, expected both for a module on SPI, neither for one on I2C."
    if not 2 <= len(config.castle) <= len(COLORS):
        yield f"[[castle]]: saw {len(config.castle)} castle(s), expected 2 to 4."
    if config.tray is not None and (config.tray.node is None) == (config.tray.spi is None):
        yield "[tray]: expected exactly one of node, the id of its Pico, and spi, bus and chip select of its reader."
    for castle in config.castle:
        yield from choice("[[castle]] color", castle.color, COLORS)
        if (castle.node is None) == (castle.spi is None):
            yield f"[[castle]] {castle.color}: expected exactly one of node, the id of its Pico, and spi."
        if castle.node is not None and castle != Castle(castle.color, node=castle.node):
            yield f"[[castle]] {castle.color}: has a node, which knows its own reader, pins and lamps; say only color."
        if castle.gain_db not in (18, 23, 33, 38, 43, 48):
            yield f"[[castle]] {castle.color} gain_db: saw {castle.gain_db}, expected 18, 23, 33, 38, 43 or 48."
        named = [key for key in ("yes_pin", "no_pin", "lamp_pins") if getattr(castle, key) is not None]
        if 0 < len(named) < 3:
            yield f"[[castle]] {castle.color}: saw {' and '.join(named)}, expected all of yes_pin, no_pin, lamp_pins."


def _select(spi: tuple[int, int]) -> str:
    return f"SPI {spi[0]}.{spi[1]}"


def _collisions(config: TableConfig) -> Iterator[str]:
    """Two devices on one pin, one chip select or one colour."""
    users: dict[str, list[str]] = defaultdict(list)
    for castle in config.castle:
        users[f"colour {castle.color}"].append("[[castle]]")
        if castle.spi is not None:
            users[_select(castle.spi)].append(f"[[castle]] {castle.color}")
        if castle.node is not None:
            users[f"node {castle.node}"].append(f"[[castle]] {castle.color}")
        if castle.panel is not None:
            yes_pin, no_pin, lamp_pins = castle.panel
            board = f" of the {castle.color} board" if castle.board == "own" else ""
            for pin in (yes_pin, no_pin, *lamp_pins):
                users[f"pin {pin}{board}"].append(f"[[castle]] {castle.color}")
    for pin in sorted({castle.reset_pin for castle in config.castle if castle.reset_pin is not None}):
        users[f"pin {pin}"].append("[[castle]] reset_pin")
    if config.spinner is not None:
        for pin in (*config.spinner.coil_pins, config.spinner.home_pin):
            users[f"pin {pin}"].append("[spinner]")
    if config.console is not None:
        for pin in (*config.console.knob_pins, config.console.button_pin):
            users[f"pin {pin}"].append("[console]")
        if config.console.buzzer_pin is not None:
            users[f"pin {config.console.buzzer_pin}"].append("[console] buzzer")
    selects = {castle.spi for castle in config.castle if castle.spi is not None}
    if config.tray is not None and config.tray.spi is not None:
        selects.add(config.tray.spi)
        users[_select(config.tray.spi)].append("[tray]")
    if config.tray is not None and config.tray.node is not None:
        users[f"node {config.tray.node}"].append("[tray]")
    if config.oled is not None and config.oled.spi is not None:
        selects.add(config.oled.spi)
        users[_select(config.oled.spi)].append("[oled]")
        for wire in (config.oled.dc_pin, config.oled.reset_pin):
            if wire is not None:
                users[f"pin {wire}"].append("[oled]")
    elif config.oled is not None and config.oled.i2c_bus == 1:
        for pin in (2, 3):
            users[f"pin {pin}"].append("I2C bus 1")
    for bus in sorted({bus for bus, _ in selects} & SPI_PINS.keys()):
        for pin in SPI_PINS[bus]:
            users[f"pin {pin}"].append(f"SPI bus {bus}")
    for select in sorted(selects & CHIP_SELECT_PINS.keys()):
        users[f"pin {CHIP_SELECT_PINS[select]}"].append(f"the chip select of {_select(select)}")
    for thing, by in users.items():
        if len(by) > 1:
            yield f"{thing} is used {len(by)} times, by {' and '.join(by)}; each can have one user."
