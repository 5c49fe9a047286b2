"""Starts drawn by chance, in boxes that hold just enough, or plenty, so that rare things happen; and faulty ones."""

from random import Random
from typing import Final

from tests.games.tudor.oracle.edition import standard
from tests.games.tudor.oracle.words import FINGERS, KINDS, LETTERS, Json, copied

FACTIONS: Final = ("red", "grey", "brown", "blue", "yellow", "green", "purple", "Löwe", "supply", "lord", "q01")
COLORS: Final = ("yellow", "blue", "red", "green", "stand", "f001", "weiß")
GARBAGE: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, 2, -1, 1.0, 2.5, 3, "", "red", "blue", "f001", "q01", "A1", "x", "lord", "supply",
    [], {}, [[]], [None], ["A1"], ["red", "red"], {"x": 1}, {"do": "undo"},
)  # fmt: skip
"""Values that stand where another type is wanted, or another word; none is endless: an edition must stay playable."""


def parts(rng: Random, total: int, least: int, most: int) -> list[int]:
    columns = []
    while total > 0:
        height = min(rng.randint(least, most), total)
        if total - height == 1:
            height += -1 if height > 2 else 1
        columns.append(height)
        total -= height
    return columns if len(columns) <= 26 else parts(rng, sum(columns), 2, 9)


