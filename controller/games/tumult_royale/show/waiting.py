"""What the table waits for, with the console's screen and each castle's lamps."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import ChoiceScreen, TextScreen
from controller.games.contract.referee import TimerIdle, Waiting
from controller.games.contract.values import CastleId, LampPattern, Text
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    SET_ASIDE_PER_PLAYER,
    STATUES_BY_KIND,
    STATUES_PER_PLAYER,
    Seat,
)
from controller.games.tumult_royale.referee import offers
from controller.games.tumult_royale.referee.complaints import payment_fault_text
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.referee.offers import payment_faults_by_distance
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.chapters.shared import tiles_of_set
from controller.games.tumult_royale.show import screens

LAMPS_DARK: Final[LampPattern] = ("off", "off", "off")
LAMPS_DUE: Final[LampPattern] = ("off", "blink", "off")
LAMPS_SAID_YES: Final[LampPattern] = ("off", "on", "off")
LAMPS_CORRECTING: Final[LampPattern] = ("blink", "off", "blink")
LAMPS_WON: Final[LampPattern] = ("blink", "blink", "blink")

LAMPS_BY_SET_ASIDE_COUNT: Final[tuple[LampPattern, ...]] = (
    LAMPS_DARK,
    ("on", "off", "off"),
    ("on", "on", "off"),
    ("on", "on", "on"),
)
"""One lamp for each tile the castle has set aside (TR-2.1)."""


def lamps_by_castle(state: states.State | None, memory: Memory) -> dict[CastleId, LampPattern]:
    if state is None:
        return {}
    return {CastleId(color): _lamps_of_seat(state, memory, Seat(seat)) for seat, color in enumerate(state.table.colors)}


def lamps_with_one_due(state: states.State, due: Seat) -> dict[CastleId, LampPattern]:
    return {CastleId(color): LAMPS_DUE if seat == due else LAMPS_DARK for seat, color in enumerate(state.table.colors)}


def _lamps_of_seat(state: states.State, memory: Memory, seat: Seat) -> LampPattern:
    castle = CastleId(state.color(seat))
    match state.phase:
        case states.Sentiment() | states.SettingAside():
            all_are_aside = state.set_aside.bit_count() >= SET_ASIDE_PER_PLAYER * len(state.players)
            due = seat == state.king and (isinstance(state.phase, states.Sentiment) or all_are_aside)
            return (
                LAMPS_DUE
                if due
                else LAMPS_BY_SET_ASIDE_COUNT[min(memory.set_aside_count(state, castle), SET_ASIDE_PER_PLAYER)]
            )
        case states.Robbing():
            return LAMPS_DARK
        case states.LastTiles() if castle in memory.correcting:
            return LAMPS_CORRECTING
        case states.LastTiles():
            return LAMPS_SAID_YES if memory.has_confirmed(state, castle) else LAMPS_DUE
        case states.Over(winner=winner):
            return LAMPS_WON if seat == winner else LAMPS_DARK
        case _:
            return LAMPS_DUE if seat == state.seat_to_act else LAMPS_DARK


def waiting(state: states.State | None, memory: Memory) -> Waiting:
    """See ``Referee.waiting``."""
    return replace(_waiting_without_lamps(state, memory), lamps=lamps_by_castle(state, memory))


def _waiting_without_lamps(state: states.State | None, memory: Memory) -> Waiting:
    if state is None:
        return Waiting("new_game", None, screens.begin_screen(), over=True)
    king = CastleId(state.color(state.king))
    acting = king if state.seat_to_act is None else CastleId(state.color(state.seat_to_act))
    on_honour = state.table.map == "honour"
    match state.phase:
        case states.FirstStatues():
            seat = state.king if state.seat_to_act is None else state.seat_to_act
            first = screens.first_statue_screen(
                Text(acting), Text(king), state.rank(seat), state.players[seat].supporters, on_honour=on_honour
            )
            return Waiting("place_first", acting, first, gates=False)
        case states.Sentiment():
            classic = state.table.variant == "classic"
            left = _tiles_due_to_set_aside(state) if classic and state.set_aside else 0
            return Waiting(
                "spin", king, screens.spin_screen(Text(king), _commodity_to_spin(state), left), gates=classic
            )
        case states.SettingAside():
            due = _tiles_due_to_set_aside(state)
            if due > 0:
                return Waiting("set_aside", None, screens.set_aside_screen(due, _castles_owing(state, memory, due)))
            if due < 0:
                return Waiting("too_many_aside", king, screens.too_many_aside_screen(-due))
            ready = screens.start_hourglass_screen(Text(king), _demand_of_each(state))
            return Waiting("collect", king, ready, after_arrow=True)
        case states.Robbing():
            robbed = sum(player.castle.bit_count() for player in state.players)
            turn_over = Waiting(
                "turn_over", king, screens.hourglass_stopped_screen(Text(king)), lamps_with_one_due(state, state.king)
            )
            idle = TimerIdle(turn_over, Text("complaint-hourglass-lies"), "TR-2.3")
            return Waiting("rob", None, screens.rob_screen(robbed, _demand_of_each(state)), if_idle=idle)
        case states.LastTiles():
            return _waiting_for_comparison(state, memory)
        case states.Placing() if memory.asking:
            why = screens.why_pass_screen(memory.turned % 2)
            return Waiting("why_pass", acting, why, knob_turns=True, knob_holds=True)
        case states.Placing() as turn:
            screen = _placing_screen(state, memory, Text(acting), turn.placement_round)
            return Waiting("build", acting, screen, knob_turns=bool(memory.tapped), knob_holds=True)
        case states.Coronation(due=due):
            return Waiting(
                "reveal", acting, screens.reveal_land_screen(Text(acting), due, on_honour=on_honour), gates=False
            )
        case states.Over(winner=winner, ending=ending):
            placed = state.players[winner].placed
            return Waiting("new_game", None, screens.over_screen(Text(state.color(winner)), placed, ending), over=True)


def _tiles_due_to_set_aside(state: states.State) -> int:
    """Return how many tiles must still be set aside (TR-2.1); negative if too many are."""
    return SET_ASIDE_PER_PLAYER * len(state.players) - state.set_aside.bit_count()


def _castles_owing(state: states.State, memory: Memory, due: int) -> list[Text]:
    """Return the castles that still have tiles to set aside; none if all have, or if it is not known."""
    counts = {color: memory.set_aside_count(state, CastleId(color)) for color in state.table.colors}
    owing = [Text(color) for color, count in counts.items() if count < SET_ASIDE_PER_PLAYER]
    is_known = sum(max(0, SET_ASIDE_PER_PLAYER - count) for count in counts.values()) == due
    return owing if is_known and len(owing) < len(counts) else []


def _demand_of_each(state: states.State) -> int | None:
    """Return what the people want of each commodity, if it is known and the same of all."""
    bread, marble, tools = state.demand
    return bread if bread == marble == tools else None


def _commodity_to_spin(state: states.State) -> Text | None:
    return Text(COMMODITIES[state.demand.index(None)]) if state.table.variant == "gambler" else None


def _waiting_for_comparison(state: states.State, memory: Memory) -> Waiting:
    """After the hourglass (TR-2.5, TR-2.6) each castle compares its pile with the number shown."""
    tiles = [
        (Text(color), player.castle.bit_count())
        for color, player in zip(state.table.colors, state.players, strict=True)
    ]
    correcting = [castle for castle in map(CastleId, state.table.colors) if castle in memory.correcting]
    beside = (screens.tile_counts_text(tiles),)
    if not correcting:
        return Waiting("confirm", None, screens.compare_tiles_screen(tiles), beside=beside)
    screen = screens.tile_correction_screen([Text(castle) for castle in correcting], tiles)
    return Waiting("correct", correcting[0] if len(correcting) == 1 else None, screen, beside=beside)


def _placing_screen(
    state: states.State, memory: Memory, acting: Text, placement_round: int
) -> TextScreen | ChoiceScreen:
    if not memory.tapped:
        return screens.build_prompt_screen(acting, placement_round)
    groups = offers.groups_paid_by_tapped_tiles(state, memory)
    paid = [(tile.commodity, tile.value) for tile in tiles_of_set(state.table.pool, memory.tapped)]
    if not groups:
        fault = payment_fault_text(state, payment_faults_by_distance(state, memory.tapped)[0], "pay")
        return (
            screens.paid_tiles_screen(acting, paid)
            if memory.turned % 2
            else screens.payment_fault_screen(acting, fault)
        )
    entries = [
        screens.offer_text(Text(offer.kind), field=offer.field_name, touching=offer.is_adjacent, gains=offer.gains)
        for offer in (group.shown for group in groups)
    ]
    chosen = [group.chosen for group in groups].index(True)
    left = STATUES_PER_PLAYER - state.players[state.seat_to_act].placed if state.seat_to_act is not None else 0
    statues = min(STATUES_BY_KIND[groups[chosen].shown.kind], left)
    return screens.offer_choice_screen(acting, entries, chosen, statues, paid)
