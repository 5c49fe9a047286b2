"""Tables for spreadsheets hold no formula of others, wherever a spreadsheet splits cells."""

import csv
import io
import re
from pathlib import Path

import pytest

from controller.store.csv_files import as_csv, original

ROOT = Path(__file__).parents[2]
FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", '=HYPERLINK("http://a.example","b")', "＝1+1")  # noqa: RUF001
BEFORE = ("", ";", "x;", "x\t", "x\n", "x\r", "x\r\n", "x; ", 'x;"', ";;", "\t", " ", "x|", "x\u2028", "x;'", "'")


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("before", BEFORE)
def test_no_cell_begins_with_a_formula_and_each_text_can_be_read_back(before: str, formula: str) -> None:
    text = as_csv(("name", "club"), [("Ana", before + formula), (before + formula, 2)])
    for separator in ",;\t|":
        for cell in re.split(rf"[{separator}\r\n\u2028]", text):
            assert not cell.strip(' "').startswith(("=", "+", "-", "@", "＝")), separator  # noqa: RUF001
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert original(rows[1][1]) == original(rows[2][0]) == before + formula


@pytest.mark.parametrize("text", ["Ana-Maria", "1+1=2", "a@b.example", "'t Hart", "x, -1", "O'Neil; Bo"])
def test_a_text_that_is_no_formula_stays_as_it_is(text: str) -> None:
    assert next(csv.reader(io.StringIO(as_csv((text,), []), newline=""))) == [text]


def test_numbers_stay_numbers() -> None:
    assert as_csv(("points",), [(-3,), (-0.5,)]) == "points\r\n-3\r\n-0.5\r\n"


def test_all_tables_for_spreadsheets_are_written_in_one_place() -> None:
    writing = {
        str(file.relative_to(ROOT))
        for folder in ("controller", "hub", "hw")
        for file in (ROOT / folder).rglob("*.py")
        if re.search(r"csv\.(writer|DictWriter)|text/csv", file.read_text("utf-8"))
    }
    assert writing == {"controller/store/csv_files.py", "hub/page/tournament_routes.py"}
