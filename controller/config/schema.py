"""What ``table.toml`` may say: its sections, their keys, and what each value may be."""

from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from controller.games.contract.inputs import Device
from controller.games.contract.values import TRAY
from controller.games.naming import USUAL
from controller.house import COLORS, Color, HouseDefaults
from controller.texts.translation import Language

Chip = Literal["ssd1306", "sh1106", "ssd1309", "ssd1322", "ssd1327"]

Select = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], Annotated[int, msgspec.Meta(ge=0, le=5)]],
    msgspec.Meta(description="an SPI bus and a chip select, such as [0, 1]"),
]
"""An SPI bus and a chip select."""

Node = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,24}\Z", description="up to 24 of a-z, 0-9 and -")]
"""What one of our Picos calls itself; at first the factory's number, as in ``/dev/serial/by-id``."""

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A pin of the 40-pin header by its BCM number."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

File = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f]{1,200}\Z", description="a file's name")]

Host = Annotated[
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
        description='a name without dots, of up to 40 of a-z, 0-9 and -; "" for none',
    ),
]
"""What comes before ``.local``."""

TableId = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{1,22}\Z", description="2 to 23 of a-z, 0-9 and -, not - at first")
]
"""A level of a topic, and the table's name at the broker (MQTT 5, 3.1.3.1: any takes 23 letters)."""

TopicPrefix = Annotated[
    str,
    msgspec.Meta(pattern=r"^[A-Za-z0-9_/-]{0,60}\Z", description="a topic of up to 60 of A-Z, a-z, 0-9, _, - and /"),
]

EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  # phones in the LAN are what the page is for
"""Hosts that mean all addresses of the machine."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file."""


SpiHz = Annotated[int, msgspec.Meta(ge=100_000, le=10_000_000)]
"""The MFRC522 takes up to 10 MHz (data sheet 8.1.2); several modules on one MISO stand less, boards of one reader 4."""

Output = Annotated[
    str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_:,=.-]{0,79}\Z", description="a name that aplay -L lists")
]
"""An output of the machine's sound, by ALSA's name."""

VoiceFile = Annotated[
    str,
    msgspec.Meta(pattern=r"^/[^\x00-\x1f]{1,200}\Z", description="a file with its whole path, such as /opt/de.onnx"),
]

GameName = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z", description="the name of an installed game")]


class TableSection(Section, HouseDefaults, frozen=True):
    """``[table]``: the rules of the house, and the table itself.

    Attributes:
        game: which game is played; the section ``[game]`` says how.
        map: deprecated, say it in ``[game]``.
        spi_hz: the clock of the Pi's own SPI buses; castle boards have their own.
        pins: through which package the Pi's own pins are used; RPi.GPIO knows models up to the Pi 4.
    """

    name: Name = "royaltable"
    game: GameName = USUAL
    map: Literal["tracked", "honour"] | None = None
    spi_hz: SpiHz = 2_000_000
    pins: Literal["lgpio", "rpigpio"] = "lgpio"


class CastleSection(Section, frozen=True):
    """``[[castle]]``: one castle board and its reader.

    Attributes:
        node: the id of its Pico, which has reader, buttons and lamps; then no pins are set.
        spi: without a Pico, bus and chip select of its MFRC522.
        driver: ours, or the PyPI package of that name.
        gain_db: the receiver's; 38 reads a sticker at 2 cm, more saturates at contact.
        reset_pin: the Pi's pin on its RST; several readers may share one. None where RST is tied high.
        yes_pin, no_pin, lamp_pins: its buttons and lamps; all of them or none.
        earphone: with ``[voice]``, the output at which what only this castle may know is heard.
        board: whose pins these are: the Pi's, or those of a board of the castle's own.
        simulated: not built yet, so the page has a hand for it. The same in the other sections.
    """

    color: Color
    node: Node | None = None
    spi: Select | None = None
    driver: Literal["own", "mfrc522"] = "own"
    gain_db: Literal[18, 23, 33, 38, 43, 48] = 38
    reset_pin: Pin | None = None
    board: Literal["pi", "own"] = "pi"
    yes_pin: Pin | None = None
    no_pin: Pin | None = None
    lamp_pins: tuple[Pin, Pin, Pin] | None = None
    earphone: Output | None = None
    simulated: bool = False

    @property
    def panel(self) -> tuple[int, int, tuple[int, int, int]] | None:
        if self.yes_pin is None or self.no_pin is None or self.lamp_pins is None:
            return None
        return self.yes_pin, self.no_pin, self.lamp_pins


