"""Turn a tap, a press or the hourglass's end into a verdict, for the game loop."""

from msgspec.structs import replace

from controller.games.contract import inputs
from controller.games.contract.effects import Blink, StartTimer, Tell
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, Action, CastleId, PieceId, RandomDraw, Text
from controller.games.tumult_royale.box.words import COMMODITIES, SET_ASIDE_PER_PLAYER, Color
from controller.games.tumult_royale.referee import complaints, offers
from controller.games.tumult_royale.referee.complaints import complaint_verdict, log_only_verdict, not_your_turn_verdict
from controller.games.tumult_royale.referee.memory import Memory, castle_tile_count
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.chapters.shared import logged_place_of
from controller.games.undoable_log import struct_to_mapping

RULE_BY_GATE_COMPLAINT = {"complaint-one-at-a-time": "TR-2.3", "complaint-unknown-tag": "TR-0.2"}


def judge(state: states.State | None, memory: Memory, input_: inputs.Input) -> Verdict:
    """See ``Referee.judge``."""
    match input_:
        case inputs.TimerRanOut(at_s=at_s):
            if state is None or not isinstance(state.phase, states.Robbing):
                return log_only_verdict(memory, None, "hourglass")
            return Verdict(replace(memory, stopped_at_s=at_s), ({"do": "stop"},))
        case inputs.PieceTapped(castle=castle) if castle == TRAY:
            return _judge_tile_at_tray(state, memory, input_)
        case inputs.PieceTapped():
            return _judge_tile(state, memory, input_)
        case inputs.GateComplained(castle=castle, key=key) if castle == TRAY:
            paying = state is not None and isinstance(state.phase, states.Placing)
            means = complaint_verdict(memory, None, key.removeprefix("complaint-"), RULE_BY_GATE_COMPLAINT.get(key))
            return means if paying else log_only_verdict(memory, None, "tag")
        case inputs.GateComplained(castle=castle, key=key):
            if state is None or not _are_tiles_expected(state):
                return log_only_verdict(memory, castle, "tag")
            return complaint_verdict(memory, castle, key.removeprefix("complaint-"), RULE_BY_GATE_COMPLAINT.get(key))
        case inputs.KnobTurned(steps=steps):
            turns = state is not None and isinstance(state.phase, states.Placing) and (memory.tapped or memory.asking)
            return (
                Verdict(replace(memory, turned=memory.turned + steps))
                if turns
                else log_only_verdict(memory, None, "button")
            )
        case inputs.ButtonPressed(castle=castle):
            if state is None or isinstance(state.phase, states.Over):
                return log_only_verdict(memory, castle, "button")
            if castle is not None and state.seat(castle) is None:
                return complaint_verdict(memory, castle, "castle-out", "TR-0.1")
            return _judge_press(state, memory, input_)


# Tiles.


def _judge_tile(state: states.State | None, memory: Memory, tap: inputs.PieceTapped) -> Verdict:
    castle = tap.castle
    if state is None or not _are_tiles_expected(state):
        return log_only_verdict(memory, castle, "tile")
    if state.seat(castle) is None:
        return complaint_verdict(memory, castle, "castle-out", "TR-0.1")
    if tap.piece not in state.table.pool.bits:
        return complaint_verdict(memory, castle, "not-in-play", "TR-0.2")
    if isinstance(state.phase, states.Placing):
        return _judge_payment_tile(state, memory, tap)
    if isinstance(state.phase, states.Robbing | states.LastTiles):
        return _judge_robbed_tile(state, memory, tap)
    return _judge_tile_set_aside(state, memory, tap)


def _judge_tile_at_tray(state: states.State | None, memory: Memory, tap: inputs.PieceTapped) -> Verdict:
    """Treat a tile at the tray as a payment by the player to act (TR-4.5)."""
    if state is None or not isinstance(state.phase, states.Placing) or state.seat_to_act is None:
        return log_only_verdict(memory, None, "tile")
    payer = CastleId(state.color(state.seat_to_act))
    return _judge_tile(state, memory, inputs.PieceTapped(payer, tap.piece, tap.at_s))


