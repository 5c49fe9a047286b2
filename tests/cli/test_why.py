"""`royaltable why`: a game told with numbers and rules, by whom if the log says it."""

import contextlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.game.tell import why
from controller.cli.journal import journal
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.store.journal import Entry, Journal
from tests.cli.games import FIRST_BLUE, FIRST_YELLOW, START, TO_STATUES, lines

PLAYTHROUGHS = Path(__file__).parents[1] / "games" / "tumult_royale" / "playthroughs"
AT = "2026-05-01T20:00:00.000+00:00"


def run(log: str, *options: str) -> Result:
    return CliRunner().invoke(why, ["-", *options], input=log)


def test_each_paragraph_has_the_number_of_its_action_and_tiles_in_a_row_are_one() -> None:
    assert (
        run(lines(*TO_STATUES)).stdout
        == """
        1  A game of 2 begins; Yellow is king (TR-0.1).
        2  Blue puts the first statue down (TR-0.6).
        3  Yellow puts the first statue down (TR-0.6).
           Round 1 begins; Yellow is king.

        4  The people want 2 of each commodity (TR-1.1).
     5-10  6 tiles are set aside (TR-2.1).
       11  The hourglass runs (TR-2.2).
    12-14  Blue has 3 tiles.
       15  The hourglass is empty (TR-2.5).
       16  Blue robbed bread 3, marble 1, tools 0 (TR-2.6).
           Yellow robbed bread 0, marble 0, tools 0 (TR-2.6).
           The people are left bread 7, marble 9, tools 10 (TR-2.6).
           No tumult over bread: 7 left, 2 wanted (TR-3.1).
           No tumult over marble: 9 left, 2 wanted (TR-3.1).
           No tumult over tools: 10 left, 2 wanted (TR-3.1).
           Yellow has nothing to build (TR-4.8).
"""
    )


def test_one_round_can_be_told_alone_and_in_another_language() -> None:
    said = run(lines(*TO_STATUES), "--round", "0", "--language", "de").stdout.splitlines()
    assert said[1] == "        1  Ein Spiel mit 2 beginnt; Gelb ist König (TR-0.1)."
    assert len(said) == 5


def test_the_journal_says_who_brought_an_action_about(tmp_path: Path) -> None:
    entries = [
        Entry(1, seq, action, origin, AT)
        for seq, (action, origin) in enumerate(((START, "knob"), (FIRST_BLUE, "yes:blue"), (FIRST_YELLOW, "act")), 1)
    ]
    writer = Journal(tmp_path / "j")
    writer.append(entries)
    writer.close()
    exported = CliRunner().invoke(journal, ["export", str(tmp_path / "j"), "--origins"]).stdout
    assert [json.loads(line)["origin"] for line in exported.splitlines()] == ["knob", "yes:blue", "act"]
    assert json.loads(exported.splitlines()[1]) == {
        "seq": 2, "origin": "yes:blue", "written_utc": AT, "action": FIRST_BLUE,
    }  # fmt: skip
    assert run(exported).stdout.splitlines()[2] == "        2  yes:blue      Blue puts the first statue down (TR-0.6)."


def test_a_refused_line_ends_the_telling_with_its_rule() -> None:
    result = run(lines(START, FIRST_YELLOW))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == 'line 2: TR-0.6: Yellow cannot do "place_first" now: it is Blue\'s turn.'


def accepted(log: Path) -> str:
    """The playthrough without the lines that are refused in it."""
    play = GameLog()
    for line in log.read_text().splitlines():
        with contextlib.suppress(Refusal):
            play.submit(line)
    return lines(*play.actions)


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("name", ["four_classic_tracked", "three_gambler_honour", "two_classic_tracked"])
def test_a_whole_game_is_told_in_every_language_with_tumults_payments_ranks_and_the_end(
    name: str, language: str
) -> None:
    result = run(accepted(PLAYTHROUGHS / f"{name}.jsonl"), "--language", language)
    assert result.exit_code == 0
    for rule in ("TR-3.4", "TR-3.5", "TR-4.4", "TR-5.1", "TR-6.1", "TR-8.3"):
        assert f"({rule})" in result.stdout
