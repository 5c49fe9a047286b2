"""The console's screens, each a function of its values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from controller.games.contract.effects import (
    ChoiceScreen,
    NumberScreen,
    RowsScreen,
    TextScreen,
    TimerScreen,
    row_sentences,
)
from controller.games.contract.values import Text

CastleNumbers = Sequence[tuple[Text, int]]
"""Each castle's colour and a number, in seat order."""


def begin_screen() -> TextScreen:
    return TextScreen(Text("wait-begin-title"), (Text("wait-begin"),))


def first_statue_screen(color: Text, king: Text, rank: int, supporters: int, *, on_honour: bool) -> TextScreen:
    """The first statues are put down (TR-0.6), by castles that need their rank and supporters (TR-0.5)."""
    has = Text("wait-first-has", {"rank": rank, "supporters": Text("supporters", {"count": supporters})})
    footer = Text("wait-reveal-honour" if on_honour else "wait-on-page")
    return TextScreen(
        Text("wait-first-title", {"color": color}),
        (Text("wait-first"), has, Text("screen-crowned", {"color": king})),
        footer,
    )


def spin_screen(king: Text, commodity: Text | None, still_to_set_aside: int = 0) -> TextScreen:
    """The king spins (TR-1.1), in ``gambler`` for one commodity (TR-10.1); tiles may be set aside first."""
    how = Text("wait-spin", {"color": king})
    if commodity is not None:
        how = Text("wait-spin-for", {"commodity": commodity})
    aside = () if still_to_set_aside <= 0 else (Text("wait-aside", {"left": still_to_set_aside}),)
    return TextScreen(Text("wait-spin-title"), (how, *aside))


def set_aside_screen(left: int, owing: Sequence[Text] = ()) -> TextScreen:
    """``left`` tiles are still to be set aside (TR-2.1), by the castles ``owing``, if not by all."""
    who = Text("wait-aside-by", {"colors": tuple(owing)}) if owing else Text("wait-aside-how")
    return TextScreen(Text("wait-aside-title"), (Text("wait-aside", {"left": left}), who))


def start_hourglass_screen(king: Text, demand: int | None) -> TextScreen:
    """All tiles are set aside; the king starts the hourglass (TR-2.2). ``demand`` is as of ``rob_screen``."""
    wanted = () if demand is None else (Text("wait-collect-wanted", {"demand": demand}),)
    return TextScreen(Text("wait-collect-title"), (*wanted, Text("wait-collect", {"color": king})))


def too_many_aside_screen(number: int) -> TextScreen:
    """A correction put too many tiles aside (TR-2.2)."""
    return TextScreen(Text("wait-aside-title"), (Text("wait-too-many-aside", {"count": number}),))


def rob_screen(tiles: int, demand: int | None) -> TimerScreen:
    """The hourglass, and the number of robbed tiles: without lamps, only this shows a tile counted (TR-2.3).

    ``demand`` is what the people want of each commodity, if it is known and the same of all.
    """
    if demand is None:
        return TimerScreen(Text("wait-rob", {"tiles": tiles}))
    return TimerScreen(Text("wait-rob-leave", {"tiles": tiles, "demand": demand}))


def hourglass_stopped_screen(king: Text) -> TextScreen:
    """The hourglass is stopped although it should run, as after a restart (TR-2.2)."""
    return TextScreen(Text("wait-lies-title"), (Text("wait-lies", {"color": king}),))


def castle_tile_count_texts(castles: CastleNumbers) -> tuple[Text, ...]:
    return tuple(Text("wait-castle-tiles", {"color": color, "tiles": tiles}) for color, tiles in castles)


def tile_counts_text(castles: CastleNumbers) -> Text:
    return Text("wait-counts", {"castles": castle_tile_count_texts(castles)})


def compare_tiles_screen(castles: CastleNumbers) -> TextScreen:
    """The hourglass is empty: late tiles may come (TR-2.5), and castles compare their numbers."""
    return TextScreen(Text("wait-late-title"), (Text("wait-late"), tile_counts_text(castles), Text("wait-count")))


def tile_correction_screen(colors: Sequence[Text], castles: CastleNumbers) -> TextScreen:
    title = Text("wait-correct-title", {"count": len(colors), "colors": tuple(colors)})
    return TextScreen(title, (Text("wait-correct"), tile_counts_text(castles)))


