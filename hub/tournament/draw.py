"""A round as it follows from all that was done before, the next seed, and what the room said."""

from typing import Any

from hub.tournament.acts import Drawn, points_of
from hub.tournament.lots import Lots, Seed, key_of, seated, sizes
from hub.tournament.pairing import TABLES, Player, paired, schedule
from hub.tournament.standing import standing
from hub.tournament.tournament import Tournament, met_before


def drawn(tournament: Tournament, seed: Seed, said: str) -> Drawn:
    """The act that draws the next round; the tournament is unchanged.

    The numbers come from the seed, from what the room said, and from the field as `field_of` gives it.
    """
    lots = Lots(key_of(seed, said, field_of(tournament)))
    stage = tournament.next_stage
    if stage == "round":
        tables = _fixed(tournament, seed, said) or _searched(tournament, lots)
    else:
        assert stage is not None
        here = [row.entrant for row in standing(tournament) if tournament.entrants[row.entrant].here]
        tables = TABLES[stage](here)
    sat: dict[int, list[int]] = {}
    for each in tournament.rounds:
        for game in each.games:
            for seat, number in enumerate(game.people):
                sat.setdefault(number, []).append(seat)
    return Drawn(seed.hex(), said, tuple(seated(table, sat, lots) for table in tables))


def field_of(tournament: Tournament) -> list[Any]:
    """Who is drawn, as a JSON value: number, points, club of each, by number."""
    points = _points(tournament)
    return [[each.number, points.get(each.number, 0), each.club] for each in tournament.field]


def _searched(tournament: Tournament, lots: Lots) -> list[list[int]]:
    field = [Player(*each) for each in field_of(tournament)]
    return paired(field, met_before(tournament), sizes(len(field)), lots)


def _fixed(tournament: Tournament, seed: Seed, said: str) -> list[list[int]]:
    """The next round of a schedule; nothing where there is none, or somebody would meet somebody again all the same.

    Who has which place in it is drawn once, by the first draw; other people than then have other places.
    """
    people = [each.number for each in tournament.field]
    rounds = schedule(len(people))
    done = len(tournament.rounds)
    if done >= len(rounds) or 0 < len(tournament.tables) < len(rounds[done]):
        return []
    if done > 0:
        first = tournament.rounds[0]
        seed, said = tournament.seeds[first.draw - 1], first.said
    places = Lots(key_of(seed, said, people)).shuffled(people)
    tables = [[places[place] for place in table] for table in rounds[done]]
    met = met_before(tournament)
    again = any(other in met.get(person, ()) for table in tables for person in table for other in table)
    return [] if again else tables


def _points(tournament: Tournament) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in tournament.rounds:
        if each.stage == "round":
            for game in each.games:
                for number, points in points_of(game.scores).items():
                    found[number] = found.get(number, 0) + points
    return found