def house_edition(rng: Random) -> Json:
    least, most = rng.choice(((2, 2), (2, 3), (2, 3), (2, 6), (4, 9), (6, 6)))
    spaces = rng.choice((rng.randint(4, 12), rng.randint(8, 24), 36, rng.randint(2, 60)))
    influence = rng.choice((rng.randint(0, spaces), spaces // 2))
    left_out = {"influence": rng.randint(0, min(4, influence)), "intrigue": rng.randint(0, min(4, spaces - influence))}
    if spaces - sum(left_out.values()) < 2:
        left_out = {"influence": 0, "intrigue": 0}
    columns = {str(n): parts(rng, spaces, least, most) for n in (3, 4)}
    columns["2"] = parts(rng, spaces - sum(left_out.values()), least, most)
    rings_each = {n: -(-(2 * int(n) + len(columns[n])) // 7) + rng.choice((0, 0, 1)) for n in columns}
    factions = rng.sample(FACTIONS, 7)
    without = {"tokens": rng.randint(0, 2), **left_out}
    remove = {faction: rng.choice((0, 0, 1, 4)) for faction in factions}
    counts = {faction: remove[faction] + without["tokens"] for faction in factions}
    for _ in range(spaces + rng.choice((0, 3, 10, 30, 80))):
        counts[rng.choice(factions)] += 1
    mark = rng.choice("fté")
    tokens = [faction for faction in factions for _ in range(counts[faction])]
    rings = [faction for faction in factions for _ in range(max(rings_each.values()) + rng.choice((0, 0, 1)))]
    rng.shuffle(tokens)
    actions = rng.sample("ABCDEF", 6)
    rounds = {str(n): rng.choice((1, 1, 2, 3)) for n in (2, 3, 4)}
    return {
        "name": "House",
        "factions": factions,
        "colors": rng.sample(COLORS, 4),
        "tokens": [{"id": f"{mark}{number + 1:03}", "faction": faction} for number, faction in enumerate(tokens)],
        "rings": [{"id": f"q{number + 1}", "faction": faction} for number, faction in enumerate(rings)],
        "cards": max(min(each, 2 * int(n)) for n, each in rings_each.items()) + rng.choice((0, 0, 1, 3, 10)),
        "courtiers": rng.choice((1, 2, 3, 4, 6, 14)),
        "round_tokens": {"influence": influence, "intrigue": spaces - influence},
        "two_players_without": without,
        "rings_each": rings_each,
        "columns": columns,
        "bench": {str(n): rng.randint(1, 4) for n in (2, 3, 4)},
        "chairs": {str(n): rng.randint(1, 5) for n in (2, 3, 4)},
        "chambers": [actions[:2], actions[2:4], actions[4:]],
        "enhancements": {letter: rng.sample(FINGERS, rng.choice((1, 1, 1, 2, 3))) for letter in "ABCDEF"},
        "alike": [rng.randint(0, 30) for _ in range(7)],
        "different": [rng.randint(0, 30) for _ in range(7)],
        "essentials": {faction: {"worth": rng.randint(-4, 4), "remove": remove[faction]} for faction in factions},
        "offices": {n: [rng.randint(0, 12) for _ in columns[n]] for n in columns},
        "crowded": rng.randint(0, 7),
        "ambassador": rng.randint(0, 7),
        "scenarios": {
            str(card): {"first": rng.randint(0, 3), "later": rng.randint(0, 3), "rounds": dict(rounds)}
            for card in range(1, 6)
        },
        "garter": {str(n): [rng.randint(0, 6) for _ in range(n)] for n in (2, 3, 4)},
    }


def spoiled(rng: Random, edition: Json) -> Json:
    edition = copied(edition)
    for _ in range(rng.choice((1, 1, 2))):
        spoil(rng, edition)
    return edition


def spoil(rng: Random, value: Json) -> None:
    keys = list(value) if type(value) is dict else list(range(len(value)))
    if not keys:
        return
    key = rng.choice(keys)
    inner = value[key]
    if type(inner) in {dict, list} and inner and rng.random() < 0.85:
        spoil(rng, inner)
        return
    how = rng.randrange(6)
    if how == 0:
        del value[key]
    elif how == 1:
        extra = copied(rng.choice([inner, *GARBAGE]))
        if type(value) is dict:
            value[rng.choice(("extra", "5", "0", "A", "red", ""))] = extra
        else:
            value.insert(rng.randint(0, len(value)), extra)
    elif type(inner) is int and how < 5:
        value[key] = rng.choice((inner + 1, inner - 1, 0, -1, inner + 20, float(inner), str(inner)))
    elif type(value) is list and how < 5:
        value[key] = copied(rng.choice(value))
    else:
        value[key] = copied(rng.choice(GARBAGE))


def start(rng: Random, *, house: bool) -> Json:
    edition = house_edition(rng) if house else standard()
    n = rng.choice((2, 3, 4))
    colors = rng.sample(edition["colors"], n)
    gates = rng.sample(["yellow", "blue", "green", "grey", "Tor 1", "x"], n)
    scoring = rng.sample(range(1, 7), 2)
    return {
        "do": "start",
        "game": "tudor",
        "edition": edition if house or rng.random() < 0.2 else "standard",
        "players": [{"color": color, "gate": gate} for color, gate in zip(colors, gates, strict=True)],
        "first": rng.choice(colors),
        "scoring": scoring,
        "scenario": rng.randint(1, 5),
        "spaces": laid(rng, edition, n, scoring),
    }


def laid(rng: Random, edition: Json, n: int, scoring: list[int]) -> Json:
    heights = zip(LETTERS, edition["columns"][str(n)], strict=False)
    spaces = [letter + str(row) for letter, height in heights for row in range(1, height + 1)]
    without = edition["two_players_without"] if n == 2 else dict.fromkeys(("tokens", *KINDS), 0)
    kinds = [kind for kind in KINDS for _ in range(edition["round_tokens"][kind] - without[kind])]
    tokens: list[str] = []
    for faction in edition["factions"]:
        of_it = [token["id"] for token in edition["tokens"] if token["faction"] == faction]
        out = without["tokens"] + (edition["essentials"][faction]["remove"] if 2 in scoring else 0)
        tokens += rng.sample(of_it, len(of_it) - out)
    laid = zip(rng.sample(kinds, len(kinds)), rng.sample(tokens, len(spaces)), strict=True)
    return {space: {"round": kind, "token": token} for space, (kind, token) in zip(spaces, laid, strict=True)}


def faulty_start(rng: Random, *, house: bool) -> Json:
    line = start(rng, house=house)
    spoil_start(rng, line)
    return line


def spoil_start(rng: Random, line: Json) -> None:
    lies, players = line["spaces"], line["players"]
    space, other = rng.sample(sorted(lies), 2)
    edition = standard() if line["edition"] == "standard" else line["edition"]
    faults = (
        lambda: line.update(edition=spoiled(rng, edition)),
        lambda: line.update(edition=spoiled(rng, edition)),
        lambda: line.update(edition=spoiled(rng, edition)),
        lambda: line.update(edition=rng.choice(("house", "", None, 1, []))),
        lambda: spoil(rng, line),
        lambda: spoil(rng, line),
        lambda: line.update(first=rng.choice((*COLORS, ""))),
        lambda: line.update(scoring=[rng.randint(0, 7) for _ in range(rng.choice((0, 1, 2, 2, 2, 3)))]),
        lambda: line.update(scenario=rng.choice((-1, 0, 6, 7))),
        lambda: players.insert(0, {"color": rng.choice(COLORS), "gate": rng.choice(("x", "y", ""))}),
        lambda: rng.choice(players).update(color=rng.choice(COLORS)),
        lambda: rng.choice(players).update(gate=rng.choice(players)["gate"]),
        players.pop,
        lambda: lies.pop(space),
        lambda: lies.update({rng.choice(("A0", "A10", "Z9", "", "a1")): copied(lies[space])}),
        lambda: lies[space].update(token=lies[other]["token"]),
        lambda: lies[space].update(token=rng.choice((*(token["id"] for token in edition["tokens"]), "f999", ""))),
        lambda: lies[space].update(round=rng.choice((*KINDS, "round"))),
    )
    rng.choice(faults)()
