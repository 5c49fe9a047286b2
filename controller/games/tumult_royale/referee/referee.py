"""Turn a tap, a press or the end of the hourglass into a verdict. Called by the game loop."""

from msgspec.structs import replace

from controller.games.contract.effects import Blink, StartTimer, Tell
from controller.games.contract.inputs import (
    ButtonPressed,
    GateComplained,
    Input,
    KnobTurned,
    PieceTapped,
    TimerRanOut,
)
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, Action, CastleId, PieceId, RandomDraw, Text
from controller.games.tumult_royale.box.words import COMMODITIES, SET_ASIDE_EACH, Color
from controller.games.tumult_royale.referee import complaints, offers
from controller.games.tumult_royale.referee.complaints import complain, not_your_turn, note
from controller.games.tumult_royale.referee.memory import Memory, tile_count
from controller.games.tumult_royale.rules.chapters.shared import place_of
from controller.games.tumult_royale.rules.state import (
    Coronation,
    FirstStatues,
    LastTiles,
    Over,
    Placing,
    Robbing,
    Sentiment,
    SettingAside,
    State,
)
from controller.games.undoable_log import as_json

RULE_OF_GATE = {"complaint-one-at-a-time": "TR-2.3", "complaint-unknown-tag": "TR-0.2"}
"""Rule for each complaint of a gate."""


def judge(state: State | None, memory: Memory, input_: Input) -> Verdict:
    """See ``Referee.judge``."""
    match input_:
        case TimerRanOut(at_s=at_s):
            if state is None or not isinstance(state.phase, Robbing):
                return note(memory, None, "hourglass")
            return Verdict(replace(memory, stopped_at_s=at_s), ({"do": "stop"},))
        case PieceTapped(castle=castle) if castle == TRAY:
            return _at_the_tray(state, memory, input_)
        case PieceTapped():
            return _tile(state, memory, input_)
        case GateComplained(castle=castle, key=key) if castle == TRAY:
            paying = state is not None and isinstance(state.phase, Placing)
            means = complain(memory, None, key.removeprefix("complaint-"), RULE_OF_GATE[key])
            return means if paying else note(memory, None, "tag")
        case GateComplained(castle=castle, key=key):
            if state is None or not _tiles_mean_something(state):
                return note(memory, castle, "tag")
            return complain(memory, castle, key.removeprefix("complaint-"), RULE_OF_GATE[key])
        case KnobTurned(steps=steps):
            turns = state is not None and isinstance(state.phase, Placing) and (memory.tapped or memory.asking)
            return Verdict(replace(memory, turned=memory.turned + steps)) if turns else note(memory, None, "button")
        case ButtonPressed(castle=castle):
            if state is None or isinstance(state.phase, Over):
                return note(memory, castle, "button")
            if castle is not None and state.seat(castle) is None:
                return complain(memory, castle, "castle-out", "TR-0.1")
            return _button(state, memory, input_)


# Tiles.


def _tile(state: State | None, memory: Memory, tap: PieceTapped) -> Verdict:
    castle = tap.castle
    if state is None or not _tiles_mean_something(state):
        return note(memory, castle, "tile")
    if state.seat(castle) is None:
        return complain(memory, castle, "castle-out", "TR-0.1")
    if tap.piece not in state.table.pool.bits:
        return complain(memory, castle, "not-in-play", "TR-0.2")
    if isinstance(state.phase, Placing):
        return _pay(state, memory, tap)
    if isinstance(state.phase, Robbing | LastTiles):
        return _rob(state, memory, tap)
    return _set_aside(state, memory, tap)


def _at_the_tray(state: State | None, memory: Memory, tap: PieceTapped) -> Verdict:
    """Treat a tile at the tray as a payment by the player to act (TR-4.5)."""
    if state is None or not isinstance(state.phase, Placing) or state.to_act is None:
        return note(memory, None, "tile")
    payer = CastleId(state.color(state.to_act))
    return _tile(state, memory, PieceTapped(payer, tap.piece, tap.at_s))


def _tiles_mean_something(state: State) -> bool:
    if isinstance(state.phase, Sentiment):
        return state.table.variant == "classic"
    return isinstance(state.phase, SettingAside | Robbing | LastTiles | Placing)


