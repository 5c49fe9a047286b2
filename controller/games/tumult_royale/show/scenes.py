"""What happened at a count and at a round's end, scene by scene, each as a function of its event."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from controller.games.contract.effects import Scene
from controller.games.contract.values import Text
from controller.games.tumult_royale.box.words import COMMODITIES, Seat, listed, tile_face_text
from controller.games.tumult_royale.rules.chapters.shared import demand_from_numbers, require_field, tiles_of_set
from controller.games.tumult_royale.rules.ranks import lowest_tile_kept_by_greediest
from controller.games.tumult_royale.rules.state import Placing, State
from controller.games.tumult_royale.show import screens
from controller.games.undoable_log import Event

READ_S: Final = 5.0
"""How long a scene lasts where it does not wait for people."""

BUILDS: Final = ("built", "built-field")

CAUSES: Final = (
    *("calm", "tumult", "left-over", "consolation", "crowned", "mercy", "no-mercy", "shared", "gathered"),
    *BUILDS,
)
"""Events that people must not miss; with one of them, the others of its action become scenes, too."""

HANDS: Final = ("left-over", "consolation", "crowned", "mercy", "no-mercy", "shared", "gathered", *BUILDS)
"""Events after which people move pieces."""


def scenes_of_action(
    before: State | None, after: State, events: Sequence[Event], told: Mapping[int, Text]
) -> Iterator[Scene]:
    """Yield the scenes of an action; ``told`` is the story's sentence of each event, by its place.

    Who cannot pay, or be paid, is told first, then that everyone gives or gets (TR-9.1, TR-9.2); only then is it paid.
    """
    if before is None or not any(event.key in CAUSES for event in events):
        return
    found: list[tuple[Scene, Sequence[Event]]] = []
    judged = [event for event in events if event.key in {"calm", "tumult"}]
    consoled = [event for event in events if event.key == "consolation"]
    for place, event in enumerate(events):
        if judged and event is judged[0]:
            found.append((_count_scene(judged), ()))
        match event.key:
            case "tumult":
                found.append((_tumult_scene(event.values, events[place + 1 :]), [event]))
            case "shared" | "gathered":
                cause, unpaid = found[-1]
                found[-1:] = [(cause, ()), (_event_scene(event, told[place]), [event, *unpaid])]
            case "consolation" if event is consoled[0]:
                found.append((_consolation_scene(consoled), consoled))
            case "passed-over" if any(each.key == "left-over" for each in events[place:]):
                pass  # the players are done building
            case "no-mercy" if not any(player.mercy for player in before.players):
                pass  # no card has to be turned back
            case "ranks":
                found.append((_ranks_scene(before, event, told[place]), [event]))
            case "built" | "built-field":
                found.append((_built_scene(before, event, told[place]), [event]))
            case "left-over" | "crowned" | "mercy" | "no-mercy" | "passed-over":
                found.append((_event_scene(event, told[place]), [event]))
    state = replace(before, land=after.land)
    if judged:
        wanted = demand_from_numbers([event.values["demand"] for event in judged])
        state = replace(state, demand=wanted, phase=Placing(rank=1, built=False, able=0))
    for scene, shown in found:
        for event in shown:
            state = _state_after(state, event)
        yield replace(scene, state=state)


def _state_after(state: State, event: Event) -> State:
    """Return the state once an event is shown: what players and people have, ranks and crowns."""
    values, pool, players = event.values, state.table.pool, list(state.players)
    match event.key:
        case "ranks":
            return replace(state, ranked=tuple([Seat(state.table.colors.index(color)) for color, _ in values["order"]]))
        case "left-over":
            players = [replace(each, castle=0) for each in players]
        case "mercy" | "no-mercy":
            spared = values.get("colors", ())
            players = [
                replace(each, mercy=color in spared) for color, each in zip(state.table.colors, players, strict=True)
            ]
        case "shared" | "gathered":
            for color, count in values["shares"]:
                seat = Seat(state.table.colors.index(color))
                change = count if event.key == "shared" else -count
                players[seat] = replace(players[seat], supporters=players[seat].supporters + change)
        case "tumult" | "consolation" | "crowned" | "built" | "built-field":
            seat = Seat(state.table.colors.index(values["color"]))
            paid = sum(pool.bits[tile] for tile in values.get("tiles", ()))
            if "returned" in values:
                taken = players[seat].castle & pool.of[COMMODITIES.index(values["commodity"])]
                kept = lowest_tile_kept_by_greediest(tiles_of_set(pool, taken))
                paid = 0 if kept is None else taken & ~pool.bits[kept.id]
            field = require_field(state, values["field"], "TR-4.1") if "field" in values else 0
            gained = values.get("gained", 0) - values.get("paid", 0)
            players[seat] = players[seat].with_statues_added(values.get("statues", 0), field, paid=paid, gained=gained)
            if event.key == "crowned":
                state = replace(state, crowned=(*state.crowned, seat))
    return replace(state, players=tuple(players))


def _count_scene(judged: Sequence[Event]) -> Scene:
    left = {str(event.values["commodity"]): int(event.values["left"]) for event in judged}
    wanted = {str(event.values["commodity"]): int(event.values["demand"]) for event in judged}
    calm = tuple(Text(str(event.values["commodity"])) for event in judged if event.key == "calm")
    verdict = Text("scene-calm") if len(calm) == len(judged) else Text("scene-calm-some", {"calm": listed(calm)})
    sentence = Text(
        "scene-count",
        {
            "wanted": Text("scene-each", {"number": min(wanted.values())})
            if len(set(wanted.values())) == 1
            else _amounts(wanted),
            "left": _amounts(left),
            "verdict": verdict if calm else Text("scene-calm-none"),
        },
    )
    drawn = {"left": left, "wanted": wanted, "tumults": [name for name in left if left[name] < wanted[name]]}
    return Scene("count", screens.count_screen(left, wanted), sentence, READ_S, drawn=drawn)


def _amounts(amounts: Mapping[str, int]) -> tuple[Text, ...]:
    return listed([tile_face_text(name, amount) for name, amount in amounts.items()])


def _tumult_scene(values: Mapping[str, Any], later: Sequence[Event]) -> Scene:
    commodity, color = str(values["commodity"]), str(values["color"])
    about: dict[str, Any] = {"color": Text(color), "commodity": Text(commodity), "greed": values["greed"]}
    own: dict[str, Event] = {}
    for event in later:
        if event.key in {"calm", "tumult"}:
            break
        own.setdefault(event.key, event)
    blame = "most"
    if "greed-tied" in own:
        blame, about["colors"] = "tied", listed([*map(Text, own["greed-tied"].values["colors"])])
    elif "greed-mercy" in own:
        blame, about["robbed"] = "mercy", own["greed-mercy"].values["robbed"]
    elif "greed-spared" in own:
        spared = own["greed-spared"].values
        blame, about["spared"], about["robbed"] = "spared", Text(spared["color"]), spared["robbed"]
    returned = values.get("returned", ())
    back = listed([tile_face_text(commodity, value) for value in sorted(returned)])
    sentence = Text(
        "scene-tumult",
        {
            "commodity": Text(commodity),
            "left": values["left"],
            "demand": values["demand"],
            "blame": Text(f"scene-blame-{blame}", about),
            "color": Text(color),
            "paid": Text("supporters", {"count": values["paid"]}),
            "back": Text("scene-back", {"tiles": back}) if back else Text("scene-keeps"),
        },
    )
    drawn = {
        "commodity": commodity,
        "left": {commodity: values["left"]},
        "wanted": {commodity: values["demand"]},
        "color": color,
        "supporters": {color: -values["paid"]},
        "returned": [{"commodity": commodity, "value": value} for value in returned],
    }
    screen = screens.tumult_screen(values)
    counted = Text("counted-tumult", {"commodity": Text(commodity)})
    return Scene("tumult", screen, sentence, READ_S, hands=True, drawn=drawn, sound="alarm", counted=counted)


def _consolation_scene(consoled: Sequence[Event]) -> Scene:
    gained = {str(event.values["color"]): int(event.values["gained"]) for event in consoled}
    each = Text("supporters", {"count": max(gained.values())})
    values: dict[str, Any] = {"colors": tuple(map(Text, gained)), "gained": each, "count": len(gained)}
    drawn = {"supporters": gained} | ({"color": next(iter(gained))} if len(gained) == 1 else {})
    screen = screens.consolation_screen(values)
    return Scene(
        "consolation",
        screen,
        Text("scene-consoled", {**values, "colors": listed(values["colors"])}),
        READ_S,
        hands=True,
        drawn=drawn,
    )


def _ranks_scene(before: State, event: Event, told: Text) -> Scene:
    """Hands swap the rank cards, if the ranks are new."""
    order = [str(color) for color, _ in event.values["order"]]
    changed = order != [before.color(seat) for seat in before.ranked]
    ranks = [Text("rank-of", {"rank": rank, "color": Text(color)}) for rank, color in enumerate(order, start=1)]
    sentence = Text("scene-ranks", {"told": told, "ranks": tuple(ranks)}) if changed else told
    screen = screens.new_ranks_screen(ranks, changed=changed)
    return Scene("ranks", screen, sentence, READ_S, hands=changed, drawn={"supporters": {}})


def _built_scene(before: State, event: Event, told: Text) -> Scene:
    """Hands put up the statues and give the tiles back to the people."""
    values, color = event.values, str(event.values["color"])
    paid = [before.table.pool.tile_by_id(tile) for tile in values["tiles"]]
    faces = [(tile.commodity, tile.value) for tile in paid]
    drawn = {"supporters": {color: values["gained"]}, "color": color}
    screen = screens.built_screen(values, faces)
    sentence = Text("scene-built", {"told": told})
    return Scene(event.key, screen, sentence, READ_S, hands=True, hands_alone=True, drawn=drawn)


def _event_scene(event: Event, told: Text) -> Scene:
    values = event.values
    color = values.get("color")
    supporters: dict[str, int] = {}
    match event.key:
        case "crowned":
            supporters = {values["color"]: -values["paid"]}
        case "shared" | "gathered":
            sign = 1 if event.key == "shared" else -1
            supporters = {castle: sign * count for castle, count in values["shares"]}
    drawn = {"supporters": supporters} | ({} if color is None else {"color": color})
    return Scene(
        event.key,
        screens.event_screen(event.key, values),
        told,
        READ_S,
        hands=event.key in HANDS,
        hands_alone=event.key == "passed-over",  # it is told after each build of a phase, and asks for nothing
        drawn=drawn,
        sound="fanfare" if event.key == "crowned" else None,
    )
