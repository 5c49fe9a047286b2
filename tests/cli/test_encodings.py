"""Files from other programs: UTF-8 with a byte order mark is read, and UTF-16 is named with its cure."""

import codecs
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import controller.games.tumult_royale
from controller.config.examples import read_example
from controller.config.schema import MqttSection
from controller.fleet.enrolment import Invitation
from controller.reading import NotUtf8Error, read_text
from controller.store.membership import load_broker_config
from controller.store.tags import TagMapError, load_tag_map
from hub.settings import SettingsError, load_settings
from hub.tournament.exchange import encode_tournament_record
from tests.hub.tournament.simulated import Simulated
from tests.support.commands import FIRST_BLUE, FIRST_YELLOW, SPIN_TWO, START, lines, royaltable

LOG = lines(START, FIRST_BLUE, FIRST_YELLOW, SPIN_TWO)
NOTATION = """[Notation "1"]
[Unnamed "spin demand"]

1. start edition=standard variant=classic map=honour players=[{color:blue,rank:2},{color:yellow,rank:1}] regions=[]
2. blue: place_first
3. yellow: place_first
4. spin 2
"""
EDITION = (Path(controller.games.tumult_royale.__path__[0]) / "box" / "standard.toml").read_text("utf-8")
TABLE = read_example("minimal")
TOURNAMENT = encode_tournament_record(Simulated(4).acts).decode()
INVITATION = msgspec.json.encode(Invitation("127.0.0.1", 8443, "", "0" * 64)).decode()

COMMANDS = [
    (NOTATION, "replay FILE", "4 accepted, 0 refused"),
    (LOG, "replay FILE", "4 accepted, 0 refused"),
    (NOTATION, "journal import JOURNAL FILE", "Imported as game 1: 4 actions."),
    (NOTATION, "bgstats FILE", "the game is not over"),
    (EDITION, "edition check FILE --game tumult_royale", "file: "),
    (TABLE, "config check --config FILE", "file: "),
    (TOURNAMENT, "hub draw --verify FILE", "Evening: commitment"),
    (INVITATION, "join --sim --invitation FILE", "no valid certificate authority"),
]


@pytest.mark.parametrize(("text", "command", "answer"), COMMANDS)
def test_a_byte_order_mark_changes_nothing_and_utf_16_is_named(
    tmp_path: Path, text: str, command: str, answer: str
) -> None:
    named = {"FILE": tmp_path / "file", "JOURNAL": tmp_path / "journal"}
    words = [named.get(word, word) for word in command.split()]
    for mark in (b"", codecs.BOM_UTF8):
        named["FILE"].write_bytes(mark + text.encode())
        named["JOURNAL"].unlink(missing_ok=True)
        assert answer in royaltable(*words).output
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        named["FILE"].write_bytes(text.encode(encoding))
        refused = royaltable(*words)
        assert refused.exit_code == 1
        assert "is UTF-16 or UTF-32 text, expected UTF-8. Save it again with the encoding UTF-8" in refused.output


@pytest.mark.parametrize("log", [NOTATION, LOG])
def test_a_log_from_standard_input_may_have_a_byte_order_mark(log: str) -> None:
    assert "4 accepted, 0 refused" in royaltable("replay", "-", given=codecs.BOM_UTF8 + log.encode()).output


def read_password(file: Path) -> object:
    return load_broker_config(MqttSection(host="broker", password_file=file.name), file.parent).password


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("hub.toml", '[room]\nname = "The Crown"\n', lambda file: load_settings(file.parent)),
        ("tags.toml", '[tags]\n"04a1b2c3d4e5f6" = "t07"\n', load_tag_map),
        ("tags.csv", "uid,tile\n04a1b2c3d4e5f6,t07\n", load_tag_map),
        ("mqtt.password", "s3cret\n", read_password),
    ],
)
def test_settings_stickers_and_passwords_may_have_a_byte_order_mark(
    tmp_path: Path, name: str, text: str, read: Callable[[Path], object]
) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    expected = read(file)
    file.write_text(text, "utf-8-sig")
    assert read(file) == expected
    file.write_text(text, "utf-16")
    with pytest.raises((OSError, SettingsError, TagMapError), match="is UTF-16 or UTF-32 text, expected UTF-8"):
        read(file)


def test_a_byte_of_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_bytes('[room]\nname = "Zur Mühle"\n'.encode("latin-1"))
    with pytest.raises(NotUtf8Error) as refused:
        read_text(tmp_path / "hub.toml", 1000)
    assert str(refused.value) == ("has the byte 0xfc in line 2, expected UTF-8. Save it again with the encoding UTF-8")
