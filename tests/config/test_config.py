"""``table.toml``: every fault names section and key, what was seen and what is allowed."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from controller import config
from controller.config import ConfigError, checking, examples, find_config_file, parse_config, schema
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.part_or_twin import make_twin_table
from controller.games import installed
from hw.clock import LoopClock
from hw.testing.clock import run_virtual
from tests.support.soak import SOAK

SPOILT = 1000 if SOAK else 200

TWO_CASTLES = """
[[castle]]
color = "blue"
spi = [0, 0]
[[castle]]
color = "yellow"
spi = [0, 1]
"""


PANEL = "yes_pin = 5\nno_pin = 6\nlamp_pins = [12, 13, 25]\n"
KNOB = "\n[console]\nknob_pins = [5, 20]\nbutton_pin = 21"


def with_panels(blue: str, yellow: str = "") -> str:
    return TWO_CASTLES.replace("[0, 0]", f"[0, 0]\n{blue}") + yellow


def test_panels_on_separate_boards_may_use_the_same_pins() -> None:
    own = PANEL + "board = 'own'\n"
    table = parse_config(with_panels(own, own) + "[spinner]\ncoil_pins = [5, 6, 12, 13]\nhome_pin = 25")
    assert [castle.panel_pins for castle in table.castle] == [(5, 6, (12, 13, 25))] * 2


def test_two_castles_are_a_table() -> None:
    table = parse_config(TWO_CASTLES)
    assert [castle.color for castle in table.castle] == ["blue", "yellow"]
    assert (table.oled, table.spinner, table.console, table.castle[0].panel_pins) == (None, None, None, None)
    assert (table.table.hourglass_s, table.page.port) == (20, 8080)


def test_the_shipped_simulated_table_is_valid() -> None:
    assert [castle.color for castle in config.simulator().castle] == ["blue", "yellow", "purple", "grey"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "castle"),
        ("[[castle", "is not TOML"),
        (TWO_CASTLES + "[tabel]\nname = 'x'", "[tabel]: unknown. Did you mean 'table'?"),
        (TWO_CASTLES + "[table]\nhourglass_s = '20'", "saw '20', expected a whole number from 10 to 60."),
        (TWO_CASTLES + "[table]\nlanguage = 'xx'", "[table] language: saw 'xx', expected one of "),
        (
            TWO_CASTLES + "[oled]\nchip = 'ssd1307'",
            "[oled] chip: saw 'ssd1307', expected one of sh1106, ssd1306, ssd1309, ssd1322, ssd1327.",
        ),
        (TWO_CASTLES.replace("yellow", "blue"), "colour blue is used 2 times"),
        (TWO_CASTLES.replace("[0, 1]", "[0, 0]"), "SPI 0.0 is used 2 times, by [[castle]] blue and [[castle]] yellow"),
        (TWO_CASTLES + "[spinner]\ncoil_pins = [17, 27, 22, 10]\nhome_pin = 26", "pin 10 is used 2 times"),
        (TWO_CASTLES + "[spinner]\ncoil_pins = [17, 17, 22, 23]\nhome_pin = 26", "pin 17 is used 2 times"),
        (TWO_CASTLES.replace("[0, 1]", "[0, 1]\nreset_pin = 10"), "pin 10 is used 2 times, by [[castle]] reset_pin"),
        (TWO_CASTLES + 'driver = "rc522"', "[[castle]] yellow driver: saw 'rc522', expected one of mfrc522, own."),
        (TWO_CASTLES.split('[[castle]]\ncolor = "yellow"', maxsplit=1)[0], "saw 1 castle(s), expected 2 to 4"),
        ('[castle]\ncolor = "blue"', "expected [[castle]], in double brackets, above each castle."),
        (TWO_CASTLES + "[[oled]]", "[oled]: saw [{}], expected one section [oled] in single brackets."),
        (TWO_CASTLES + "[tags]\nfile = 'table.journal'", "file table.journal is used 2 times"),
        (TWO_CASTLES + "[oled]\n[console]\nknob_pins = [2, 20]\nbutton_pin = 21", "by [console] and I2C bus 1"),
        (TWO_CASTLES + "[tray]\nspi = [0, 1]", "SPI 0.1 is used 2 times, by [[castle]] yellow and [tray]"),
        (TWO_CASTLES + "[tray]\nspi = [1, 0]\n[spinner]\ncoil_pins = [18, 5, 6, 12]\nhome_pin = 26", "pin 18 is used"),
        (
            TWO_CASTLES.replace("spi = [0, 0]", 'node = "n1"').replace("spi = [0, 1]", 'node = "n1"'),
            "node n1 is used 2",
        ),
        (TWO_CASTLES + "[spinner]\ncoil_pins = [5, 6, 12, 13]\nhome_pin = 26\nmark_deg = nan", "mark_deg: saw nan"),
        (TWO_CASTLES + "[spinner]\ncoil_pins = [5, 6, 12, 13]\nhome_pin = 26\nmark_deg = 360", "mark_deg: saw 360"),
        (TWO_CASTLES.replace('"blue"', '"blue\\n"'), "color: saw 'blue\\n', expected one of blue, yellow"),
        (TWO_CASTLES + "[page]\nhost = 'a..b'", "[page] host: saw 'a..b', expected an address"),
        (TWO_CASTLES + f"[page]\nport = {'9' * 40}", "port: saw a number of more than 64 bits"),
        (TWO_CASTLES + f"[page]\nport = {'9' * 5000}", "is not TOML"),
        (TWO_CASTLES + "[page]\nport = 2026-01-01", "[page] port: saw 2026-01-01, expected a whole number"),
        (TWO_CASTLES + "[table]\nsilent = 1", "[table] silent: saw 1, expected true or false."),
        (TWO_CASTLES + "[table]\ngame = 'chess'", "[table] game: saw 'chess', expected one of tumult_royale, tudor."),
        (TWO_CASTLES + "[game]\nmap = 'no'", "[game] map: saw 'no', expected one of tracked, honour."),
        (TWO_CASTLES + "[game]\nmaps = 'honour'", "[game] maps: unknown. Did you mean 'map'?"),
        (TWO_CASTLES + "[game]\nmap = 1", "[game]: saw a section, expected one section of strings"),
        (TWO_CASTLES + "[web]\nkey = 'page.key'", "[web]: saw only one of certificate and key, expected both"),
        (TWO_CASTLES + "[page]\ncertificate = 'page.crt'", "[page] certificate: belongs in [web]. Move it there."),
        (TWO_CASTLES + "[https]\nkey = 'page.key'", "[https]: unknown. Did you mean 'web'?"),
        (
            with_panels("yes_pin = 5\nno_pin = 6"),
            "[[castle]] blue: saw only yes_pin and no_pin, expected yes_pin, no_p",
        ),
        (with_panels(PANEL, PANEL), "pin 5 is used 2 times, by [[castle]] blue and [[castle]] yellow."),
        (with_panels(PANEL.replace("6", "5") + "board = 'own'"), "pin 5 of the blue board is used 2 times"),
        (with_panels(PANEL) + KNOB, "pin 5 is used 2 times, by [[castle]] blue and [console]"),
    ],
)
def test_a_mistake_is_named(text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_config(text)
    assert fault in str(error.value)


def test_all_collisions_are_named_at_once() -> None:
    with pytest.raises(ConfigError) as error:
        parse_config(TWO_CASTLES.replace("yellow", "blue").replace("[0, 1]", "[0, 0]"))
    assert len(error.value.faults) == 2


def test_a_file_saved_on_windows_is_read(tmp_path: Path) -> None:
    """With a byte order mark, and a carriage return at each end of line."""
    (tmp_path / "table.toml").write_bytes(b"\xef\xbb\xbf" + TWO_CASTLES.replace("\n", "\r\n").encode())
    assert config.load_config(tmp_path / "table.toml") == parse_config(TWO_CASTLES)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"(?s)nowhere\.toml.*Choose another file with --config"):
        config.load_config(tmp_path / "nowhere.toml")


def test_all_mistakes_are_named_with_value_and_allowed_values() -> None:
    text = """
    speed = 3
    [table]
    hourglass_s = 5
    languge = "fr"
    [[castle]]
    color = "blue"
    spi = [0, "1"]
    [[castle]]
    colour = "yellow"
    spi = [0, 1]
    [oled]
    address = 300
    [spinner]
    home_pin = 28
    """
    with pytest.raises(ConfigError) as error:
        parse_config(text)
    assert error.value.faults == [
        (
            "[speed]: unknown. "
            "Expected one of castle, table, tray, oled, spinner, console, voice, tags, journal, page, web, "
            "wifi, mqtt, hub, game."
        ),
        "[table] hourglass_s: saw 5, expected a whole number from 10 to 60.",
        "[table] languge: unknown. Did you mean 'language'?",
        "[[castle]] blue spi: saw [0, '1'], expected an SPI bus and a chip select, such as [0, 1].",
        "[[castle]] 2 colour: unknown. Did you mean 'color'?",
        "[[castle]] 2 color: missing, expected one of blue, yellow, purple, grey.",
        "[oled] address: saw 300, expected a whole number from 8 to 119.",
        "[spinner] home_pin: saw 28, expected a whole number from 0 to 27.",
        "[spinner] coil_pins: missing, expected 4 values, each a whole number from 0 to 27.",
    ]


def test_a_games_choices_are_set_under_game() -> None:
    config = parse_config(TWO_CASTLES + "[game]\nmap = 'honour'")
    game = installed.make_game(config.table.game, config.game)
    assert [choice.values[0] for choice in game.choices()] == ["classic", "honour"]


@pytest.mark.parametrize("section", checking.SECTION_TYPES.values())
def test_every_key_can_describe_its_allowed_values(section: type[schema.Section]) -> None:
    assert all(len(checking.describe_type(field.type)) > 5 for field in msgspec.structs.fields(section))


def test_the_named_file_precedes_the_local_and_the_services(tmp_path: Path) -> None:
    here, services = tmp_path / "table.toml", tmp_path / "etc" / "table.toml"
    services.parent.mkdir()
    assert find_config_file(None, (here, services)) == here
    services.touch()
    assert find_config_file(None, (here, services)) == services
    here.touch()
    assert find_config_file(None, (here, services)) == here
    assert find_config_file(Path("other.toml"), (here, services)) == Path("other.toml")
    assert [str(place) for place in checking.DEFAULT_CONFIG_FILES] == ["table.toml", "/etc/royaltable/table.toml"]


WORDS = ["true", "-1", "0", "27", "28", "999999", "1.5", "nan", "inf", '""', '"blue"', '"x\\u0000"', "[]", "[0, 1]"]
WORDS += ["[1, 2, 3, 4]", "[[0]]", "{}", "{ a = 1 }", "2026-01-01", "12:00:00", '"' + "x" * 300 + '"', "9" * 30, "'ä'"]


def mutated(text: str, chance: Random) -> str:
    lines = text.splitlines()
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(lines))
        key, equals, _value = lines[at].partition("=")
        match chance.randrange(6):
            case 0 | 1 if equals:
                lines[at] = f"{key}= {chance.choice(WORDS)}"
            case 2 if equals:
                lines[at] = key[:-2] + key[-1:] + equals + _value
            case 3:
                lines.insert(at, lines[chance.randrange(len(lines))])
            case 4:
                del lines[at]
                lines = lines or [""]
            case _:
                place = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + chance.choice('=[]"#.x0\\\t\x7f') + lines[at][place + 1 :]
    return "\n".join(lines)


def opened(table: schema.TableConfig) -> None:
    async def life() -> None:
        clock = LoopClock()
        hardware = Hardware(table, make_twin_table(table, clock), clock)
        hardware.open(DeviceHealth())
        hardware.boards.open()
        hardware.switch_off()

    run_virtual(life())


def test_randomly_damaged_files_are_valid_or_report_mistakes() -> None:
    chance, started = Random(11), 0
    refused: list[list[str]] = []
    for number in range(SPOILT):
        text = mutated(examples.read_example(examples.EXAMPLE_NAMES[number % len(examples.EXAMPLE_NAMES)]), chance)
        try:
            table = parse_config(text)
        except ConfigError as error:
            refused.append(error.faults)
        else:
            started += 1
            opened(table)
    print(f"{SPOILT} spoilt files: {len(refused)} refused, {started} start")
    assert len(refused) > SPOILT / 2
    assert all(fault.endswith((".", "?")) for faults in refused for fault in faults)
    assert started > SPOILT / 10
