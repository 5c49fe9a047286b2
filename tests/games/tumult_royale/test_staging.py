"""What people see and hear of an action: numbers, rule and names, in three languages, on a screen that fits."""

import pytest

from controller.games.contract.effects import Announce, Effect, NumberScreen, RowsScreen, Tell
from controller.games.naming import sentence
from controller.games.tumult_royale.show.staging import stage
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    castle_ids,
    do,
    in_round_one,
    state_of,
)


def told(effects: tuple[Effect, ...], language: str = "en") -> list[str]:
    return [sentence(effect.text, language) for effect in effects if isinstance(effect, Tell)]


def test_the_number_of_the_arrow_is_told_and_shown() -> None:
    before = state_of(in_round_one(TWO))
    step = do(before, {"do": "spin", "demand": 4})
    effects = stage(before, step.state, step.events)
    assert told(effects) == ["The people want 4 of each commodity (TR-1.1)."]
    assert [
        effect.screen.number
        for effect in effects
        if isinstance(effect, Announce) and isinstance(effect.screen, NumberScreen)
    ] == [4]


def test_the_ranks_are_shown_with_the_supporters_that_decided_not_with_what_the_crown_left() -> None:
    """TR-4.10, TR-5.1, TR-6.1: both are consoled with 2; yellow's 23 beat 22, and then 5 are paid."""
    before = about_to_count(TWO, {}, ["b3", "m3", "t3"], (2, 2, 2), supporters={"blue": 20, "yellow": 21})
    step = do(before, {"do": "count"})
    (shown,) = [
        effect.screen
        for effect in stage(before, step.state, step.events)
        if isinstance(effect, Announce) and isinstance(effect.screen, RowsScreen)
    ]
    rows = [(sentence(name, "en"), sentence(has, "en")) for name, has in shown.rows]
    assert rows == [("1. Yellow", "2, 23"), ("2. Blue", "1, 22")]


def test_at_the_count_castles_are_revealed_then_each_commodity_is_judged() -> None:
    """TR-3: blue robbed 3 bread and has mercy, which leaves a greed of 2."""
    before = about_to_count(
        {"blue": 2, "yellow": 1}, {"blue": ["b1", "b2", "m1"]}, ["m3", "m2", "t3"], (3, 3, 3), merciful=["blue"]
    )
    step = do(before, {"do": "count"})
    assert told(stage(before, step.state, step.events))[:7] == [
        "Blue robbed bread 3, marble 1, tools 0 (TR-2.6).",
        "Yellow robbed bread 0, marble 0, tools 0 (TR-2.6).",
        "The people are left bread 0, marble 5, tools 3 (TR-2.6).",
        (
            "Tumult over bread: 0 left, 3 wanted (TR-3.1). Blue is the greediest with 2 (TR-3.4)"
            " and pays 3 supporters (TR-3.5)."
        ),
        "Blue robbed 3 of it; mercy takes one off (TR-3.3).",
        "Blue keeps 1 and gives back 2 (TR-3.6).",
        "No tumult over marble: 5 left, 3 wanted (TR-3.1).",
    ]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            (
                "Blue builds on B3, a pasture: one statue (TR-4.3) for bread 2, marble 1, the printed price, since it"
                " touches (TR-4.4), and gains one supporter (TR-4.7). Placed so far: 2."
            ),
        ),
        (
            "de",
            (
                "Blau baut auf B3 (Wiese): eine Statue (TR-4.3) für Brot 2, Marmor 1, zum einfachen Preis, weil es"
                " angrenzt (TR-4.4), und gewinnt einen Anhänger (TR-4.7). Bisher gestellt: 2."
            ),
        ),
        (
            "es",
            (
                "Azul construye en B3 (pasto): una estatua (TR-4.3) por pan 2, mármol 1, al precio impreso, porque es"
                " vecino (TR-4.4), y gana un partidario (TR-4.7). Colocadas: 2."
            ),
        ),
    ],
)
def test_a_build_is_told_in_the_house_s_language(language: str, expected: str) -> None:
    before = about_to_build(["b2", "m1"], fields=["A3"])
    tiles = castle_ids(before, "blue", ["b2", "m1"])
    step = do(before, {"do": "build", "player": "blue", "field": "B3", "tiles": tiles})
    assert told(stage(before, step.state, step.events), language)[0] == expected
