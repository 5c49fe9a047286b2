"""What happened at a count and at a round's end, scene by scene, each as a function of its event."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from controller.games.contract.effects import RowsScreen, Scene
from controller.games.contract.values import Text
from controller.games.tumult_royale.box.words import tile_face_text
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show import screens
from controller.games.undoable_log import Event

READ_S: Final = 5.0
"""How long a scene lasts where it does not wait for people."""

CAUSES: Final = ("calm", "tumult", "left-over", "consolation", "crowned", "mercy", "shared", "gathered")
"""Events that people must not miss; with one of them, the others of its action become scenes, too."""

HANDS: Final = ("left-over", "consolation", "crowned", "mercy", "shared", "gathered")
"""Events after which people move pieces."""


def scenes_of_action(after: State, events: Sequence[Event], told: Mapping[int, Text]) -> Iterator[Scene]:
    """Yield the scenes of an action; ``told`` is the story's sentence of each event, by its place.

    What the supply lacks for a payment comes before the payment (TR-9.1, TR-9.2).
    """
    if not any(event.key in CAUSES for event in events):
        return
    found: list[Scene] = []
    judged = [event for event in events if event.key in {"calm", "tumult"}]
    consoled = [event for event in events if event.key == "consolation"]
    for place, event in enumerate(events):
        if judged and event is judged[0]:
            found.append(_count_scene(judged))
        match event.key:
            case "tumult":
                found.append(_tumult_scene(event.values, events[place + 1 :]))
            case "shared" | "gathered":
                found.insert(len(found) - 1 if found else 0, _event_scene(event, after, told[place]))
            case "consolation" if event is consoled[0]:
                found.append(_consolation_scene(consoled))
            case "passed-over" if any(each.key == "left-over" for each in events[place:]):
                pass  # the players are done building
            case "left-over" | "ranks" | "crowned" | "mercy" | "passed-over" | "built" | "built-field":
                found.append(_event_scene(event, after, told[place]))
    later: list[Any] = []  # what the greediest of later tumults give back lies with them until then
    for place, scene in reversed(list(enumerate(found))):
        if scene.name in {"count", "tumult"}:
            found[place] = replace(scene, drawn={**scene.drawn, "later": list(later)})
            later += scene.drawn.get("returned", ())
    yield from found


def _count_scene(judged: Sequence[Event]) -> Scene:
    left = {str(event.values["commodity"]): int(event.values["left"]) for event in judged}
    wanted = {str(event.values["commodity"]): int(event.values["demand"]) for event in judged}
    calm = tuple(Text(str(event.values["commodity"])) for event in judged if event.key == "calm")
    verdict = Text("scene-calm") if len(calm) == len(judged) else Text("scene-calm-some", {"calm": calm})
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
    return tuple(tile_face_text(name, amount) for name, amount in amounts.items())


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
        blame, about["colors"] = "tied", tuple(map(Text, own["greed-tied"].values["colors"]))
    elif "greed-mercy" in own:
        blame, about["robbed"] = "mercy", own["greed-mercy"].values["robbed"]
    returned = values.get("returned", ())
    back = _counted_tiles(commodity, returned)
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


def _counted_tiles(commodity: str, values: Sequence[int]) -> tuple[Text, ...]:
    return tuple(
        tile_face_text(commodity, value) if count == 1 else Text("tiles-alike", {"count": count, "value": value})
        for value, count in sorted(Counter(values).items())
    )


def _consolation_scene(consoled: Sequence[Event]) -> Scene:
    gained = {str(event.values["color"]): int(event.values["gained"]) for event in consoled}
    each = Text("supporters", {"count": max(gained.values())})
    values: dict[str, Any] = {"colors": tuple(map(Text, gained)), "gained": each, "count": len(gained)}
    drawn = {"supporters": gained} | ({"color": next(iter(gained))} if len(gained) == 1 else {})
    screen = screens.consolation_screen(values)
    return Scene("consolation", screen, Text("scene-consoled", values), READ_S, hands=True, drawn=drawn)


def _event_scene(event: Event, after: State, told: Text) -> Scene:
    values = event.values
    color = values.get("color")
    supporters: dict[str, int] = {}
    match event.key:
        case "built" | "built-field":
            supporters = {values["color"]: values["gained"]}
        case "crowned":
            supporters = {values["color"]: -values["paid"]}
        case "shared" | "gathered":
            sign = 1 if event.key == "shared" else -1
            supporters = {castle: sign * count for castle, count in values["shares"]}
    drawn = {"supporters": supporters} | ({} if color is None else {"color": color})
    return Scene(
        event.key,
        _ranks_screen(values, after) if event.key == "ranks" else screens.event_screen(event.key, values),
        told,
        READ_S,
        hands=event.key in HANDS,
        drawn=drawn,
        sound="fanfare" if event.key == "crowned" else None,
    )


def _ranks_screen(values: Mapping[str, Any], after: State) -> RowsScreen:
    """The ranks, with the supporters before the king paid for the crown."""
    placed = {after.color(seat): after.players[seat].placed for seat in after.ranked}
    return screens.ranks_screen([(Text(each), placed[each], count) for each, count in values["order"]])
