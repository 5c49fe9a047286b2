"""What the table waits for, with the console's screen and each castle's lamps."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import ChoiceScreen, TextScreen
from controller.games.contract.referee import TimerIdle, Waiting
from controller.games.contract.values import CastleId, LampPattern, Text
from controller.games.tumult_royale.box.words import COMMODITIES, SET_ASIDE_EACH, Seat
from controller.games.tumult_royale.referee import offers
from controller.games.tumult_royale.referee.complaints import payment_fault_text
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.referee.offers import payment_faults
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
from controller.games.tumult_royale.show import screens

DARK: Final[LampPattern] = ("off", "off", "off")
DUE: Final[LampPattern] = ("off", "blink", "off")
SAID_YES: Final[LampPattern] = ("off", "on", "off")
CORRECTING: Final[LampPattern] = ("blink", "off", "blink")
WON: Final[LampPattern] = ("blink", "blink", "blink")

COUNTED: Final[tuple[LampPattern, ...]] = (DARK, ("on", "off", "off"), ("on", "on", "off"), ("on", "on", "on"))
"""One lamp for each tile that the castle has set aside (TR-2.1)."""


def lamps(state: State | None, memory: Memory) -> dict[CastleId, LampPattern]:
    if state is None:
        return {}
    return {CastleId(color): _lamps(state, memory, Seat(seat)) for seat, color in enumerate(state.table.colors)}


def only(state: State, due: Seat) -> dict[CastleId, LampPattern]:
    return {CastleId(color): DUE if seat == due else DARK for seat, color in enumerate(state.table.colors)}


def _lamps(state: State, memory: Memory, seat: Seat) -> LampPattern:
    castle = CastleId(state.color(seat))
    match state.phase:
        case Sentiment() | SettingAside():
            all_are_aside = state.set_aside.bit_count() >= SET_ASIDE_EACH * len(state.players)
            due = seat == state.king and (isinstance(state.phase, Sentiment) or all_are_aside)
            return DUE if due else COUNTED[min(memory.set_aside_count(state, castle), SET_ASIDE_EACH)]
        case Robbing():
            return DARK
        case LastTiles() if castle in memory.correcting:
            return CORRECTING
        case LastTiles():
            return SAID_YES if memory.agrees(state, castle) else DUE
        case Over(winner=winner):
            return WON if seat == winner else DARK
        case _:
            return DUE if seat == state.to_act else DARK


def waiting(state: State | None, memory: Memory) -> Waiting:
    """See ``Referee.waiting``."""
    return replace(_waiting(state, memory), lamps=lamps(state, memory))


def _waiting(state: State | None, memory: Memory) -> Waiting:
    if state is None:
        return Waiting("new_game", None, screens.begin(), over=True)
    king = CastleId(state.color(state.king))
    acting = king if state.to_act is None else CastleId(state.color(state.to_act))
    on_honour = state.table.map == "honour"
    match state.phase:
        case FirstStatues():
            return Waiting("place_first", acting, screens.first_statue(Text(acting), on_honour=on_honour), gates=False)
        case Sentiment():
            classic = state.table.variant == "classic"
            left = _still_to_set_aside(state) if classic and state.set_aside else 0
            return Waiting("spin", king, screens.spin(Text(king), _spun_for(state), left), gates=classic)
        case SettingAside():
            due = _still_to_set_aside(state)
            if due > 0:
                return Waiting("set_aside", None, screens.set_aside(due))
            if due < 0:
                return Waiting("too_many_aside", king, screens.too_many_aside(-due))
            return Waiting("collect", king, screens.collect(Text(king)))
        case Robbing():
            robbed = sum(player.castle.bit_count() for player in state.players)
            turn_over = Waiting("turn_over", king, screens.turn_over(Text(king)), only(state, state.king))
            idle = TimerIdle(turn_over, Text("complaint-hourglass-lies"), "TR-2.3")
            return Waiting("rob", None, screens.rob(robbed), if_idle=idle)
        case LastTiles():
            return _comparing(state, memory)
        case Placing() if memory.asking:
            why = screens.why_pass(Text(acting), memory.turned % 2)
            return Waiting("why_pass", acting, why, knob_turns=True, knob_holds=True)
        case Placing():
            screen = _payment(state, memory, Text(acting))
            return Waiting("build", acting, screen, knob_turns=bool(memory.tapped), knob_holds=True)
        case Coronation(due=due):
            return Waiting("reveal", acting, screens.reveal(Text(acting), due, on_honour=on_honour), gates=False)
        case Over(winner=winner, ending=ending):
            placed = state.players[winner].placed
            return Waiting("new_game", None, screens.over(Text(state.color(winner)), placed, ending), over=True)


def _still_to_set_aside(state: State) -> int:
    """Return how many tiles are still to be set aside (TR-2.1); negative if there are too many."""
    return SET_ASIDE_EACH * len(state.players) - state.set_aside.bit_count()


def _spun_for(state: State) -> Text | None:
    return Text(COMMODITIES[state.demand.index(None)]) if state.table.variant == "gambler" else None


def _comparing(state: State, memory: Memory) -> Waiting:
    """After the hourglass (TR-2.5, TR-2.6) each castle compares its pile with the number shown."""
    tiles = [(Text(state.color(Seat(seat))), player.castle.bit_count()) for seat, player in enumerate(state.players)]
    correcting = [castle for castle in map(CastleId, state.table.colors) if castle in memory.correcting]
    beside = (screens.counts(tiles),)
    if not correcting:
        return Waiting("confirm", None, screens.compare(tiles), beside=beside)
    screen = screens.correct([Text(castle) for castle in correcting], tiles)
    return Waiting("correct", correcting[0] if len(correcting) == 1 else None, screen, beside=beside)


def _payment(state: State, memory: Memory, acting: Text) -> TextScreen | ChoiceScreen:
    if not memory.tapped:
        return screens.build(acting)
    groups = offers.offer_groups(state, memory)
    if not groups:
        return screens.build_payment_fault(
            acting, payment_fault_text(state, payment_faults(state, memory.tapped)[0], "pay")
        )
    entries = [
        screens.offer(Text(offer.kind), field=offer.name, touching=offer.adjacent, gains=offer.gains)
        for offer in (group.shown for group in groups)
    ]
    return screens.build_choice(acting, entries, [group.chosen for group in groups].index(True))
