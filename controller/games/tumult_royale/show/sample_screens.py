"""A sample of each screen with the largest numbers. Tests check that they fit the display."""

from collections.abc import Iterator
from itertools import cycle, islice, permutations
from typing import Final, get_args

from msgspec.structs import replace

from controller.games.contract.effects import Complain, RowsScreen, Screen, TextScreen
from controller.games.contract.rules import Move
from controller.games.contract.tools.tools import ComplaintBeside, Sample, Samples
from controller.games.contract.values import CastleId, Text
from controller.games.tumult_royale.box import words
from controller.games.tumult_royale.referee import correction
from controller.games.tumult_royale.rules.actions import ACTION_NAMES, Refusal
from controller.games.tumult_royale.show import screens

CASTLE_TILE_COUNTS: Final = (10, 10, 4, 3)
"""Tiles on four castles: 39 less the 12 set aside."""


COMPLAINTS_WHILE_COMPARING: Final = {
    "complaint-unknown-tag": "TR-0.2",
    "complaint-one-at-a-time": "TR-2.3",
    "complaint-not-in-play": "TR-0.2",
    "complaint-castle-out": "TR-0.1",
    "complaint-elsewhere": "TR-2.4",
    "complaint-taken": "TR-2.4",
    "complaint-is-aside": "TR-2.1",
    "complaint-here-already": "TR-2.4",
    "complaint-late": "TR-2.5",
    "complaint-late-by": "TR-2.5",
    "complaint-closed": "TR-2.6",
}
"""Complaints, with their rules, shown beside the castles' numbers."""

COMPLAINTS_AT_CASTLE: Final = {
    "complaint-fourth": "TR-2.1",
    "complaint-aside-already": "TR-2.1",
    "complaint-before-hourglass": "TR-2.2",
    "complaint-hourglass-lies": "TR-2.3",
    "complaint-not-your-turn": "TR-0.6",
    "complaint-no-question": "TR-0.6",
    "complaint-on-page": "TR-0.6",
    "complaint-not-yours": "TR-4.5",
    "complaint-the-people-s": "TR-4.5",
    "complaint-went-back": "TR-3.6",
    "complaint-no-tiles": "TR-4.5",
    "complaint-one-way": "TR-4.1",
}
"""The referee's other complaints, with their rules."""

RULE_BY_PAYMENT_FAULT: Final = {"short": "TR-4.5", "foreign": "TR-4.5", "too-many": "TR-4.6"}

REFUSALS_AT_CONSOLE: Final = {"few-pastures": "TR-0.6", "nothing-to-undo": None, "back-count": None}
"""Refusals the console shows; others reach only the page."""

UNDOABLE_ACTION_NAMES: Final = tuple(name.replace("_", "-") for name in ACTION_NAMES if name not in {"start", "undo"})
"""Actions that may be undone, as in keys of texts."""
ACTIONS_NAMING_PLAYER: Final = {"place-first", "rob", "build", "pass", "reveal"}

LARGEST_VALUES: Final = {"of": 12, "seen": 11, "pastures": 3, "players": 4, "tiles": 10}

LATEST_TILE_S: Final = 29.9

TextValues = dict[str, str | int | float | Text | tuple[Text, ...]]


WORD_FAMILIES: Final = (words.COLORS, words.COMMODITIES, words.KINDS)
"""Families of words that can replace each other in screens."""


def make_samples(color: words.Color, commodity: words.Commodity, kind: words.Kind) -> Samples:
    compared = screens.castle_tile_count_texts(
        [(name, CASTLE_TILE_COUNTS[0]) for name in _color_texts_from(Text(color), len(CASTLE_TILE_COUNTS))]
    )
    return Samples(tuple(_iter_samples(color, commodity, kind)), _sample_moves(color, commodity), compared)


