"""`royaltable config`: examples are written and never over a file, checked, shown."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.__main__ import main
from controller.config import ConfigError, examples, parse


def config(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["config", *arguments])


@pytest.mark.parametrize("name", examples.NAMES)
def test_an_example_that_was_written_is_right(tmp_path: Path, name: str) -> None:
    file = str(tmp_path / "deep" / "table.toml")
    assert config("init", name, "--to", file).exit_code == 0
    done = config("check", "--config", file)
    assert done.exit_code == 0
    assert f"{file}: right. Castles: blue, yellow" in done.output


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("mine")
    done = config("init", "a", "--to", str(tmp_path / "table.toml"))
    assert done.exit_code == 1
    assert "is there already and was left alone" in done.output
    assert (tmp_path / "table.toml").read_text() == "mine"


def test_all_faults_are_told_with_exit_status_1(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[table]\nhourglass_s = 5\nmap = 'none'\n")
    done = config("check", "--config", str(tmp_path / "table.toml"))
    assert done.exit_code == 1
    assert "3 fault(s)" in done.output
    assert "saw 'none', expected one of honour, tracked." in done.output


@pytest.mark.parametrize("name", examples.NAMES)
def test_what_is_shown_is_the_same_table(tmp_path: Path, name: str) -> None:
    config("init", name, "--to", str(tmp_path / "table.toml"))
    shown = config("show", "--config", str(tmp_path / "table.toml"))
    try:
        assert parse(shown.output) == parse(examples.text_of(name))
    except ConfigError as fault:
        pytest.fail(str(fault))
