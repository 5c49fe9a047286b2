"""Starts drawn by chance, in order or with a fault."""

from random import Random

from tests.games.tudor.oracle.drawing.house_editions import COLORS, house_edition, spoil, spoiled
from tests.games.tudor.oracle.edition import standard
from tests.games.tudor.oracle.words import KINDS, LETTERS, Json, copied


def start(rng: Random, *, house: bool) -> Json:
    """A start that is in order."""
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
    """What lies on the spaces at the start."""
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
    """A start with one fault, mostly one that the contract names."""
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
