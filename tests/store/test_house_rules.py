"""The house's settings: set at the table, kept over a restart, never lost half-way."""

import json
from pathlib import Path

import pytest

from controller import config
from controller.store.house_rules import HouseRules
from controller.store.table_files import TableFiles

DEFAULTS = config.TableSection(hourglass_s=20, language="en")


def test_what_was_set_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "table.house.json"
    assert HouseRules(DEFAULTS, file).set(hourglass_s=35, language="de", silent=True) is None
    again = HouseRules(DEFAULTS, file)
    assert again.fault is None
    assert (again.kept.hourglass_s, again.language, again.silent) == (35, "de", True)


def test_without_a_file_the_settings_of_table_toml_hold(tmp_path: Path) -> None:
    house = HouseRules(DEFAULTS, tmp_path / "none.json")
    assert house.fault is None
    assert (house.kept.hourglass_s, house.language, house.silent) == (20, "en", False)


@pytest.mark.parametrize("text", ["", "{", '{"hourglass_s": 5, "language": "en", "silent": false}', "[]", '{"x": 1}'])
def test_a_damaged_file_is_named_and_the_table_starts_all_the_same(tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.house.json"
    file.write_text(text)
    house = HouseRules(DEFAULTS, file)
    fault = house.fault
    assert fault is not None
    assert str(file) in fault
    assert "table.toml" in fault
    assert house.kept.hourglass_s == 20


def test_a_setting_that_cannot_be_kept_holds_and_is_said(tmp_path: Path) -> None:
    house = HouseRules(DEFAULTS, tmp_path / "no folder" / "table.house.json")
    fault = house.set(silent=True)
    assert fault is not None
    assert "holds until" in fault
    assert house.silent


def test_a_change_is_told_once_and_the_same_again_is_none(tmp_path: Path) -> None:
    told: list[bool] = []
    house = HouseRules(DEFAULTS, tmp_path / "table.house.json")
    house.changed.listen(lambda _: told.append(house.silent))
    house.set(silent=True)
    house.set(silent=True)
    assert told == [True]


def test_each_journal_has_settings_of_its_own_beside_it(tmp_path: Path) -> None:
    house = HouseRules(DEFAULTS, TableFiles(tmp_path / "sim.journal").house_rules)
    house.set(language="es")
    assert json.loads((tmp_path / "sim.house.json").read_text())["language"] == "es"