def _are_tiles_expected(state: states.State) -> bool:
    if isinstance(state.phase, states.Sentiment):
        return state.table.variant == "classic"
    return isinstance(state.phase, states.SettingAside | states.Robbing | states.LastTiles | states.Placing)


def _judge_tile_set_aside(state: states.State, memory: Memory, tap: inputs.PieceTapped) -> Verdict:
    castle = tap.castle
    place = logged_place_of(state, state.table.pool.bits[tap.piece])
    mine = memory.set_aside_count(state, castle)
    if place == "set_aside":
        return complaint_verdict(memory, castle, "aside-already", "TR-2.1")
    if place != "people":
        return complaints.lies_elsewhere_verdict(memory, castle, CastleId(place))
    if state.set_aside.bit_count() >= SET_ASIDE_PER_PLAYER * len(state.players):
        return complaint_verdict(memory, castle, "before-hourglass", "TR-2.2")
    if mine >= SET_ASIDE_PER_PLAYER:
        return complaint_verdict(memory, castle, "fourth", "TR-2.1")
    sentence = Text("told-aside-by", {"color": Text(castle), "count": mine + 1})
    return Verdict(memory, ({"do": "set_aside", "tile": tap.piece},), if_accepted=(Blink(castle), Tell(sentence)))


def _judge_robbed_tile(state: states.State, memory: Memory, tap: inputs.PieceTapped) -> Verdict:
    castle, phase = tap.castle, state.phase
    place = logged_place_of(state, state.table.pool.bits[tap.piece])
    if isinstance(phase, states.LastTiles) and castle in memory.correcting:
        if place == castle:
            return Verdict(memory, effects=(Blink(castle),))  # counted already
        return Verdict(memory, (_amend_to_castle_action(castle, tap.piece),), if_accepted=(Blink(castle),))
    if place == castle:
        return complaint_verdict(memory, castle, "here-already", "TR-2.4")
    if place == "set_aside":
        return complaint_verdict(memory, castle, "is-aside", "TR-2.1")
    if place != "people":
        return complaints.lies_elsewhere_verdict(memory, castle, CastleId(place))
    if isinstance(phase, states.LastTiles):
        if memory.stopped_at_s is not None and tap.at_s <= memory.stopped_at_s:
            # The tile passed in time but its board reported it late: no late tile (TR-2.5).
            return Verdict(memory, (_amend_to_castle_action(castle, tap.piece),), if_accepted=(Blink(castle),))
        if memory.has_confirmed(state, castle):
            return complaints.castle_closed_verdict(state, memory, castle)
        if state.seat(castle) in phase.late:
            return complaints.second_late_tile_verdict(memory, tap)
    return Verdict(memory, ({"do": "rob", "player": castle, "tile": tap.piece},), if_accepted=(Blink(castle),))


def _amend_to_castle_action(castle: CastleId, tile: PieceId) -> Action:
    return {"do": "amend", "move": {"tile": tile, "to": castle}}


def _judge_payment_tile(state: states.State, memory: Memory, tap: inputs.PieceTapped) -> Verdict:
    seat = state.seat_to_act
    assert seat is not None
    if Color(tap.castle) != state.color(seat):
        return not_your_turn_verdict(state, memory, tap.castle)
    bit = state.table.pool.bits[tap.piece]
    if not state.players[seat].castle & bit:
        return complaints.not_your_tile_verdict(state, memory, tap)
    tapped = replace(memory, tapped=memory.tapped ^ bit, turned=0, asking=False)
    return Verdict(tapped, effects=(Blink(tap.castle),))


# Presses: the knob counts for the king, the player to act or all castles; yes and no for their castle.


def _judge_press(state: states.State, memory: Memory, press: inputs.ButtonPressed) -> Verdict:
    if isinstance(state.phase, states.LastTiles):
        return _judge_press_after_taxes(state, memory, press)
    speaker = state.color(state.king if state.seat_to_act is None else state.seat_to_act)
    if isinstance(state.phase, states.Robbing) and (
        press.button == "no" or press.castle not in {None, CastleId(speaker)}
    ):
        return log_only_verdict(memory, press.castle, "button")  # a late answer to "Ready?" is no mistake
    if press.castle is not None and Color(press.castle) != speaker:
        return not_your_turn_verdict(state, memory, press.castle)
    if isinstance(state.phase, states.Placing):
        return _judge_press_while_placing(state, memory, press, speaker)
    if press.button == "no":
        return complaint_verdict(memory, press.castle, "no-question", complaints.TURN_RULE_BY_PHASE[state.phase.name])
    return _judge_yes(state, memory, press, speaker)


