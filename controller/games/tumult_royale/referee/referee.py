"""The referee: what a tap, a press or the end of the hourglass means in the present state."""

from msgspec.structs import replace

from controller.games.contract.actions import Action, Draw
from controller.games.contract.effects import Blink, StartHourglass, Tell
from controller.games.contract.ids import TRAY, CastleId, TileId
from controller.games.contract.inputs import (
    ButtonPressed,
    GateComplained,
    Happening,
    HourglassRanOut,
    KnobTurned,
    TileTapped,
)
from controller.games.contract.referee import Verdict
from controller.games.contract.texts import Text
from controller.games.tumult_royale.box.words import COMMODITIES, SET_ASIDE_EACH, Color
from controller.games.tumult_royale.referee import complaints, offers
from controller.games.tumult_royale.referee.complaints import complain, not_your_turn, note
from controller.games.tumult_royale.referee.memory import Desk, tiles_at
from controller.games.tumult_royale.rules.chapters.handling import place_of
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

RULE_OF_GATE = {"complaint-one-at-a-time": "TR-2.3", "complaint-unknown-tag": "TR-0.2"}
"""Why a gate cannot count what it saw."""


def judge(state: State | None, desk: Desk, happening: Happening) -> Verdict:
    """What the table does about a happening: exactly one of an action, a change of the desk, a complaint, a note."""
    match happening:
        case HourglassRanOut(at_s=at_s):
            if state is None or not isinstance(state.phase, Robbing):
                return note(desk, None, "hourglass")
            return Verdict(replace(desk, stopped_at_s=at_s), ({"do": "stop"},))
        case TileTapped(castle=castle) if castle == TRAY:
            return _at_the_tray(state, desk, happening)
        case TileTapped():
            return _tile(state, desk, happening)
        case GateComplained(castle=castle, key=key) if castle == TRAY:
            paying = state is not None and isinstance(state.phase, Placing)
            means = complain(desk, None, key.removeprefix("complaint-"), RULE_OF_GATE[key])
            return means if paying else note(desk, None, "tag")
        case GateComplained(castle=castle, key=key):
            if state is None or not _tiles_mean_something(state):
                return note(desk, castle, "tag")
            return complain(desk, castle, key.removeprefix("complaint-"), RULE_OF_GATE[key])
        case KnobTurned(steps=steps):
            turns = state is not None and isinstance(state.phase, Placing) and (desk.tapped or desk.asking)
            return Verdict(replace(desk, turned=desk.turned + steps)) if turns else note(desk, None, "button")
        case ButtonPressed(castle=castle):
            if state is None or isinstance(state.phase, Over):
                return note(desk, castle, "button")
            if castle is not None and state.seat(castle) is None:
                return complain(desk, castle, "castle-out", "TR-0.1")
            return _button(state, desk, happening)


# Tiles.


def _tile(state: State | None, desk: Desk, tap: TileTapped) -> Verdict:
    castle = tap.castle
    if state is None or not _tiles_mean_something(state):
        return note(desk, castle, "tile")
    if state.seat(castle) is None:
        return complain(desk, castle, "castle-out", "TR-0.1")
    if tap.tile not in state.table.pool.bits:
        return complain(desk, castle, "not-in-play", "TR-0.2")
    if isinstance(state.phase, Placing):
        return _pay(state, desk, tap)
    if isinstance(state.phase, Robbing | LastTiles):
        return _rob(state, desk, tap)
    return _set_aside(state, desk, tap)


def _at_the_tray(state: State | None, desk: Desk, tap: TileTapped) -> Verdict:
    """There people pay, whoever's turn it is (TR-4.5); at other times it means nothing."""
    if state is None or not isinstance(state.phase, Placing) or state.to_act is None:
        return note(desk, None, "tile")
    payer = CastleId(state.color(state.to_act))
    return _tile(state, desk, TileTapped(payer, tap.tile, tap.at_s))


def _tiles_mean_something(state: State) -> bool:
    """In other phases players clear and mix the tiles, and nothing is scanned back."""
    if isinstance(state.phase, Sentiment):
        return state.table.variant == "classic"
    return isinstance(state.phase, SettingAside | Robbing | LastTiles | Placing)


def _set_aside(state: State, desk: Desk, tap: TileTapped) -> Verdict:
    castle = tap.castle
    place = place_of(state, state.table.pool.bits[tap.tile])
    mine = desk.set_aside_by(state, castle)
    if place == "set_aside":
        return complain(desk, castle, "aside-already", "TR-2.1")
    if place != "people":
        return complaints.elsewhere(desk, castle, CastleId(place))
    if state.set_aside.bit_count() >= SET_ASIDE_EACH * len(state.players):
        return complain(desk, castle, "before-hourglass", "TR-2.2")
    if mine >= SET_ASIDE_EACH:
        return complain(desk, castle, "fourth", "TR-2.1")
    told = Text("told-aside-by", {"color": Text(castle), "count": mine + 1})
    at_gate = replace(desk, at_gate=castle)
    return Verdict(at_gate, ({"do": "set_aside", "tile": tap.tile},), if_accepted=(Blink(castle), Tell(told)))


