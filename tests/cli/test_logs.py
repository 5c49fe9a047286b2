"""Commands that read a game log: `replay`, `why`, `advise`, `options`, `analyse`."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli.game.explore import replay
from controller.cli.game.journal import journal
from controller.games.tumult_royale.bots import analysis
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.store.journal import Entry, Journal
from controller.texts.translation import LANGUAGES
from tests.support.commands import FIRST_BLUE, FIRST_YELLOW, SPIN_TWO, START, TO_STATUES, lines, royaltable


def on(log: str | bytes, command: str, *options: str) -> Result:
    return royaltable(command, "-", *options, given=log)


def states(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_with_states_each_accepted_action_gives_one_line() -> None:
    result = on(lines(START, FIRST_BLUE, FIRST_YELLOW, SPIN_TWO), "replay", "--states")
    assert result.exit_code == 0
    assert [(state["seq"], state["phase"], state["to_act"]) for state in states(result)] == [
        (1, "first_statues", "blue"),
        (2, "first_statues", "yellow"),
        (3, "sentiment", None),
        (4, "set_aside", None),
    ]


def test_a_state_is_compact_json_in_contract_order() -> None:
    (line,) = on(lines(START), "replay", "--states").stdout.splitlines()
    assert line.startswith('{"seq":1,"round":1,"phase":"first_statues","to_act":"blue","hourglass":"idle",')
    assert list(json.loads(line)) == [
        "seq", "round", "phase", "to_act", "hourglass", "demand", "supply", "players", "people", "set_aside", "fields",
        "regions", "chronicle", "tumults", "winner", "ending",
    ]  # fmt: skip


def test_a_refused_action_stops_the_replay_with_its_rule_and_line() -> None:
    result = on(lines(START, FIRST_BLUE, FIRST_BLUE, FIRST_YELLOW), "replay", "--states")
    assert result.exit_code == 1
    *_, last = states(result)
    assert len(states(result)) == 3
    assert list(last) == ["refused", "line"]
    assert last["line"] == 3
    assert last["refused"]["rule"] == "TR-0.6"
    assert "yellow" in last["refused"]["message"].lower()


def test_keep_going_continues_after_refusals() -> None:
    result = on(
        lines(START, FIRST_YELLOW, FIRST_BLUE, {"do": "dance"}, FIRST_YELLOW), "replay", "--states", "--keep-going"
    )
    assert result.exit_code == 0
    assert [state.get("seq", state.get("refused", {}).get("rule")) for state in states(result)] == [
        1,
        "TR-0.6",
        2,
        "LOG",
        3,
    ]


@pytest.mark.parametrize("wrong", ["{", "[]", "null", '"start"', "1e999", "NaN", "[" * 100_000, "{}", '{"do":"start"}'])
def test_a_line_that_is_not_an_action_is_refused(wrong: str) -> None:
    result = on(f"{lines(START)}{wrong}\n", "replay", "--states")
    assert result.exit_code == 1
    assert states(result)[1]["refused"]["rule"] == "LOG"
    assert states(result)[1]["line"] == 2


def test_bytes_that_are_not_text_are_refused() -> None:
    result = on(lines(START).encode() + b'{"do":"\xff"}\n', "replay", "--states")
    assert states(result)[1]["refused"]["rule"] == "LOG"


def test_blank_lines_are_skipped_but_counted() -> None:
    result = on(f"\n{lines(START)} \t\r\n{lines(FIRST_YELLOW)}", "replay", "--states")
    assert [state.get("seq", state.get("line")) for state in states(result)] == [1, 4]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_any_line_ending_works_and_the_last_may_be_missing(end: str) -> None:
    assert on(json.dumps(START) + end, "replay", "--states").exit_code == 0


def test_only_a_line_feed_ends_a_line() -> None:
    """U+2028 and U+0085 may stand in a JSON text; a carriage return is a blank."""
    house = {**START, "edition": "a\u2028b\u0085c"}
    result = on(json.dumps(house, ensure_ascii=False).replace(", ", ",\r") + "\n", "replay", "--states")
    (refusal,) = states(result)
    assert refusal["line"] == 1


def test_without_states_a_summary_is_printed() -> None:
    result = on(lines(*TO_STATUES), "replay")
    assert result.exit_code == 0
    assert result.stdout == (
        "16 accepted, 0 refused; round 1, statues\n"
        "rank  player  statues  supporters\n"
        "   1  yellow        1          30\n"
        "   2  blue          1          30\n"
        "blue is to act\n"
    )


def test_without_states_a_refusal_names_its_line() -> None:
    result = on(lines(START, FIRST_YELLOW), "replay")
    assert result.exit_code == 1
    first, second, *_ = result.stdout.splitlines()
    assert first.startswith("line 2: TR-0.6: ")
    assert second == "1 accepted, 1 refused; round 1, first_statues"


def test_an_empty_log_has_no_game() -> None:
    result = on("", "replay")
    assert (result.exit_code, result.stdout) == (0, "0 accepted, 0 refused: no game has started\n")


def test_a_file_is_read_and_a_missing_one_is_a_usage_error(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(lines(START), encoding="utf-8")
    assert CliRunner().invoke(replay, [str(log)]).exit_code == 0
    missing = CliRunner().invoke(replay, [str(tmp_path / "none.jsonl")])
    assert missing.exit_code == 2
    assert "No such file" in missing.stderr


TUDOR = {
    "do": "start",
    "game": "tudor",
    "edition": "standard",
    "players": [{"color": "red", "gate": "purple"}, {"color": "blue", "gate": "grey"}],
    "first": "red",
    "scoring": [1, 4],
    "scenario": 2,
    "spaces": {
        f"{column}{row}": {
            "round": "influence" if row % 2 == place % 2 else "intrigue",
            "token": f"f{35 * place + 5 * row:03}",
        }
        for place, column in enumerate("ABCD")
        for row in range(1, 8)
    },
}


def test_before_the_start_each_line_is_checked_by_its_own_game() -> None:
    log = lines(
        {"do": "draw", "token": "f001"},
        {**TUDOR, "game": "chess"},
        {**TUDOR, "scenario": 6},
        {**START, "players": []},
        {key: value for key, value in TUDOR.items() if key != "game"},
        TUDOR,
        START,
        {"do": "choose_ring", "player": "red", "ring": "q01"},
    )
    result = on("{\n" + log, "replay", "--states", "--keep-going")
    assert result.exit_code == 0
    answers = [state.get("refused", state) for state in states(result)]
    assert [each.get("seq", each.get("rule")) for each in answers] == [
        *("LOG", "LOG", "LOG", "TU-0.4", "TR-0.1", "LOG"),
        *(1, "LOG", 2),
    ]
    assert "'chess', expected one of" in answers[2]["message"]
    assert answers[-1]["players"][0]["unworn"] == ["q01"]


@pytest.mark.parametrize("start", [START, TUDOR])
@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_an_edition_nested_without_end_is_refused(start: dict[str, Any], depth: int) -> None:
    line = json.dumps({**start, "edition": {"name": "deep"}}).replace('"deep"', "[" * depth + "]" * depth)
    (refusal,) = states(on(line, "replay", "--states"))
    assert refusal["refused"]["rule"] == ("TU-0.2" if depth < 1000 and start is TUDOR else "LOG")


PLAYTHROUGHS = Path(__file__).parents[1] / "games" / "tumult_royale" / "playthroughs"
AT = "2026-05-01T20:00:00.000+00:00"


def test_paragraphs_have_action_numbers_and_merge_runs() -> None:
    assert (
        on(lines(*TO_STATUES), "why").stdout
        == """
        1  A game of 2 players begins; Yellow is king (TR-0.1).
        2  Blue puts the first statue down (TR-0.6).
        3  Yellow puts the first statue down (TR-0.6).
           Round 1 begins; Yellow is king.

        4  The people want 2 of each commodity (TR-1.1).
     5-10  6 tiles are set aside (TR-2.1).
       11  The hourglass runs (TR-2.2).
    12-14  Blue has 3 tiles.
       15  The hourglass is empty (TR-2.5).
       16  Blue took bread 3, marble 1, tools 0 (TR-2.6).
           Yellow took bread 0, marble 0, tools 0 (TR-2.6).
           Left with the people: bread 7, marble 9, tools 10 (TR-2.6).
           No tumult over bread: 7 left, 2 wanted (TR-3.1).
           No tumult over marble: 9 left, 2 wanted (TR-3.1).
           No tumult over tools: 10 left, 2 wanted (TR-3.1).
           Yellow has nothing to build (TR-4.8).
