"""`royaltable options`: sites and payments of the one to act, as JSON lines."""

import json
from random import Random

import pytest
from click.testing import CliRunner, Result

from controller.cli.game.tell import options
from controller.games.tumult_royale.bots.bots import deal, random_bot
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import Placing
from tests.cli.games import FIRST_BLUE, START, TO_STATUES, lines


def run(log: str) -> Result:
    return CliRunner().invoke(options, ["-"], input=log)


def test_options_are_listed_by_kind_with_payments_by_values_and_pass_at_the_end() -> None:
    result = run(lines(*TO_STATUES))
    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "kind": "pasture",
            "adjacent": True,
            "payments": [
                {"bread": [1], "marble": [1], "tools": [], "gains": 0},
                {"bread": [2], "marble": [1], "tools": [], "gains": 1},
            ],
        },
        {"pass": True},
    ]


def test_the_keys_stand_in_the_order_of_the_contract() -> None:
    first, last = run(lines(*TO_STATUES)).stdout.splitlines()
    assert first.startswith(
        '{"kind":"pasture","adjacent":true,"payments":[{"bread":[1],"marble":[1],"tools":[],"gains":0}'
    )
    assert last == '{"pass":true}'


@pytest.mark.parametrize("actions", [[], TO_STATUES[:1], TO_STATUES[:4], TO_STATUES[:-1]])
def test_in_any_other_phase_nothing_is_listed(actions: list[object]) -> None:
    result = run(lines(*actions))
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_refused_action_in_the_log_is_named_on_stderr() -> None:
    result = run(lines(START, FIRST_BLUE, FIRST_BLUE))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "line 3 is refused (TR-0.6)" in result.stderr


def test_with_a_map_fields_are_listed_in_order_of_name() -> None:
    chance = Random(4)
    actions = [deal(chance, 4)]
    state = apply(None, actions[0]).state
    log = [to_mapping(actions[0])]
    while not isinstance(state.phase, Placing):
        move = random_bot(state, chance)
        log.append(to_mapping(as_action(move)))
        state = apply(state, move).state
    *sites, last = (json.loads(line) for line in run(lines(*log)).stdout.splitlines())
    assert last == {"pass": True}
    fields = [site["field"] for site in sites]
    assert len(fields) > 1
    assert fields == sorted(fields)
    assert list(sites[0]) == ["field", "kind", "adjacent", "payments"]