def _iter_samples(color: words.Color, commodity: words.Commodity, kind: words.Kind) -> Iterator[tuple[str, Sample]]:
    yield from _waiting_samples(Text(color), Text(commodity))
    yield from _payment_samples(Text(color), Text(commodity), Text(kind))
    yield from _announcement_samples(Text(color), Text(commodity), Text(kind))
    castle = CastleId(color)
    values: TextValues = {"color": Text(color), "commodity": Text(commodity), "late": LATEST_TILE_S, **LARGEST_VALUES}
    beside = (screens.tile_counts_text(list(zip(_color_texts_from(Text(color), 4), CASTLE_TILE_COUNTS, strict=True))),)
    for key, rule in COMPLAINTS_WHILE_COMPARING.items():
        yield key, ComplaintBeside(Complain(castle, Text(key, values), rule), beside)
    for key, rule in COMPLAINTS_AT_CASTLE.items():
        yield key, Complain(castle, Text(key, values), rule)
    collect = Refusal("TR-2.2", "collect-number", **LARGEST_VALUES)
    yield "refused-collect-number", Complain(castle, collect.text, collect.rule)
    for reason, no_rule in REFUSALS_AT_CONSOLE.items():
        yield f"refused-{reason}", Complain(None, Refusal("", reason, **LARGEST_VALUES).text, no_rule)


def _waiting_samples(color: Text, commodity: Text) -> Iterator[tuple[str, Screen]]:
    yield "begin", screens.begin_screen()
    yield "first-statue", screens.first_statue_screen(color, color, 4, 30, on_honour=False)
    yield "first-statue-honour", screens.first_statue_screen(color, color, 4, 30, on_honour=True)
    yield "spin", screens.spin_screen(color, None)
    yield "spin-hasty", screens.spin_screen(color, None, 11)
    yield "spin-gambler", screens.spin_screen(color, commodity)
    yield "set-aside", screens.set_aside_screen(12)
    yield "set-aside-last", screens.set_aside_screen(1)
    yield "set-aside-by", screens.set_aside_screen(9, _color_texts_from(color, 3))
    yield "collect", screens.start_hourglass_screen(color, 9)
    yield "too-many-aside", screens.too_many_aside_screen(1)
    yield "too-many-aside-12", screens.too_many_aside_screen(12)
    yield "rob", screens.rob_screen(sum(CASTLE_TILE_COUNTS), None)
    yield "rob-leave", screens.rob_screen(sum(CASTLE_TILE_COUNTS), 5)
    yield "hourglass-lies", screens.hourglass_stopped_screen(color)
    for players in (2, 4):
        castles = list(zip(_color_texts_from(color, players), CASTLE_TILE_COUNTS[:players], strict=True))
        yield f"compare-{players}", screens.compare_tiles_screen(castles)
    castles = list(zip(_color_texts_from(color, 4), CASTLE_TILE_COUNTS, strict=True))
    yield "correct", screens.tile_correction_screen([color], castles)
    yield "correct-2", screens.tile_correction_screen(_color_texts_from(color, 2), castles)
    yield "build", screens.build_prompt_screen(color)
    yield "build-again", screens.build_prompt_screen(color, 2)
    yield "reveal", screens.reveal_land_screen(color, 2, on_honour=False)
    yield "reveal-honour", screens.reveal_land_screen(color, 1, on_honour=True)
    for ending in get_args(words.Ending):
        yield f"over-{ending.replace(' ', '-')}", screens.over_screen(color, words.STATUES_PER_PLAYER, ending)


def _payment_samples(color: Text, commodity: Text, kind: Text) -> Iterator[tuple[str, Screen | Complain]]:
    ways = [
        screens.offer_text(kind, field="G6", touching=True, gains=6),
        screens.offer_text(kind, field=None, touching=True, gains=0),
        screens.offer_text(kind, field=None, touching=False, gains=3),
    ]
    paid = [(each, 3) for each in islice(cycle(words.COMMODITIES), screens.PAID_TILES_NAMED)]
    for chosen in range(len(ways)):
        yield (
            "build-offer" + (f"-{chosen}" if chosen else ""),
            screens.offer_choice_screen(color, ways, chosen, 1 + chosen, paid),
        )
    yield "build-paid", screens.paid_tiles_screen(color, paid * 2)
    tile = Text("pay-symbols", {"commodity": commodity, "count": 3})
    double = Text("offer-double", {"kind": kind})
    for key, rule in RULE_BY_PAYMENT_FAULT.items():
        values: TextValues = {"kind": double, "tile": tile, "missing": words.cost_symbol_texts((4, 4, 4))}
        yield f"build-{key}", screens.payment_fault_screen(color, Text(f"pay-{key}", values))
        yield f"complaint-{key}", Complain(CastleId(color.key), Text(f"complaint-{key}", values), rule)
    for chosen in (0, 1):
        yield f"why-pass-{chosen}", screens.why_pass_screen(chosen)