def _judge_yes(state: states.State, memory: Memory, press: inputs.ButtonPressed, speaker: Color) -> Verdict:
    on_honour = state.table.map == "honour"
    match state.phase:
        case states.FirstStatues() if on_honour:
            return Verdict(memory, ({"do": "place_first", "player": speaker},))
        case states.Coronation() if on_honour:
            return Verdict(memory, ({"do": "reveal", "player": speaker, "tiles": []},))
        case states.Sentiment():
            return Verdict(memory, (_spin_request(state),))
        case states.SettingAside():
            return Verdict(memory, ({"do": "collect"},))
        case states.Robbing():
            return Verdict(memory, effects=(StartTimer(),))  # no effect if it is running
        case phase:
            return complaint_verdict(memory, press.castle, "on-page", complaints.TURN_RULE_BY_PHASE[phase.name])


def _judge_press_after_taxes(state: states.State, memory: Memory, press: inputs.ButtonPressed) -> Verdict:
    """Count at once if the knob is pressed, or all castles have pressed yes (TR-2.6)."""
    castle = press.castle
    if castle is None:
        return Verdict(memory, ({"do": "count"},))
    others = tuple(each for each in memory.agreed if each[0] != castle)
    if press.button == "no":
        return Verdict(
            replace(memory, correcting=memory.correcting | {castle}, agreed=others), effects=(Blink(castle),)
        )
    agreed = (*others, (castle, castle_tile_count(state, castle)))
    memory = replace(memory, correcting=memory.correcting - {castle}, agreed=agreed)
    all_agree = all(memory.has_confirmed(state, CastleId(color)) for color in state.table.colors)
    return Verdict(memory, ({"do": "count"},)) if all_agree else Verdict(memory, effects=(Blink(castle),))


def spinner_sectors(state: states.State) -> tuple[tuple[int, int], ...]:
    """Return the spinner's sectors (TR-1.1) as (demand, degrees), clockwise from the home mark."""
    return tuple((sector.demand, sector.degrees) for sector in state.table.edition.spinner)


def _spin_request(state: states.State) -> RandomDraw:
    action = {"do": "spin"}
    if state.table.variant == "gambler":
        action["commodity"] = COMMODITIES[state.demand.index(None)]
    return RandomDraw(action, "demand", spinner_sectors(state))


def _judge_press_while_placing(
    state: states.State, memory: Memory, press: inputs.ButtonPressed, player: Color
) -> Verdict:
    holds = press.long and press.button != "yes"
    if memory.asking:
        if holds:
            return Verdict(replace(memory, asking=False, turned=0))
        if press.button == "no":
            return Verdict(replace(memory, turned=memory.turned + 1))
        return Verdict(memory, ({"do": "pass", "player": player, "stuck": bool(memory.turned % 2)},))
    if holds:
        if _must_ask_why_passed(state):
            return Verdict(replace(memory, asking=True, turned=0))
        return Verdict(memory, ({"do": "pass", "player": player},))
    offer = offers.chosen_offer(state, memory)
    if offer is None:
        return complaints.pays_for_no_field_verdict(state, memory, press.castle)
    if press.button == "no":
        if len(offers.offers_paid_by(state, memory.tapped)) == 1:
            return complaint_verdict(memory, press.castle, "one-way", "TR-4.1")
        return Verdict(replace(memory, turned=memory.turned + 1))
    return Verdict(memory, (struct_to_mapping(offer.build),))


def _must_ask_why_passed(state: states.State) -> bool:
    """Whether the consolation depends on the reason to pass (TR-4.10, TR-11.2)."""
    seat, phase = state.seat_to_act, state.phase
    assert seat is not None
    assert isinstance(phase, states.Placing)
    to_blame = any(tumult.greediest == state.color(seat) for tumult in state.tumults)
    return state.table.map == "honour" and not phase.able & 1 << seat and not to_blame