def build_prompt_screen(color: Text, placement_round: int = 1) -> TextScreen:
    """The player to act has tapped no tile yet (TR-4.1)."""
    return _placing_screen_with_lines(color, Text("wait-build-tap", {"round": placement_round}))


Faces = Sequence[tuple[str, int]]
"""Commodity and value of tiles."""


def payment_fault_screen(color: Text, fault: Text) -> TextScreen:
    """The tapped tiles pay for nothing: what is missing for the nearest kind of field, or the surplus tile."""
    return TextScreen(Text("wait-build-title", {"color": color}), (fault,), Text("wait-build-turn"))


def paid_tiles_screen(color: Text, paid: Faces) -> TextScreen:
    """The tapped tiles, each of which goes back if it passes the gate again."""
    named = tuple(Text("tile-face", {"commodity": Text(each), "value": value}) for each, value in paid)
    return TextScreen(Text("wait-build-paid-title", {"color": color}), (Text("screen-list", {"things": named}),))


def offer_choice_screen(color: Text, offers: Sequence[Text], chosen: int, statues: int, paid: Faces) -> ChoiceScreen:
    """All kinds of field that the tapped tiles pay for; a press builds the chosen one, with this many statues."""
    title = Text("wait-build-ways", {"color": color, "statues": statues})
    below = (Text("wait-build-paid", {"tiles": _tiles_in_short(paid)}), Text("wait-build-press"))
    return ChoiceScreen(title, tuple(offers), chosen, below)


def why_pass_screen(chosen: int) -> ChoiceScreen:
    """Ask a passing player: unwilling or unable? (TR-4.10, TR-11.2)."""
    return ChoiceScreen(Text("wait-why-title"), (Text("why-would-not"), Text("why-could-not")), chosen)


def offer_text(kind: Text, *, field: str | None, touching: bool, gains: int) -> Text:
    """Return the text of a payable field or, on an honour map, of a kind (TR-11.2)."""
    if field is not None:
        what = Text("offer-field", {"kind": kind, "field": field})
    else:
        what = Text("offer-touching" if touching else "offer-double", {"kind": kind})
    return Text("offer-gains", {"what": what, "gains": gains}) if gains else what


def reveal_land_screen(color: Text, count: int, *, on_honour: bool) -> TextScreen:
    """New land after a coronation (TR-6.3)."""
    lines = (Text("wait-reveal", {"color": color, "count": count}),)
    return TextScreen(Text("wait-reveal-title"), lines, Text("wait-reveal-honour" if on_honour else "wait-on-page"))


def over_screen(winner: Text, statues: int, ending: str) -> TextScreen:
    """The winner and why the game is over (TR-8)."""
    why = Text("wait-over", {"placed": statues, "ending": Text("ending-" + ending.replace(" ", "-"))})
    return TextScreen(Text("wait-over-title", {"color": winner}), (why,), Text("wait-over-menu"))


def ranks_screen(ranked: Sequence[tuple[Text, int, int]]) -> RowsScreen:
    """The ranks, the king first (TR-5.1), with placed statues and supporters."""
    rows = tuple(
        (
            Text("screen-rank", {"rank": rank, "color": color}),
            Text("screen-rank-has", {"statues": placed, "supporters": supporters}),
        )
        for rank, (color, placed, supporters) in enumerate(ranked, start=1)
    )
    said = tuple(
        Text(
            "said-rank",
            {
                "rank": rank,
                "color": color,
                "statues": placed,
                "supporters": Text("supporters", {"count": supporters}),
            },
        )
        for rank, (color, placed, supporters) in enumerate(ranked, start=1)
    )
    return RowsScreen(Text("screen-ranks-title"), rows, said)


def demand_screen(number: int, commodity: Text | None) -> NumberScreen:
    """The drawn number, for all commodities or for one."""
    caption = Text("caption-demand") if commodity is None else Text("caption-demand-for", {"commodity": commodity})
    return NumberScreen(number, caption)


def count_screen(left: Mapping[str, int], wanted: Mapping[str, int]) -> RowsScreen:
    """What is left with the people, against what they want (TR-3.1)."""
    rows = tuple(
        (Text(name), Text("screen-left-of-wanted", {"left": left[name], "wanted": wanted[name]})) for name in left
    )
    title = Text("screen-count-title")
    return RowsScreen(title, rows, row_sentences(title, rows))


