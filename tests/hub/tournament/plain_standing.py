"""The standing computed a second time, from the rules as people would say them, with nothing of ours."""

import hashlib
from collections.abc import Sequence
from fractions import Fraction

from hub.tournament.acts import Act, Begun, Drawn, Entered, Here, Resulted, TakenBack


def plain_standing(acts: Sequence[Act]) -> list[tuple[int, int]]:
    """Entrant and points, the first first, of a tournament without finals."""
    begun = acts[0]
    assert isinstance(begun, Begun)
    seeds = [act.seed for act in acts if isinstance(act, Drawn)]
    drawn: list[int] = []
    latest: dict[str, Resulted] = {}
    draw = 0
    here: dict[int, bool] = {}
    for act in acts:
        if isinstance(act, Entered):
            for _ in act.people:
                here[len(here) + 1] = act.here
        elif isinstance(act, Here):
            here[act.entrant] = act.here
        elif isinstance(act, Drawn):
            draw += 1
            drawn.append(draw)
        elif isinstance(act, TakenBack):
            drawn.pop()
        elif isinstance(act, Resulted):
            latest[act.fixture] = act
    games = [act.scores for name, act in latest.items() if int(name.split("-")[1]) in drawn and act.scores]
    sat = {score.entrant for table in games for score in table}
    people = [number for number, is_here in here.items() if is_here or number in sat]
    points = dict.fromkeys(people, Fraction(0))
    wins = dict.fromkeys(people, 0)
    counted = dict.fromkeys(people, 0)
    share = dict.fromkeys(people, Fraction(0))
    for table in games:
        worth = {4: [12, 8, 4, 0], 3: [12, 6, 0], 2: [12, 0]}[len(table)]
        whole = sum(score.points or 0 for score in table)
        for score in table:
            shared = [other for other in table if other.place == score.place]
            points[score.entrant] += Fraction(sum(worth[score.place - 1 :][: len(shared)]), len(shared))
            wins[score.entrant] += 1 if score.place == 1 else 0
            counted[score.entrant] += score.points or 0
            share[score.entrant] += Fraction(score.points or 0, whole) if whole else 0
    opponents = {
        number: sum(
            points[other.entrant]
            for table in games
            if number in [score.entrant for score in table]
            for other in table
            if other.entrant != number
        )
        for number in people
    }

    def lot(number: int) -> str:
        return hashlib.sha256(b"lot " + bytes.fromhex(seeds[0]) + number.to_bytes(8, "big")).hexdigest()

    ordered = sorted(
        people,
        key=lambda each: (-points[each], -wins[each], -counted[each], -share[each], -opponents[each], lot(each)),
    )
    return [(number, int(points[number])) for number in ordered]
