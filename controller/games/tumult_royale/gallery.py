"""One of each screen that a game can bring to the console, with the largest numbers that can stand there."""

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Final, get_args

from controller.games.contract import CastleId, Complain, Screen, Text
from controller.games.tumult_royale import screens
from controller.games.tumult_royale.refusal import Refusal
from controller.games.tumult_royale.words import COLORS, STATUES_EACH, Color, Commodity, Ending, Kind

TILES: Final = (10, 10, 4, 3)
"""Tiles on four castles: the 39 of the box without the 12 set aside."""

AT_A_CASTLE: Final = (
    "complaint-unknown-tag",
    "complaint-one-at-a-time",
    "complaint-fourth",
    "complaint-not-your-turn",
    "complaint-not-yours",
    "complaint-not-in-play",
    "complaint-castle-out",
    "complaint-elsewhere",
    "complaint-taken",
)
AT_THE_CONSOLE: Final = ("complaint-on-page", "complaint-pays-nothing")
"""What the referee and the gates complain about."""

REFUSED_AT_A_CASTLE: Final = (
    "set-aside-already",
    "set-aside-castle",
    "set-aside-enough",
    "rob-set-aside",
    "rob-castle",
    "rob-late",
)
REFUSED_AT_THE_CONSOLE: Final = ("collect-number", "nothing-to-undo", "few-pastures")
"""Why the engine refuses what a tile, a button or the knob asks for; other refusals reach the page only."""

LARGEST: Final = {"of": 12, "seen": 11, "pastures": 3, "players": 4}


def gallery(color: Color, commodity: Commodity, kind: Kind) -> Iterator[tuple[str, Screen | Complain]]:
    """Each screen by name; where a colour, a commodity or a kind of field stands in it, these."""
    yield from _waiting(Text(color), Text(commodity), Text(kind))
    yield from _announced(Text(color), Text(commodity), Text(kind))
    for castle, keys, reasons in (
        (CastleId(color), AT_A_CASTLE, REFUSED_AT_A_CASTLE),
        (None, AT_THE_CONSOLE, REFUSED_AT_THE_CONSOLE),
    ):
        for key in keys:
            yield key, Complain(castle, Text(key, {"color": Text(color)}))
        for reason in reasons:
            refusal = Refusal("", reason, tile="t39", owner=color, player=color, **LARGEST)
            yield f"refused-{reason}", Complain(castle, refusal.text)


def _waiting(color: Text, commodity: Text, kind: Text) -> Iterator[tuple[str, Screen]]:
    yield "begin", screens.begin()
    yield "first-statue", screens.first_statue(color, on_honour=False)
    yield "first-statue-honour", screens.first_statue(color, on_honour=True)
    yield "spin", screens.spin(color, None)
    yield "spin-hasty", screens.spin(color, None, 11)
    yield "spin-gambler", screens.spin(color, commodity)
    yield "set-aside", screens.set_aside(12)
    yield "set-aside-last", screens.set_aside(1)
    yield "collect", screens.collect(color)
    yield "rob", screens.rob(sum(TILES))
    for players in (2, 4):
        castles = list(zip(_colors_from(color, players), TILES[:players], strict=True))
        yield f"compare-{players}", screens.compare(castles)
    yield "correct", screens.correct(color)
    yield "build", screens.build(color)
    yield "build-missing", screens.build_missing(color)
    tracked = screens.offer(kind, field="G6", touching=True, gains=4)
    yield "build-offer", screens.build_offer(color, tracked, 12)
    double = screens.offer(kind, field=None, touching=False, gains=4)
    yield "build-offer-double", screens.build_offer(color, double, 1)
    touching = screens.offer(kind, field=None, touching=True, gains=0)
    yield "build-offer-honour", screens.build_offer(color, touching, 3)
    yield "reveal", screens.reveal(color, 2, on_honour=False)
    yield "reveal-honour", screens.reveal(color, 1, on_honour=True)
    for ending in get_args(Ending):
        yield f"over-{ending.replace(' ', '-')}", screens.over(color, STATUES_EACH, ending)


def _announced(color: Text, commodity: Text, kind: Text) -> Iterator[tuple[str, Screen]]:
    yield "demand", screens.demand(5, None)
    yield "demand-gambler", screens.demand(5, commodity)
    numbers = {"left": 4, "demand": 5, "greed": 24}
    yield "tumult", screens.tumult(commodity, color, Text("supporters", {"count": 14}), numbers, (3, 12))
    yield "tumult-one", screens.tumult(commodity, color, Text("supporters", {"count": 1}), numbers, None)
    for double in (False, True):
        built = {"statues": 3, "gained": 4, "placed": STATUES_EACH}
        yield f"built{'-double' if double else ''}", screens.built(color, kind, built, double=double)
    for players in (2, 4):
        standing = [(name, STATUES_EACH, 24) for name in _colors_from(color, players)]
        yield f"ranks-{players}", screens.ranks(standing)
    yield "calm", screens.calm({"bread": 24, "marble": 24, "tools": 24})


def _colors_from(first: Text, players: int) -> list[Text]:
    """So many colours, beginning with ``first``."""
    start = COLORS.index(Color(first.key))
    return [Text(color) for color in islice(cycle(COLORS), start, start + players)]
