"""The referee: what a tap, a press or the end of the hourglass means in the present state."""

from msgspec.structs import replace

from controller.games.contract import (
    Blink,
    ButtonPressed,
    CastleId,
    Complain,
    Draw,
    GateComplained,
    Happening,
    HourglassRanOut,
    KnobTurned,
    StartHourglass,
    Tell,
    Text,
    TileTapped,
    Verdict,
)
from controller.games.tumult_royale import offers
from controller.games.tumult_royale.desk import Desk
from controller.games.tumult_royale.state import (
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
from controller.games.tumult_royale.words import COMMODITIES, SET_ASIDE_EACH, Color, Seat


def judge(state: State | None, desk: Desk, happening: Happening) -> Verdict:
    """What the table does about a happening: actions to try, or one complaint, or nothing."""
    if state is None:
        return Verdict(desk)
    match happening:
        case TileTapped():
            return _tile(state, desk, happening)
        case GateComplained(castle=castle, key=key):
            return _complain(desk, castle, key)
        case HourglassRanOut():
            return Verdict(desk, ({"do": "stop"},)) if isinstance(state.phase, Robbing) else Verdict(desk)
        case KnobTurned(steps=steps):
            return Verdict(replace(desk, turned=desk.turned + steps))
        case ButtonPressed(castle=castle) if castle is not None and state.seat(castle) is None:
            return _complain(desk, castle, "complaint-castle-out")
        case ButtonPressed(button="no") if not _passes(state, happening):
            return _no(state, desk, happening.castle)
        case ButtonPressed():
            return _yes(state, desk, happening)


def _passes(state: State, press: ButtonPressed) -> bool:
    """A castle's no, or the knob, is held while it builds (TR-4.8)."""
    return press.long and press.button != "yes" and isinstance(state.phase, Placing)


def _tile(state: State, desk: Desk, tap: TileTapped) -> Verdict:
    castle = tap.castle
    desk = replace(desk, at_gate=castle)
    if tap.tile not in state.table.pool.bits or state.seat(castle) is None:
        known = state.phase.name in {"set_aside", "taxes", "statues"}
        return _complain(desk, castle, "complaint-not-in-play") if known else Verdict(desk)
    match state.phase:
        case SettingAside() | Sentiment() if _tiles_may_be_set_aside(state):
            if desk.set_aside_by(castle) >= SET_ASIDE_EACH:
                return _complain(desk, castle, "complaint-fourth")
            told = Text("told-aside-by", {"color": Text(castle), "count": desk.set_aside_by(castle) + 1})
            return Verdict(desk, ({"do": "set_aside", "tile": tap.tile},), if_accepted=(Blink(castle), Tell(told)))
        case Robbing() | LastTiles():
            return _robbed(state, desk, tap)
        case Placing():
            return _paid(state, desk, tap)
        case _:
            return Verdict(desk)  # players clear and mix: such taps mean nothing


def _tiles_may_be_set_aside(state: State) -> bool:
    return isinstance(state.phase, SettingAside) or state.table.variant == "classic"


def _robbed(state: State, desk: Desk, tap: TileTapped) -> Verdict:
    if desk.correcting == tap.castle:
        return Verdict(desk, ({"do": "amend", "move": {"tile": tap.tile, "to": tap.castle}},))
    holder = _holder(state, tap)
    if holder is not None and holder != tap.castle:
        here = Complain(tap.castle, Text("complaint-elsewhere", {"color": Text(holder)}))
        there = Complain(holder, Text("complaint-taken", {"color": Text(tap.castle)}))
        return Verdict(desk, effects=(there, here))
    return Verdict(desk, ({"do": "rob", "player": tap.castle, "tile": tap.tile},), if_accepted=(Blink(tap.castle),))


def _holder(state: State, tap: TileTapped) -> CastleId | None:
    """The castle on which the tile lies by what the table knows."""
    bit = state.table.pool.bits[tap.tile]
    for seat, player in enumerate(state.players):
        if player.castle & bit:
            return CastleId(state.color(Seat(seat)))
    return None


def _paid(state: State, desk: Desk, tap: TileTapped) -> Verdict:
    seat = state.to_act
    assert seat is not None
    if Color(tap.castle) != state.color(seat):
        return _complain(desk, tap.castle, "complaint-not-your-turn", color=Text(state.color(seat)))
    bit = state.table.pool.bits[tap.tile]
    if not state.players[seat].castle & bit:
        return _complain(desk, tap.castle, "complaint-not-yours")
    return Verdict(replace(desk, tapped=desk.tapped ^ bit, turned=0), effects=(Blink(tap.castle),))


def _no(state: State, desk: Desk, castle: CastleId | None) -> Verdict:
    if isinstance(state.phase, LastTiles) and castle is not None:
        return Verdict(replace(desk, correcting=castle, confirmed=desk.confirmed - {castle}))
    if isinstance(state.phase, Placing) and state.to_act is not None:
        acting = state.color(state.to_act)
        if castle is not None and Color(castle) != acting:
            return _complain(desk, castle, "complaint-not-your-turn", color=Text(acting))
        return Verdict(replace(desk, turned=desk.turned + 1))
    return Verdict(desk)


def _yes(state: State, desk: Desk, press: ButtonPressed) -> Verdict:
    """The knob, which speaks for the king or the one to act, a castle's yes, or its no held while it builds."""
    phase = state.phase
    if isinstance(phase, LastTiles):
        return _compared(state, desk, press.castle)
    speaker = state.to_act if state.to_act is not None else state.king
    if press.castle is not None and Color(press.castle) != state.color(speaker):
        return _complain(desk, press.castle, "complaint-not-your-turn", color=Text(state.color(speaker)))
    match phase:
        case FirstStatues() if state.table.map == "honour":
            return Verdict(desk, ({"do": "place_first", "player": state.color(speaker)},))
        case Coronation() if state.table.map == "honour":
            return Verdict(desk, ({"do": "reveal", "player": state.color(speaker), "tiles": []},))
        case FirstStatues() | Coronation():
            return _complain(desk, press.castle, "complaint-on-page")
        case Sentiment():
            return Verdict(desk, (_spin(state),))
        case SettingAside():
            return Verdict(desk, ({"do": "collect"},))
        case Robbing():
            return Verdict(desk, effects=(StartHourglass(),))  # one that runs already just goes on
        case Placing() if _passes(state, press):
            return Verdict(desk, ({"do": "pass", "player": state.color(speaker)},))
        case Placing():
            return _build(state, desk, state.color(speaker))
        case Over():
            return Verdict(desk)


def _compared(state: State, desk: Desk, castle: CastleId | None) -> Verdict:
    """The knob counts at once; castles' own yes count when all have said it."""
    said = desk.confirmed | ({castle} if castle is not None else {CastleId(color) for color in state.table.colors})
    desk = replace(desk, confirmed=said, correcting=None if desk.correcting == castle else desk.correcting)
    return Verdict(desk, ({"do": "count"},) if {Color(castle) for castle in said} >= set(state.table.colors) else ())


def _spin(state: State) -> Draw:
    sectors = tuple((sector.demand, sector.degrees) for sector in state.table.edition.spinner)
    action = {"do": "spin"}
    if state.table.variant == "gambler":
        action["commodity"] = COMMODITIES[state.demand.index(None)]
    return Draw(action, "demand", sectors)


def _build(state: State, desk: Desk, player: Color) -> Verdict:
    fitting = offers.for_tiles(state, desk.tapped)
    if not fitting:
        return _complain(desk, None, "complaint-pays-nothing")
    offer = fitting[desk.turned % len(fitting)]
    where = {"kind": offer.kind, "adjacent": offer.adjacent} if offer.field is None else {"field": offer.field}
    return Verdict(desk, ({"do": "build", "player": player, "tiles": list(offer.tiles), **where},))


def _complain(desk: Desk, castle: CastleId | None, key: str, **values: Text) -> Verdict:
    return Verdict(desk, effects=(Complain(castle, Text(key, values)),))