def tumult_screen(values: Mapping[str, Any]) -> TextScreen:
    """A tumult (TR-3), from the values of its event: what the greediest pays and gives back."""
    numbers = sorted(Counter(values.get("returned", ())).items())
    returned = tuple(
        Text("tile-value" if number == 1 else "tile-values", {"value": value, "number": number})
        for value, number in numbers
    )
    paid = Text("supporters", {"count": values["paid"]})
    pays = Text("screen-pays", {"color": Text(values["color"]), "paid": paid})
    back = (
        Text("screen-gives-values", {"commodity": Text(values["commodity"]), "tiles": returned})
        if returned
        else Text("screen-keeps")
    )
    return TextScreen(Text("screen-tumult-title", {"commodity": Text(values["commodity"])}), (pays, back))


def consolation_screen(values: Mapping[str, Any]) -> TextScreen:
    """Who could not build, and what each gets (TR-4.10)."""
    get = Text("screen-get", {"count": len(values["colors"]), "gained": values["gained"]})
    return TextScreen(Text("screen-consolation"), (Text("screen-list", {"things": values["colors"]}), get))


def event_screen(key: str, values: Mapping[str, Any]) -> TextScreen:
    """What hands do after another event, from its values."""
    color = Text(str(values.get("color")))
    match key:
        case "left-over" | "shared" | "gathered":
            shares = [Text("color-count", {"color": Text(each), "count": count}) for each, count in values["shares"]]
            return TextScreen(Text(f"screen-{key}"), (Text("screen-list", {"things": tuple(shares)}),))
        case "passed-over":
            return passed_over_screen(values["colors"])
        case "mercy" | "no-mercy":
            spared = tuple(map(Text, values.get("colors", ())))
            lines = (Text("screen-mercy-up", {"colors": spared}), Text("screen-mercy-others"))
            return TextScreen(Text("screen-mercy"), lines if spared else (Text("screen-no-mercy"),))
    paid = Text("supporters", {"count": values["paid"]})
    lines = (Text("screen-king-pays", {"paid": paid}), Text("screen-chronicle", {"statues": values["statues"]}))
    return TextScreen(Text("screen-crowned", {"color": color}), lines)


def passed_over_screen(colors: Sequence[str]) -> TextScreen:
    """Who has nothing to build (TR-4.8)."""
    return TextScreen(Text("screen-passed-over"), (Text("screen-list", {"things": tuple(map(Text, colors))}),))


def new_ranks_screen(ranks: Sequence[Text], *, changed: bool) -> RowsScreen:
    """Who has which rank now, two in a row (TR-5.1); the rank cards are swapped if that has changed."""
    title = Text("screen-ranks-swap" if changed else "screen-ranks-same")
    pairs = tuple(zip_longest(ranks[::2], ranks[1::2], fillvalue=Text("nothing")))
    return RowsScreen(title, pairs, (title, Text("screen-list", {"things": tuple(ranks)})))


PAID_TILES_NAMED: Final = 4
"""Tiles of a payment that fit the screen; more are counted."""


def _tiles_in_short(tiles: Faces) -> tuple[Text, ...]:
    faces: dict[str, list[str]] = {}
    for commodity, value in tiles:
        faces.setdefault(commodity, []).append(str(value))
    named = (Text("tile-face", {"commodity": Text(each), "value": "+".join(of)}) for each, of in faces.items())
    return tuple(named) if len(tiles) <= PAID_TILES_NAMED else (Text("kind-tile", {"count": len(tiles)}),)


def built_screen(values: Mapping[str, Any], paid: Faces) -> TextScreen:
    """A build (TR-4), from the values of its event: statues, and tiles that go back to the people."""
    what = Text("screen-built", {"kind": Text(values["kind"]), "statues": values["statues"]})
    if values["gained"]:
        what = Text("offer-gains", {"what": what, "gains": values["gained"]})
    title = Text("screen-built-title", {"color": Text(values["color"])})
    return TextScreen(title, (what, Text("screen-back", {"tiles": _tiles_in_short(paid)})))


def _placing_screen_with_lines(color: Text, *lines: Text) -> TextScreen:
    return TextScreen(Text("wait-build-title", {"color": color}), lines, Text("wait-pass"))