class TraySection(Section, frozen=True):
    """``[tray]``: a gate in the middle; a piece there counts for the castle whose turn it is.

    Attributes:
        node, spi: as for a castle.
    """

    node: Node | None = None
    spi: Select | None = None
    simulated: bool = False


class OledSection(Section, frozen=True):
    """``[oled]``: the console's screen, on I2C unless ``spi`` is named.

    Attributes:
        spi: bus and chip select, for modules with 4-wire SPI; they need ``dc_pin``, too.
        dc_pin: the Pi's pin on the module's D/C.
        reset_pin: the Pi's pin on its RES, on either bus; None where it resets itself.
    """

    i2c_bus: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    address: Annotated[int, msgspec.Meta(ge=0x08, le=0x77)] = 0x3C
    chip: Chip = "ssd1306"
    spi: Select | None = None
    dc_pin: Pin | None = None
    reset_pin: Pin | None = None
    simulated: bool = False


class SpinnerSection(Section, frozen=True):
    """``[spinner]``: the ULN2003's four inputs in the order of the coils, and the Hall sensor.

    Attributes:
        mark_deg: where on the dial the arrow points at its home mark; ``royaltable calibrate spinner`` finds it.
    """

    coil_pins: tuple[Pin, Pin, Pin, Pin]
    home_pin: Pin
    mark_deg: Annotated[float, msgspec.Meta(ge=0, lt=360)] = 0.0
    simulated: bool = False


class ConsoleSection(Section, frozen=True):
    """``[console]``: the rotary encoder's two contacts, its button, and the buzzer.

    Attributes:
        clicks_a_cycle: of the encoder: 1 where it has as many detents as pulses, 2 where it has twice as many.
        poweroff: shutting down by the knob switches off the whole Pi, not the table alone.
    """

    knob_pins: tuple[Pin, Pin]
    button_pin: Pin
    buzzer_pin: Pin | None = None
    clicks_a_cycle: Literal[1, 2] = 1
    poweroff: bool = False
    simulated: bool = False


class VoiceSection(Section, frozen=True):
    """``[voice]``: a loudspeaker at which the table says what it shows; nothing until the house wants it.

    Attributes:
        engine: the program that speaks: espeak-ng of Debian, or a Piper that is installed beside it.
        models: for Piper, the file of a voice for each language, with its whole path.
        output: where it is heard.
        words_a_minute: how fast espeak-ng speaks.
    """

    engine: Literal["espeak-ng", "piper"] = "espeak-ng"
    models: dict[Language, VoiceFile] = {}
    output: Output = "default"
    words_a_minute: Annotated[int, msgspec.Meta(ge=80, le=450)] = 175
    simulated: bool = False


class TagsSection(Section, frozen=True):
    """``[tags]``: the file of taught stickers, relative to the folder of ``table.toml``."""

    file: File = "tags.toml"


class JournalSection(Section, frozen=True):
    """``[journal]``: where the games are kept, relative to the folder of ``table.toml``."""

    file: File = "table.journal"


class PageSection(Section, frozen=True):
    """``[page]``: where the page is served; port 0 takes a free one.

    Attributes:
        tls_port: of the encrypted page, where there is a certificate; where it is the plain one's, only TLS is spoken.
        open_house: at a simulated table everybody may do everything; false asks for the PIN there, too.
        name: where Avahi runs, the page is at this name with ``.local`` behind it, such as ``table.local``.
    """

    host: Host = "0.0.0.0"  # noqa: S104  # phones in the LAN are what it is for
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    tls_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] | None = None
    open_house: bool = True
    name: LocalName = "table"

    @property
    def encrypted_port(self) -> int:
        """The named one, else 443 for 80 and 443, a free one for 0, 8081 for 8080."""
        if self.tls_port is not None:
            return self.tls_port
        return 443 if self.port in {80, 443} else min(self.port + 1, 65535) if self.port else 0

    @property
    def only_tls(self) -> bool:
        return self.port == self.encrypted_port != 0


class WebSection(Section, frozen=True):
    """``[web]``: what encrypts the page; both files or neither, relative to the folder of ``table.toml``.

    Attributes:
        certificate: PEM file of the page's certificate with its chain; then the page speaks TLS.
        key: PEM file of its key.
    """

    certificate: File | None = None
    key: File | None = None


