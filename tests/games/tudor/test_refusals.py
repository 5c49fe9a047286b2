"""Every reason for a refusal can be said in every language."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import controller.games.tudor
from controller.games.contract.values import Text
from controller.games.naming import sentence
from controller.games.tudor.rules.actions import PREFIX, Refusal
from controller.texts.speaking import LANGUAGES, keys
from tests.games.refusals import refusals_in

TEXTS = Path(controller.games.tudor.__file__).parent / "texts"


@cache
def reasons() -> dict[str, tuple[set[str], set[str]]]:
    """The second argument of each ``Refusal(...)`` in the game's code: the rules given there, and the values.

    ``rule`` stands for a rule that is handed in.
    """
    found: dict[str, tuple[set[str], set[str]]] = {}
    for call in refusals_in(controller.games.tudor):
        rule, reason = call.args[:2]
        if isinstance(reason, ast.Constant):  # else of samples
            rules, values = found.setdefault(str(reason.value), (set(), set()))
            rules.add(str(rule.value) if isinstance(rule, ast.Constant) else "rule")
            values |= {str(value.arg) for value in call.keywords}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_has_its_sentence_and_no_sentence_is_idle(language: str) -> None:
    said = {key.removeprefix(PREFIX) for key in keys(language) if key.startswith(PREFIX)}
    assert said == reasons().keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_fills_in_only_values_that_it_gets(language: str) -> None:
    content = (TEXTS / language / "refusals.ftl").read_text(encoding="utf-8")
    for part in re.split(rf"^(?={PREFIX})", content, flags=re.MULTILINE)[1:]:
        reason = part.split(" ", 1)[0].removeprefix(PREFIX)
        assert set(re.findall(r"\$(\w+)", part)) <= reasons()[reason][1], f"{language}: {reason}"


def test_a_refusal_says_what_was_seen_and_what_to_do() -> None:
    refusal = Refusal("TU-7.3", "occupied", space="A2")
    assert (refusal.code, str(refusal)) == ("TU-7.3", "A2 is occupied; a move ends on an open space.")


def test_colours_are_texts_themselves_for_the_tables_language() -> None:
    refusal = Refusal("TU-6.6", "turn", do="end_turn", seen="red", due="grey")
    assert refusal.text.values["seen"] == Text("tudor-red")
    assert sentence(refusal.text, "de") == 'Rot ist jetzt nicht mit "end_turn" dran, sondern Grau.'


def test_what_people_wrote_is_cut_short_and_made_of_whole_characters() -> None:
    refusal = Refusal("LOG", "ring-unknown", seen="\ud800\n" + "x" * 1_000)
    assert str(refusal) == "There is no ring ??" + "x" * 198 + "...."