def _set_aside(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    castle = tap.castle
    place = place_of(state, state.table.pool.bits[tap.piece])
    mine = memory.set_aside_count(state, castle)
    if place == "set_aside":
        return complain(memory, castle, "aside-already", "TR-2.1")
    if place != "people":
        return complaints.lies_elsewhere(memory, castle, CastleId(place))
    if state.set_aside.bit_count() >= SET_ASIDE_EACH * len(state.players):
        return complain(memory, castle, "before-hourglass", "TR-2.2")
    if mine >= SET_ASIDE_EACH:
        return complain(memory, castle, "fourth", "TR-2.1")
    sentence = Text("told-aside-by", {"color": Text(castle), "count": mine + 1})
    at_gate = replace(memory, at_gate=castle)
    return Verdict(at_gate, ({"do": "set_aside", "tile": tap.piece},), if_accepted=(Blink(castle), Tell(sentence)))


def _rob(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    castle, phase = tap.castle, state.phase
    place = place_of(state, state.table.pool.bits[tap.piece])
    if isinstance(phase, LastTiles) and castle in memory.correcting:
        if place == castle:
            return Verdict(memory, effects=(Blink(castle),))  # counted already
        return Verdict(memory, (_lies_at(castle, tap.piece),), if_accepted=(Blink(castle),))
    if place == castle:
        return complain(memory, castle, "here-already", "TR-2.4")
    if place == "set_aside":
        return complain(memory, castle, "is-aside", "TR-2.1")
    if place != "people":
        return complaints.lies_elsewhere(memory, castle, CastleId(place))
    if isinstance(phase, LastTiles):
        if memory.stopped_at_s is not None and tap.at_s <= memory.stopped_at_s:
            # The tile passed in time, but its board reported it late: no late tile (TR-2.5).
            return Verdict(memory, (_lies_at(castle, tap.piece),), if_accepted=(Blink(castle),))
        if memory.agrees(state, castle):
            return complaints.castle_closed(state, memory, castle)
        if state.seat(castle) in phase.late:
            return complaints.too_late(memory, tap)
    return Verdict(memory, ({"do": "rob", "player": castle, "tile": tap.piece},), if_accepted=(Blink(castle),))


def _lies_at(castle: CastleId, tile: PieceId) -> Action:
    return {"do": "amend", "move": {"tile": tile, "to": castle}}


def _pay(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    seat = state.to_act
    assert seat is not None
    if Color(tap.castle) != state.color(seat):
        return not_your_turn(state, memory, tap.castle)
    bit = state.table.pool.bits[tap.piece]
    if not state.players[seat].castle & bit:
        return complaints.not_your_tile(state, memory, tap)
    tapped = replace(memory, tapped=memory.tapped ^ bit, turned=0, asking=False)
    return Verdict(tapped, effects=(Blink(tap.castle),))


# Buttons: the knob speaks for the king, the player to act or all castles; yes and no for their castle.


def _button(state: State, memory: Memory, press: ButtonPressed) -> Verdict:
    if isinstance(state.phase, LastTiles):
        return _compare(state, memory, press)
    speaker = state.color(state.king if state.to_act is None else state.to_act)
    if press.castle is not None and Color(press.castle) != speaker:
        return not_your_turn(state, memory, press.castle)
    if isinstance(state.phase, Placing):
        return _choose(state, memory, press, speaker)
    if press.button == "no":
        return complain(memory, press.castle, "no-question", complaints.RULE_OF_TURN[state.phase.name])
    return _handle_yes(state, memory, press, speaker)


def _handle_yes(state: State, memory: Memory, press: ButtonPressed, speaker: Color) -> Verdict:
    on_honour = state.table.map == "honour"
    match state.phase:
        case FirstStatues() if on_honour:
            return Verdict(memory, ({"do": "place_first", "player": speaker},))
        case Coronation() if on_honour:
            return Verdict(memory, ({"do": "reveal", "player": speaker, "tiles": []},))
        case Sentiment():
            return Verdict(memory, (_spin(state),))
        case SettingAside():
            return Verdict(memory, ({"do": "collect"},))
        case Robbing():
            return Verdict(memory, effects=(StartTimer(),))  # no effect if it is running
        case phase:
            return complain(memory, press.castle, "on-page", complaints.RULE_OF_TURN[phase.name])


def _compare(state: State, memory: Memory, press: ButtonPressed) -> Verdict:
    """Count at once if the knob is pressed, or when all castles have pressed yes (TR-2.6)."""
    castle = press.castle
    if castle is None:
        return Verdict(memory, ({"do": "count"},))
    others = tuple(each for each in memory.agreed if each[0] != castle)
    if press.button == "no":
        return Verdict(
            replace(memory, correcting=memory.correcting | {castle}, agreed=others), effects=(Blink(castle),)
        )
    agreed = (*others, (castle, tile_count(state, castle)))
    memory = replace(memory, correcting=memory.correcting - {castle}, agreed=agreed)
    all_agree = all(memory.agrees(state, CastleId(color)) for color in state.table.colors)
    return Verdict(memory, ({"do": "count"},)) if all_agree else Verdict(memory, effects=(Blink(castle),))


def sectors(state: State) -> tuple[tuple[int, int], ...]:
    """Return the spinner's sectors (TR-1.1) as (demand, degrees), clockwise from the home mark."""
    return tuple((sector.demand, sector.degrees) for sector in state.table.edition.spinner)


def _spin(state: State) -> RandomDraw:
    action = {"do": "spin"}
    if state.table.variant == "gambler":
        action["commodity"] = COMMODITIES[state.demand.index(None)]
    return RandomDraw(action, "demand", sectors(state))


def _choose(state: State, memory: Memory, press: ButtonPressed, player: Color) -> Verdict:
    holds = press.long and press.button != "yes"
    if memory.asking:
        if holds:
            return Verdict(replace(memory, asking=False, turned=0))
        if press.button == "no":
            return Verdict(replace(memory, turned=memory.turned + 1))
        return Verdict(memory, ({"do": "pass", "player": player, "stuck": bool(memory.turned % 2)},))
    if holds:
        if _must_say_why(state):
            return Verdict(replace(memory, asking=True, turned=0))
        return Verdict(memory, ({"do": "pass", "player": player},))
    offer = offers.chosen_offer(state, memory)
    if offer is None:
        return complaints.pays_for_no_field(state, memory, press.castle)
    if press.button == "no":
        if len(offers.offers_for(state, memory.tapped)) == 1:
            return complain(memory, press.castle, "one-way", "TR-4.1")
        return Verdict(replace(memory, turned=memory.turned + 1))
    return Verdict(memory, (as_json(offer.build),))


def _must_say_why(state: State) -> bool:
    """Return whether the consolation depends on the player's reason to pass (TR-4.10, TR-11.2)."""
    seat, phase = state.to_act, state.phase
    assert seat is not None
    assert isinstance(phase, Placing)
    to_blame = any(tumult.greediest == state.color(seat) for tumult in state.tumults)
    return state.table.map == "honour" and not phase.able & 1 << seat and not to_blame
