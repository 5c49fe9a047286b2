"""What taps, presses and turns mean; what is received from pages."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Complain
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, PieceId, RefusedError
from controller.games.naming import translate_text
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee.interpretation import PLENTIFUL_COUNT
from controller.games.tudor.referee.memory import EMPTY_MEMORY, Memory
from controller.games.tudor.referee.referee import judge
from controller.games.tudor.rules import engine
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import DrawStep, State
from controller.games.tudor.show.asking import waiting
from tests.games.tudor import playing
from tests.games.tudor.random_games import play
from tests.games.tudor.test_view import with_other_hidden_pieces

YELLOW, BLUE, RED = CastleId("yellow"), CastleId("blue"), CastleId("red")


def input_of(state: State, deed: str) -> Input:
    match deed.split():
        case ["turn", steps]:
            return KnobTurned(int(steps), 0.0)
        case ["knob"]:
            return ButtonPressed("knob", None, False, 0.0)
        case ["hold", "knob"]:
            return ButtonPressed("knob", None, True, 0.0)
        case ["yes" | "no" as button, *castle]:
            at = CastleId(castle[0]) if castle else YELLOW
            return ButtonPressed("yes" if button == "yes" else "no", at, False, 0.0)
        case ["hold", "no", *castle]:
            return ButtonPressed("no", CastleId(castle[0]) if castle else YELLOW, True, 0.0)
        case [piece, *castle]:
            return PieceTapped(CastleId(castle[0]) if castle else YELLOW, piece_of(state, piece), 0.0)
        case _:
            raise AssertionError(deed)


def piece_of(state: State, name: str) -> PieceId:
    if not name.startswith("@"):
        return PieceId(name)
    return PieceId(state.table.pieces.tokens[state.tokens[state.table.board.numbers[name[1:]]]])


def after(state: State, *deeds: str, memory: Memory = EMPTY_MEMORY) -> Verdict:
    verdict = Verdict(memory)
    for deed in deeds:
        assert verdict.proposed == (), deed
        verdict = judge(state, verdict.memory, input_of(state, deed))
    return verdict


def proposed(state: State, *deeds: str) -> list[Any]:
    return list(after(state, *deeds).proposed)


def complaints(verdict: Verdict) -> dict[str | None, tuple[str, str | None]]:
    assert verdict.proposed == ()
    return {each.castle: (each.text.key, each.rule) for each in verdict.effects if isinstance(each, Complain)}


def rule_of(state: State, *deeds: str) -> str | None:
    memory = after(state, *deeds[:-1]).memory
    verdict = judge(state, memory, input_of(state, deeds[-1]))
    assert verdict.memory == memory
    ((_, rule),) = complaints(verdict).values()
    return rule


def shown(state: State, *deeds: str) -> list[str]:
    screen: Any = waiting(state, after(state, *deeds).memory).screen
    texts = [screen.title, *getattr(screen, "lines", ()), *getattr(screen, "entries", ())]
    return [translate_text(text, "en") for text in texts]


def rich(state: State) -> State:
    return playing.holding(state, "yellow", red=2, grey=2, brown=2, blue=2, yellow=2, green=2, purple=2)


# Paths, in yellow's first turn: chamber 3 has E and F, chamber 1 A and B; A1 is grey, A2 brown, A3 blue.


def test_tapped_tokens_and_a_yes_move_a_courtier() -> None:
    up = playing.act("E", start="supply", path=["A1", "A2"], cards=["grey", "brown"])
    for yes in ("yes", "knob"):
        assert proposed(rich(playing.acting()), "@A1", "@A2", yes) == [up]


def test_the_knob_chooses_among_fitting_actions_likeliest_first() -> None:
    state = rich(playing.acting())
    one = {"from": "supply", "path": ["A1"], "cards": ["grey"]}
    assert proposed(state, "@A1", "knob") == [playing.act("E", **one)]
    assert proposed(state, "@A1", "turn 1", "knob") == [playing.act("G", **one)]
    assert shown(state, "@A1", "turn 1") == ["Yellow: A1", "Which action? 2/2", "G: one space up"]


def test_tapping_a_token_again_removes_it() -> None:
    state = rich(playing.acting())
    assert after(state, "@A1", "@A2", "@A2").memory == after(state, "@A1").memory
    assert after(state, "@A1", "@A1").memory == EMPTY_MEMORY
    assert after(state, "@A1", "no").memory == EMPTY_MEMORY
    assert after(state, "@A1", "hold knob").memory == EMPTY_MEMORY


def test_only_the_card_for_a_passed_courtier_is_asked() -> None:
    """TU-7.3, TU-9: any card for a space without a token."""
    state = rich(playing.standing(playing.acting(), "blue", "A2"))
    assert shown(state, "@A1", "@A3")[:2] == ["Yellow: E A1-A3", "Card for A2 1/7"]
    passes = {"from": "supply", "path": ["A1", "A2", "A3"], "cards": ["grey", "purple", "blue"]}
    assert proposed(state, "@A1", "@A3", "turn 6", "knob") == [playing.act("E", **passes)]


def test_the_origin_is_asked_only_if_several_courtiers_fit_the_path() -> None:
    state = rich(playing.standing(playing.acting(), "yellow", "C1"))
    assert proposed(state, "@C2", "@C3", "yes")[0]["from"] == "C1"
    state = rich(playing.standing(playing.acting(lord=1), "yellow", "C1", "B2"))
    wide = playing.wearing(state, "yellow", thumb=["q01"], index=["q16"])  # A is enhanced
    assert shown(wide, "@C2", "knob")[:3] == ["Yellow: A C2", "From where? 1/2", "B2"]
    assert [proposed(wide, "@C2", "knob", f"turn {turn}", "knob")[0]["from"] for turn in (0, 1)] == ["B2", "C1"]


def test_the_only_figure_for_an_action_is_activated_with_it() -> None:
    """TU-6.2."""
    activate = {"do": "activate", "player": "yellow", "chamber": 3, "chair": "lord"}
    up = playing.act("E", start="supply", path=["A1", "A2"], cards=["grey", "brown"])
    assert proposed(rich(playing.in_turn()), "@A1", "@A2", "yes") == [activate, up]


def test_a_refused_action_activates_no_figure() -> None:
    """Yellow has no cards; the taps stay."""
    assert rule_of(playing.holding(playing.in_turn(), "yellow"), "@A1", "@A2", "yes") == "TU-9.5"


@pytest.mark.parametrize(
    ("taps", "rule"), [(["@A3"], "TU-7.4"), (["@A1", "@A3"], "TU-7.1"), (["@A1", "@B1"], "TU-9.5"), (["q02"], "TU-6.3")]
)
def test_a_tap_that_fits_nothing_is_refused_with_its_rule(taps: Sequence[str], rule: str) -> None:
    assert rule_of(rich(playing.acting()), *taps) == rule


def test_a_tap_of_another_players_piece_is_a_complaint_at_both_gates() -> None:
    state = playing.with_tokens(playing.acting(), "blue", "f140")
    assert complaints(after(state, "f140")) == {
        "blue": ("tudor-complaint-yours", "TU-11.2"),
        "yellow": ("tudor-complaint-somebody-s", "TU-11.2"),
    }


def test_input_out_of_turn_is_a_complaint_and_changes_nothing() -> None:
    state = playing.acting()
    for deed in ("@A1 blue", "yes blue", "no red"):
        verdict = after(state, deed)
        assert verdict.memory == EMPTY_MEMORY
        assert complaints(verdict) == {deed.split()[1]: ("tudor-complaint-not-your-turn", "TU-6.1")}
    assert complaints(after(state, "@A1 green")) == {"green": ("tudor-complaint-castle-out", "TU-0.1")}
    assert complaints(after(state, "t01")) == {"yellow": ("tudor-complaint-not-in-play", "TU-0.2")}


def test_a_gates_own_complaint_is_shown_with_its_rule() -> None:
    verdict = judge(playing.acting(), EMPTY_MEMORY, GateComplained(BLUE, "complaint-unknown-tag", 0.0))
    assert complaints(verdict) == {"blue": ("complaint-unknown-tag", "TU-0.2")}


def test_a_space_without_a_token_is_chosen_with_the_knob() -> None:
    state = rich(playing.acting())
    empty = playing.standing(state, "yellow", "A1")
    gone = playing.with_player(empty, "yellow", courtiers=0, supply=empty.players[0].supply + 1)
    assert shown(gone, "knob")[:2] == ["Yellow: E A1", "Card for A1 1/7"]
    to = {"from": "supply", "path": ["A1"], "cards": ["red"]}
    assert proposed(gone, "knob", "knob") == [playing.act("E", **to)]


# Cards, figures, chambers: by the knob.


def test_a_turn_offers_figures_first_and_its_end_after_an_action() -> None:
    assert shown(playing.in_turn())[:2] == ["Yellow: what now?", "Chamber 3: lord"]
    assert proposed(playing.in_turn(), "knob") == [
        {"do": "activate", "player": "yellow", "chamber": 3, "chair": "lord"}
    ]
    acted = playing.do(playing.acting(), playing.act("H", card="red"))
    assert proposed(acted, "yes") == [{"do": "end_turn", "player": "yellow"}]


def test_offered_cards_do_not_reveal_the_hand() -> None:
    """All seven factions are offered; a card that is not held is refused."""
    poor, state = playing.holding(playing.acting(), "yellow"), rich(playing.acting())
    exchange = [entry for entry in shown(state) if entry.startswith("Bonus: ex")]
    place = shown(state).index(exchange[0]) - 1
    gives = ["Yellow: gives card", "red", "grey", "brown", "blue", "yellow", "green", "purple"]
    assert shown(poor) == shown(state)
    assert shown(poor, f"turn {place}", "knob") == shown(state, f"turn {place}", "knob") == gives
    chosen = (f"turn {place}", "knob", "turn 1", "knob", "turn 2", "knob", "turn 6", "knob")
    exchanged = {"do": "exchange", "player": "yellow", "give": ["grey", "brown"], "take": "purple"}
    assert proposed(state, *chosen) == [exchanged]
    assert rule_of(poor, *chosen) == "TU-11.3"


def test_no_takes_back_the_last_answer() -> None:
    state = rich(playing.acting())
    assert after(state, "turn 1", "knob", "no").memory == EMPTY_MEMORY


def test_a_chamber_is_chosen_by_knob_and_forced_placements_follow() -> None:
    """TU-3.1, TU-5.2."""
    play = playing.after_hands(4, scenario=4)
    for color, chamber in (("yellow", 1), ("blue", 1)):
        play.submit({"do": "place_lord", "player": color, "chamber": chamber})
    state = play.state
    assert state is not None
    assert shown(state) == ["Red: lord goes to", "Chamber 2: C, D", "Chamber 3: E, F"]
    play = playing.after_hands(2, scenario=2)
    state = play.state
    assert state is not None
    assert proposed(state, "turn 2", "knob") == [{"do": "assign", "player": "yellow", "chamber": 3}]


# Rings.


def test_a_starting_ring_takes_one_tap() -> None:
    state = do_start()
    assert proposed(state, "q05") == [{"do": "choose_ring", "player": "yellow", "ring": "q05"}]
    chosen = playing.do(state, {"do": "choose_ring", "player": "yellow", "ring": "q05"})
    assert complaints(after(chosen, "q05 blue")) == {"blue": ("tudor-refused-ring-worn", "TU-1.2")}


def do_start() -> State:
    play = GameLog()
    play.submit(playing.start())
    assert play.state is not None
    return play.state


def wears(**fingers: list[str]) -> dict[str, Any]:
    bare: dict[str, list[str]] = {finger: [] for finger in ("thumb", "index", "middle", "ring", "pinky")}
    return {"do": "wear", "player": "yellow", "hand": {**bare, **fingers}}


def test_rings_go_on_from_the_thumb_and_knob_or_no_moves_the_last() -> None:
    state = playing.after_rings().state
    assert state is not None
    assert proposed(state, "q16", "yes") == [wears(thumb=["q16"], index=["q01"])]
    assert proposed(state, "q16", "q01", "knob") == [wears(thumb=["q16"], index=["q01"])]
    assert proposed(state, "q01", "no", "q16", "turn 2", "knob") == [wears(index=["q01"], pinky=["q16"])]
    assert rule_of(state, "q02") == "TU-2.1"
    assert rule_of(state, "yes") == "TU-2.1"


def test_two_tapped_rings_are_swapped() -> None:
    """TU-9.2."""
    state = playing.acting(lord=1)
    swap = playing.act("B", swaps=[{"take": "q04", "give": "q01"}], card="grey")
    state = playing.with_player(state, "blue", hand=((), (), (), (), ()))
    assert proposed(state, "q04", "q01", "yes") == [swap]
    assert proposed(state, "q01", "q04", "yes") == [swap]
    assert shown(state, "q04", "q01") == ["Yellow: B", "Rings: grey, red", "Yes or press: done"]


def test_a_second_swap_may_return_the_ring_of_the_first() -> None:
    """TU-10.2."""
    state = playing.wearing(playing.acting(lord=1), "yellow", ring=["q01"], pinky=["q16"])
    back = [{"take": "q13", "give": "q01"}, {"take": "q01", "give": "q16"}]
    state = playing.with_player(state, "red", hand=((), (), (), (), ()))
    deeds = ("q13", "q01", "turn 1", "knob", "q01", "q16")
    assert shown(state, "q13", "q01")[1:3] == ["Once more? 1/2", "That is all"]
    assert proposed(state, *deeds, "knob") == [playing.act("B", swaps=back, card="red")]
    assert proposed(state, *deeds, "turn 1", "knob") == [playing.act("B", swaps=back, card="yellow")]


def at_an_office() -> State:
    state = rich(playing.standing(playing.acting(), "yellow", "A5"))
    state = playing.do(state, playing.act("E", start="A5", path=["A6"], cards=[faction_at(state, "A6")]))
    while waiting(state, EMPTY_MEMORY).step == "draw":
        token = next(token for token in range(140) if state.unseen >> token & 1)
        state = playing.do(state, {"do": "draw", "token": state.table.pieces.tokens[token]})
    return state


def faction_at(state: State, space: str) -> str:
    pieces = state.table.pieces
    return str(state.table.faction_names[pieces.token_factions[pieces.token_numbers[piece_of(state, f"@{space}")]]])


def test_an_office_ring_goes_to_a_bare_finger_and_the_others_stay() -> None:
    """TU-8.2."""
    state = at_an_office()
    hand = {"thumb": ["q01"], "index": ["q16"], "middle": ["q03"], "ring": [], "pinky": []}
    take = {"do": "take_ring", "player": "yellow", "ring": "q03", "hand": hand}
    assert proposed(state, "q03", "yes") == [take]
    assert proposed(state, "q03", "turn 2", "yes") == [{**take, "hand": {**hand, "middle": [], "pinky": ["q03"]}}]
    anew = {"thumb": ["q16"], "index": ["q03"], "middle": ["q01"], "ring": [], "pinky": []}
    assert proposed(state, "q03", "q16", "q03", "yes") == [{**take, "hand": anew}]
    assert complaints(after(state, "q04"))["blue"] == ("tudor-complaint-yours", "TU-2.1")
    assert rule_of(state, "q01") == "TU-8.2"
    assert rule_of(state, "@B1") == "TU-6.3"


def test_with_six_rings_a_finger_may_wear_two_and_none_is_bare() -> None:
    """TU-2.2."""
    state = at_an_office()
    state = playing.wearing(state, "yellow", thumb=["q01"], index=["q16"], middle=["q02"], ring=["q03"], pinky=["q19"])
    hand = {"thumb": ["q01"], "index": ["q16"], "middle": ["q02", "q06"], "ring": ["q03"], "pinky": ["q19"]}
    take = {"do": "take_ring", "player": "yellow", "ring": "q06", "hand": hand}
    assert proposed(state, "q06", "turn 2", "yes") == [take]


# Draws, round tokens, scenario cards.


def test_a_draw_takes_one_tap_at_the_tray_or_the_players_gate() -> None:
    up = playing.act("E", start="supply", path=["A1", "A2"], cards=["grey", "brown"])
    state = playing.do(rich(playing.acting()), up)
    assert waiting(state, EMPTY_MEMORY).step == "draw"
    assert proposed(state, f"f140 {TRAY}") == proposed(state, "f140") == [{"do": "draw", "token": "f140"}]
    assert rule_of(state, "@B1") == "TU-7.11"
    assert rule_of(state, "q02") == "TU-7.10"
    assert rule_of(state, "yes") == "TU-7.10"
    assert set(complaints(after(state, "f140 blue"))) == {"blue"}


def asked_about_a_token(kind: str, scenario: int) -> State:
    space = "A1" if kind == "influence" else "B1"
    state = rich(playing.acting(scenario=scenario))
    return playing.do(state, playing.act("E", start="supply", path=[space], cards=[faction_at(state, space)]))


def test_yes_uses_a_round_token_and_no_keeps_it() -> None:
    """TU-12.6."""
    state = asked_about_a_token("influence", 2)
    assert proposed(state, "no") == [{"do": "decline", "player": "yellow"}]
    card = {"do": "scenario", "player": "yellow", "side": "left", "card": "brown"}
    assert proposed(state, "yes", "turn 2", "yes") == [card]


def test_two_tapped_tokens_are_swapped() -> None:
    """TU-12.1."""
    state = asked_about_a_token("intrigue", 1)
    swap = {"do": "scenario", "player": "yellow", "side": "right", "spaces": ["D4", "A2"]}
    assert proposed(state, "@D4", "@A2", "yes") == [swap]


def test_a_traded_ring_may_be_tapped_at_its_new_owners_gate() -> None:
    """TU-12.4."""
    state = playing.with_player(playing.acting(scenario=4), "yellow", influence=1, intrigue=1)
    trade = {"do": "scenario", "player": "yellow", "side": "left", "mine": "q01", "theirs": "q04"}
    assert proposed(state, "q04", "q01 blue", "yes") == [trade]
    assert proposed(state, "q01", "q04", "yes") == [trade]


@pytest.mark.parametrize("before", [playing.after_rings, playing.after_hands])
def test_rings_cannot_be_traded_before_the_first_turn(before: Callable[..., GameLog]) -> None:
    """TU-12.4."""
    state = before(scenario=4).state
    assert state is not None
    verdict = after(state, "q01 blue")
    assert verdict.memory == EMPTY_MEMORY
    assert complaints(verdict) == {
        "blue": ("tudor-complaint-somebody-s", "TU-2.1"),
        "yellow": ("tudor-complaint-yours", "TU-2.1"),
    }


def test_the_bonus_move_takes_two_own_tokens_and_the_spaces_token() -> None:
    """TU-11.2."""
    state = playing.with_tokens(playing.acting(), "yellow", "f139", "f140")
    bonus = {"do": "move", "player": "yellow", "from": "supply", "path": ["A1"], "tokens": ["f139", "f140"]}
    assert proposed(state, "f139", "f140", "@A1", "yes") == [bonus]
    assert rule_of(playing.with_player(state, "yellow", moved=True), "f139") == "TU-11.2"


def test_holding_no_undoes_the_last_action() -> None:
    assert proposed(playing.acting(), "hold no") == [{"do": "undo"}]
    assert proposed(playing.acting(), "hold no blue") == [{"do": "undo"}]


def test_the_knob_turns_during_questions_and_holds_after_inputs() -> None:
    state = rich(playing.acting())
    assert (waiting(state, EMPTY_MEMORY).knob_turns, waiting(state, EMPTY_MEMORY).knob_holds) == (True, False)
    tapped = after(state, "@A1", "@A2").memory
    assert (waiting(state, tapped).knob_turns, waiting(state, tapped).knob_holds) == (False, True)


def test_the_acting_castle_blinks() -> None:
    lamps = waiting(playing.acting(), EMPTY_MEMORY).lamps
    assert lamps == {YELLOW: ("off", "blink", "off"), BLUE: ("off", "off", "off"), RED: ("off", "off", "off")}


@pytest.mark.parametrize("deeds", [(), ("@A1",), ("@A1", "@A2"), ("q02",)])
def test_no_screen_depends_on_a_hidden_hand(deeds: tuple[str, ...]) -> None:
    poor = playing.holding(playing.acting(), "yellow")
    for state in (rich(poor), playing.with_player(poor, "yellow", influence=5, intrigue=4)):
        assert waiting(state, after(state, *deeds).memory) == waiting(poor, after(poor, *deeds).memory)


GAME = Tudor()
STATES = [state for _, state in play(3)]
DRAWING = next(state for state in STATES if state.due and isinstance(state.due[0], DrawStep))
HOLDING = next(
    state for state in STATES if state.phase == "actions" and state.players[state.turn_seat].tokens.bit_count() > 1
)


def sent(state: State, **action: object) -> object:
    (proposed,) = GAME.judge_page_action(state, EMPTY_MEMORY, action, None).proposed
    return proposed


def faction_of(state: State, token: object) -> str:
    pieces = state.table.pieces
    return state.table.faction_names[pieces.token_factions[pieces.token_numbers[str(token)]]]


def test_a_drawn_token_is_named_by_its_faction() -> None:
    for name, left in zip(DRAWING.table.faction_names, DRAWING.bag, strict=True):
        token = sent(DRAWING, do="draw", token=name)["token"]  # type: ignore[index]
        assert faction_of(DRAWING, token) == name
        assert not left or DRAWING.unseen >> DRAWING.table.pieces.token_numbers[token] & 1


def test_two_tokens_named_by_one_faction_are_different() -> None:
    color = HOLDING.table.colors[HOLDING.turn_seat]
    mine = HOLDING.table.pieces.token_ids(HOLDING.players[HOLDING.turn_seat].tokens)
    names = [faction_of(HOLDING, token) for token in mine]
    chosen = sent(HOLDING, do="move", player=color, tokens=names[:2])["tokens"]  # type: ignore[index]
    assert len(set(chosen)) == 2
    assert set(chosen) <= set(mine)
    assert [faction_of(HOLDING, token) for token in chosen] == names[:2]
    twice = sent(HOLDING, do="move", player=color, tokens=[names[0], names[0]])["tokens"]  # type: ignore[index]
    assert len(set(twice)) == 2


def test_ids_and_unknown_names_are_left_to_the_rules() -> None:
    for action in (
        {"do": "draw", "token": "f001"}, {"do": "draw", "token": "nobody"}, {"do": "draw"}, {"do": "draw", "token": 7},
        {"do": "move", "player": "nobody", "tokens": ["red", "red"]}, {"do": ["draw"]}, {}, {"do": "end_turn"},
    ):  # fmt: skip
        assert sent(DRAWING, **action) == action


def plenty(state: State) -> State:
    tokens = (1 << len(state.table.pieces.tokens)) - 1
    rich = {
        "cards": (PLENTIFUL_COUNT,) * len(state.stacks),
        "tokens": tokens,
        "influence": PLENTIFUL_COUNT,
        "intrigue": PLENTIFUL_COUNT,
    }
    return replace(state, players=tuple(replace(player, **rich) for player in state.players))


def answer_to(state: State, action: dict[str, Any]) -> object:
    verdict = GAME.judge_page_action(state, EMPTY_MEMORY, action, None)
    if verdict.memory.pending is not None:
        return verdict.proposed, GAME.view(state, verdict.memory)["said"], repr(GAME.waiting(state, verdict.memory))
    (line,) = verdict.proposed
    try:
        engine.apply_action(state, GameLog.to_typed_action(line))
    except Refusal as refusal:
        return refusal.rule, translate_text(refusal.text, "en")
    return "accepted"


@pytest.mark.parametrize("seed", [3, 61, 118, 190])
def test_no_answer_to_the_shared_page_depends_on_a_hidden_hand(seed: int) -> None:
    """Send every move of a rich hand and amendments; the answers must not depend on the hand."""
    chance, waited = Random(seed), set()
    for _, state in play(seed)[::5]:
        if state.phase != "actions" or (state.due and isinstance(state.due[0], DrawStep)):
            continue
        color = state.table.colors[chance.randrange(len(state.players))]
        few = {"do": "amend", "cards": {color: {chance.choice(state.table.faction_names): chance.choice((-3, -1, 2))}}}
        sent = [move_to_line(state.table, random_move(plenty(state), chance)) for _ in range(6)]
        for action in [*sent, few]:
            other = replace(
                with_other_hidden_pieces(state, chance), bag=state.bag, unseen=state.unseen, gone=state.gone
            )
            here = answer_to(state, action)
            assert answer_to(other, action) == here, action
            waited |= {action["do"]} if isinstance(here, tuple) and len(here) == 3 else set()
    assert {"act", "exchange", "amend"} <= waited


def test_actions_of_a_seat_or_without_hidden_cards_need_no_yes() -> None:
    state = next(state for state in STATES if state.phase == "actions" and not state.due)
    player = state.table.colors[state.turn_seat]
    for action, castle in (
        ({"do": "exchange", "player": player, "give": ["red", "red"], "take": "grey"}, CastleId(state.table.gates[0])),
        ({"do": "end_turn", "player": player}, None),
        ({"do": "amend", "cards": {player: {"red": 1}}}, None),
        ({"do": "undo"}, None),
    ):
        verdict = GAME.judge_page_action(state, EMPTY_MEMORY, action, castle)
        assert (verdict.proposed, verdict.memory) == ((action,), EMPTY_MEMORY)


def asked(state: State) -> tuple[Memory, CastleId, CastleId]:
    action = {"do": "exchange", "player": state.table.colors[state.turn_seat], "give": ["red", "red"], "take": "grey"}
    mine, *others = [
        state.table.gates[state.turn_seat],
        *(gate for gate in state.table.gates if gate != state.table.gates[state.turn_seat]),
    ]
    return GAME.judge_page_action(state, EMPTY_MEMORY, action, None).memory, CastleId(mine), CastleId(others[0])


QUIET_TURN = next(state for state in STATES if state.phase == "actions" and not state.due)


def test_the_owners_yes_performs_the_pending_action() -> None:
    state = plenty(QUIET_TURN)
    memory, mine, other = asked(state)
    assert memory.pending is not None
    assert GAME.waiting(state, memory).castle == mine
    assert GAME.waiting(state, memory).step == "confirm"
    for castle, button in ((mine, "yes"), (None, "knob")):
        verdict = GAME.judge(state, memory, ButtonPressed(button, castle, False, 1.0))  # type: ignore[arg-type]
        assert (verdict.proposed, verdict.memory) == ((memory.pending.action,), EMPTY_MEMORY)
    for nothing in (ButtonPressed("yes", other, False, 1.0), KnobTurned(1, 1.0)):
        assert GAME.judge(state, memory, nothing).memory == memory
        assert GAME.judge(state, memory, nothing).proposed == ()
    for no in (ButtonPressed("no", mine, False, 1.0), ButtonPressed("knob", None, True, 1.0)):
        assert GAME.judge(state, memory, no) == GAME.judge(state, memory, no)
        assert GAME.judge(state, memory, no).memory == EMPTY_MEMORY
    assert GAME.judge(state, memory, PieceTapped(mine, PieceId("q01"), 1.0)).memory.pending is None


def test_after_the_owners_yes_a_refusal_names_no_card() -> None:
    poor = replace(
        QUIET_TURN, players=tuple(replace(each, cards=(0,) * len(QUIET_TURN.stacks)) for each in QUIET_TURN.players)
    )
    memory, mine, _ = asked(poor)
    verdict = GAME.judge(poor, memory, ButtonPressed("yes", mine, False, 1.0))
    (complaint,) = verdict.effects
    assert isinstance(complaint, Complain)
    assert complaint.rule == "TU-11.3"
    assert translate_text(complaint.text, "en") == "What is behind the screen is not enough for this."
    assert (verdict.proposed, verdict.memory) == ((), EMPTY_MEMORY)


def test_going_back_cannot_take_cards_or_reveal_them() -> None:
    game = playing.example_game("4-sideways")
    assert game.state is not None
    for number in (-1, -9):
        for color in game.state.table.colors:
            with pytest.raises(RefusedError) as refused:
                GAME.correct(game, None, [{"do": "amend", "cards": {color: {"red": number}}}], by_hand=False)
            assert "owner agrees" in translate_text(refused.value.text, "en")
    assert GAME.correct(game, None, [{"do": "amend", "cards": {"red": {"red": 1}}}], by_hand=False).steps
