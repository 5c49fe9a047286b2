"""Staging: which effects the events of an action have on people's eyes and ears."""

from collections.abc import Sequence
from typing import Final

from controller.games.contract import (
    Announce,
    Effect,
    Sound,
    StartHourglass,
    StopHourglass,
    Tell,
    Text,
)
from controller.games.tumult_royale import screens
from controller.games.tumult_royale.events import (
    Built,
    CommodityCounted,
    Consoled,
    Crowned,
    DemandAmended,
    DemandSpun,
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
    RanksDealt,
    RegionsRevealed,
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
from controller.games.tumult_royale.state import LastTiles, State, TileSet
from controller.games.tumult_royale.words import COMMODITIES, Color, Seat, TileId

NUMBER_S: Final = 3.0
TUMULT_S: Final = 4.0
CALM_S: Final = 2.0
RANKS_S: Final = 3.0


def stage(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """The effects of what one action brought about, in the order in which it happened."""
    effects: list[Effect] = []
    if (
        before is not None
        and isinstance(before.phase, LastTiles)
        and any(isinstance(e, CommodityCounted) for e in events)
    ):
        effects += _castles_revealed(before)
    for event in events:
        effects += _effects(event, after)
    if any(isinstance(event, PeopleContent) for event in events) and not any(
        isinstance(event, TumultBrokeOut) for event in events
    ):
        state = before or after
        effects.append(Announce(screens.calm(_sums(state, state.people)), CALM_S))
    return tuple(effects)


def _effects(event: Event, after: State) -> list[Effect]:
    match event:
        case GameBegan(players=players, ranked=ranked):
            return [StopHourglass(), _tell("started", players=len(players), color=_name(ranked[0]))]
        case RoundBegan(round=number):
            return [_tell("round", round=number)]
        case FirstStatuePlaced(player=player, field=None):
            return [_tell("first", color=_name(player))]
        case FirstStatuePlaced(player=player, field=field):
            return [_tell("first-field", color=_name(player), field=str(field))]
        case DemandSpun(commodity=None, demand=demand):
            return [_tell("spun", number=demand), Announce(screens.demand(demand, None), NUMBER_S)]
        case DemandSpun(commodity=commodity, demand=demand):
            spun_for = Text(str(commodity))
            return [
                _tell("spun-for", number=demand, commodity=spun_for),
                Announce(screens.demand(demand, spun_for), NUMBER_S),
            ]
        case SpinForgotten(bread=bread, marble=marble, tools=tools):
            return [_tell("forgotten", bread=bread, marble=marble, tools=tools)]
        case TileSetAside(number=number, of=of):
            return [Sound("accepted")] if number < of else [_tell("aside", count=number), Sound("accepted")]
        case HourglassStarted():
            return [StartHourglass(), _tell("hourglass"), Sound("hourglass_start")]
        case HourglassStopped():
            return [StopHourglass(), _tell("stop"), Sound("hourglass_end")]
        case TileRobbed(player=player, late=late, castle_tiles=tiles):
            return [_tell("late" if late else "robbed", color=_name(player), tiles=tiles), Sound("accepted")]
        case PeopleContent(commodity=commodity, left=left, demand=demand):
            return [_tell("calm", commodity=Text(commodity), left=left, demand=demand)]
        case TumultBrokeOut():
            return _tumult(event, after)
        case Built(player=player, field=None, kind=kind, gained=gained):
            return [_tell("built", color=_name(player), kind=Text(kind), gained=_supporters(gained)), Sound("accepted")]
        case Built(player=player, field=field, kind=kind, gained=gained):
            told = _tell(
                "built-field", color=_name(player), field=str(field), kind=Text(kind), gained=_supporters(gained)
            )
            return [told, Sound("accepted")]
        case Passed(player=player):
            return [_tell("passed", color=_name(player))]
        case PassedOver(player=player):
            return [_tell("passed-over", color=_name(player))]
        case Consoled(player=player, gained=gained):
            return [_tell("consolation", color=_name(player), gained=_supporters(gained))]
        case SupportersShared():
            return [_tell("shared")]
        case SupportersReturned():
            return [_tell("gathered")]
        case RanksDealt(after=order):
            numbers = [(after.players[seat].placed, after.players[seat].supporters) for seat in after.ranked]
            rows = [(name, *counts) for name, counts in zip(_names(order), numbers, strict=True)]
            return [_tell("ranks", order=_names(order)), Announce(screens.ranks(rows), RANKS_S)]
        case Crowned(king=king, paid=paid, statues=statues):
            return [_tell("crowned", color=_name(king), paid=_supporters(paid), statues=statues), Sound("fanfare")]
        case RegionsRevealed():
            return [_tell("revealed")]
        case MercyShown(players=()):
            return [_tell("no-mercy")]
        case MercyShown(players=players):
            return [_tell("mercy", colors=_names(players))]
        case GameOver(winner=winner, ending=ending):
            reason = Text("ending-" + ending.replace(" ", "-"))
            return [StopHourglass(), _tell("over", color=_name(winner), ending=reason), Sound("fanfare")]
        case SupportersAmended() | TileMoved() | DemandAmended():
            return [_tell("amended")]
        case Undone():
            return [StopHourglass(), _tell("undone")] if not _hourglass_runs(after) else [_tell("undone")]
        case _:
            return []  # what the sentences above say already, with the same numbers


def _castles_revealed(before: State) -> list[Effect]:
    """At the count all tiles are turned up (TR-2.6): what each castle robbed, and what is left."""
    told: list[Effect] = []
    for seat, player in enumerate(before.players):
        color = _name(before.color(Seat(seat)))
        told.append(Tell(Text("told-castle", {"color": color, **_sums(before, player.castle)})))
    told.append(Tell(Text("told-left", _sums(before, before.people))))
    return told


def _sums(state: State, tiles: TileSet) -> dict[str, int]:
    return {str(name): sum_ for name, sum_ in zip(COMMODITIES, state.table.pool.symbols(tiles), strict=True)}


def _tumult(event: TumultBrokeOut, after: State) -> list[Effect]:
    tumult = event.tumult
    commodity, color, paid = Text(tumult.commodity), _name(tumult.greediest), _supporters(event.paid)
    numbers = {"left": tumult.left, "demand": tumult.demand, "greed": tumult.greed}
    effects: list[Effect] = [
        Tell(Text("told-tumult", {"commodity": commodity, "color": color, "paid": paid, **numbers}))
    ]
    kept = None
    if tumult.returned and tumult.kept is not None:
        kept = (_value(after, tumult.kept), len(tumult.returned))
        values = tuple(Text("tile-value", {"value": _value(after, tile)}) for tile in tumult.returned)
        effects.append(Tell(Text("told-returned", {"color": color, "kept": kept[0], "returned": values})))
    screen = screens.tumult(commodity, color, paid, numbers, kept)
    return [*effects, Announce(screen, TUMULT_S), Sound("tumult")]


def _value(state: State, tile: TileId) -> int:
    pool = state.table.pool
    return pool.tiles[pool.bits[tile].bit_length() - 1].value


def _hourglass_runs(state: State) -> bool:
    return state.phase.name == "taxes" and not isinstance(state.phase, LastTiles)


def _supporters(count: int) -> Text:
    return Text("supporters", {"count": count})


def _name(color: Color) -> Text:
    return Text(str(color))


def _names(colors: Sequence[Color]) -> tuple[Text, ...]:
    return tuple(_name(color) for color in colors)


def _tell(what: str, **values: "str | int | Text | tuple[Text, ...]") -> Tell:
    return Tell(Text(f"told-{what}", values))
