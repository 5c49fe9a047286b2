"""Schema of ``table.toml``: sections, keys and allowed values."""

from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from controller.games.contract.inputs import Device
from controller.games.contract.values import TRAY
from controller.games.naming import DEFAULT_GAME
from controller.house import COLORS, Color, HouseDefaults
from controller.texts.translation import Language
from hw.reader_chips import READER_CHIPS
from hw.reader_record import ReaderChip

DisplayChip = Literal["ssd1306", "sh1106", "ssd1309", "ssd1322", "ssd1327"]

CHIP_NAMES: Final = sorted(READER_CHIPS)

ChipName = Annotated[
    str, msgspec.Meta(pattern=rf"^({'|'.join(CHIP_NAMES)})\Z", description=f"one of {', '.join(CHIP_NAMES)}")
]

ChipSelect = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], Annotated[int, msgspec.Meta(ge=0, le=5)]],
    msgspec.Meta(description="an SPI bus and a chip select, such as [0, 1]"),
]
"""An SPI bus and a chip select."""

BoardName = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,24}\Z", description="up to 24 characters from a-z, 0-9 and -")
]
"""Id of a castle board; at first the factory's serial number, as in ``/dev/serial/by-id``."""

GpioPin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""BCM number of a pin on the 40-pin header."""

DisplayName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

FileName = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f]{1,200}\Z", description="a file's name")]

HostAddress = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\Z",
        max_length=63,
        description="an address such as 0.0.0.0, or a name",
    ),
]

LocalName = Annotated[
    str,
    msgspec.Meta(
        pattern="^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$",
        description='up to 40 characters from a-z, 0-9 and -, no dots; "" for none',
    ),
]
"""Host name before ``.local``."""

TableId = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z0-9][a-z0-9-]{1,22}\Z",
        description="2 to 23 characters from a-z, 0-9 and -, not beginning with -",
    ),
]
"""Topic level and client id at the broker (MQTT 5, 3.1.3.1: every broker accepts 23 characters)."""

TopicPrefix = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9_/-]{0,60}\Z", description="a topic of up to 60 characters from A-Z, a-z, 0-9, _, - and /"
    ),
]

ALL_ADDRESSES: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  # the page is meant for phones in the LAN
"""Hosts that stand for all addresses of the machine."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file."""


SpiHz = Annotated[int, msgspec.Meta(ge=100_000, le=10_000_000)]
"""SPI clock: the MFRC522 supports 10 MHz (data sheet 8.1.2), less with several on one MISO, 4 MHz alone."""

AlsaOutput = Annotated[
    str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_:,=.-]{0,79}\Z", description="a name that aplay -L lists")
]

VoiceFile = Annotated[
    str,
    msgspec.Meta(pattern=r"^/[^\x00-\x1f]{1,200}\Z", description="an absolute path, such as /opt/de.onnx"),
]

GameName = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z", description="the name of an installed game")]


class TableSection(Section, HouseDefaults, frozen=True):
    """``[table]``: house rules and general settings.

    Attributes:
        game: the default game; its choices are in ``[game]``.
        spi_hz: clock of the Pi's own SPI buses, not of castle boards.
        antennas: of readers on the Pi's own SPI: on together, or in turn, where a piece is read at the gate beside its
            own. In turn a gate is polled about every 50 ms, so slow down the pieces (a ramp).
        pins: package for the Pi's own pins; RPi.GPIO supports models up to the Pi 4.
        bots_ask: bots ask people to move their pieces at simulated gates, too, as they do at real ones.
    """

    name: DisplayName = "royaltable"
    game: GameName = DEFAULT_GAME
    spi_hz: SpiHz = 2_000_000
    antennas: Literal["together", "in turn"] = "together"
    pins: Literal["lgpio", "rpigpio"] = "lgpio"
    bots_ask: bool = False


