"""What the rules forbid (TU-1 to TU-13), with the rule that forbids it; what they do is compared with the oracle."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from controller.games.tudor.rules.engine import invariant_violations
from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import (
    COLORS,
    Action,
    act,
    acting,
    after_hands,
    after_rings,
    at_start,
    climb,
    do,
    drawn,
    hand,
    holding,
    house_edition,
    in_office,
    in_turn,
    refused,
    standing,
    state_of,
    steps,
    walk,
    wearing,
    with_player,
    with_tokens,
)

ALL = {"red": 2, "grey": 2, "brown": 2, "blue": 2, "yellow": 2, "green": 2, "purple": 2}
PLAIN = {"thumb": ["q01"], "pinky": ["q16"]}
"""A hand that enhances nothing."""
END = {"do": "end_turn", "player": "yellow"}
PASS = {"do": "pass", "player": "yellow"}
DECLINE = {"do": "decline", "player": "yellow"}
SEND = {"do": "ambassador", "player": "yellow"}
EXCHANGE = {"do": "exchange", "player": "yellow", "give": ["red", "green"], "take": "blue"}
RECALL = {"do": "recall", "player": "yellow", "space": "A1"}
INFLUENCE_TAKEN = walk("E", "A1", cards=["grey"])
INTRIGUE_TAKEN = walk("E", "A1", "A2", cards=["grey", "brown"])


def activate(color: str, chamber: int, chair: int | str = "lord") -> Action:
    return {"do": "activate", "player": color, "chamber": chamber, "chair": chair}


def ended(color: str) -> Action:
    return {"do": "end_turn", "player": color}


def assign(color: str, chamber: int) -> Action:
    return {"do": "assign", "player": color, "chamber": chamber}


def lord(color: str, chamber: int) -> Action:
    return {"do": "place_lord", "player": color, "chamber": chamber}


def choose(color: str, ring: str) -> Action:
    return {"do": "choose_ring", "player": color, "ring": ring}


def wear(color: str, **fingers: list[str]) -> Action:
    return {"do": "wear", "player": color, "hand": hand(**fingers)}


def take(taken: str, color: str = "yellow", **fingers: list[str]) -> Action:
    return {"do": "take_ring", "player": color, "ring": taken, "hand": hand(**fingers)}


def swap(*swaps: tuple[str, str], card: str | None = None) -> Action:
    fields = {} if card is None else {"card": card}
    return act("B", swaps=[{"take": take, "give": give} for take, give in swaps], **fields)


def bonus(*path: str, tokens: tuple[str, str] = ("f020", "f040"), start: str = "supply") -> Action:
    return {"do": "move", "player": "yellow", "from": start, "path": list(path), "tokens": list(tokens)}


def draw(token: str) -> Action:
    return {"do": "draw", "token": token}


def use(side: str, **fields: Any) -> Action:
    named = {"from" if key == "start" else key: value for key, value in fields.items()}
    return {"do": "scenario", "player": "yellow", "side": side, **named}


def begun(count: int = 3, **how: Any) -> State:
    return state_of(after_hands(count, **how))


def climbing(*spaces: str, scenario: int = 4) -> State:
    return standing(holding(acting(scenario=scenario), "yellow", **ALL), "yellow", *spaces)


def freely(*spaces: str) -> State:
    """C is enhanced: it goes in any direction."""
    state = wearing(acting(lord=2), "yellow", index=["q01"], middle=["q16"])
    return standing(holding(state, "yellow", **ALL), "yellow", *spaces)


def plain(lord: int, **cards: int) -> State:
    state = wearing(acting(lord), "yellow", **PLAIN)
    return holding(state, "yellow", **cards) if cards else state


def turn(scenario: int, influence: int = 0, intrigue: int = 0) -> State:
    return with_player(in_turn(scenario=scenario), "yellow", influence=influence, intrigue=intrigue)


def token_step(scenario: int, *actions: Action, scoring: tuple[int, int] = (1, 4)) -> State:
    state = holding(acting(scenario=scenario, scoring=scoring), "yellow", grey=1, brown=1)
    return drawn(do(state, *actions))


def without_supply(state: State, color: str, *spaces: str) -> State:
    state = standing(state, color, *spaces)
    return with_player(state, color, supply=0, ambassadors=state.players[state.table.seats[color]].supply)


def turns_ended(state: State, *lords: tuple[str, int]) -> State:
    return do(state, *(each for color, chamber in lords for each in (activate(color, chamber), ended(color))))


def with_bag(state: State, *ids: str) -> State:
    pieces = state.table.pieces
    left = sum(1 << pieces.token_numbers[id_] for id_ in ids)
    bag = [sum(pieces.token_factions[pieces.token_numbers[id_]] == faction for id_ in ids) for faction in range(7)]
    return replace(state, bag=tuple(bag), unseen=left, gone=state.gone | (state.unseen & ~left))


def to_the_top() -> State:
    return drawn(do(climbing("B5", scenario=2), climb("B5", "B6", cards=["red"])))


def robbery() -> State:
    state = in_office(climbing("B5", scenario=2), "blue", "B")
    state = wearing(state, "blue", thumb=["q04"], index=["q07"], middle=["q17"])
    return drawn(do(state, climb("B5", "B6", cards=["red"])))


def office_step() -> State:
    state = standing(holding(acting(scenario=4), "yellow", red=1, grey=1, brown=1), "yellow", "B5")
    state = drawn(do(state, walk("E", "B6", cards=["red"], start="B5")))
    return do(state, take("q02", thumb=["q01"], index=["q16"], middle=["q02"]))


def six_rings() -> State:
    state = in_office(acting(scenario=2), "yellow", "A", "B", "C")
    state = wearing(state, "yellow", thumb=["q01"], index=["q16"], middle=["q02"], ring=["q17"], pinky=["q05"])
    state = holding(standing(state, "yellow", "D5"), "yellow", brown=1)
    return do(state, walk("E", "D6", cards=["brown"], start="D5"), draw("f140"), draw("f020"))


def neighbours() -> State:
    """On the chairs of chamber 3 sit a figure of yellow, of blue and of red; yellow has just taken an intrigue."""
    state = holding(acting(scenario=2), "yellow", grey=1, brown=1)
    return replace(drawn(do(state, INTRIGUE_TAKEN)), chairs=(*state.chairs[:2], (0, 3, 4, -1)))


def assert_refused(cases: Iterable[tuple[str, State, Action]]) -> None:
    for rule, state, action in cases:
        assert refused(state, action) == rule, action


def test_tu_1_rings_are_chosen_in_turn_and_from_the_stand() -> None:
    one, two = do(at_start(), choose("yellow", "q01")), do(at_start(), choose("yellow", "q01"), choose("blue", "q02"))
    assert_refused(
        [
            ("TU-1.1", at_start(), choose("blue", "q01")),
            ("TU-1.1", in_turn(), choose("yellow", "q02")),
            ("TU-1.2", one, choose("blue", "q01")),
            ("TU-1.2", two, choose("red", "q03")),  # two red ones were in the stand
        ]
    )


def test_tu_2_a_layout_has_exactly_the_rings_and_is_due() -> None:
    """Two rings, and one for each office (TU-2.5)."""
    rings = state_of(after_rings())
    bare = take("q08", thumb=["q01", "q08"], index=["q16"], middle=["q02", "q17"], ring=["q05"])
    assert_refused(
        [
            ("TU-2.1", rings, wear("yellow", thumb=["q01"])),
            ("TU-2.1", rings, wear("yellow", thumb=["q01"], index=["q04"])),
            ("TU-2.1", rings, wear("yellow", thumb=["q01"], index=["q16"], ring=["q02"])),
            ("TU-2.1", rings, wear("yellow", thumb=["q01"], index=["q01"])),
            ("TU-2.1", rings, wear("yellow", thumb=["q01", "q16"])),
            ("TU-2.1", rings, wear("yellow")),
            ("TU-2.2", six_rings(), bare),
            ("TU-2.3", rings, wear("blue", thumb=["q04"], index=["q07"])),
            ("TU-2.3", in_turn(), wear("yellow", thumb=["q16"], index=["q01"])),
            ("TU-2.3", at_start(), wear("yellow", thumb=["q16"], index=["q01"])),
        ]
    )
    two = take("q08", thumb=["q01", "q08"], index=["q16"], middle=["q02"], ring=["q17"], pinky=["q05"])
    assert invariant_violations(do(six_rings(), two)) == ()
    assert invariant_violations(in_office(in_turn(), "yellow", "A")) == ("yellow has 2 rings and 1 offices",)


def test_tu_1_3_an_amended_stack_may_have_no_card_left() -> None:
    state = do(state_of(after_rings()), {"do": "amend", "cards": {"blue": {"red": 10}}})
    after = do(state, wear("yellow", pinky=["q01"], ring=["q16"]))
    assert sum(after.players[0].cards) == 1


def test_tu_3_courtiers_are_assigned_in_turn_to_a_bench_with_room() -> None:
    alone = without_supply(begun(scenario=1), "yellow", "A1")
    small = begun(scenario=1, edition=house_edition(bench={"2": 1, "3": 1, "4": 1}))
    full = {
        count: do(begun(count, scenario=1), *(assign(COLORS[number % count], 1) for number in range(count)))
        for count in (2, 3, 4)
    }
    assert_refused(
        [
            ("TU-3.1", begun(scenario=1), assign("blue", 1)),
            ("TU-3.1", in_turn(), assign("yellow", 1)),
            ("TU-3.1", do(alone, RECALL), assign("yellow", 1)),
            *(("TU-3.3", state, assign("yellow", 1)) for state in full.values()),
            ("TU-3.3", do(small, assign("yellow", 1), assign("blue", 2)), assign("red", 1)),
            ("TU-3.4", alone, assign("yellow", 1)),
            ("TU-3.5", begun(scenario=1), PASS),
            ("TU-3.5", begun(scenario=3), PASS),
        ]
    )


def test_tu_5_lords_are_placed_in_turn_two_in_a_chamber_at_most() -> None:
    assert_refused(
        [
            ("TU-5.1", begun(scenario=3), lord("blue", 1)),
            ("TU-5.1", in_turn(), lord("yellow", 1)),
            ("TU-5.2", do(begun(4, scenario=3), lord("yellow", 2), lord("blue", 2)), lord("red", 2)),
        ]
    )


def test_tu_6_a_turn_activates_one_figure_for_its_actions() -> None:
    moved = do(standing(with_tokens(in_turn(), "yellow", "f020", "f040"), "yellow", "A1"), bonus("B1", start="A1"))
    sitting = in_turn(scenario=2)
    courtier = do(
        turns_ended(sitting, ("yellow", 3), ("blue", 3), ("red", 1)),
        activate("yellow", 1, 1),
        swap(("q05", "q01"), card="grey"),
    )
    used = turns_ended(in_turn(scenario=2, lord=1), ("yellow", 1), ("blue", 1), ("red", 2))
    chairs = [[-1 if chair < 0 else chair | (chair >> 1 == 0) for chair in row] for row in used.chairs]
    used = replace(used, chairs=tuple(tuple(row) for row in chairs))
    five = do(holding(acting(), "yellow", grey=1), act("F", cards=["blue"]))
    card, own = act("F", cards=["red"]), act("H", card="red")
    step = act("A", start="supply", path=["B1"])
    assert_refused(
        [
            ("TU-6.2", do(in_turn(), activate("yellow", 3), END), activate("yellow", 3)),
            ("TU-6.2", sitting, activate("yellow", 1)),
            ("TU-6.2", sitting, activate("yellow", 3, 4)),
            ("TU-6.2", sitting, activate("yellow", 1, 3)),
            ("TU-6.2", sitting, activate("blue", 3)),
            ("TU-6.2", do(sitting, activate("yellow", 1, 2)), activate("yellow", 3)),
            ("TU-6.2", moved, activate("yellow", 3)),
            ("TU-6.3", holding(acting(), "yellow", grey=1), walk("C", "A1", cards=["grey"])),
            ("TU-6.3", five, card),
            ("TU-6.3", do(five, walk("E", "A1", cards=["grey"])), card),
            ("TU-6.3", courtier, step),
            ("TU-6.3", in_turn(), card),
            ("TU-6.3", acting(), {**card, "player": "blue"}),
            ("TU-6.3", do(acting(), own), card),
            ("TU-6.3", used, card),
            ("TU-6.4", courtier, act("H", card="green")),
            ("TU-6.4", in_turn(), own),
            ("TU-6.4", do(acting(), own), own),
            ("TU-6.4", do(acting(), card), own),
            ("TU-6.4", do(used, own), own),
            ("TU-6.6", in_turn(), END),
            ("TU-6.6", acting(), ended("blue")),
            ("TU-6.6", do(holding(acting(), "yellow", grey=1, brown=1), INTRIGUE_TAKEN), END),
        ]
    )


def test_tu_7_a_courtier_takes_only_ways_that_are_open() -> None:
    there_and_back = walk("C", "A1", "A2", "A1", cards=["grey", "brown", "grey"])
    none_left = with_player(climbing(), "yellow", supply=0, ambassadors=14)
    recalled = with_player(standing(in_turn(), "yellow", "A1"), "yellow", supply=0, ambassadors=13)
    holder = with_player(in_office(climbing(), "yellow", "B"), "yellow", supply=0, ambassadors=13)
    walked = do(climbing("A1"), climb("A1", "A2", cards=["brown"]))
    wide = do(freely("A2"), walk("C", "B2", "B1", "C1", start="A2", cards=["blue", "brown", "blue"]))
    assert_refused(
        [
            ("TU-7.1", freely(), walk("C", "A1", "B2", cards=["grey", "blue"])),
            ("TU-7.1", freely(), walk("C", "A1", "A3", cards=["grey", "blue"])),
            ("TU-7.1", freely(), walk("C", "F1", "A1", cards=["purple", "grey"])),
            ("TU-7.2", standing(climbing(), "blue", "A1"), climb("A1", "A2", cards=["brown"])),
            ("TU-7.2", in_office(climbing(), "yellow", "A"), climb("A6", "A5", cards=["brown"])),
            ("TU-7.2", recalled, {**RECALL, "space": "A2"}),
            ("TU-7.2", standing(recalled, "blue", "A2"), {**RECALL, "space": "A2"}),
            ("TU-7.2", holder, {**RECALL, "space": "B6"}),
            ("TU-7.2", holder, climb("B6", "B5", cards=["purple"])),
            ("TU-7.3", standing(climbing("A1"), "blue", "A2"), climb("A1", "A2", cards=["red"])),
            ("TU-7.4", climbing(), climb("supply", "A2", cards=["brown"])),
            ("TU-7.4", standing(climbing(), "blue", "A1"), climb("supply", "A1", "A2", cards=["red", "brown"])),
            ("TU-7.4", none_left, climb("supply", "A1", cards=["grey"])),
            ("TU-7.5", freely(), there_and_back),
            ("TU-7.5", freely("A1"), walk("C", "A2", "A1", start="A1", cards=["brown", "grey"])),
            ("TU-7.5", freely("A1"), walk("C", "A1", start="A1", cards=["grey"])),
            ("TU-7.6", freely("A5"), walk("C", "A6", "B6", start="A5", cards=["purple", "red"])),
            ("TU-7.7", in_office(climbing("B5"), "yellow", "B"), climb("B5", "B6", cards=["red"])),
            ("TU-7.10", drawn(wide), draw("f120")),
            ("TU-7.10", with_bag(climbing("A1"), "f140"), draw("f140")),
            ("TU-7.11", walked, draw("f061")),  # it lies on A3
            ("TU-7.11", replace(walked, bag=(15, 15, 15, 15, 15, 15, 0)), draw("f140")),
            ("TU-7.13", standing(in_turn(), "yellow", "A1"), RECALL),
            ("TU-7.13", recalled, {**RECALL, "player": "blue"}),
            ("TU-12.7", wide, DECLINE),
        ]
    )


def test_tu_8_an_office_brings_a_ring_of_the_stand_or_of_its_holder() -> None:
    robbed = do(robbery(), take("q17", thumb=["q01"], index=["q16"], ring=["q17"]))
    assert_refused(
        [
            ("TU-2.1", to_the_top(), take("q03", thumb=["q03"], index=["q16"])),
            ("TU-8.2", to_the_top(), take("q04", thumb=["q04"], index=["q16"], ring=["q01"])),  # blue wears it
            ("TU-8.2", to_the_top(), take("q02", color="blue", thumb=["q02"], index=["q16"], ring=["q01"])),
            ("TU-8.2", in_turn(), take("q02", thumb=["q02"])),
            ("TU-8.3", robbery(), take("q02", thumb=["q02"], index=["q16"], ring=["q01"])),
            ("TU-2.3", robbed, wear("yellow", thumb=["q01"])),
            ("TU-6.6", robbed, END),
            ("TU-12.7", robbed, DECLINE),
        ]
    )


def test_tu_9_each_action_takes_and_pays_what_it_says() -> None:
    grey, brown = holding(plain(1), "blue", grey=10), {"grey": 1, "brown": 1}
    path = walk("E", "A1", "A2", cards=["grey", "brown"])
    assert_refused(
        [
            ("TU-9.1", standing(plain(1), "yellow", "B5"), act("A", start="supply", path=["A1"])),
            ("TU-9.1", standing(plain(1), "yellow", "B5"), act("A", start="B5", path=["B6", "A6"])),
            (
                "TU-9.1",
                with_bag(wearing(acting(1), "yellow", thumb=["q01"], ring=["q16"])),
                act("A", start="supply", path=["C1"]),
            ),
            (
                "TU-9.1",
                wearing(acting(1), "yellow", thumb=["q01"], middle=["q16"]),
                act("A", start="supply", path=["A1"]),
            ),
            ("TU-9.2", plain(1), swap(("q04", "q16"), card="grey")),  # blue wears q04
            ("TU-9.2", plain(1), swap(("q01", "q16"), card="red")),
            ("TU-9.2", plain(1), swap(("q05", "q04"), card="grey")),
            ("TU-9.2", plain(1), swap(("q05", "q16"))),
            ("TU-9.2", plain(1), swap(("q05", "q16"), card="green")),
            ("TU-9.3", plain(2, **brown, blue=1), walk("C", "A1", "A2", "A3", cards=["grey", "brown", "blue"])),
            ("TU-9.3", plain(2, **brown), walk("C", "A1", "B1", cards=["grey", "brown"])),
            ("TU-9.3", plain(2, **brown), walk("C", "A1", cards=["grey", "brown"])),
            ("TU-9.3", plain(2, **brown), walk("C", "A1", "A2", cards=["brown", "grey"])),
            ("TU-9.3", plain(2, blue=1), walk("C", "C1", "C2", cards=["blue", "yellow"])),
            ("TU-9.4", plain(2), act("D", cards=["red", "green", "red"])),
            ("TU-9.4", plain(2), act("D", cards=["red", "blue"])),
            ("TU-9.4", plain(2), act("D", cards=["red", "red"])),
            ("TU-9.4", plain(2), act("D", cards=["red"])),
            ("TU-9.5", plain(3, **ALL), walk("E", *["A1"] * 8, cards=["grey"])),
            ("TU-9.5", plain(3, **ALL), walk("E", "A1", "B1", cards=["grey", "brown"])),
            ("TU-9.5", plain(3, **ALL), walk("E", "A1", "A2", cards=["grey"])),
            ("TU-9.5", plain(3, grey=1), path),
            ("TU-9.6", plain(3), act("F", cards=["red", "blue", "grey"], back="red")),
            ("TU-9.6", plain(3), act("F", cards=["red", "blue"])),
            ("TU-9.6", plain(3), act("F", cards=["red"], back="green")),
            ("TU-9.7", plain(3, **brown), walk("G", "A1", "A2", cards=["grey", "brown"])),
            ("TU-9.7", plain(3, **brown), walk("G", "A1", cards=["brown"])),
            ("TU-9.7", standing(plain(3, blue=1), "yellow", "A2"), walk("G", "B2", cards=["blue"], start="A2")),
            ("TU-9.8", plain(3), act("H", card="blue")),
            ("TU-9.9", grey, swap(("q05", "q16"), card="grey")),
            ("TU-9.9", holding(plain(2), "blue", green=9), act("D", cards=["red", "green"])),
            ("TU-9.9", holding(plain(3), "blue", green=9), act("H", card="green")),
            ("TU-9.9", holding(plain(3), "blue", purple=10), act("F", cards=["purple"])),
        ]
    )
    assert do(grey, swap(("q05", "q16"))).players[0].cards == (1, 0, 0, 0, 0, 1, 0), "the stack of its card is empty"


def test_tu_10_an_action_does_more_only_if_its_fingers_wear_rings() -> None:
    three, paid = ["A1", "A2", "A3"], ["grey", "brown", "blue"]
    cards = holding(acting(3), "yellow", grey=1, brown=1, blue=1)
    enhanced = wearing(cards, "yellow", thumb=["q01"], middle=["q16"])
    both = wearing(acting(1), "yellow", ring=["q01"], pinky=["q16"])
    assert_refused(
        [
            ("TU-10.2", plain(1), swap(("q05", "q16"), ("q02", "q01"), card="grey")),
            ("TU-9.2", both, swap(("q05", "q01"), ("q02", "q01"), card="red")),
            ("TU-10.5", wearing(cards, "yellow", **PLAIN), walk("E", *three, cards=paid, card="grey")),
            ("TU-10.5", enhanced, walk("E", "A1", "A2", cards=paid[:2], card="grey")),
            ("TU-10.5", enhanced, walk("E", *three, cards=paid, card="red")),
            ("TU-10.6", plain(3), act("F", cards=["red", "blue"], back="green")),
            (
                "TU-10.6",
                wearing(acting(3), "yellow", index=["q01"], pinky=["q16"]),
                act("F", cards=["blue", "grey"], back="purple"),
            ),
        ]
    )


def test_tu_11_bonus_actions_are_paid_for_once_a_round_or_by_two_cards() -> None:
    rich = with_tokens(in_turn(), "yellow", "f020", "f040", "f060", "f080")
    assert_refused(
        [
            ("TU-11.2", rich, bonus("A1", "A2")),
            ("TU-11.2", rich, bonus("A1", tokens=("f020", "f020"))),
            ("TU-11.2", rich, bonus("A1", tokens=("f020", "f021"))),
            ("TU-11.2", rich, {**bonus("A1"), "player": "blue"}),
            ("TU-11.2", do(rich, bonus("A1")), bonus("B1", tokens=("f060", "f080"))),
            ("TU-7.4", rich, bonus("A2")),
            ("TU-11.3", in_turn(), {**EXCHANGE, "player": "blue"}),
            ("TU-11.3", holding(in_turn(), "yellow", red=3), EXCHANGE),
            ("TU-9.9", holding(in_turn(), "blue", blue=9), EXCHANGE),
        ]
    )


def test_tu_12_a_side_of_the_scenario_card_is_paid_and_used_as_it_says() -> None:
    crowded = replace(with_player(turn(1, influence=2), "red", supply=9), benches=((2, 2, 2), (), ()))
    jumping = standing(standing(turn(3, intrigue=2), "yellow", "A2"), "blue", "B2")
    jump = use("right", start="A2", to="C2")
    own_office = standing(standing(in_office(turn(3, intrigue=2), "yellow", "A"), "yellow", "A4"), "blue", "A5")
    strolling = standing(turn(5, influence=4), "yellow", "A1")
    strolled = drawn(do(strolling, use("left", start="A1", path=["B1", "B2"])))
    banishing = {space: standing(turn(5, intrigue=price), "blue", space) for space, price in (("A3", 2), ("A4", 3))}
    banished = standing(drawn(do(banishing["A3"], use("right", space="A3"))), "blue", "B1")
    office = in_office(standing(turn(5, intrigue=3), "yellow", "A1"), "blue", "B")
    card, trade = use("left", card="blue"), use("left", mine="q16", theirs="q13")
    benched, swapped = use("left", chamber=1, chair=1, to=3), token_step(1, INTRIGUE_TAKEN)
    taken = token_step(2, INFLUENCE_TAKEN)
    assert_refused(
        [
            ("TU-12.1", turn(1, influence=1), benched),
            ("TU-12.1", turn(1, influence=2), use("left", chamber=2, chair=1, to=3)),  # blue's
            ("TU-12.1", turn(1, influence=2), use("left", chamber=3, chair=4, to=3)),
            ("TU-3.3", crowded, use("left", chamber=1, chair=1, to=1)),
            ("TU-12.1", swapped, use("right", spaces=["B1", "B1"])),
            ("TU-12.1", swapped, use("right", spaces=["B1", "A2"])),  # yellow stands there
            ("TU-9.9", holding(taken, "blue", blue=10), card),
            *(
                ("TU-12.2", neighbours(), use("right", chamber=3, chairs=pair))
                for pair in ([1, 3], [3, 4], [2, 3], [1, 1])
            ),
            ("TU-12.3", turn(3, influence=1), card),
            ("TU-9.9", holding(turn(3, influence=2), "blue", blue=9), card),
            ("TU-12.3", with_player(jumping, "yellow", intrigue=1), jump),
            *(("TU-12.3", jumping, use("right", start="A2", to=to)) for to in ("B3", "A3", "D2", "A2", "B2", "A4")),
            ("TU-7.2", jumping, use("right", start="B2", to="D2")),
            ("TU-7.3", standing(jumping, "red", "C2"), jump),
            ("TU-7.7", own_office, use("right", start="A4", to="A6")),
            ("TU-12.4", turn(4, influence=2), trade),
            ("TU-12.4", turn(4, influence=1, intrigue=1), use("left", mine="q13", theirs="q16")),
            ("TU-12.4", turn(4, influence=1, intrigue=1), use("left", mine="q16", theirs="q01")),
            ("TU-12.4", turn(4, influence=1, intrigue=1), use("left", mine="q16", theirs="q21")),
            ("TU-12.4", office_step(), act("H", card="red")),
            ("TU-6.3", office_step(), act("F", "blue", cards=["red"])),
            ("TU-12.5", turn(5, influence=1), use("left", start="supply", path=["A1"])),
            ("TU-12.5", strolling, use("left", start="A1", path=["B1", "B2", "B3"])),
            ("TU-7.1", strolling, use("left", start="A1", path=["B2"])),
            ("TU-12.5", strolled, use("left", start="B2", path=["B3"])),
            ("TU-12.5", with_player(banishing["A3"], "yellow", intrigue=1), use("right", space="A3")),
            ("TU-12.5", with_player(banishing["A4"], "yellow", intrigue=2), use("right", space="A4")),
            ("TU-12.5", banishing["A3"], use("right", space="C3")),
            ("TU-12.5", with_player(banished, "yellow", intrigue=3), use("right", space="B1")),
            ("TU-12.5", office, use("right", space="A1")),
            ("TU-12.5", office, use("right", space="B6")),
            ("TU-12.6", taken, use("right", chamber=3, chairs=[1, 2])),
            ("TU-12.6", turn(2, influence=2), card),
            ("TU-12.6", taken, {**card, "player": "blue"}),
            ("TU-12.6", swapped, benched),
            ("TU-12.6", do(taken, DECLINE), card),
            ("TU-12.7", do(taken, DECLINE), DECLINE),
            ("TU-12.7", taken, {**DECLINE, "player": "blue"}),
        ]
    )


def test_tu_12_6_a_swap_of_tokens_is_offered_if_two_will_lie_there() -> None:
    """A draw that is due counts as a token."""
    state = holding(acting(scenario=1), "yellow", grey=1, brown=1)
    bare = tuple(token if space < 2 else -1 for space, token in enumerate(state.tokens))
    for tokens, due in ((bare, ["draw A1"]), ((*bare[:7], 0, *bare[8:]), ["draw A1", "token intrigue"])):
        assert steps(do(replace(state, tokens=tokens), INTRIGUE_TAKEN)) == due


def test_tu_13_scoring_cards_forbid_tokens_and_allow_ambassadors() -> None:
    state = token_step(3, INFLUENCE_TAKEN, scoring=(1, 6))
    worthless = with_tokens(in_turn(scoring=(2, 4)), "yellow", "f020", "f040", "f100")
    assert_refused(
        [
            ("TU-13.2", worthless, bonus("A1", tokens=("f020", "f100"))),
            ("TU-13.6", state, {**SEND, "player": "blue"}),
            ("TU-13.6", do(state, SEND), SEND),
            ("TU-13.6", token_step(2, INFLUENCE_TAKEN), SEND),
            ("TU-13.6", with_player(state, "yellow", supply=0), SEND),
        ]
    )
