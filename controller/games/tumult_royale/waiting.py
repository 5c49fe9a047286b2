"""What the table waits for, as the console shows it: always one thing, and always true."""

from controller.games.contract import CastleId, HourglassScreen, Screen, Text, TextScreen, Waiting
from controller.games.tumult_royale import offers
from controller.games.tumult_royale.desk import Desk
from controller.games.tumult_royale.offers import Offer
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
from controller.games.tumult_royale.words import COMMODITIES, SET_ASIDE_EACH, Seat


def waiting(state: State | None, desk: Desk) -> Waiting:
    """The step by name, the castle whose move it is, and the screen that says so."""
    if state is None:
        return Waiting("new_game", None, TextScreen(Text("wait-begin-title"), (Text("wait-begin"),)))
    king = CastleId(state.color(state.king))
    acting = king if state.to_act is None else CastleId(state.color(state.to_act))
    on_honour = state.table.map == "honour"
    match state.phase:
        case FirstStatues():
            how = Text("wait-first-honour" if on_honour else "wait-first")
            return _waiting("place_first", acting, "wait-first-title", how)
        case Sentiment():
            return _waiting("spin", king, "wait-spin-title", _whose_spin(state, king))
        case SettingAside():
            due = SET_ASIDE_EACH * len(state.players) - state.set_aside.bit_count()
            if due > 0:
                left = Text("wait-aside", {"left": due})
                return _waiting("set_aside", None, "wait-aside-title", left, Text("wait-aside-how"))
            return _waiting("collect", king, "wait-collect-title", Text("wait-collect", {"color": Text(king)}))
        case Robbing():
            return Waiting("rob", None, HourglassScreen(Text("wait-rob")))
        case LastTiles() if desk.correcting is not None:
            correct = Text("wait-correct", {"color": Text(desk.correcting)})
            return Waiting("correct", desk.correcting, TextScreen(Text("wait-late-title"), (correct,)))
        case LastTiles():
            counts = Text("wait-counts", {"castles": _tiles_on_castles(state)})
            screen = TextScreen(Text("wait-late-title"), (Text("wait-late"), counts), Text("wait-count"))
            return Waiting("confirm", None, screen)
        case Placing():
            return Waiting("build", acting, _payment(state, desk, acting))
        case Coronation(due=due):
            lines = (Text("wait-reveal", {"color": Text(acting), "count": due}),)
            footer = Text("wait-reveal-honour") if on_honour else Text("wait-on-page")
            return Waiting("reveal", acting, TextScreen(Text("wait-reveal-title"), lines, footer))
        case Over(winner=winner):
            title = Text("wait-over-title", {"color": Text(state.color(winner))})
            placed = Text("wait-over", {"placed": state.players[winner].placed})
            return Waiting("new_game", None, TextScreen(title, (placed,)))


def _waiting(step: str, castle: CastleId | None, title: str, *lines: Text) -> Waiting:
    values = {} if castle is None else {"color": Text(castle)}
    return Waiting(step, castle, TextScreen(Text(title, values), lines))


def _whose_spin(state: State, king: CastleId) -> Text:
    if state.table.variant == "gambler":
        return Text("wait-spin-for", {"commodity": Text(COMMODITIES[state.demand.index(None)])})
    return Text("wait-spin", {"color": Text(king)})


def _tiles_on_castles(state: State) -> tuple[Text, ...]:
    return tuple(
        Text("wait-castle-tiles", {"color": Text(state.color(Seat(seat))), "tiles": player.castle.bit_count()})
        for seat, player in enumerate(state.players)
    )


def _payment(state: State, desk: Desk, acting: CastleId) -> Screen:
    title, footer = Text("wait-build-title", {"color": Text(acting)}), Text("wait-pass")
    if not desk.tapped:
        return TextScreen(title, (Text("wait-build-tap"),), footer)
    fitting = offers.for_tiles(state, desk.tapped)
    if not fitting:
        return TextScreen(title, (Text("wait-build-missing"),), footer)
    lines = [Text("wait-build-offer", {"what": _offer(fitting[desk.turned % len(fitting)])})]
    if len(fitting) > 1:
        lines.append(Text("wait-build-more", {"count": len(fitting)}))
    return TextScreen(title, tuple(lines), footer)


def _offer(offer: Offer) -> Text:
    if offer.field is not None:
        what = Text("offer-field", {"kind": Text(offer.kind), "field": offer.field})
    else:
        what = Text("offer-touching" if offer.adjacent else "offer-double", {"kind": Text(offer.kind)})
    return Text("offer-gains", {"what": what, "gains": offer.gains}) if offer.gains else what
