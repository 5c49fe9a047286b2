"""The tag book: what was taught is kept whole, and taken elsewhere as CSV and JSON."""

from pathlib import Path

import pytest

from controller.store import tags
from controller.store.tags import TagBook, TagBookError
from hw.values import Uid

BOOK = TagBook({Uid(bytes.fromhex("04a1b2c3d4e5f6")): "t02", Uid(bytes.fromhex("deadbeef")): "t01"})


@pytest.mark.parametrize("name", ["tags.toml", "tags.csv", "tags.json"])
def test_what_is_saved_is_read_back(tmp_path: Path, name: str) -> None:
    tags.save(tmp_path / name, BOOK)
    assert tags.load(tmp_path / name) == BOOK
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_csv_is_two_columns_in_order_of_tiles(tmp_path: Path) -> None:
    tags.save(tmp_path / "tags.csv", BOOK)
    assert (tmp_path / "tags.csv").read_text() == "uid,tile\ndeadbeef,t01\n04a1b2c3d4e5f6,t02\n"


def test_teaching_a_tile_anew_forgets_its_old_sticker_and_the_sticker_s_old_tile() -> None:
    assert BOOK.taught(Uid(bytes.fromhex("deadbeef")), "t02").pieces == {Uid(bytes.fromhex("deadbeef")): "t02"}
    assert BOOK.uid("t02") == bytes.fromhex("04a1b2c3d4e5f6")
    assert BOOK.uid("t39") is None


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("t.toml", "[tag]\n", "expected one table [tags]"),
        ("t.toml", "[tags]\nzz = 't01'\n", "'zz' is no UID (expected 4, 7 or 10 octets in hex)"),
        ("t.toml", "[tags]\n04a1b2 = 't01'\n", "'04a1b2' is no UID"),
        ("t.toml", "[tags]\ndeadbeef = 1\n", "saw 1, expected a piece id"),
        ("t.toml", "[tags]\ndeadbeef = 't01'\ndeadbeff = 't01'\n", "piece t01 has a sticker already"),
        ("t.csv", "uid,what\ndeadbeef,t01\n", "expected uid, tile"),
        ("t.json", '{"uid": "deadbeef"}', "Expected a list of"),
        ("t.json", '[{"uid": "deadbeef"}]', "Expected a list of"),
    ],
)
def test_each_fault_of_a_file_is_named(tmp_path: Path, name: str, text: str, fault: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(TagBookError) as error:
        tags.load(tmp_path / name)
    assert fault in str(error.value)


def test_a_missing_file_says_to_teach_first(tmp_path: Path) -> None:
    with pytest.raises(TagBookError, match="Teach the pieces first"):
        tags.load(tmp_path / "tags.toml")


def test_a_csv_as_spreadsheets_write_it_is_read(tmp_path: Path) -> None:
    """With a byte order mark, and a carriage return at each end of line."""
    (tmp_path / "tags.csv").write_bytes(b"\xef\xbb\xbfuid,tile\r\n04a1b2c3d4e5f6,t07\r\n")
    assert tags.load(tmp_path / "tags.csv").uid("t07") == bytes.fromhex("04a1b2c3d4e5f6")
