"""Standings by points, wins, points counted in games, share of the table's points, opponents' points, lot."""

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from controller.fleet.messages import FixtureId
from hub.tournament.actions import Score, place_points_by_entrant
from hub.tournament.pairing import Stage
from hub.tournament.tournament import Tournament

ProvisionalScores = Mapping[FixtureId, Sequence[Score]]
"""Scores as if running games ended now."""


class StandingsRow(Struct, frozen=True):
    """An entrant's standing; ``rank`` is unique: the smaller ``lot`` wins a tie.

    ``points`` are for places; ``counted`` are those scored in games, and ``share`` sums the entrant's share of
    them in each game. ``opponents`` sums the ``points`` of all opponents, once for each meeting. ``final`` is the stage
    reached (0: final, 1: semifinal, 2: none) and the place there.
    """

    rank: int
    entrant: int
    played: int
    points: int
    wins: int
    counted: int
    share: Fraction
    opponents: int
    lot: bytes
    final: tuple[int, int]


NO_FINAL_RESULT: tuple[int, int] = (2, 0)


def compute_standings(tournament: Tournament, provisional: ProvisionalScores | None = None) -> list[StandingsRow]:
    """Return the standings of all who are present or played; semifinals and final outrank points."""
    sat = {number for each in tournament.rounds for game in each.games for number in game.people}
    tallies = {
        each.number: _Tally(each.number) for each in tournament.entrants.values() if each.here or each.number in sat
    }
    played: list[tuple[Stage, Sequence[Score]]] = []
    for each in tournament.rounds:
        for game in each.games:
            scores: Sequence[Score] = game.scores or (provisional or {}).get(game.fixture, ())
            if scores:
                played.append((each.stage, scores))
    for stage, scores in played:
        for score, points in zip(scores, _place_points(scores), strict=True):
            tally = tallies[score.entrant]
            tally.played += 1
            if stage == "round":
                tally.add_game(score, points, scores)
            else:
                tally.final = min(tally.final, (0 if stage == "final" else 1, score.place))
    for stage, scores in played:
        if stage == "round":
            total = sum(tallies[score.entrant].points for score in scores)
            for score in scores:
                tallies[score.entrant].opponents += total - tallies[score.entrant].points
    seed = tournament.seeds[0] if tournament.seeds else b""
    rows = [tally.to_row(seed) for tally in tallies.values()]
    rows.sort(key=ranking_sort_key)
    return [replace(row, rank=rank) for rank, row in enumerate(rows, start=1)]


def ranking_sort_key(row: StandingsRow) -> tuple[object, ...]:
    return (row.final, -row.points, -row.wins, -row.counted, -row.share, -row.opponents, row.lot, row.entrant)


def tie_break_lot(seed: bytes, entrant: int) -> bytes:
    """Empty before the first draw, when entry order decides."""
    return hashlib.sha256(b"lot " + seed + entrant.to_bytes(8, "big")).digest() if seed else b""


class _Tally:
    def __init__(self, number: int) -> None:
        self.number = number
        self.played = self.points = self.wins = self.counted = self.opponents = 0
        self.share = Fraction(0)
        self.final = NO_FINAL_RESULT

    def add_game(self, score: Score, points: int, table: Sequence[Score]) -> None:
        self.points += points
        self.wins += score.place == 1
        self.counted += score.points or 0
        total = sum(max(0, each.points or 0) for each in table)
        if total > 0:
            self.share += Fraction(max(0, score.points or 0), total)

    def to_row(self, seed: bytes) -> StandingsRow:
        counts = (self.played, self.points, self.wins, self.counted, self.share, self.opponents)
        return StandingsRow(0, self.number, *counts, tie_break_lot(seed, self.number), self.final)


def _place_points(scores: Sequence[Score]) -> list[int]:
    found = place_points_by_entrant(scores)
    return [found[score.entrant] for score in scores]
