"""The small files beside a journal: house rules, keys, tags, tables."""

import csv
import hashlib
import io
import json
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.config.schema import TableSection
from controller.secret import Secret
from controller.store import csv_files, house_rules, table_files, tags
from controller.store.keyring import Keyring, KeyringError
from controller.store.tags import TagMap, TagMapError
from hw.values import Uid
from tests.support.limits import set_limits

DEFAULTS = TableSection(hourglass_s=20, language="en")


def test_settings_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "table.house.json"
    assert house_rules.HouseRules(DEFAULTS, file).change_and_save(hourglass_s=35, language="de", silent=True) is None
    again = house_rules.HouseRules(DEFAULTS, file)
    assert again.fault is None
    assert (again.current.hourglass_s, again.language, again.is_silent) == (35, "de", True)


def test_without_a_file_the_defaults_of_table_toml_apply(tmp_path: Path) -> None:
    house = house_rules.HouseRules(DEFAULTS, tmp_path / "none.json")
    assert house.fault is None
    assert (house.current.hourglass_s, house.language, house.is_silent) == (20, "en", False)


@pytest.mark.parametrize("text", ["", "{", '{"hourglass_s": 5, "language": "en", "silent": false}', "[]", '{"x": 1}'])
def test_a_damaged_settings_file_does_not_prevent_a_start(tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.house.json"
    file.write_text(text)
    house = house_rules.HouseRules(DEFAULTS, file)
    fault = house.fault
    assert fault is not None
    assert str(file) in fault
    assert "table.toml" in fault
    assert house.current.hourglass_s == 20


def test_a_setting_that_cannot_be_saved_applies_and_is_reported(tmp_path: Path) -> None:
    house = house_rules.HouseRules(DEFAULTS, tmp_path / "no folder" / "table.house.json")
    fault = house.change_and_save(silent=True)
    assert fault is not None
    assert "is lost when" in fault
    assert house.is_silent


def test_a_change_is_signalled_once(tmp_path: Path) -> None:
    emitted: list[bool] = []
    house = house_rules.HouseRules(DEFAULTS, tmp_path / "table.house.json")
    house.changed.connect(lambda _: emitted.append(house.is_silent))
    house.change_and_save(silent=True)
    house.change_and_save(silent=True)
    assert emitted == [True]


def test_each_journal_has_its_own_settings_file(tmp_path: Path) -> None:
    house = house_rules.HouseRules(DEFAULTS, table_files.TableFiles(tmp_path / "sim.journal").house_rules)
    house.change_and_save(language="es")
    assert json.loads((tmp_path / "sim.house.json").read_text())["language"] == "es"


def keyring(folder: Path) -> Keyring:
    keys = Keyring(folder / "table.keys.json")
    keys.load()
    return keys


def test_a_new_pin_replaces_the_old_one_permanently(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    old, new = keys.store_new_pin().reveal(), keys.store_new_pin().reveal()
    again = keyring(tmp_path)
    assert len(new) == 6
    assert again.matches_pin(Secret(new))
    assert not again.matches_pin(Secret(old)) or old == new


def test_each_password_guess_costs_16_mib(tmp_path: Path) -> None:
    pin = keyring(tmp_path).store_new_pin().reveal()
    kept = json.loads((tmp_path / "table.keys.json").read_text())["pin"]
    salt, room = bytes.fromhex(kept["salt"]), 64 * 1024 * 1024
    assert hashlib.scrypt(pin.encode(), salt=salt, n=16_384, r=8, p=1, maxmem=room, dklen=32).hex() == kept["digest"]


def test_without_keys_nothing_is_accepted(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    assert not keys.has_password
    assert [keys.matches_pin(Secret("")), keys.matches_password(Secret("")), keys.find_token_name(Secret(""))] == [
        False,
        False,
        None,
    ]


def test_the_key_file_has_no_secret_and_is_private(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    keys.set_password(Secret("a long evening"))
    pin, secrets = keys.store_new_pin().reveal(), ["a long evening", keys.create_token("scoreboard").reveal()]
    file = tmp_path / "table.keys.json"
    assert [secret for secret in secrets if secret in file.read_text()] == []
    assert pin not in re.findall(r"\w+", file.read_text())  # a digest may have these digits somewhere by chance
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_equal_passwords_have_different_hashes(tmp_path: Path) -> None:
    texts = []
    for _ in range(2):
        keyring(tmp_path).set_password(Secret("a long evening"))
        texts.append((tmp_path / "table.keys.json").read_text())
    assert texts[0] != texts[1]
    assert keyring(tmp_path).matches_password(Secret("a long evening"))


def test_the_number_of_tokens_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, API_TOKENS=2)
    keys = keyring(tmp_path)
    keys.create_token("scoreboard")
    keys.create_token("camera")
    with pytest.raises(KeyringError, match="Revoke one first"):
        keys.create_token("lights")
    keys.revoke_token("camera")
    keys.create_token("lights")
    assert keys.token_names == ["scoreboard", "lights"]


def test_a_named_token_works_until_revoked(tmp_path: Path) -> None:
    keys = keyring(tmp_path)
    token = keys.create_token("scoreboard").reveal()
    assert keyring(tmp_path).find_token_name(Secret(token)) == "scoreboard"
    with pytest.raises(KeyringError, match="already has a token"):
        keys.create_token("scoreboard")
    keys.revoke_token("scoreboard")
    assert keyring(tmp_path).find_token_name(Secret(token)) is None
    assert keys.token_names == []


def test_a_short_password_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyringError, match="the password has 7 characters"):
        keyring(tmp_path).set_password(Secret("1234567"))


def test_a_damaged_key_file_is_named_and_nothing_accepted(tmp_path: Path) -> None:
    (tmp_path / "table.keys.json").write_text("{")
    keys = Keyring(tmp_path / "table.keys.json")
    with pytest.raises(KeyringError, match=r"table\.keys\.json"):
        keys.load()
    assert not keys.matches_pin(Secret("123456"))


def test_concurrent_key_changes_are_all_saved(tmp_path: Path) -> None:
    """Tokens are made on the page while a PIN is drawn at the knob."""
    keys = keyring(tmp_path)
    with ThreadPoolExecutor() as threads:
        pin = threads.submit(keys.store_new_pin)
        tokens = list(threads.map(keys.create_token, ("scoreboard", "camera", "lights")))
    again = keyring(tmp_path)
    assert again.matches_pin(pin.result())
    assert [again.find_token_name(token) for token in tokens] == ["scoreboard", "camera", "lights"]


BOOK = TagMap({Uid(bytes.fromhex("04a1b2c3d4e5f6")): "t02", Uid(bytes.fromhex("deadbeef")): "t01"})


@pytest.mark.parametrize("name", ["tags.toml", "tags.csv", "tags.json"])
def test_a_saved_tag_map_is_read_back(tmp_path: Path, name: str) -> None:
    tags.save_tag_map(tmp_path / name, BOOK)
    assert tags.load_tag_map(tmp_path / name) == BOOK
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_csv_has_two_columns_sorted_by_piece(tmp_path: Path) -> None:
    tags.save_tag_map(tmp_path / "tags.csv", BOOK)
    assert (tmp_path / "tags.csv").read_text() == "uid,tile\ndeadbeef,t01\n04a1b2c3d4e5f6,t02\n"


def test_teaching_removes_the_old_sticker_and_piece() -> None:
    assert BOOK.with_tag(Uid(bytes.fromhex("deadbeef")), "t02").pieces == {Uid(bytes.fromhex("deadbeef")): "t02"}
    assert BOOK.uid_of("t02") == bytes.fromhex("04a1b2c3d4e5f6")
    assert BOOK.uid_of("t39") is None


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("t.toml", "[tag]\n", "expected one table [tags]"),
        ("t.toml", "[tags]\nzz = 't01'\n", "'zz' is not a UID (expected 4, 7 or 10 bytes in hexadecimal)"),
        ("t.toml", "[tags]\n04a1b2 = 't01'\n", "'04a1b2' is not a UID"),
        ("t.toml", "[tags]\ndeadbeef = 1\n", "saw 1, expected a piece id"),
        ("t.toml", "[tags]\ndeadbeef = 't01'\ndeadbeff = 't01'\n", "piece t01 already has a sticker"),
        ("t.csv", "uid,what\ndeadbeef,t01\n", "expected uid, tile"),
        ("t.json", '{"uid": "deadbeef"}', "Expected a list of"),
        ("t.json", '[{"uid": "deadbeef"}]', "Expected a list of"),
    ],
)
def test_each_mistake_in_a_file_is_named(tmp_path: Path, name: str, text: str, fault: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(TagMapError) as error:
        tags.load_tag_map(tmp_path / name)
    assert fault in str(error.value)


def test_a_missing_file_says_to_teach_first(tmp_path: Path) -> None:
    with pytest.raises(TagMapError, match="Teach the pieces first"):
        tags.load_tag_map(tmp_path / "tags.toml")


def test_a_csv_from_a_spreadsheet_is_read(tmp_path: Path) -> None:
    """With a byte order mark, and a carriage return at each end of line."""
    (tmp_path / "tags.csv").write_bytes(b"\xef\xbb\xbfuid,tile\r\n04a1b2c3d4e5f6,t07\r\n")
    assert tags.load_tag_map(tmp_path / "tags.csv").uid_of("t07") == bytes.fromhex("04a1b2c3d4e5f6")


ROOT = Path(__file__).parents[2]
FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", '=HYPERLINK("http://a.example","b")', "＝1+1")  # noqa: RUF001
BEFORE = ("", ";", "x;", "x\t", "x\n", "x\r", "x\r\n", "x; ", 'x;"', ";;", "\t", " ", "x|", "x\u2028", "x;'", "'")


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("before", BEFORE)
def test_formulas_in_cells_are_escaped_and_restored(before: str, formula: str) -> None:
    text = csv_files.format_csv(("name", "club"), [("Ana", before + formula), (before + formula, 2)])
    for separator in ",;\t|":
        for cell in re.split(rf"[{separator}\r\n\u2028]", text):
            assert not cell.strip(' "').startswith(("=", "+", "-", "@", "＝")), separator  # noqa: RUF001
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert csv_files.unescape_cell(rows[1][1]) == csv_files.unescape_cell(rows[2][0]) == before + formula


@pytest.mark.parametrize("text", ["Ana-Maria", "1+1=2", "a@b.example", "'t Hart", "x, -1", "O'Neil; Bo"])
def test_a_cell_that_is_no_formula_is_unchanged(text: str) -> None:
    assert next(csv.reader(io.StringIO(csv_files.format_csv((text,), []), newline=""))) == [text]


def test_numbers_in_csv_cells_are_not_escaped() -> None:
    assert csv_files.format_csv(("points",), [(-3,), (-0.5,)]) == "points\r\n-3\r\n-0.5\r\n"


def test_csv_is_written_only_by_this_module() -> None:
    writing = {
        str(file.relative_to(ROOT))
        for folder in ("controller", "hub", "hw")
        for file in (ROOT / folder).rglob("*.py")
        if re.search(r"csv\.(writer|DictWriter)|text/csv", file.read_text("utf-8"))
    }
    assert writing == {"controller/store/csv_files.py", "hub/page/tournament_routes.py"}
