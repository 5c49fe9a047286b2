"""`royaltable explain`: a rule, a chapter or all of them, in three languages."""

import pytest
from click.testing import CliRunner, Result

from controller.cli.game.tell import explain


def run(*arguments: str) -> Result:
    return CliRunner().invoke(explain, arguments)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "ranks highest"), ("de", "höchsten Rang"), ("es", "rango más alto")]
)
def test_a_rule_is_said_in_a_language(language: str, word: str) -> None:
    result = run("TR-3.4", "--lang", language)
    assert result.exit_code == 0
    assert result.stdout.startswith("TR-3.4 ")
    assert word in " ".join(result.stdout.split())


@pytest.mark.parametrize("written", ["tr-3.4", "3.4", "TR 3.4", "tr3.4", "TR-3-4"])
def test_a_rule_is_found_however_it_is_written(written: str) -> None:
    assert run(written).stdout == run("TR-3.4").stdout


def test_a_chapter_gives_its_rules_in_order() -> None:
    told = run("TR-4").stdout
    assert [line.split()[0] for line in told.splitlines() if line.startswith("TR-")] == [
        f"TR-4.{number}" for number in range(1, 12)
    ]


def test_without_a_rule_all_are_said() -> None:
    told = run().stdout
    assert told.startswith("LOG ")
    assert told.count("\nTR-") == 50


@pytest.mark.parametrize(
    ("unknown", "near"), [("TR-3.44", "TR-3.4"), ("TR-44.1", "TR-4.1"), ("LOGG", "LOG"), ("?", "TR-0.1")]
)
def test_an_unknown_rule_is_refused_with_those_nearest(unknown: str, near: str) -> None:
    result = run(unknown)
    assert result.exit_code == 2
    assert f"There is no rule {unknown}." in result.stderr
    assert near in result.stderr
