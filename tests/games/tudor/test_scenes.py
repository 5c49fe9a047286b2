"""What happened at the palace, scene by scene: what is said, what hands do, in which order."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from controller.games.contract.effects import Scene
from controller.games.naming import translate_text, without_rules
from controller.games.tudor.game import make
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import State
from controller.games.tudor.show.narration import narrate_public
from controller.show.console_screens import screen_texts

GAME = make({})
EXAMPLES = Path(__file__).with_name("examples")


def scenes_of(example: str) -> Iterator[Scene]:
    state: State | None = None
    for line in (EXAMPLES / f"{example}.jsonl").read_text(encoding="utf-8").splitlines():
        with suppress(Refusal):
            applied = engine.apply_action(state, actions.parse_action(json.loads(line)))
            yield from (each for each in GAME.stage(state, applied.state, applied.events) if isinstance(each, Scene))
            state = applied.state


def told(scene: Scene) -> str:
    return without_rules(translate_text(scene.sentence, "en"))


def shown(scene: Scene) -> list[str]:
    return [translate_text(text, "en") for text in screen_texts(scene.screen)]


def test_benches_lords_and_the_end_of_a_round_ask_for_hands() -> None:
    found = list(scenes_of("3-push-out"))
    assert [(scene.name, scene.hands) for scene in found] == [
        (name, True) for name in ("chairs", "round-ended", "pushed-out", "idle", "round-ended")
    ]
    assert told(found[0]) == (
        "Red puts a courtier on the bench of chamber 2. The courtiers walk from the benches to the chairs, the one "
        "nearest the door first."
    )
    assert told(found[1]) == (
        "Round 1 is over. Lords go back to their players, figures come out from behind their chairs, and spent tokens "
        "leave the game. Round 2 begins with Blue."
    )
    assert shown(found[1])[0] == "Round 1 of 4"
    assert "Pushed out of chamber 1: Yellow, Blue. The courtiers walk" in told(found[2])
    assert shown(found[2]) == ["To the chairs", "Yellow leaves chamber 1", "Blue leaves chamber 1"]


def test_an_office_is_told_with_the_way_to_it_and_who_loses_it() -> None:
    taken, robbed = scenes_of("2-office")
    assert (taken.name, taken.hands, taken.drawn) == ("office", False, {"color": "yellow", "column": "B"})
    assert told(taken) == (
        "Yellow's courtier enters the throne room with the long court move and stops at B6. "
        "Yellow takes office B: 8 prestige."
    )
    assert (robbed.name, robbed.hands, shown(robbed)) == (
        "office-robbed", True, ["Blue: office B", "+8 prestige", "Back to supply: Yellow"]
    )  # fmt: skip


def test_scores_go_up_to_the_winner_who_comes_last() -> None:
    *_, columns, ended, red, green, blue, yellow, over = scenes_of("6-garter")
    assert (columns.name, shown(columns)) == ("column", ["Most courtiers", "Yellow", "+6", "Blue", "+6"])
    assert shown(ended) == ["Round 4 of 4", "Yellow", "24", "Blue", "24", "Red", "0", "Green", "0"]
    assert [scene.drawn["total"] for scene in (red, green, blue, yellow)] == [3, 5, 27, 30]
    points = [[each.prestige for each in scene.state.players] for scene in (columns, red, blue, yellow, over)]
    assert points == [[24, 24, 0, 0], [24, 24, 3, 0], [24, 27, 3, 5], [30, 27, 3, 5], [30, 27, 3, 5]]
    assert [scene.state.phase for scene in (yellow, over)] == ["actions", "over"]
    assert yellow.drawn == {"color": "yellow", "sums": [24, 0, 6, 0], "cards": [5, 6], "total": 30}
    assert told(yellow) == "Yellow: 24 while playing, 0 and 6 from the scoring cards, 0 from the Garter, 30 in all."
    assert told(over) == (
        "Yellow wins the game with 30 prestige. Scoring card 6 (ambassadors) decided it against Blue, 6 to 0."
    )
    assert (over.drawn, over.sound) == ({"color": "yellow"}, "fanfare")


UNTOLD = {"end_turn", "decline"}
"""A round token that is kept lies behind its owner's screen."""


def sentences_by_action() -> dict[str, set[str]]:
    """What is told of each kind of action in all examples, without what it leads to."""
    found: dict[str, set[str]] = {}
    for example in EXAMPLES.glob("*.jsonl"):
        state: State | None = None
        for line in example.read_text(encoding="utf-8").splitlines():
            with suppress(Refusal):
                action = json.loads(line)
                applied = engine.apply_action(state, actions.parse_action(action))
                texts = narrate_public(applied.state, applied.events)
                first = next((without_rules(translate_text(text, "en")) for text in texts), "")
                found.setdefault(f"{action['do']} {action.get('action', '')}".strip(), set()).add(first)
                state = applied.state
    return found


def test_each_action_is_told_and_of_cards_only_their_number() -> None:
    found = sentences_by_action()
    assert {what for what, told in found.items() if "" in told} == UNTOLD
    assert [found[what] for what in ("act D", "act F", "act H")] == [
        {"Yellow takes two cards that match rings."},
        {"Yellow takes a card of any faction."},
        {"Blue takes a card that matches a ring."},
    ]
    assert "Red exchanges two cards for another one." in found["exchange"]
    assert "Blue takes a card for one influence." in found["scenario"]


def test_a_chamber_with_neither_lord_nor_courtier_stops_nobody() -> None:
    """There is nothing to put behind the chairs (TU-5.3)."""
    assert [scene.name for scene in scenes_of("2-office")] == ["office", "office-robbed"]
    idle = next(scene for scene in scenes_of("4-sideways") if scene.name == "idle")
    assert told(idle) == "Red's lord enters chamber 1. Chamber 3 has no lord: its courtiers count as used."


def test_what_is_taken_back_is_named_with_its_player() -> None:
    log = engine.GameLog()
    for line in (EXAMPLES / "2-office.jsonl").read_text(encoding="utf-8").splitlines():
        action = json.loads(line)
        log.submit(action)
        if action["do"] == "act":
            break
    undone = log.submit({"do": "undo"})
    assert log.state is not None
    (text,) = narrate_public(log.state, undone)
    assert translate_text(text, "en") == f"Taken back: a long court move by Yellow (step {log.seq - 1})."
