"""What the commands of a terminal say of a game of Tudor, of its editions, and of what to do next."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from controller.cli.game.edition import edition
from controller.cli.game.explore import advise, explain_rules, list_legal_options, narrate_game, replay
from controller.cli.game.selfplay import selfplay
from controller.games.contract.game import Advising
from controller.games.installed import make_game
from controller.games.tudor.bots.selfplay import BOTS
from controller.texts.translation import LANGUAGES
from tests.games.tudor.playing import house_edition

EXAMPLES = Path(__file__).parent / "examples"
OFFICE = (EXAMPLES / "2-office.jsonl").read_text(encoding="utf-8").splitlines()
GARTER = (EXAMPLES / "6-garter.jsonl").read_text(encoding="utf-8").splitlines()


def run(command: click.Command, *words: str, text: str = "") -> Result:
    return CliRunner().invoke(command, words, input=text)


def after(command: click.Command, lines: list[str], *words: str) -> Result:
    return run(command, "-", *words, text="\n".join(lines) + "\n")


def test_a_log_is_replayed_to_prestige_offices_and_winners() -> None:
    assert after(replay, GARTER).stdout.splitlines() == [
        f"{len(GARTER)} accepted, 0 refused; round 4 of 4, over",
        "player  prestige  offices  supply",
        "yellow        30        0       8",
        "blue          27        0      10",
        "red            3        0      10",
        "green          5        0      10",
        "yellow wins",
    ]


def test_the_states_of_a_replay_are_the_canonical_ones() -> None:
    last = json.loads(after(replay, GARTER, "--states").stdout.splitlines()[-1])
    assert last["final"]["green"] == {"scoring": [0, 0], "garter": 5}
    assert last["seq"] == len(GARTER)


def test_options_are_legal_actions_of_the_acting_player() -> None:
    listed = [json.loads(line) for line in after(list_legal_options, GARTER[:1]).stdout.splitlines()]
    assert [each["ring"] for each in listed] == [f"q{number:02}" for number in range(1, 22)]
    assert after(list_legal_options, GARTER).stdout == ""


def test_why_shows_hidden_events_with_their_rules() -> None:
    result = after(narrate_game, OFFICE[:16]).stdout.splitlines()
    assert result[-6:] == [
        "       16  Yellow pays the cards red, brown, blue, yellow, green, purple (TU-9).",
        "           Yellow's courtier enters the throne room with the long court move and stops at B6",
        "             (TU-7.4).",
        "           Yellow takes the tokens red, brown, blue, yellow, green, purple (TU-7.8).",
        "           Yellow takes the influence of the space (TU-7.9).",
        "           Yellow takes office B: 8 prestige (TU-8.1).",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_told_in_each_language(language: str) -> None:
    result = after(narrate_game, GARTER, "--language", language)
    assert result.exit_code == 0, result.output
    assert "tudor-" not in result.stdout


def test_a_rule_is_explained_by_its_id_alone() -> None:
    assert run(explain_rules, "TU-7.4").stdout == (
        "TU-7.4    As its first step a move may bring a courtier from the supply onto an open space of row 1.\n"
    )
    assert "TU-15.3" in run(explain_rules, "TU-15").stdout


def test_all_faults_of_a_custom_edition_are_listed_at_once() -> None:
    result = run(edition, "check", "-", "--game", "tudor", text=json.dumps(house_edition(cards=-1, courtiers=0)))
    assert result.exit_code == 1
    assert result.stderr.splitlines()[1:] == [
        "  cards: is -1; expected 0 to 1000000 (TU-0.2)",
        "  courtiers: is 0; expected 1 to 1000000 (TU-0.2)",
    ]


def test_the_shipped_edition_can_be_shown_changed_and_played(tmp_path: Path) -> None:
    shown: dict[str, Any] = json.loads(run(edition, "show", "--game", "tudor").stdout)
    house = tmp_path / "house.json"
    house.write_text(json.dumps({**shown, "name": "Our box", "crowded": 7}), encoding="utf-8")
    checked = run(edition, "check", str(house), "--game", "tudor").stdout
    assert checked == f"{house}: 'Our box' can be played: 140 tokens, 21 rings\n"
    words = ("--game", "tudor", "--players", "2", "--games", "1", "--tudor-cards", "drawn", "--edition", str(house))
    played = run(selfplay, *words, "--check", "--out", str(tmp_path))
    assert played.exit_code == 0, played.output
    assert '"name": "Our box"' in (tmp_path / "game-00001.jsonl").read_text(encoding="utf-8")


def test_the_source_of_each_value_is_shown() -> None:
    result = run(edition, "show", "--standing", "--game", "tudor").stdout
    assert "placeholder  factions: green, purple" in result


def test_self_played_games_are_counted_by_bot() -> None:
    result = run(selfplay, "--game", "tudor", "--players", "2", "--games", "1", "--bot", "sensible-and-random").stdout
    assert "games won by a sensible bot │ 100.0 % (1)" in result
    assert set(BOTS) == {"random", "sensible", "sensible-and-random"}


def test_advice_is_one_legal_action_in_each_language() -> None:
    legal = after(list_legal_options, OFFICE[:15]).stdout.splitlines()
    assert len(legal) > 1
    for language in LANGUAGES:
        result = after(advise, OFFICE[:15], "--language", language)
        assert result.exit_code == 0, result.output
        assert "tudor-" not in result.stdout
    assert after(advise, OFFICE[:15]).stdout.splitlines()[0] == "Yellow should choose: E: long court move."
    assert "etwa 1,8 Ansehen mehr" in after(advise, OFFICE[:12], "--language", "de").stdout


@pytest.mark.parametrize(
    ("lines", "castle", "sentence"),
    [
        (OFFICE[:2], "red", "TU-6.1: Advice is only for the player who must act. Ask for blue."),
        (OFFICE[:16], None, "TU-7.10: A token must be drawn for B6, and only chance decides it."),
        (OFFICE[:2], "nobody", "LOG: No player has the castle nobody. Use one of "),
    ],
)
def test_advice_is_refused_for_draws_and_other_castles(lines: list[str], castle: str | None, sentence: str) -> None:
    words = () if castle is None else ("--castle", castle)
    assert sentence in after(advise, lines, *words).stderr


def test_the_page_cannot_ask_for_advice() -> None:
    assert not isinstance(make_game("tudor"), Advising)