class MqttSection(Section, frozen=True):
    """``[mqtt]``: a broker that is told how the table stands, such as that of Home Assistant.

    Attributes:
        host, port: where it is; the usual port is 1883, with ``tls`` 8883.
        user: who the table is there; None for a broker that asks nobody.
        password_file: with the user's password in its first line, relative to the folder of ``table.toml``.
        tls: the line is encrypted.
        ca: with ``tls``, PEM file of the authority that vouches for the broker, relative as well; None for those that
            the system trusts.
        id: what the table is called in topics; None for a name made of the machine's number.
        discovery: the prefix of Home Assistant's topics; "" where the table is not to be found by itself.
        commands: the broker may set whether the buzzer is silent and whether the page is locked.
    """

    host: Host
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] | None = None
    user: Name | None = None
    password_file: File | None = None
    tls: bool = False
    ca: File | None = None
    id: TableId | None = None
    discovery: TopicPrefix = "homeassistant"
    commands: bool = False


May = Literal["fixture", "settings", "rules", "edition", "update", "identify", "doctor", "report", "message"]


class HubSection(Section, frozen=True):
    """``[hub]``: what the hub of a room may do at this table.

    Attributes:
        may: ``fixture`` wants games to be played; ``settings`` sets those of the house, ``rules`` what a game leaves
            to it, ``edition`` what is printed on its components, each for games to come;
            ``update`` brings newer packages between games; the others ask for what they are called.
    """

    may: tuple[May, ...] = get_args(May)


DEVICES: Final = ("tray", "oled", "spinner", "console", "voice")
"""Sections of devices of which a table has one or none."""


class TableConfig(Section, frozen=True):
    """The whole file. A device that is left out is not there; the game does without it.

    Attributes:
        game: ``[game]``, what the house usually chooses of the game's ``choices``.
        web: None where nobody can tell whether the page was meant to be encrypted; then it takes no secrets.
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
    mqtt: MqttSection | None = None
    hub: HubSection = HubSection()

    @property
    def options(self) -> dict[str, str]:
        return ({} if self.table.map is None else {"map": self.table.map}) | self.game

    @property
    def gates(self) -> tuple[CastleSection, ...]:
        if self.tray is None:
            return self.castle
        tray = CastleSection(TRAY, self.tray.node, self.tray.spi, simulated=self.tray.simulated)
        return (*self.castle, tray)

    def filter_devices(self, *, simulated: bool) -> "TableConfig":
        """The same table with only its simulated devices, or only its real ones."""
        castles = tuple(castle for castle in self.castle if castle.simulated == simulated)
        others = [name for name, device in self._devices.items() if device.simulated != simulated]
        return msgspec.structs.replace(self, castle=castles, **dict.fromkeys(others))

    def without_devices(self) -> "TableConfig":
        castles = tuple(CastleSection(color) for color in COLORS)
        return msgspec.structs.replace(self, castle=castles, **dict.fromkeys(DEVICES))

    def without_power_off(self) -> "TableConfig":
        console = self.console and msgspec.structs.replace(self.console, poweroff=False)
        return msgspec.structs.replace(self, console=console)

    @property
    def has_simulated(self) -> bool:
        return any(device.simulated for device in (*self.castle, *self._devices.values()))

    @property
    def _devices(self) -> dict[str, Any]:
        return {name: device for name in DEVICES if (device := getattr(self, name)) is not None}

    @property
    def pi_gates(self) -> tuple[CastleSection, ...]:
        return tuple(gate for gate in self.gates if gate.spi is not None)

    @property
    def boards(self) -> dict[str, str]:
        return {gate.color: gate.node for gate in self.gates if gate.node is not None}

    @property
    def devices(self) -> frozenset[Device]:
        """What people have at the table, as games know it."""
        has_gates = any(castle.node is not None or castle.spi is not None for castle in self.castle)
        has_panels = all(castle.node is not None or castle.panel is not None for castle in self.castle)
        there: dict[Device, bool] = {
            "hourglass": True,
            "arrow": self.spinner is not None,
            "gates": has_gates,
            "panels": bool(self.castle) and has_panels,
            "tray": self.tray is not None,
            "knob": self.console is not None,
        }
        return frozenset(device for device, is_there in there.items() if is_there)
