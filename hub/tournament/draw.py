"""Draw a round from earlier actions, the next seed and the audience's text; verify draws."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from hub.tournament import pairing
from hub.tournament.actions import Action, BeginTournament, DrawRound, place_points_by_entrant
from hub.tournament.exchange import TournamentRecordError
from hub.tournament.standings import compute_standings
from hub.tournament.tournament import ActionRefusedError, Tournament, count_meetings


def draw_next_round(tournament: Tournament, seed: pairing.Seed, said: str) -> DrawRound:
    """``said`` is the audience's text."""
    lots = pairing.DrawRandom(pairing.draw_key(seed, said, present_entrants_to_json(tournament)))
    stage = tournament.stage_to_draw
    if stage == "round":
        tables = _find_scheduled_tables(tournament, seed, said) or _pair_by_points(tournament, lots)
    else:
        assert stage is not None
        here = [row.entrant for row in compute_standings(tournament) if tournament.entrants[row.entrant].here]
        tables = pairing.FINAL_TABLES_BY_STAGE[stage](here)
    sat: dict[int, list[int]] = {}
    for each in tournament.rounds:
        for game in each.games:
            for seat, number in enumerate(game.people):
                sat.setdefault(number, []).append(seat)
    return DrawRound(seed.hex(), said, tuple(pairing.assign_seats(table, sat, lots) for table in tables))


def present_entrants_to_json(tournament: Tournament) -> list[Any]:
    """Return ``[number, points, club]`` of the entrants to draw, sorted by number."""
    points = _swiss_points_by_entrant(tournament)
    return [[each.number, points.get(each.number, 0), each.club] for each in tournament.present_entrants]


def _pair_by_points(tournament: Tournament, lots: pairing.DrawRandom) -> list[list[int]]:
    field = [pairing.PairingPlayer(*each) for each in present_entrants_to_json(tournament)]
    return pairing.pair_players(field, count_meetings(tournament), pairing.table_sizes(len(field)), lots)


def _find_scheduled_tables(tournament: Tournament, seed: pairing.Seed, said: str) -> list[list[int]]:
    """Return the fixed schedule's next round; empty without one, with too few tables, or if a meeting repeats.

    The first draw fixes the places of all rounds. If other entrants are present later, they are shuffled anew.
    """
    people = [each.number for each in tournament.present_entrants]
    rounds = pairing.scheduled_rounds(len(people))
    done = len(tournament.rounds)
    if done >= len(rounds) or 0 < len(tournament.tables) < len(rounds[done]):
        return []
    if done > 0:
        first = tournament.rounds[0]
        seed, said = tournament.seeds[first.draw - 1], first.said
    places = pairing.DrawRandom(pairing.draw_key(seed, said, people)).shuffled(people)
    tables = [[places[place] for place in table] for table in rounds[done]]
    met = count_meetings(tournament)
    again = any(other in met.get(person, ()) for table in tables for person in table for other in table)
    return [] if again else tables


def _swiss_points_by_entrant(tournament: Tournament) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in tournament.rounds:
        if each.stage == "round":
            for game in each.games:
                for number, points in place_points_by_entrant(game.scores).items():
                    found[number] = found.get(number, 0) + points
    return found


class DrawVerification(Struct, frozen=True):
    """A repeated draw; ``commits`` is its seed's published hash, ``wrong`` the difference from the published draw."""

    draw: int
    stage: pairing.Stage
    people: int
    commits: str
    wrong: str


def verify_draws(begun: BeginTournament, acts: Sequence[Action]) -> Iterator[DrawVerification]:
    """Repeat each draw; raise TournamentRecordError if an action does not fit."""
    tournament = Tournament(begun, begun.tables)
    before = pairing.Seed(bytes.fromhex(begun.commitment))
    for number, act in enumerate(acts, start=2):
        if isinstance(act, DrawRound):
            seed = pairing.Seed(bytes.fromhex(act.seed))
            stage = tournament.stage_to_draw
            if stage is not None and tournament.closed:
                wrong = _describe_draw_difference(act, seed, before, tournament)
                yield DrawVerification(
                    len(tournament.seeds) + 1, stage, len(tournament.present_entrants), before.hex(), wrong
                )
            before = seed
        try:
            tournament.apply_stored(act)
        except ActionRefusedError as refused:
            raise TournamentRecordError(f"action {number} does not fit those before it: {refused}") from None


def _describe_draw_difference(act: DrawRound, seed: pairing.Seed, before: pairing.Seed, tournament: Tournament) -> str:
    if not pairing.is_next_seed(seed, before):
        return f"its seed's SHA-256 is not {before.hex()}, which had been published before"
    again = draw_next_round(tournament, seed, act.said)
    for table, (saw, expected) in enumerate(zip(act.games, again.games, strict=False), start=1):
        if saw != expected:
            return f"table {table}: saw {list(saw)}, expected {list(expected)}"
    if len(act.games) != len(again.games):
        return f"saw {len(act.games)} tables, expected {len(again.games)}"
    return ""
