"""The ends of rounds and of the game: prestige, the Garter, the winner (TU-13 to TU-15)."""

from collections.abc import Sequence

from msgspec.structs import replace

from controller.games.tudor.box.edition import CHAMBER_COUNT
from controller.games.tudor.rules.chapters.throne import begin_assignment
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, EndPoints, Player, State
from controller.games.tudor.rules.table import Seat, Table
from controller.games.undoable_log import Event, public_event

ALIKE, WORTH, DIFFERENT, CROWDED, AMBASSADORS = 1, 2, 3, 5, 6
"""Scoring cards that count at the end of rounds or the game; card 4 counts at once."""


def end_round(state: State, events: list[Event]) -> State:
    """End a round: score columns, return lords, then begin the next or end the game (TU-14.1, TU-14.2)."""
    table = state.table
    events.append(public_event("round-ended", round=state.round))
    won = [0] * len(state.players)
    if CROWDED in table.scoring:
        for column, seat in enumerate(column_winners(state)):
            if seat != NO_SEAT:
                won[seat] += table.edition.crowded
                events.append(public_event("column", player=seat, column=column, prestige=table.edition.crowded))
    spent = 0
    players = []
    for player, points in zip(state.players, won, strict=True):
        spent |= player.spent
        players.append(replace(player, prestige=player.prestige + points, spent=0, moved=False))
    after = replace(
        state,
        players=tuple(players),
        gone=state.gone | spent,
        lords=((),) * CHAMBER_COUNT,
        chairs=tuple([tuple([chair if chair == EMPTY else chair & ~1 for chair in row]) for row in state.chairs]),
        figure=None,
        done="",
        used_sides=0,
    )
    if state.round == table.rounds:
        return _end_game(after, events)
    first = (state.first + 1) % len(players)
    return begin_assignment(replace(after, round=state.round + 1, first=first), events)


def column_winners(state: State) -> list[Seat]:
    """Return the seat with most courtiers in each column and its office; the highest wins a tie (TU-13.5)."""
    board = state.table.board
    winners = []
    bottom = 0
    for column, height in enumerate(board.columns):
        best, winner = (0, 0), NO_SEAT
        for seat, player in enumerate(state.players):
            standing = player.courtiers >> bottom & (1 << height) - 1
            if state.offices[column] == seat:
                standing |= 1 << height
            found = (standing.bit_count(), standing.bit_length())
            if found > best:
                best, winner = found, seat
        winners.append(winner)
        bottom += height
    return winners


def _end_game(state: State, events: list[Event]) -> State:
    """Add the end scores and the Garter, and find the winners (TU-15)."""
    table = state.table
    garters = garter_points([garter_ranking_total(player) for player in state.players], table.garter_points())
    final, players = [], []
    for player, points in zip(state.players, garters, strict=True):
        counts = token_count_by_faction(table, player)
        one, other = (scoring_card_end_points(table, card, counts, player.ambassadors) for card in table.scoring)
        final.append(EndPoints((one, other), points))
        players.append(replace(player, prestige=player.prestige + one + other + points))
    for seat, (player, score) in enumerate(zip(players, final, strict=True)):
        events.append(
            public_event("scored", player=seat, pair=score.scoring, garter=score.garter, prestige=player.prestige)
        )
    measured = [(player.prestige, *tie_breakers(player).values()) for player in players]
    winners = tuple(seat for seat, each in enumerate(measured) if each == max(measured))
    events.append(public_event("over", players=winners, count=len(winners)))
    return replace(state, players=tuple(players), phase="over", final=tuple(final), winners=winners)


def tie_breakers(player: Player) -> dict[str, int]:
    """Return what decides between players with the same prestige, the most important first (TU-15.3)."""
    round_tokens = player.influence + player.intrigue
    return {"cards": sum(player.cards), "round-tokens": round_tokens, "rings": len(player.worn_rings)}


def token_count_by_faction(table: Table, player: Player) -> list[int]:
    """Count the tokens behind a screen by faction, without spent ones (TU-15.1)."""
    return [(player.tokens & tokens).bit_count() for tokens in table.pieces.tokens_by_faction]


def scoring_card_end_points(table: Table, card: int, counts: Sequence[int], ambassadors: int) -> int:
    """Return a scoring card's points at the end (TU-13.1 to TU-13.3, TU-13.6)."""
    edition = table.edition
    if card == ALIKE:
        return alike_token_points(counts, edition.alike)
    if card == WORTH:
        return sum(each.worth * count for each, count in zip(edition.essentials, counts, strict=True))
    if card == DIFFERENT:
        return different_faction_points(counts, edition.different)
    return edition.ambassador * ambassadors if card == AMBASSADORS else 0


def alike_token_points(counts: Sequence[int], points: Sequence[int]) -> int:
    """Return the points for each faction's number of tokens, summed (TU-13.1)."""
    full = len(points)
    return sum(count // full * points[-1] + (points[count % full - 1] if count % full else 0) for count in counts)


def different_faction_points(counts: Sequence[int], points: Sequence[int]) -> int:
    """Return the points for sets; set k has all factions with k or more tokens (TU-13.3)."""
    sizes = [sum(count >= nth for count in counts) for nth in range(1, max(counts) + 1)]
    return sum(points[size - 1] for size in sizes)


def garter_ranking_total(player: Player) -> int:
    """Count influence, intrigue and cards that rank a player for the Garter (TU-15.2)."""
    return player.influence + player.intrigue + sum(player.cards)


def garter_points(totals: Sequence[int], points: Sequence[int]) -> list[int]:
    """Return each player's points for the Garter; tied players get their rank's points (TU-15.2)."""
    return [points[sum(other > total for other in totals)] for total in totals]
