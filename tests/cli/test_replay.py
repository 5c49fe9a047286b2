"""`royaltable replay`: states and refusals line by line, and a summary for people."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli.game.tell import replay
from tests.cli.games import FIRST_BLUE, FIRST_YELLOW, SPIN_TWO, START, TO_STATUES, lines


def run(log: str | bytes, *options: str) -> Result:
    return CliRunner().invoke(replay, ["-", *options], input=log)


def states(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_with_states_each_accepted_action_gives_one_line() -> None:
    result = run(lines(START, FIRST_BLUE, FIRST_YELLOW, SPIN_TWO), "--states")
    assert result.exit_code == 0
    assert [(state["seq"], state["phase"], state["to_act"]) for state in states(result)] == [
        (1, "first_statues", "blue"),
        (2, "first_statues", "yellow"),
        (3, "sentiment", None),
        (4, "set_aside", None),
    ]


def test_a_state_is_compact_json_with_the_keys_in_the_order_of_the_contract() -> None:
    (line,) = run(lines(START), "--states").stdout.splitlines()
    assert line.startswith('{"seq":1,"round":1,"phase":"first_statues","to_act":"blue","hourglass":"idle",')
    assert list(json.loads(line)) == [
        "seq", "round", "phase", "to_act", "hourglass", "demand", "supply", "players", "people", "set_aside", "fields",
        "regions", "chronicle", "tumults", "winner", "ending",
    ]  # fmt: skip


def test_a_refused_action_stops_the_replay_with_its_rule_and_line() -> None:
    result = run(lines(START, FIRST_BLUE, FIRST_BLUE, FIRST_YELLOW), "--states")
    assert result.exit_code == 1
    *_, last = states(result)
    assert len(states(result)) == 3
    assert list(last) == ["refused", "line"]
    assert last["line"] == 3
    assert last["refused"]["rule"] == "TR-0.6"
    assert "yellow" in last["refused"]["message"].lower()


def test_keep_going_goes_on_after_refusals_that_change_nothing() -> None:
    result = run(lines(START, FIRST_YELLOW, FIRST_BLUE, {"do": "dance"}, FIRST_YELLOW), "--states", "--keep-going")
    assert result.exit_code == 0
    assert [state.get("seq", state.get("refused", {}).get("rule")) for state in states(result)] == [
        1,
        "TR-0.6",
        2,
        "LOG",
        3,
    ]


@pytest.mark.parametrize("wrong", ["{", "[]", "null", '"start"', "1e999", "NaN", "[" * 100_000, "{}", '{"do":"start"}'])
def test_a_line_that_is_no_action_is_refused_with_log(wrong: str) -> None:
    result = run(f"{lines(START)}{wrong}\n", "--states")
    assert result.exit_code == 1
    assert states(result)[1]["refused"]["rule"] == "LOG"
    assert states(result)[1]["line"] == 2


def test_octets_that_are_no_text_are_refused_with_log() -> None:
    result = run(lines(START).encode() + b'{"do":"\xff"}\n', "--states")
    assert states(result)[1]["refused"]["rule"] == "LOG"


def test_lines_of_blanks_are_passed_over_and_counted() -> None:
    result = run(f"\n{lines(START)} \t\r\n{lines(FIRST_YELLOW)}", "--states")
    assert [state.get("seq", state.get("line")) for state in states(result)] == [1, 4]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_any_end_of_line_will_do_and_none_at_the_end_of_the_file(end: str) -> None:
    assert run(json.dumps(START) + end, "--states").exit_code == 0


def test_only_a_line_feed_ends_a_line() -> None:
    """U+2028 and U+0085 may stand in a JSON text; a carriage return is a blank."""
    house = {**START, "edition": "a\u2028b\u0085c"}
    result = run(json.dumps(house, ensure_ascii=False).replace(", ", ",\r") + "\n", "--states")
    (refusal,) = states(result)
    assert refusal["line"] == 1


def test_without_states_a_summary_tells_how_the_game_stands() -> None:
    result = run(lines(*TO_STATUES))
    assert result.exit_code == 0
    assert result.stdout == (
        "16 accepted, 0 refused; round 1, statues\n"
        "rank  player  statues  supporters\n"
        "   1  yellow        1          30\n"
        "   2  blue          1          30\n"
        "blue is to act\n"
    )


def test_without_states_a_refusal_is_said_with_its_line() -> None:
    result = run(lines(START, FIRST_YELLOW))
    assert result.exit_code == 1
    first, second, *_ = result.stdout.splitlines()
    assert first.startswith("line 2: TR-0.6: ")
    assert second == "1 accepted, 1 refused; round 1, first_statues"


def test_an_empty_log_is_no_game() -> None:
    result = run("")
    assert (result.exit_code, result.stdout) == (0, "0 accepted, 0 refused: no game has begun\n")


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


def test_until_a_game_has_begun_each_line_is_judged_by_the_game_that_it_names() -> None:
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
    result = run("{\n" + log, "--states", "--keep-going")
    assert result.exit_code == 0
    told = [state.get("refused", state) for state in states(result)]
    assert [each.get("seq", each.get("rule")) for each in told] == [
        *("LOG", "LOG", "LOG", "TU-0.4", "TR-0.1", "LOG"),
        *(1, "LOG", 2),
    ]
    assert "'chess', expected one of" in told[2]["message"]
    assert told[-1]["players"][0]["unworn"] == ["q01"]


@pytest.mark.parametrize("start", [START, TUDOR])
@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_an_edition_nested_without_end_is_refused(start: dict[str, Any], depth: int) -> None:
    line = json.dumps({**start, "edition": {"name": "deep"}}).replace('"deep"', "[" * depth + "]" * depth)
    (refusal,) = states(run(line, "--states"))
    assert refusal["refused"]["rule"] == ("TU-0.2" if depth < 1000 and start is TUDOR else "LOG")