class CastleSection(Section, frozen=True):
    """``[[castle]]``: one castle with reader, buttons and lamps.

    Attributes:
        node: id of the castle's Pico, which has reader, buttons and lamps; then set no pins.
        spi: without a Pico, bus and chip select of the castle's MFRC522.
        i2c_bus: instead of ``spi``, I2C bus of a module with a WS1850S, such as M5Stack's RFID2, at address 28h.
        chip: the reader's chip; by default a WS1850S on I2C, else an MFRC522. A PN532 lists two pieces at most, takes
            no gain, and is slower (``spi`` only).
        beams: with ``node``, whether three light beams stand behind the reader and notice pieces that it does not read.
        beam_pins: without a Pico, the Pi's pins of these beams (first low, high, second low) and of their LEDs.
        ring_pixels: with ``node``, pixels of a WS2812 ring that shows the three lamps instead of LEDs.
        driver: ``own`` for the driver in ``hw``, or the PyPI package mfrc522.
        gain_db: receiver gain; 38 dB reads a sticker at 2 cm; more saturates if the sticker touches.
        reset_pin: the Pi's pin at the reader's RST, which readers may share; None if RST is tied high.
        yes_pin, no_pin, lamp_pins: of buttons and lamps; set all or none.
        earphone: with ``[voice]``, output for what only this castle may hear.
        board: whether the pins are the Pi's or those of the castle's own board.
        simulated: a simulation on the page replaces the hardware; the same in other sections.
    """

    color: Color
    node: BoardName | None = None
    spi: ChipSelect | None = None
    i2c_bus: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    chip: ChipName | None = None
    beams: bool = False
    beam_pins: tuple[GpioPin, GpioPin, GpioPin, GpioPin] | None = None
    ring_pixels: Literal[8, 12, 16, 24] | None = None
    driver: Literal["own", "mfrc522"] = "own"
    gain_db: Literal[18, 23, 33, 38, 43, 48] = 38
    reset_pin: GpioPin | None = None
    board: Literal["pi", "own"] = "pi"
    yes_pin: GpioPin | None = None
    no_pin: GpioPin | None = None
    lamp_pins: tuple[GpioPin, GpioPin, GpioPin] | None = None
    earphone: AlsaOutput | None = None
    simulated: bool = False

    @property
    def panel_pins(self) -> tuple[int, int, tuple[int, int, int]] | None:
        if self.yes_pin is None or self.no_pin is None or self.lamp_pins is None:
            return None
        return self.yes_pin, self.no_pin, self.lamp_pins

    @property
    def reader_chip(self) -> ReaderChip:
        return READER_CHIPS[self.chip or ("mfrc522" if self.i2c_bus is None else "ws1850s")]

    @property
    def board_settings(self) -> dict[str, str]:
        """Settings of the castle's Pico, as PROTOCOL.md names them."""
        reader = "spi" if self.reader_chip.i2c_address is None else "i2c"
        ring, beams = str(self.ring_pixels or 0), str(int(self.beams))
        return {"reader": reader, "ring": ring, "beams": beams, "gain": str(self.gain_db)}

    @property
    def has_gate(self) -> bool:
        return self.node is not None or self.spi is not None or self.i2c_bus is not None


class TraySection(Section, frozen=True):
    """``[tray]``: a middle gate, whose pieces count for the acting castle; ``node``, ``spi`` as for a castle."""

    node: BoardName | None = None
    spi: ChipSelect | None = None
    simulated: bool = False


class OledSection(Section, frozen=True):
    """``[oled]``: the console's screen, on I2C unless ``spi`` is set.

    Attributes:
        spi: bus and chip select of a module with 4-wire SPI, which also needs ``dc_pin``.
        dc_pin: the Pi's pin at the module's D/C.
        reset_pin: the Pi's pin at the module's RES; None if the module resets itself.
    """

    i2c_bus: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    address: Annotated[int, msgspec.Meta(ge=0x08, le=0x77)] = 0x3C
    chip: DisplayChip = "ssd1306"
    spi: ChipSelect | None = None
    dc_pin: GpioPin | None = None
    reset_pin: GpioPin | None = None
    simulated: bool = False


