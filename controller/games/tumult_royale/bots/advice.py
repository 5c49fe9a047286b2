"""Advice on the page: the best plan of one castle, build by build, with fields, tiles and reasons."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from controller.games.contract.game import Advised
from controller.games.contract.values import Text
from controller.games.tumult_royale.bots.plan import Build, SiteGroup, best_plan, site_groups
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import COMMODITIES, STATUES_EACH, Color, Cost, FieldName, Kind
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.shared import tiles_in
from controller.games.tumult_royale.rules.country import Country, FieldSet, each_bit, field_name, touching
from controller.games.tumult_royale.rules.options import pick_tiles
from controller.games.tumult_royale.rules.state import Placing, State


class Step(Struct, frozen=True, gc=False):
    """One build of the advice.

    Attributes:
        field: None if the table does not know the map, or if no field is left at this price (TR-4.4).
        cost: the cost, already doubled if the field does not touch.
        gains: supporters for surplus symbols (TR-4.7).
    """

    kind: Kind
    field: FieldName | None
    adjacent: bool
    cost: Cost
    tiles: tuple[Tile, ...]
    gains: int


class Advice(Struct, frozen=True, gc=False):
    """The best plan of a castle, in the order of building, and the tiles left over."""

    player: Color
    steps: tuple[Step, ...]
    statues: int
    gains: int
    left: tuple[Tile, ...]


def advised(state: State, color: str) -> Advised:
    found = advise(state, color)
    return Advised(describe(found), to_mapping(found))


def advise(state: State, color: str) -> Advice:
    """Return the best plan of a castle (``plan.best_plan``); raise Refusal unless it plays and statues are placed."""
    seat = state.seat(color)
    if seat is None:
        raise Refusal("LOG", "player-unknown", seen=color)
    if not isinstance(state.phase, Placing):
        raise Refusal("TR-4.1", "advice-phase")
    player, pool = state.players[seat], state.table.pool
    plan = best_plan(pool.hand(player.castle), site_groups(state, seat), STATUES_EACH - player.placed)
    # Of builds of one size, first those that do not touch, so no other build makes them cheaper before.
    builds = sorted(plan.builds, key=lambda build: (build.sites.statues, build.sites.adjacent))
    left, steps = player.castle, []
    for build, field in zip(builds, _fields(state, touching(player.fields), builds), strict=True):
        paid, _ = pick_tiles(pool, left, build.payment)
        left &= ~paid
        kind, adjacent, cost = build.sites.kind, build.sites.adjacent, build.sites.cost
        steps.append(Step(kind, field, adjacent, cost, tuple(tiles_in(pool, paid)), build.payment.gains))
    return Advice(state.color(seat), tuple(steps), plan.statues, plan.gains, tuple(tiles_in(pool, left)))


def describe(advice: Advice) -> tuple[Text, ...]:
    """Return the advice in words: the total, each build with its rule, what is left."""
    color = Text(str(advice.player))
    if not advice.steps:
        lines = [Text("advice-nothing", {"color": color})]
    else:
        supporters = Text("supporters", {"count": advice.gains})
        lines = [Text("advice-best", {"color": color, "statues": advice.statues, "supporters": supporters})]
    for number, step in enumerate(advice.steps, start=1):
        lines.append(Text("advice-step", {"number": number, "where": _where(step), "payment": _payment(step)}))
    if advice.left:
        lines.append(Text("advice-left", {"tiles": faces(advice.left)}))
    return tuple(lines)


def to_mapping(advice: Advice) -> dict[str, Any]:
    """Return the advice as JSON values.

    ``castle``, ``statues`` and ``gains`` in all, ``steps`` in the order to build (what a ``build`` of the game log
    needs: ``kind``, ``field`` unless unknown, ``adjacent``, ``cost`` by commodity, ``tiles``, ``gains``), and the tiles
    that are ``left``.
    """
    return {
        "castle": advice.player,
        "statues": advice.statues,
        "gains": advice.gains,
        "steps": [
            {
                **({} if step.field is None else {"field": step.field}),
                "kind": step.kind,
                "adjacent": step.adjacent,
                "cost": dict(zip(COMMODITIES, step.cost, strict=True)),
                "tiles": [_face(tile) for tile in step.tiles],
                "gains": step.gains,
            }
            for step in advice.steps
        ],
        "left": [_face(tile) for tile in advice.left],
    }


def faces(tiles: Sequence[Tile]) -> tuple[Text, ...]:
    ordered = sorted(tiles, key=lambda tile: (COMMODITIES.index(tile.commodity), tile.value))
    return tuple(Text("amount", {"commodity": Text(tile.commodity), "number": tile.value}) for tile in ordered)


def amounts(cost: Cost) -> tuple[Text, ...]:
    """Return a cost in words, without commodities that it does not contain."""
    return tuple(
        Text("amount", {"commodity": Text(name), "number": number})
        for name, number in zip(COMMODITIES, cost, strict=True)
        if number
    )


def _where(step: Step) -> Text:
    kind = Text(step.kind)
    site = kind if step.field is None else Text("offer-field", {"kind": kind, "field": step.field})
    return Text("advice-touching" if step.adjacent else "advice-double", {"site": site, "cost": amounts(step.cost)})


def _payment(step: Step) -> Text:
    if not step.gains:
        return Text("advice-exact", {"tiles": faces(step.tiles)})
    supporters = Text("supporters", {"count": step.gains})
    return Text("advice-beyond", {"tiles": faces(step.tiles), "supporters": supporters})


def _face(tile: Tile) -> dict[str, Any]:
    return {"id": tile.id, "commodity": tile.commodity, "value": tile.value}


def _fields(state: State, near: FieldSet, builds: Sequence[Build]) -> list[FieldName | None]:
    """Return a different field for each build; fields at double cost do not touch each other (TR-4.4)."""
    if not isinstance(state.land, Country):
        return [None] * len(builds)
    found = next(_placements(~state.occupied(), near, [build.sites for build in builds]), None)
    if found is None:
        return [None] * len(builds)
    return [field_name(field) for field in found]


def _placements(vacant: FieldSet, near: FieldSet, sites: Sequence[SiteGroup]) -> Iterator[list[FieldSet]]:
    if not sites:
        yield []
        return
    first, rest = sites[0], sites[1:]
    for bit in each_bit((first.fields or 0) & vacant):
        field = 1 << bit
        if rest and rest[0] == first:
            vacant &= ~field  # equal sites are used in order of field
        # Once a field is built on, its neighbours touch: they no longer cost double, and are not planned as touching.
        spoiled = 0 if first.adjacent else touching(field) & ~near
        for others in _placements(vacant & ~field & ~spoiled, near, rest):
            yield [field, *others]
