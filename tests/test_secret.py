"""What is hidden cannot be written by accident: the type checker refuses it, and at run time it is dots or an error.

Where mypy would accept such a line, its ``type: ignore`` would be unused, which is an error in ``make check``.
"""

import json
import pickle

import msgspec
import pytest

from controller.games.contract.rules import RejectedAction
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.rules.actions import Refusal
from controller.secret import MASK, Secret

PIN = Secret("271828")


def test_a_secret_is_dots_wherever_text_is_made_of_anything() -> None:
    assert {f"{PIN}", f"{PIN!r}", f"{PIN:s}", str(PIN), "%s" % PIN, "{}".format(PIN)} == {MASK}  # noqa: UP031, UP032
    assert "271828" not in f"{[PIN]} {({'pin': PIN},)} {ValueError(PIN)!r}"


def test_a_secret_is_no_text_to_be_joined_or_added() -> None:
    with pytest.raises(TypeError):
        "PIN " + PIN  # type: ignore[operator]
    with pytest.raises(TypeError):
        "".join([PIN])  # type: ignore[list-item]


def test_a_secret_is_neither_json_nor_kept() -> None:
    for write in (json.dumps, msgspec.json.encode, msgspec.to_builtins, pickle.dumps):
        with pytest.raises(TypeError):
            write(PIN)


def test_an_action_is_told_only_as_the_game_tells_it() -> None:
    refusal, action = Refusal("TR-2.4", "rob-castle"), {"do": "rob", "player": "blue", "tile": "t05"}
    RejectedAction(1, action, refusal)  # type: ignore[arg-type]
    assert RejectedAction(1, TumultRoyale().public_action(action), refusal).action == {"do": "rob", "player": "blue"}


@pytest.mark.parametrize(
    "action",
    [
        {"do": "set_aside", "tile": "t05"},
        {"do": "rob", "player": "blue", "tile": "t05"},
        {"do": "amend", "move": {"tile": "t05", "to": "blue"}},
        {"do": "build", "player": "blue", "field": "C4", "tiles": ["t05"]},
        {"do": "of a later version", "where": "t05"},
        {},
    ],
)
def test_nothing_that_is_told_of_an_action_names_a_tile(action: dict[str, object]) -> None:
    told = TumultRoyale().public_action(action)
    assert "t05" not in json.dumps(told)
    assert told.get("do") == action.get("do")
