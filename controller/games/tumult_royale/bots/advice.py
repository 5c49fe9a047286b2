"""Advice on the page: a castle's best plan, build by build, with fields, tiles and reasons."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from controller.games.contract.game import Advised
from controller.games.contract.values import Text
from controller.games.tumult_royale.bots.plan import PlannedBuild, best_plan
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import COMMODITIES, STATUES_PER_PLAYER, Color, Cost, FieldName, Kind
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.shared import tiles_of_set
from controller.games.tumult_royale.rules.options import SiteGroup, pick_tiles_for_payment, site_groups
from controller.games.tumult_royale.rules.state import Placing, State


class AdviceStep(Struct, frozen=True, gc=False):
    """One build of the advice.

    Attributes:
        field: None if the map is unknown, or no field is left at this price (TR-4.4).
        cost: doubled if the field touches none of the player's (TR-4.4).
        gains: supporters for surplus symbols (TR-4.7).
    """

    kind: Kind
    field: FieldName | None
    adjacent: bool
    cost: Cost
    tiles: tuple[Tile, ...]
    gains: int


class Advice(Struct, frozen=True, gc=False):
    """A castle's best plan, in order of building, and the tiles left over."""

    player: Color
    steps: tuple[AdviceStep, ...]
    statues: int
    gains: int
    left: tuple[Tile, ...]


def advise(state: State, color: str) -> Advised:
    found = find_advice(state, color)
    return Advised(advice_to_texts(found), advice_to_mapping(found))


def missed_build(state: State, color: str) -> tuple[Text, int] | None:
    """Return the first build of a castle's best plan, which it passed by, and the plan's statues; None without any."""
    best = find_advice(state, color)
    return (site_name(best.steps[0].kind, best.steps[0].field), best.statues) if best.steps else None


def find_advice(state: State, color: str) -> Advice:
    """Return a castle's best plan (``plan.best_plan``); raise Refusal unless it plays in phase ``Placing``."""
    seat = state.seat(color)
    if seat is None:
        raise Refusal("LOG", "player-unknown", seen=color)
    if not isinstance(state.phase, Placing):
        raise Refusal("TR-4.1", "advice-phase")
    player, pool = state.players[seat], state.table.pool
    plan = best_plan(pool.counts_by_value(player.castle), site_groups(state, seat), STATUES_PER_PLAYER - player.placed)
    # Of builds of one size, first those that do not touch, before another makes them touch.
    builds = sorted(plan.builds, key=lambda build: (build.sites.statues, build.sites.adjacent))
    left, steps = player.castle, []
    for build, field in zip(builds, _assign_fields(state, country.touching_fields(player.fields), builds), strict=True):
        paid, _ = pick_tiles_for_payment(pool, left, build.payment)
        left &= ~paid
        kind, adjacent, cost = build.sites.kind, build.sites.adjacent, build.sites.cost
        steps.append(AdviceStep(kind, field, adjacent, cost, tuple(tiles_of_set(pool, paid)), build.payment.gains))
    return Advice(state.color(seat), tuple(steps), plan.statues, plan.gains, tuple(tiles_of_set(pool, left)))


def advice_to_texts(advice: Advice) -> tuple[Text, ...]:
    """Return the advice in words: total, each build with its rule, what is left."""
    color = Text(str(advice.player))
    if not advice.steps:
        lines = [Text("advice-nothing", {"color": color})]
    else:
        supporters = Text("supporters", {"count": advice.gains})
        lines = [Text("advice-best", {"color": color, "statues": advice.statues, "supporters": supporters})]
    for number, step in enumerate(advice.steps, start=1):
        lines.append(Text("advice-step", {"number": number, "where": _site_text(step), "payment": _payment_text(step)}))
    if advice.left:
        lines.append(Text("advice-left", {"tiles": tile_face_texts(advice.left)}))
    return tuple(lines)


def advice_to_mapping(advice: Advice) -> dict[str, Any]:
    """Return the advice as JSON values.

    The keys are ``castle``, total ``statues`` and ``gains``, ``steps`` in order (what a ``build`` of
    the log needs: ``kind``, ``field`` unless unknown, ``adjacent``, ``cost`` by commodity, ``tiles``, ``gains``),
    and ``left``, the tiles left over.
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
                "tiles": [_face_to_mapping(tile) for tile in step.tiles],
                "gains": step.gains,
            }
            for step in advice.steps
        ],
        "left": [_face_to_mapping(tile) for tile in advice.left],
    }


def tile_face_texts(tiles: Sequence[Tile]) -> tuple[Text, ...]:
    ordered = sorted(tiles, key=lambda tile: (COMMODITIES.index(tile.commodity), tile.value))
    return tuple(Text("amount", {"commodity": Text(tile.commodity), "number": tile.value}) for tile in ordered)


def cost_amount_texts(cost: Cost) -> tuple[Text, ...]:
    """Return a cost in words, without commodities it lacks."""
    return tuple(
        Text("amount", {"commodity": Text(name), "number": number})
        for name, number in zip(COMMODITIES, cost, strict=True)
        if number
    )


def site_name(kind: Kind, field: FieldName | None) -> Text:
    return Text(kind) if field is None else Text("offer-field", {"kind": Text(kind), "field": field})


def _site_text(step: AdviceStep) -> Text:
    key = "advice-touching" if step.adjacent else "advice-double"
    return Text(key, {"site": site_name(step.kind, step.field), "cost": cost_amount_texts(step.cost)})


def _payment_text(step: AdviceStep) -> Text:
    if not step.gains:
        return Text("advice-exact", {"tiles": tile_face_texts(step.tiles)})
    supporters = Text("supporters", {"count": step.gains})
    return Text("advice-beyond", {"tiles": tile_face_texts(step.tiles), "supporters": supporters})


def _face_to_mapping(tile: Tile) -> dict[str, Any]:
    return {"id": tile.id, "commodity": tile.commodity, "value": tile.value}


def _assign_fields(state: State, near: country.FieldSet, builds: Sequence[PlannedBuild]) -> list[FieldName | None]:
    """Return a different field for each build; fields at double cost do not touch each other (TR-4.4)."""
    if not isinstance(state.land, country.Country):
        return [None] * len(builds)
    found = next(_iter_assignments(~state.occupied_fields(), near, [build.sites for build in builds]), None)
    if found is None:
        return [None] * len(builds)
    return [country.field_name(field) for field in found]


def _iter_assignments(
    vacant: country.FieldSet, near: country.FieldSet, sites: Sequence[SiteGroup]
) -> Iterator[list[country.FieldSet]]:
    if not sites:
        yield []
        return
    first, rest = sites[0], sites[1:]
    for bit in country.iter_bit_indexes((first.fields or 0) & vacant):
        field = 1 << bit
        if rest and rest[0] == first:
            vacant &= ~field  # for equal sites, only try fields in ascending order
        # A build at double cost makes its field's neighbours touch: they no longer cost double, and the plan does
        # not list them as touching.
        spoiled = 0 if first.adjacent else country.touching_fields(field) & ~near
        for others in _iter_assignments(vacant & ~field & ~spoiled, near, rest):
            yield [field, *others]