class SpinnerSection(Section, frozen=True):
    """``[spinner]``: the ULN2003's four inputs in coil order, and the Hall sensor.

    Attributes:
        mark_deg: the arrow's direction at its home mark, from ``royaltable setup``.
        half_steps_a_turn: of the arrow, from ``royaltable setup``, if the motor has another gear than usual (4075.77).
    """

    coil_pins: tuple[GpioPin, GpioPin, GpioPin, GpioPin]
    home_pin: GpioPin
    mark_deg: Annotated[float, msgspec.Meta(ge=0, lt=360)] = 0.0
    half_steps_a_turn: Annotated[float, msgspec.Meta(ge=400, lt=10_001)] | None = None
    simulated: bool = False


class ConsoleSection(Section, frozen=True):
    """``[console]``: the rotary encoder's two contacts, its button, and the buzzer.

    Attributes:
        clicks_a_cycle: detents per pulse: 1 if the encoder has as many of both, 2 if twice as many detents.
        poweroff: whether shutting down with the knob also powers off the Pi.
    """

    knob_pins: tuple[GpioPin, GpioPin]
    button_pin: GpioPin
    buzzer_pin: GpioPin | None = None
    clicks_a_cycle: Literal[1, 2] = 1
    poweroff: bool = False
    simulated: bool = False


class VoiceSection(Section, frozen=True):
    """``[voice]``: speech output; silent until enabled in the house rules.

    Attributes:
        engine: espeak-ng from Debian, or Piper, installed separately.
        models: for Piper, a voice's absolute path for each language.
        output: ALSA output.
        words_a_minute: speed of espeak-ng.
    """

    engine: Literal["espeak-ng", "piper"] = "espeak-ng"
    models: dict[Language, VoiceFile] = {}
    output: AlsaOutput = "default"
    words_a_minute: Annotated[int, msgspec.Meta(ge=80, le=450)] = 175
    simulated: bool = False


class TagsSection(Section, frozen=True):
    """``[tags]``: the file of taught stickers, relative to ``table.toml``."""

    file: FileName = "tags.toml"


class JournalSection(Section, frozen=True):
    """``[journal]``: the file of all games, relative to ``table.toml``."""

    file: FileName = "table.journal"


class PageSection(Section, frozen=True):
    """``[page]``: address of the page; port 0 picks a free one.

    Attributes:
        tls_port: of the encrypted page, if there is a certificate; if equal to ``port``, there is no plain HTTP.
        open_house: whether a simulated table opens all roles without a PIN.
        name: with Avahi, the page is also at this name plus ``.local``, such as ``table.local``.
        names: of this machine in a browser, besides its addresses and local names, such as a proxy's.
    """

    host: HostAddress = "0.0.0.0"  # noqa: S104  # meant for phones in the LAN
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    tls_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] | None = None
    open_house: bool = True
    name: LocalName = "table"
    names: tuple[HostAddress, ...] = ()

    @property
    def encrypted_port(self) -> int:
        """Return ``tls_port``, else 443 if ``port`` is 80 or 443, 0 (a free port) if it is 0, else the next port."""
        if self.tls_port is not None:
            return self.tls_port
        return 443 if self.port in {80, 443} else min(self.port + 1, 65535) if self.port else 0

    @property
    def is_tls_only(self) -> bool:
        return self.port == self.encrypted_port != 0


class WebSection(Section, frozen=True):
    """``[web]``: certificate (with its chain) and key for HTTPS, PEM files relative to ``table.toml``."""

    certificate: FileName | None = None
    key: FileName | None = None


class WifiSection(Section, frozen=True):
    """``[wifi]``: the table's own network, for a table with display or voice and with NetworkManager.

    Attributes:
        own_network: opens while there is no other network, so that a phone can choose one.
    """

    own_network: bool = True


class MqttSection(Section, frozen=True):
    """``[mqtt]``: a broker to which the table publishes its state, such as Home Assistant's.

    Attributes:
        host, port: address; the default port is 1883, with ``tls`` 8883.
        user: user name; None for anonymous access.
        password_file: file with the password in its first line, relative to ``table.toml``.
        tls: whether to use TLS.
        ca: with ``tls``, PEM file of the broker's authority, relative likewise; None for the system's.
        id: the table's id in topics; None derives it from the machine id.
        discovery: prefix of Home Assistant's discovery topics; "" disables discovery.
        commands: whether the broker may mute the buzzer and lock the page.
    """

    host: HostAddress
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] | None = None
    user: DisplayName | None = None
    password_file: FileName | None = None
    tls: bool = False
    ca: FileName | None = None
    id: TableId | None = None
    discovery: TopicPrefix = "homeassistant"
    commands: bool = False


