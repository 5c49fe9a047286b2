"""The end of a round or the game: ranks, crowning, new land, mercy (TR-5 to TR-8)."""

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.words import STATUES_PER_PLAYER, Ending, Seat
from controller.games.tumult_royale.rules import actions, country, ranks
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters import shared
from controller.games.undoable_log import Event, public_event


def rank_and_crown(state: states.State, players: states.PlayersBySeat, events: list[Event]) -> states.State:
    """Rank the players (TR-5.1), crown the king (TR-6), go on to the reveal if due (TR-6.5)."""
    before = state.ranked
    held = [player.supporters for player in players]
    ranked = ranks.new_ranking(held, before)
    colors = state.table.colors
    events.append(public_event("ranks", order=tuple([(colors[seat], held[seat]) for seat in ranked])))
    if len(set(held)) < len(held):
        ties = (state.colors(tied) for _, tied in groupby(ranked, key=held.__getitem__))
        events.extend(public_event("ranks-tied", colors=tied) for tied in ties if len(tied) > 1)
    king, first = ranked[0], len(events)
    state = replace(state, ranked=ranked, crowned=(*state.crowned, king))
    players, paid = shared.share_supply_if_unable_to_pay(state, players, king, ranks.CROWNING_COST_SUPPORTERS, events)
    player = players[king]
    number = ranks.chronicle_statue_count(state.round, player.placed)
    player = player.with_statues_added(number, gained=-paid)
    placed = player.placed
    players = shared.with_player_replaced(players, king, player)
    events.insert(first, public_event("crowned", color=colors[king], paid=paid, statues=number, placed=placed))
    if placed == STATUES_PER_PLAYER:
        return end_game(state, players, king, "25th statue", events)
    due = ranks.due_reveal_count(state.round, len(ranked), state.land.face_down)
    if due:
        events.append(public_event("reveal-due", color=colors[king], count=due))
        return replace(state, players=players, phase=states.Coronation(due=due))
    return _end_game_or_begin_round(state, players, events)


def handle_reveal(state: states.State, action: actions.Reveal, events: list[Event]) -> states.State:
    """Turn up the due region tiles (TR-6.3)."""
    phase = shared.require_phase(state, states.Coronation, action)
    shared.require_turn(state, action)
    land = state.land
    if isinstance(land, country.UnmappedCountry):
        if action.tiles:
            raise Refusal("TR-6.3", "reveal-on-honour", seen=len(action.tiles))
        land = country.UnmappedCountry(face_down=land.face_down - phase.due)
    else:
        land = _check_and_turn_up_regions(state.table.edition, land, action.tiles, phase.due)
    events.append(public_event("revealed", count=phase.due))
    return _end_game_or_begin_round(replace(state, land=land), state.players, events)


def _check_and_turn_up_regions(
    edition: Edition, land: country.Country, tiles: Sequence[actions.SlotTurnedUp], due: int
) -> country.Country:
    slots = list(land.slots)
    known = {region.id for region in edition.regions}
    for tile in tiles:
        if tile.slot not in range(len(slots)):
            raise Refusal("TR-6.3", "slot-unknown", seen=tile.slot, last=len(slots) - 1)
        if tile.tile not in known:
            raise Refusal("TR-6.3", "region-unknown", tile=tile.tile)
        if tile.turns not in range(4):
            raise Refusal("TR-6.3", "turns", slot=tile.slot, seen=tile.turns, most=3)
    if len(tiles) != due:
        raise Refusal("TR-6.3", "reveal-number", seen=len(tiles), due=due)
    for tile in tiles:
        if slots[tile.slot] != country.FACE_DOWN_REGION:
            raise Refusal("TR-6.3", "slot-face-up", slot=tile.slot)
        if any(lie.tile == tile.tile for lie in slots):
            raise Refusal("TR-6.3", "region-twice", tile=tile.tile)
        slots[tile.slot] = country.RegionInSlot(tile.tile, tile.turns)
    return country.country_from_slots(edition, tuple(slots))


def _end_game_or_begin_round(state: states.State, players: states.PlayersBySeat, events: list[Event]) -> states.State:
    """End the game on a wide gap or in the last round (TR-8.2); else set mercy (TR-7.1) and begin a round (TR-7.2)."""
    placed = [player.placed for player in players]
    gap = ranks.chronicle_gap(state.table.edition.chronicle, state.round)
    if gap is not None:
        most, fewest = max(placed), min(placed)
        last = state.round == ranks.MAX_ROUNDS
        over = last or most - fewest > gap
        events.append(public_event("end-checked" if over else "end-not-yet", most=most, fewest=fewest, gap=gap))
        if over:
            winner = ranks.winning_seat(placed, state.ranked)
            return end_game(state, players, winner, "tenth round" if last else "gap", events)
    shown = ranks.mercy_by_seat(placed)
    spared = tuple([color for seat, color in enumerate(state.table.colors) if shown[seat]])
    events.append(public_event("mercy", colors=spared, placed=min(placed)) if spared else public_event("no-mercy"))
    players = tuple(
        [
            player if player.mercy == shown[seat] else replace(player, mercy=shown[seat])
            for seat, player in enumerate(players)
        ]
    )
    return begin_round(state, state.round + 1, players, events)


def begin_round(state: states.State, number: int, players: states.PlayersBySeat, events: list[Event]) -> states.State:
    """Begin a round (TR-7.2); the variant *gambler* has no spin before the taxes (TR-10.1)."""
    events.append(public_event("round", round=number, color=state.color(state.king)))
    return replace(
        state,
        round=number,
        phase=states.Sentiment() if state.table.variant == "classic" else states.SettingAside(),
        demand=states.UNKNOWN_DEMAND,
        last_demand=state.last_demand if None in state.demand else state.demand,
        players=players,
        set_aside=0,
        tumults=(),
    )


def end_game(
    state: states.State, players: states.PlayersBySeat, winner: Seat, ending: Ending, events: list[Event]
) -> states.State:
    """End the game; leave the rest of the state unchanged (TR-8.1)."""
    standing = sorted(state.ranked, key=lambda seat: -players[seat].placed)
    placed = tuple((state.color(seat), players[seat].placed) for seat in standing)
    events.append(public_event("over", color=state.color(winner), ending=ending, placed=placed))
    return replace(state, players=players, phase=states.Over(winner=winner, ending=ending))