"""
    )


def test_one_round_can_be_narrated_in_another_language() -> None:
    story = on(lines(*TO_STATUES), "why", "--round", "0", "--language", "de").stdout.splitlines()
    assert story[1] == "        1  Eine Partie zu zweit beginnt; Gelb ist König (TR-0.1)."
    assert len(story) == 5


def test_origins_are_printed_with_the_actions(tmp_path: Path) -> None:
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
    assert (
        on(exported, "why").stdout.splitlines()[2]
        == "        2  yes:blue      Blue puts the first statue down (TR-0.6)."
    )


def test_a_refused_line_ends_the_narration_with_its_rule() -> None:
    result = on(lines(START, FIRST_YELLOW), "why")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "line 2: TR-0.6: Yellow cannot do that now: it is Blue's turn."


def accepted(log: Path) -> str:
    play = GameLog()
    for line in log.read_text().splitlines():
        with contextlib.suppress(Refusal):
            play.submit(line)
    return lines(*play.actions)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["four_classic_tracked", "three_gambler_honour", "two_classic_tracked"])
def test_a_whole_game_is_narrated_in_every_language(name: str, language: str) -> None:
    result = on(accepted(PLAYTHROUGHS / f"{name}.jsonl"), "why", "--language", language)
    assert result.exit_code == 0
    for rule in ("TR-3.4", "TR-3.5", "TR-4.4", "TR-5.1", "TR-6.1", "TR-8.3"):
        assert f"({rule})" in result.stdout


def test_advice_names_building_payment_and_rest() -> None:
    """Bread 1, bread 2, marble 1: a pasture costs bread 1, marble 1; the bread of 2 gains a supporter."""
    assert on(lines(*TO_STATUES), "advise").stdout.splitlines() == [
        "The best for Blue: one statue and one supporter.",
        (
            "1. pasture touches a field of yours and costs bread 1, marble 1 (TR-4.4). "
            "Pay with bread 2, marble 1: the surplus gains one supporter (TR-4.7)."
        ),
        "Left over, and worth nothing at the end of the phase: bread 1 (TR-4.9).",
    ]


def test_a_castle_that_can_build_nothing_is_told_so() -> None:
    result = on(lines(*TO_STATUES), "advise", "--castle", "yellow", "--language", "de")
    assert result.stdout == "Gelb kann mit diesen Plättchen nichts bauen.\n"


def test_there_is_no_advice_while_tiles_lie_hidden() -> None:
    result = on(lines(*TO_STATUES[:-1]), "advise")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: TR-4.1: Advice is available only while statues are being placed. "
        "Until the count, tiles are hidden. Ask again once they are face up.\n"
    )


def test_a_castle_that_does_not_play_is_refused() -> None:
    assert on(lines(*TO_STATUES), "advise", "--castle", "grey").stderr == "Error: LOG: No player has the colour Grey.\n"


def test_a_log_that_is_refused_names_the_line() -> None:
    assert on(lines(START, START), "advise").stderr.startswith("Error: line 2 is refused (LOG): ")


def test_options_are_sorted_by_kind_and_payment_with_pass_last() -> None:
    result = on(lines(*TO_STATUES), "options")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        (
            '{"kind":"pasture","adjacent":true,"payments":[{"bread":[1],"marble":[1],"tools":[],"gains":0},'
            '{"bread":[2],"marble":[1],"tools":[],"gains":1}]}'
        ),
        '{"pass":true}',
    ]


@pytest.mark.parametrize(
    ("log", "why"),
    [
        (lines(), "the log is empty: no game has started"),
        *[(lines(*TO_STATUES[:n]), "now there is nothing to choose from") for n in (1, 4, len(TO_STATUES) - 1)],
    ],
)
def test_where_no_option_is_listed_the_reason_is_said(log: str, why: str) -> None:
    result = on(log, "options")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"No options: {why}.\n")


def test_a_finished_game_has_no_options_and_that_is_said(tmp_path: Path) -> None:
    assert royaltable("selfplay", "--games", 1, "--players", 2, "--out", tmp_path).exit_code == 0
    (log,) = tmp_path.glob("*.jsonl")
    result = on(log.read_text("utf-8"), "options")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No options: the game is over.\n")


def test_a_refused_action_in_the_log_is_named_on_stderr() -> None:
    result = on(lines(START, FIRST_BLUE, FIRST_BLUE), "options")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "line 3 is refused (TR-0.6)" in result.stderr


@pytest.fixture
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "EFFORT", analysis.Effort(10, 10, 1, 10))


@pytest.mark.usefixtures("little_effort")
def test_the_chances_of_a_game_are_printed_by_round(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(lines(*TO_STATUES), encoding="utf-8")
    printed = royaltable("analyse", log).stdout
    heading, _, castles, start, *rows = printed.splitlines()
    assert heading.startswith("Tumult Royale, 5 moments, 10 games played out from each.")
    assert castles.split() == ["round", "Blue", "Yellow"]
    assert start.split()[0] == "start"
    assert [row.split()[:2] for row in rows[:2]] == [["1", "decisions"], ["1", "draws"]]
    assert [row.split()[0] for row in rows[4:7]] == ["draws", "own", "others"]
    assert on(lines(*TO_STATUES), "analyse").stdout == printed
    assert on(lines(*TO_STATUES), "analyse", "--language", "de").stdout.startswith("Tumult Royale, 5 Zeitpunkte")


def test_a_game_judged_in_points_is_printed_without_chances() -> None:
    none, _, note = on(lines(TUDOR), "analyse").stdout.splitlines()
    assert none == "No decision cost more than this can measure."
    assert note.startswith("Each turn is compared with the best one")


@pytest.mark.usefixtures("little_effort")
def test_a_game_of_a_journal_is_analysed_as_json(tmp_path: Path) -> None:
    file = tmp_path / "j"
    for _ in range(2):
        royaltable("journal", "import", file, "-", given=lines(*TO_STATUES))
    found = json.loads(royaltable("analyse", file, "--game", "1", "--json").stdout)
    assert (found["game"], found["seed"], found["playouts"]) == ("tumult_royale", 1, 10)
    assert [(moment["seq"], moment["mover"]) for moment in found["moments"]] == [
        (1, None), (2, "blue"), (3, "yellow"), (4, None), (16, None),
    ]  # fmt: skip
    assert found["moments"][0]["chances"]["blue"].keys() == {"value", "error"}
    assert found["changes"]["yellow"].keys() == {"luck", "own", "others"}


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("", "No game has begun in this log."),
        (lines(START, START), "line 2 is refused (LOG): "),
        (lines({**START, "game": "chess"}), "Saw the game 'chess', expected one of "),
    ],
    ids=["empty", "refused", "unknown game"],
)
def test_a_game_that_cannot_be_analysed_is_refused_in_a_sentence(log: str, said: str) -> None:
    result = on(log, "analyse")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {said}")
    assert len(result.stderr.splitlines()) == 1
