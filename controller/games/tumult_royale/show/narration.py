"""The story: what each event means in sentences, with its numbers and the rule that asks for it."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from controller.games.contract.values import PieceId, Text
from controller.games.tumult_royale.box.words import COMMODITIES, Color, Seat, face
from controller.games.tumult_royale.rules.country import TileSet
from controller.games.tumult_royale.rules.events import (
    Built,
    CommodityCounted,
    Consoled,
    Crowned,
    DemandAmended,
    DemandSpun,
    EndChecked,
    Event,
    FirstStatuePlaced,
    GameBegan,
    GameOver,
    HourglassStarted,
    HourglassStopped,
    MercyShown,
    Passed,
    PassedOver,
    PeopleContent,
    PlacingEnded,
    RanksDealt,
    RegionsRevealed,
    RevealDue,
    RoundBegan,
    SpinForgotten,
    SupportersAmended,
    SupportersReturned,
    SupportersShared,
    TileMoved,
    TileRobbed,
    TileSetAside,
    TumultBrokeOut,
    Undone,
)
from controller.games.tumult_royale.rules.state import LastTiles, State

Value = str | int | Text | tuple[Text, ...]


def told(before: State | None, after: State, events: Sequence[Event]) -> Iterator[Text]:
    """The sentences of what one action brought about, in the order in which it happened."""
    counted = any(isinstance(event, CommodityCounted) for event in events)
    if counted and before is not None and isinstance(before.phase, LastTiles):
        yield from _revealed(before)
    for kind, group in groupby(events, key=type):
        same = tuple(group)
        if kind is PassedOver:  # several in a row are one sentence
            colors = dict.fromkeys(event.player for event in same if isinstance(event, PassedOver))
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
        case GameBegan(players=players, ranked=ranked):
            yield _text("started", players=len(players), color=name(ranked[0]))
        case RoundBegan(round=number, king=king):
            yield _text("round", round=number, color=name(king))
        case FirstStatuePlaced(player=player, field=None):
            yield _text("first", color=name(player))
        case FirstStatuePlaced(player=player, field=field):
            yield _text("first-field", color=name(player), field=str(field))
        case DemandSpun(commodity=None, demand=demand):
            yield _text("spun", number=demand)
        case DemandSpun(commodity=commodity, demand=demand):
            yield _text("spun-for", number=demand, commodity=Text(str(commodity)))
        case SpinForgotten(bread=bread, marble=marble, tools=tools):
            yield _text("forgotten", bread=bread, marble=marble, tools=tools)
        case TileSetAside(number=number, of=of) if number == of:
            yield _text("aside", count=number)
        case HourglassStarted():
            yield _text("hourglass")
        case HourglassStopped():
            yield _text("stop")
        case TileRobbed(player=player, late=late, castle_tiles=tiles):
            yield _text("late" if late else "robbed", color=name(player), tiles=tiles)
        case PeopleContent(commodity=commodity, left=left, demand=demand):
            yield _text("calm", commodity=Text(commodity), left=left, demand=demand)
        case TumultBrokeOut():
            yield from _tumult(event, after)
        case Built() | Passed() | PlacingEnded() | Consoled():
            yield from _placing(event, after)
        case SupportersShared(short=short, due=due, received=received):
            yield _text("shared", color=name(short), due=due, shares=_each(received))
        case SupportersReturned(gainer=gainer, due=due, returned=returned):
            yield _text("gathered", color=name(gainer), due=due, shares=_each(returned))
        case RanksDealt(after=order, supporters=counts):
            yield _text("ranks", order=_each(tuple(zip(order, counts, strict=True))))
            for _, same in groupby(zip(order, counts, strict=True), key=lambda each: each[1]):
                tied = tuple(color for color, _ in same)
                if len(tied) > 1:
                    yield _text("ranks-tied", colors=names(tied))
        case Crowned(king=king, paid=paid, statues=statues, placed=placed):
            yield _text("crowned", color=name(king), paid=supporters(paid), statues=statues, placed=placed)
        case RevealDue(king=king, tiles=tiles):
            yield _text("reveal-due", color=name(king), count=tiles)
        case RegionsRevealed(tiles=tiles):
            yield _text("revealed", count=tiles)
        case EndChecked(most=most, fewest=fewest, gap=gap, over=over):
            yield _text("end-checked" if over else "end-not-yet", most=most, fewest=fewest, gap=gap)
        case MercyShown(players=()):
            yield _text("no-mercy")
        case MercyShown(players=players, placed=placed):
            yield _text("mercy", colors=names(players), placed=placed)
        case GameOver(winner=winner, ending=ending, placed=placed):
            reason = Text("ending-" + ending.replace(" ", "-"))
            yield _text("over", color=name(winner), ending=reason, placed=_each(placed))
        case _:
            yield from _corrected(event)


def _placing(event: Built | Passed | PlacingEnded | Consoled, after: State) -> Iterator[Text]:
    match event:
        case Built(player=player, kind=kind, statues=statues, gained=gained, placed=placed):
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
        case Passed(player=player, stuck=stuck):
            yield _text("passed-stuck" if stuck else "passed", color=name(player))
        case PlacingEnded(left_over=left_over) if any(count for _, count in left_over):
            yield _text("left-over", shares=_each(tuple((color, count) for color, count in left_over if count)))
        case PlacingEnded():
            yield _text("nothing-left-over")
        case Consoled(player=player, gained=gained):
            yield _text("consolation", color=name(player), gained=supporters(gained))


def _tumult(event: TumultBrokeOut, after: State) -> Iterator[Text]:
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
        case SupportersAmended(changes=changes, supply=supply):
            for color, change, then in changes:
                sign = Text("less" if change < 0 else "more", {"count": abs(change)})
                yield _text("amended-supporters", color=name(color), change=sign, then=then, supply=supply)
        case TileMoved(came_from=came_from, to=to):
            yield _text("amended-move", before=Text(f"place-{came_from}"), after=Text(f"place-{to}"))
        case DemandAmended(changes=changes):
            for commodity, before, now in changes:
                yield _text("amended-demand", commodity=Text(commodity), before=before, now=now)
        case Undone(do=do, seq=seq):
            yield _text("undone", what=Text(f"do-{do.replace('_', '-')}"), seq=seq)


def _each(counts: Sequence[tuple[Color, int]]) -> tuple[Text, ...]:
    return tuple(Text("color-count", {"color": name(color), "count": count}) for color, count in counts)


def _text(key: str, /, **values: Value) -> Text:
    return Text(f"told-{key}", values)
