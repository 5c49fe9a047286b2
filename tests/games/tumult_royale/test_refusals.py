"""Every reason for a refusal can be said in every language."""

import ast
import re
from pathlib import Path

import pytest

import controller.games.tumult_royale
from controller.games.contract.values import Text
from controller.games.tumult_royale.rules.actions import Refusal
from controller.texts.speaking import LANGUAGES, keys
from tests.games.refusals import refusals_in
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    in_round_one,
    refused,
)

TEXTS = Path(controller.games.tumult_royale.__file__).parent / "texts"


def reasons() -> set[str]:
    leaves = [leaf for call in refusals_in(controller.games.tumult_royale) for leaf in ast.walk(call.args[1])]
    return {str(leaf.value) for leaf in leaves if isinstance(leaf, ast.Constant)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_has_its_sentence_and_no_sentence_is_idle(language: str) -> None:
    said = {key.removeprefix("refused-") for key in keys(language) if key.startswith("refused-")}
    assert said == reasons()


def variables(language: str) -> dict[str, set[str]]:
    """The values that each sentence fills in."""
    content = (TEXTS / language / "refusals.ftl").read_text(encoding="utf-8")
    sentences = re.split(r"^(?=refused-)", content, flags=re.MULTILINE)[1:]
    return {sentence.split(" ", 1)[0]: set(re.findall(r"\$(\w+)", sentence)) for sentence in sentences}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_fills_in_the_same_values_in_every_language(language: str) -> None:
    assert variables(language) == variables("en")


def test_a_refusal_says_what_was_seen_and_what_to_do() -> None:
    refusal = refused(in_round_one(TWO).state, {"do": "spin", "demand": 7}, "TR-1.1")
    assert str(refusal) == "The spinner has no 7; it shows 2, 3, 4, 5."
    assert refusal.values == {"seen": 7, "numbers": "2, 3, 4, 5"}


def test_words_of_the_game_are_texts_themselves_for_the_tables_language() -> None:
    refusal = refused(about_to_build(["b1", "m1"]), {"do": "pass", "player": "yellow"}, "TR-4.1")
    assert refusal.text == Text("refused-turn", {"do": "pass", "seen": Text("yellow"), "due": Text("blue")})


def test_what_people_wrote_is_cut_short_and_made_of_whole_characters() -> None:
    refusal = Refusal("LOG", "tile-unknown", seen="\ud800\n" + "x" * 1_000)
    assert str(refusal) == "Tile ??" + "x" * 198 + "... is not in play."
