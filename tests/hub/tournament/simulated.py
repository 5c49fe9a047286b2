"""A whole tournament without a hub: people, draws, results by chance."""

from collections.abc import Callable, Sequence
from random import Random

from hub.tournament import actions, pairing, tournament
from hub.tournament.draw import draw_next_round

ROOT = pairing.Seed(bytes(range(32)))


class Simulated:
    """A tournament with all its acts, so that it can be done again.

    Args:
        people: how many come; each is here at once.
    """

    def __init__(
        self, people: int, rounds: int = 5, form: pairing.Format = "swiss", clubs: int = 0, tables: int = 0
    ) -> None:
        ids = tuple(f"rt-{number}" for number in range(1, tables + 1))
        begun = actions.BeginTournament("Evening", form, rounds, ids, pairing.seed_of_draw(ROOT, 0).hex())
        self.tournament = tournament.Tournament(begun, begun.tables)
        self.acts: list[actions.Action] = [begun]
        names = [
            actions.Newcomer(f"P{number}", f"C{number % clubs}" if clubs else "") for number in range(1, people + 1)
        ]
        if names:
            self.do(actions.AddEntrants(tuple(names), here=True))

    def do(self, act: actions.Action) -> bool:
        changed = self.tournament.apply_new(act)
        if changed:
            self.acts.append(act)
        return changed

    def draw(self, said: str = "") -> None:
        self.do(actions.SetEntriesClosed(closed=True))
        self.do(draw_next_round(self.tournament, pairing.seed_of_draw(ROOT, len(self.tournament.seeds) + 1), said))

    def results(self, scores: Callable[[Sequence[int]], tuple[actions.Score, ...]]) -> None:
        """Each open game of the round ends so."""
        for game in self.tournament.rounds[-1].unfinished_games:
            self.do(actions.SetResult(game.fixture, scores(game.people)))

    def play(self, scores: Callable[[Sequence[int]], tuple[actions.Score, ...]], rounds: int = 0) -> None:
        for _ in range(rounds or self.tournament.begun.rounds):
            self.draw()
            self.results(scores)

    def repeats(self) -> int:
        """Pairs that met a second time, each as often as it did."""
        met: set[frozenset[int]] = set()
        again = 0
        for each in self.tournament.rounds:
            for game in each.games:
                for person in game.people:
                    for other in game.people:
                        if person < other:
                            pair = frozenset({person, other})
                            again += pair in met
                            met.add(pair)
        return again


def random_scores(seed: int) -> Callable[[Sequence[int]], tuple[actions.Score, ...]]:
    """Points of 0 to 30 for each, so that some share a place."""
    chance = Random(seed)

    def scores(people: Sequence[int]) -> tuple[actions.Score, ...]:
        points = {str(seat): chance.randrange(31) for seat in range(len(people))}
        return actions.scores_from_points({str(seat): number for seat, number in enumerate(people)}, points)

    return scores
