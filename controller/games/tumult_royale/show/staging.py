"""From events to effects: the story in sentences, with its numbers and rules, and what is shown and heard."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from controller.games.contract.effects import Announce, Effect, Sound, StartTimer, StopTimer, Tell, TextScreen
from controller.games.contract.values import PieceId, Text
from controller.games.tumult_royale.box.words import COMMODITIES, Color, Seat, face
from controller.games.tumult_royale.rules import events
from controller.games.tumult_royale.rules.country import TileSet
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.state import LastTiles, Robbing, State
from controller.games.tumult_royale.show import screens

Value = str | int | Text | tuple[Text, ...]

NUMBER_S: Final = 3.0
TUMULT_S: Final = 4.0
CALM_S: Final = 2.0
BUILT_S: Final = 1.5
RANKS_S: Final = 3.0


def stage(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """The effects of what one action brought about: the story first, then what is shown and heard in its order."""
    return tuple(_staged(before, after, events))


def _staged(before: State | None, after: State, happened: Sequence[Event]) -> Iterator[Effect]:
    yield from map(Tell, told(before, after, happened))
    for event in happened:
        yield from _effects(event, after)
    kinds = set(map(type, happened))
    if events.PeopleContent in kinds and events.TumultBrokeOut not in kinds:
        state = before or after
        yield Announce(screens.calm(sums(state, state.people)), CALM_S)


def _effects(event: Event, after: State) -> list[Effect]:
    match event:
        case events.GameBegan():
            return [StopTimer()]
        case events.DemandSpun(commodity=commodity, demand=demand):
            spun_for = None if commodity is None else Text(str(commodity))
            return [Announce(screens.demand(demand, spun_for), NUMBER_S)]
        case events.TileSetAside() | events.TileRobbed():
            return [Sound("accepted")]
        case events.HourglassStarted():
            return [StartTimer(), Sound("timer_starts")]
        case events.HourglassStopped():
            return [StopTimer(), Sound("timer_ends")]
        case events.TumultBrokeOut():
            counted = Text("counted-tumult", {"commodity": Text(event.tumult.commodity)})
            return [Announce(_tumult_screen(event, after), TUMULT_S, "alarm", counted)]
        case events.Built(player=player, kind=kind, statues=statues, gained=gained, placed=placed):
            numbers = {"statues": statues, "gained": gained, "placed": placed}
            return [
                Announce(screens.built(name(player), Text(kind), numbers, double=event.double), BUILT_S),
                Sound("accepted"),
            ]
        case events.RanksDealt(supporters=counts):  # those that decided: the king has paid for the crown since
            rows = [
                (name(after.color(seat)), after.players[seat].placed, count)
                for seat, count in zip(after.ranked, counts, strict=True)
            ]
            return [Announce(screens.ranks(rows), RANKS_S)]
        case events.Crowned():
            return [Sound("fanfare")]
        case events.GameOver():
            return [StopTimer(), Sound("fanfare")]
        case events.Undone() if not isinstance(after.phase, Robbing):
            return [StopTimer()]
        case _:
            return []  # the story says it


def _tumult_screen(event: events.TumultBrokeOut, after: State) -> TextScreen:
    tumult = event.tumult
    kept = None
    if tumult.returned and tumult.kept is not None:
        kept = (after.table.pool.tile(tumult.kept).value, len(tumult.returned))
    return screens.tumult(
        Text(tumult.commodity),
        name(tumult.greediest),
        supporters(event.paid),
        {"left": tumult.left, "demand": tumult.demand, "greed": tumult.greed},
        kept,
    )


def told(before: State | None, after: State, happened: Sequence[Event]) -> Iterator[Text]:
    """The sentences of what one action brought about, in the order in which it happened."""
    counted = any(isinstance(event, events.CommodityCounted) for event in happened)
    if counted and before is not None and isinstance(before.phase, LastTiles):
        yield from _revealed(before)
    for kind, group in groupby(happened, key=type):
        same = tuple(group)
        if kind is events.PassedOver:  # several in a row are one sentence
            colors = dict.fromkeys(event.player for event in same if isinstance(event, events.PassedOver))
            yield _text("passed-over", colors=names(tuple(colors)), count=len(colors))
            continue
        for event in same:
            yield from _sentences(event, after)


def _revealed(before: State) -> Iterator[Text]:
    """At the count all tiles are turned up (TR-2.6): what each castle robbed, and what is left."""
    for seat, player in enumerate(before.players):
        yield _text("castle", color=name(before.color(Seat(seat))), **sums(before, player.castle))
    yield _text("left", **sums(before, before.people))


def sums(state: State, tiles: TileSet) -> dict[str, int]:
    return {str(each): sum_ for each, sum_ in zip(COMMODITIES, state.table.pool.symbols(tiles), strict=True)}


def faces(state: State, tiles: Sequence[PieceId]) -> tuple[Text, ...]:
    found = [state.table.pool.tile(tile) for tile in tiles]
    return tuple(face(tile.commodity, tile.value) for tile in found)


def name(color: Color) -> Text:
    return Text(str(color))


def names(colors: Sequence[Color]) -> tuple[Text, ...]:
    return tuple(name(color) for color in colors)


def supporters(count: int) -> Text:
    return Text("supporters", {"count": count})


def _sentences(event: Event, after: State) -> Iterator[Text]:
    match event:
        case events.GameBegan(players=players, ranked=ranked):
            yield _text("started", players=len(players), color=name(ranked[0]))
        case events.RoundBegan(round=number, king=king):
            yield _text("round", round=number, color=name(king))
        case events.FirstStatuePlaced(player=player, field=None):
            yield _text("first", color=name(player))
        case events.FirstStatuePlaced(player=player, field=field):
            yield _text("first-field", color=name(player), field=str(field))
        case events.DemandSpun(commodity=None, demand=demand):
            yield _text("spun", number=demand)
        case events.DemandSpun(commodity=commodity, demand=demand):
            yield _text("spun-for", number=demand, commodity=Text(str(commodity)))
        case events.SpinForgotten(bread=bread, marble=marble, tools=tools):
            yield _text("forgotten", bread=bread, marble=marble, tools=tools)
        case events.TileSetAside(number=number, of=of) if number == of:
            yield _text("aside", count=number)
        case events.HourglassStarted():
            yield _text("hourglass")
        case events.HourglassStopped():
            yield _text("stop")
        case events.TileRobbed(player=player, late=late, castle_tiles=tiles):
            yield _text("late" if late else "robbed", color=name(player), tiles=tiles)
        case events.PeopleContent(commodity=commodity, left=left, demand=demand):
            yield _text("calm", commodity=Text(commodity), left=left, demand=demand)
        case events.TumultBrokeOut():
            yield from _tumult(event, after)
        case events.Built() | events.Passed() | events.PlacingEnded() | events.Consoled():
            yield from _placing(event, after)
        case events.SupportersShared(short=short, due=due, received=received):
            yield _text("shared", color=name(short), due=due, shares=_each(received))
        case events.SupportersReturned(gainer=gainer, due=due, returned=returned):
            yield _text("gathered", color=name(gainer), due=due, shares=_each(returned))
        case events.RanksDealt(after=order, supporters=counts):
            yield _text("ranks", order=_each(tuple(zip(order, counts, strict=True))))
            for _, same in groupby(zip(order, counts, strict=True), key=lambda each: each[1]):
                tied = tuple(color for color, _ in same)
                if len(tied) > 1:
                    yield _text("ranks-tied", colors=names(tied))
        case events.Crowned(king=king, paid=paid, statues=statues, placed=placed):
            yield _text("crowned", color=name(king), paid=supporters(paid), statues=statues, placed=placed)
        case events.RevealDue(king=king, tiles=tiles):
            yield _text("reveal-due", color=name(king), count=tiles)
        case events.RegionsRevealed(tiles=tiles):
            yield _text("revealed", count=tiles)
        case events.EndChecked(most=most, fewest=fewest, gap=gap, over=over):
            yield _text("end-checked" if over else "end-not-yet", most=most, fewest=fewest, gap=gap)
        case events.MercyShown(players=()):
            yield _text("no-mercy")
        case events.MercyShown(players=players, placed=placed):
            yield _text("mercy", colors=names(players), placed=placed)
        case events.GameOver(winner=winner, ending=ending, placed=placed):
            reason = Text("ending-" + ending.replace(" ", "-"))
            yield _text("over", color=name(winner), ending=reason, placed=_each(placed))
        case _:
            yield from _corrected(event)


def _placing(
    event: events.Built | events.Passed | events.PlacingEnded | events.Consoled, after: State
) -> Iterator[Text]:
    match event:
        case events.Built(player=player, kind=kind, statues=statues, gained=gained, placed=placed):
            where = {} if event.field is None else {"field": str(event.field)}
            price = Text("paid-double" if event.double else "paid-printed")
            yield _text(
                "built" if event.field is None else "built-field",
                color=name(player),
                kind=Text(kind),
                statues=statues,
                tiles=faces(after, event.tiles),
                price=price,
                gained=supporters(gained),
                placed=placed,
                **where,
            )
        case events.Passed(player=player, stuck=stuck):
            yield _text("passed-stuck" if stuck else "passed", color=name(player))
        case events.PlacingEnded(left_over=left_over) if any(count for _, count in left_over):
            yield _text("left-over", shares=_each(tuple((color, count) for color, count in left_over if count)))
        case events.PlacingEnded():
            yield _text("nothing-left-over")
        case events.Consoled(player=player, gained=gained):
            yield _text("consolation", color=name(player), gained=supporters(gained))


def _tumult(event: events.TumultBrokeOut, after: State) -> Iterator[Text]:
    tumult = event.tumult
    color, commodity = name(tumult.greediest), Text(tumult.commodity)
    numbers = {"left": tumult.left, "demand": tumult.demand, "greed": tumult.greed}
    yield _text("tumult", commodity=commodity, color=color, paid=supporters(event.paid), **numbers)
    if event.mercy:
        yield _text("greed-mercy", color=color, robbed=event.robbed, greed=tumult.greed)
    if event.tied:
        yield _text("greed-tied", color=color, colors=names(event.tied))
    if tumult.returned and tumult.kept is not None:
        kept = after.table.pool.tile(tumult.kept).value
        values = tuple(Text("tile-value", {"value": after.table.pool.tile(tile).value}) for tile in tumult.returned)
        yield _text("returned", color=color, kept=kept, returned=values)
    else:
        yield _text("nothing-returned", color=color, commodity=commodity)


def _corrected(event: Event) -> Iterator[Text]:
    match event:
        case events.SupportersAmended(changes=changes, supply=supply):
            for color, change, then in changes:
                sign = Text("less" if change < 0 else "more", {"count": abs(change)})
                yield _text("amended-supporters", color=name(color), change=sign, then=then, supply=supply)
        case events.TileMoved(came_from=came_from, to=to):
            yield _text("amended-move", before=Text(f"place-{came_from}"), after=Text(f"place-{to}"))
        case events.DemandAmended(changes=changes):
            for commodity, before, now in changes:
                yield _text("amended-demand", commodity=Text(commodity), before=before, now=now)
        case events.Undone(do=do, seq=seq):
            yield _text("undone", what=Text(f"do-{do.replace('_', '-')}"), seq=seq)


def _each(counts: Sequence[tuple[Color, int]]) -> tuple[Text, ...]:
    return tuple(Text("color-count", {"color": name(color), "count": count}) for color, count in counts)


def _text(key: str, /, **values: Value) -> Text:
    return Text(f"told-{key}", values)