HubPermission = Literal["fixture", "settings", "rules", "edition", "update", "identify", "doctor", "report", "message"]


class HubSection(Section, frozen=True):
    """``[hub]``: what the hub of a room may do at this table.

    Attributes:
        may: ``fixture`` assigns tournament games. From the next game on, ``settings`` sets house rules, ``rules`` a
            game's choices, and ``edition`` its edition. ``update`` installs packages between games. Each other value
            permits the request of the same name.
    """

    may: tuple[HubPermission, ...] = get_args(HubPermission)


DEVICE_SECTIONS: Final = ("tray", "oled", "spinner", "console", "voice")
"""Sections of devices that exist at most once."""


class TableConfig(Section, frozen=True):
    """The whole file. Games run without omitted devices.

    Attributes:
        game: ``[game]``, default values of the game's ``choices``.
        web: None if it is unclear whether the page should be encrypted; then it accepts no secrets.
    """

    castle: tuple[CastleSection, ...]
    table: TableSection = TableSection()
    game: dict[str, str] = {}
    tray: TraySection | None = None
    oled: OledSection | None = None
    spinner: SpinnerSection | None = None
    console: ConsoleSection | None = None
    voice: VoiceSection | None = None
    tags: TagsSection = TagsSection()
    journal: JournalSection = JournalSection()
    page: PageSection = PageSection()
    web: WebSection | None = WebSection()
    wifi: WifiSection = WifiSection()
    mqtt: MqttSection | None = None
    hub: HubSection = HubSection()

    @property
    def gate_sections(self) -> tuple[CastleSection, ...]:
        if self.tray is None:
            return self.castle
        tray = CastleSection(TRAY, self.tray.node, self.tray.spi, simulated=self.tray.simulated)
        return (*self.castle, tray)

    def filter_devices(self, *, simulated: bool) -> "TableConfig":
        """Return the settings with only the simulated devices, or only the real ones."""
        castles = tuple(castle for castle in self.castle if castle.simulated == simulated)
        others = [name for name, device in self._device_sections.items() if device.simulated != simulated]
        return msgspec.structs.replace(self, castle=castles, **dict.fromkeys(others))

    def without_devices(self) -> "TableConfig":
        castles = tuple(CastleSection(color) for color in COLORS)
        return msgspec.structs.replace(self, castle=castles, **dict.fromkeys(DEVICE_SECTIONS))

    def without_power_off(self) -> "TableConfig":
        console = self.console and msgspec.structs.replace(self.console, poweroff=False)
        return msgspec.structs.replace(self, console=console)

    @property
    def has_simulated_devices(self) -> bool:
        return any(device.simulated for device in (*self.castle, *self._device_sections.values()))

    @property
    def _device_sections(self) -> dict[str, Any]:
        return {name: device for name in DEVICE_SECTIONS if (device := getattr(self, name)) is not None}

    @property
    def pi_gate_sections(self) -> tuple[CastleSection, ...]:
        return tuple(gate for gate in self.gate_sections if gate.spi is not None or gate.i2c_bus is not None)

    @property
    def board_by_gate(self) -> dict[str, str]:
        return {gate.color: gate.node for gate in self.gate_sections if gate.node is not None}

    @property
    def configured_devices(self) -> frozenset[Device]:
        """Return the table's devices, under the names that games use."""
        has_gates = any(castle.has_gate for castle in self.castle)
        has_panels = all(castle.node is not None or castle.panel_pins is not None for castle in self.castle)
        there: dict[Device, bool] = {
            "hourglass": True,
            "arrow": self.spinner is not None,
            "gates": has_gates,
            "panels": bool(self.castle) and has_panels,
            "tray": self.tray is not None,
            "knob": self.console is not None,
        }
        return frozenset(device for device, is_there in there.items() if is_there)
