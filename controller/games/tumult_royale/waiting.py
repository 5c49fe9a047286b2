"""What the table waits for, as the console shows it: always one thing, and always true."""

from dataclasses import replace

from controller.games.contract import CastleId, Screen, Text, Waiting
from controller.games.tumult_royale import offers, screens
from controller.games.tumult_royale.desk import Desk
from controller.games.tumult_royale.lamps import lamps
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
    """The step by name, the castle whose move it is, the screen that says so, and the lamps."""
    return replace(_waiting(state, desk), lamps=lamps(state, desk))


def _waiting(state: State | None, desk: Desk) -> Waiting:
    if state is None:
        return Waiting("new_game", None, screens.begin())
    king = CastleId(state.color(state.king))
    acting = king if state.to_act is None else CastleId(state.color(state.to_act))
    on_honour = state.table.map == "honour"
    match state.phase:
        case FirstStatues():
            return Waiting("place_first", acting, screens.first_statue(Text(acting), on_honour=on_honour))
        case Sentiment():
            left = _still_to_set_aside(state) if state.set_aside else None
            return Waiting("spin", king, screens.spin(Text(king), _spun_for(state), left))
        case SettingAside():
            due = _still_to_set_aside(state)
            if due > 0:
                return Waiting("set_aside", None, screens.set_aside(due))
            return Waiting("collect", king, screens.collect(Text(king)))
        case Robbing():
            robbed = sum(player.castle.bit_count() for player in state.players)
            return Waiting("rob", None, screens.rob(robbed))
        case LastTiles() if desk.correcting is not None:
            return Waiting("correct", desk.correcting, screens.correct(Text(desk.correcting)))
        case LastTiles():
            return Waiting("confirm", None, screens.compare(_tiles_on_castles(state)))
        case Placing():
            screen = _payment(state, desk, Text(acting))
            return Waiting("build", acting, screen, knob_turns=bool(desk.tapped), knob_holds=True)
        case Coronation(due=due):
            return Waiting("reveal", acting, screens.reveal(Text(acting), due, on_honour=on_honour))
        case Over(winner=winner, ending=ending):
            placed = state.players[winner].placed
            return Waiting("new_game", None, screens.over(Text(state.color(winner)), placed, ending))


def _still_to_set_aside(state: State) -> int:
    """Tiles that are missing to three of each castle (TR-2.1)."""
    return SET_ASIDE_EACH * len(state.players) - state.set_aside.bit_count()


def _spun_for(state: State) -> Text | None:
    """The commodity of a gambler's spin (TR-10.1)."""
    return Text(COMMODITIES[state.demand.index(None)]) if state.table.variant == "gambler" else None


def _tiles_on_castles(state: State) -> list[tuple[Text, int]]:
    return [(Text(state.color(Seat(seat))), player.castle.bit_count()) for seat, player in enumerate(state.players)]


def _payment(state: State, desk: Desk, acting: Text) -> Screen:
    if not desk.tapped:
        return screens.build(acting)
    fitting = offers.for_tiles(state, desk.tapped)
    if not fitting:
        return screens.build_missing(acting)
    offer = fitting[desk.turned % len(fitting)]
    what = screens.offer(Text(offer.kind), field=offer.field, touching=offer.adjacent, gains=offer.gains)
    return screens.build_offer(acting, what, len(fitting))