def _rob(state: State, desk: Desk, tap: TileTapped) -> Verdict:
    castle, phase = tap.castle, state.phase
    place = place_of(state, state.table.pool.bits[tap.tile])
    if isinstance(phase, LastTiles) and castle in desk.correcting:
        if place == castle:
            return Verdict(desk, effects=(Blink(castle),))  # counted already: it does lie here
        return Verdict(desk, (_lies_at(castle, tap.tile),), if_accepted=(Blink(castle),))
    if place == castle:
        return complain(desk, castle, "here-already", "TR-2.4")
    if place == "set_aside":
        return complain(desk, castle, "is-aside", "TR-2.1")
    if place != "people":
        return complaints.elsewhere(desk, castle, CastleId(place))
    if isinstance(phase, LastTiles):
        if desk.stopped_at_s is not None and tap.at_s <= desk.stopped_at_s:
            # It passed in time, and its board could not tell before: no late tile (TR-2.5).
            return Verdict(desk, (_lies_at(castle, tap.tile),), if_accepted=(Blink(castle),))
        if desk.agrees(state, castle):
            return complaints.closed(state, desk, castle)
        if state.seat(castle) in phase.late:
            return complaints.too_late(desk, tap)
    return Verdict(desk, ({"do": "rob", "player": castle, "tile": tap.tile},), if_accepted=(Blink(castle),))


def _lies_at(castle: CastleId, tile: TileId) -> Action:
    return {"do": "amend", "move": {"tile": tile, "to": castle}}


def _pay(state: State, desk: Desk, tap: TileTapped) -> Verdict:
    seat = state.to_act
    assert seat is not None
    if Color(tap.castle) != state.color(seat):
        return not_your_turn(state, desk, tap.castle)
    bit = state.table.pool.bits[tap.tile]
    if not state.players[seat].castle & bit:
        return complaints.pays_with_what_is_not_his(state, desk, tap)
    tapped = replace(desk, tapped=desk.tapped ^ bit, turned=0, asking=False)
    return Verdict(tapped, effects=(Blink(tap.castle),))


# Buttons: the knob, which speaks for the king, the one to act, or all castles; and a castle's own yes and no.


def _button(state: State, desk: Desk, press: ButtonPressed) -> Verdict:
    if isinstance(state.phase, LastTiles):
        return _compare(state, desk, press)
    speaker = state.color(state.king if state.to_act is None else state.to_act)
    if press.castle is not None and Color(press.castle) != speaker:
        return not_your_turn(state, desk, press.castle)
    if isinstance(state.phase, Placing):
        return _choose(state, desk, press, speaker)
    if press.button == "no":
        return complain(desk, press.castle, "no-question", complaints.RULE_OF_TURN[state.phase.name])
    return _yes(state, desk, press, speaker)


def _yes(state: State, desk: Desk, press: ButtonPressed, speaker: Color) -> Verdict:
    on_honour = state.table.map == "honour"
    match state.phase:
        case FirstStatues() if on_honour:
            return Verdict(desk, ({"do": "place_first", "player": speaker},))
        case Coronation() if on_honour:
            return Verdict(desk, ({"do": "reveal", "player": speaker, "tiles": []},))
        case Sentiment():
            return Verdict(desk, (_spin(state),))
        case SettingAside():
            return Verdict(desk, ({"do": "collect"},))
        case Robbing():
            return Verdict(desk, effects=(StartHourglass(),))  # one that runs already just goes on
        case phase:
            return complain(desk, press.castle, "on-page", complaints.RULE_OF_TURN[phase.name])


def _compare(state: State, desk: Desk, press: ButtonPressed) -> Verdict:
    """The knob counts at once; castles' own yes count when all have said it (TR-2.6)."""
    castle = press.castle
    if castle is None:
        return Verdict(desk, ({"do": "count"},))
    others = tuple(each for each in desk.agreed if each[0] != castle)
    if press.button == "no":
        return Verdict(replace(desk, correcting=desk.correcting | {castle}, agreed=others), effects=(Blink(castle),))
    agreed = (*others, (castle, tiles_at(state, castle)))
    desk = replace(desk, correcting=desk.correcting - {castle}, agreed=agreed)
    all_agree = all(desk.agrees(state, CastleId(color)) for color in state.table.colors)
    return Verdict(desk, ({"do": "count"},)) if all_agree else Verdict(desk, effects=(Blink(castle),))


def _spin(state: State) -> Draw:
    sectors = tuple((sector.demand, sector.degrees) for sector in state.table.edition.spinner)
    action = {"do": "spin"}
    if state.table.variant == "gambler":
        action["commodity"] = COMMODITIES[state.demand.index(None)]
    return Draw(action, "demand", sectors)


def _choose(state: State, desk: Desk, press: ButtonPressed, player: Color) -> Verdict:
    """The one to act builds (yes, knob), goes to the next way (no), or passes (knob or no held)."""
    holds = press.long and press.button != "yes"
    if desk.asking:
        if holds:
            return Verdict(replace(desk, asking=False, turned=0))
        if press.button == "no":
            return Verdict(replace(desk, turned=desk.turned + 1))
        return Verdict(desk, ({"do": "pass", "player": player, "stuck": bool(desk.turned % 2)},))
    if holds:
        if _must_say_why(state):
            return Verdict(replace(desk, asking=True, turned=0))
        return Verdict(desk, ({"do": "pass", "player": player},))
    offer = offers.chosen(state, desk)
    if offer is None:
        return complaints.pays_for_nothing(state, desk, press.castle)
    if press.button == "no":
        if len(offers.for_tiles(state, desk.tapped)) == 1:
            return complain(desk, press.castle, "one-way", "TR-4.1")
        return Verdict(replace(desk, turned=desk.turned + 1))
    where = {"kind": offer.kind, "adjacent": offer.adjacent} if offer.field is None else {"field": offer.field}
    return Verdict(desk, ({"do": "build", "player": player, "tiles": list(offer.tiles), **where},))


def _must_say_why(state: State) -> bool:
    """Whether it decides about the consolation that no such field was free (TR-4.10, TR-11.2)."""
    seat, phase = state.to_act, state.phase
    assert seat is not None
    assert isinstance(phase, Placing)
    to_blame = any(tumult.greediest == state.color(seat) for tumult in state.tumults)
    return state.table.map == "honour" and seat not in phase.able and not to_blame