def _announcement_samples(color: Text, commodity: Text, kind: Text) -> Iterator[tuple[str, Screen]]:
    yield "demand", screens.demand_screen(5, None)
    yield "demand-gambler", screens.demand_screen(5, commodity)
    tumult = {"color": color.key, "commodity": commodity.key, "left": 4, "demand": 5, "greed": 24, "paid": 1}
    returned = (1, *(2,) * 4, *(3,) * 5)
    yield "tumult", _until_knob(screens.tumult_screen({**tumult, "paid": 3, "returned": returned}))
    yield "tumult-one", _until_knob(screens.tumult_screen(tumult))
    fives: dict[str, int] = dict.fromkeys(words.COMMODITIES, 5)
    yield "count", _until_knob(screens.count_screen(dict.fromkeys(fives, 24), fives))
    built = {"color": color.key, "kind": kind.key, "statues": 3, "gained": 4}
    for tiles in (screens.PAID_TILES_NAMED, 12):
        paid = [(each, 3) for each in islice(cycle(words.COMMODITIES), tiles)]
        yield f"built-{tiles}", _until_knob(screens.built_screen(built, paid))
    ranks = [
        Text("rank-of", {"rank": rank, "color": name}) for rank, name in enumerate(_color_texts_from(color, 4), start=1)
    ]
    yield "new-ranks", _until_knob(screens.new_ranks_screen(ranks, changed=True))
    yield "same-ranks", _until_knob(screens.new_ranks_screen(ranks, changed=False))
    for players in (2, 4):
        standing = [(name, words.STATUES_PER_PLAYER, 24) for name in _color_texts_from(color, players)]
        yield f"ranks-{players}", screens.ranks_screen(standing)
    for number, doing in enumerate(UNDOABLE_ACTION_NAMES):
        what = Text(f"short-{doing}")
        named = Text("short-by", {"color": color, "what": what}) if doing in ACTIONS_NAMING_PLAYER else what
        yield f"dropped-{number}", correction.dropped_screen([(named, "TR-10.1")])
    yield "dropped-more", correction.dropped_screen([(color, "TR-10.1")] * 40)
    names = [name.key for name in _color_texts_from(color, 4)]
    shares = tuple((name, 14) for name in names)
    happened = {
        "color": color.key,
        "colors": tuple(names),
        "shares": shares,
        "order": shares,
        "paid": 5,
        "gained": 2,
        "statues": 3,
    }
    for key in ("left-over", "shared", "gathered", "mercy", "passed-over", "crowned"):
        yield key, _until_knob(screens.event_screen(key, happened))
    yield "no-mercy", _until_knob(screens.event_screen("no-mercy", {}))
    some = tuple(_color_texts_from(color, 3))
    consoled = {"colors": some, "gained": Text("supporters", {"count": 2})}
    yield "consolation", _until_knob(screens.consolation_screen(consoled))


def _until_knob(screen: TextScreen | RowsScreen) -> TextScreen | RowsScreen:
    """As the table shows a scene that waits for hands."""
    return replace(screen, footer=Text("scene-done"))


def _sample_moves(color: words.Color, commodity: words.Commodity) -> list[Move]:
    shown = words.tile_face_text(commodity, 3)
    several = Text("screen-move-hidden", {"count": 12})
    places = [Text(f"at-{place}") for place in ("people", "set-aside", color)]
    return [Move(what, *way) for way in permutations(places, 2) for what in (shown, several)]


def _color_texts_from(first: Text, players: int) -> list[Text]:
    start = words.COLORS.index(words.Color(first.key))
    return [Text(color) for color in islice(cycle(words.COLORS), start, start + players)]
