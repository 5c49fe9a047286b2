"""The effects of events: the story, sounds, and scenes of benches, offices, ends of rounds and scores."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec.structs import replace

from controller.games.contract.effects import (
    Announce,
    Effect,
    RowsScreen,
    Scene,
    Screen,
    Sound,
    Tell,
    TextScreen,
    row_sentences,
)
from controller.games.contract.values import Text
from controller.games.tudor.box.edition import COLUMN_LETTERS
from controller.games.tudor.rules import words
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.words import Word
from controller.games.tudor.show import narration, screens
from controller.games.undoable_log import Event

READ_S: Final = 5.0
"""How long a scene lasts where it does not wait for people."""

CAUSES: Final = ("pushed-out", "idle", "office", "office-robbed", "banished", "column", "round-ended", "scored", "over")
"""Events that make a scene; those of one kind in a row share it, but each player's score has its own."""

OUT_SHOWN: Final = 3
"""As many lines as fit on the display."""

HANDS: Final = ("pushed-out", "idle", "office-robbed", "banished")
"""Events after which people move pieces that are not the player's own, besides the end of a round."""


BEGINS_S: Final = 3.0

SOUND_BY_EVENT: Final[dict[str, Sound]] = {
    **dict.fromkeys(("office", "office-robbed"), Sound("fanfare")),
    **dict.fromkeys(("entered", "moved", "drawn", "ring-chosen", "ring", "ring-robbed"), Sound("accepted")),
}


def effects_of_action(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """Return the effects of an action's events: the story, then screens, sounds and scenes in order."""
    effects: list[Effect] = [Tell(text) for text in narration.narrate_public(after, events)]
    for event in events:
        if event.key == "began":
            effects.append(
                Announce(screens.start_player_screen(words.player_word(after.table.colors[after.first])), BEGINS_S)
            )
        elif event.key in SOUND_BY_EVENT:
            effects.append(SOUND_BY_EVENT[event.key])
    return (*effects, *scenes_of_action(before, after, events))


def scenes_of_action(before: State | None, after: State, events: Sequence[Event]) -> Iterator[Scene]:
    """Yield the scenes of an action; each sentence tells all that led to it, too."""
    public = [event for event in events if not event.hidden]
    told = list(zip(public, narration.narrate_public(after, public), strict=True))
    entered = told and before is not None and any(before.benches) and not any(after.benches) and after.phase == "lords"
    if entered and all(event.key != "pushed-out" for event in public):
        sentence = narration.join_sentences([text for _, text in told] + [Text("tudor-scene-chairs")])
        yield replace(_scene("chairs", after, [], sentence), state=after)
        return
    kinds = [list(each) for _, each in groupby(told, lambda pair: _kind_of(pair[0]))]
    scenes: list[tuple[str, list[Event], list[Text]]] = []
    led: list[Text] = []
    for each in kinds:
        key, texts = each[0][0].key, [text for _, text in each]
        if key in CAUSES:
            scenes.append((key, [event for event, _ in each], [*led, *texts, *_reasons(key, after)]))
            led = []
        else:
            led += texts
    scenes.sort(key=lambda scene: _place_in_order(scene, after))
    if scenes:
        scenes[-1][2].extend(led)
    then = before
    for place, (key, of_kind, texts) in enumerate(scenes):
        then = None if then is None else _with_points(then, key, of_kind)
        at_end = then is not None and key in {"column", "round-ended", "scored"} and place < len(scenes) - 1
        yield replace(_scene(key, after, of_kind, narration.join_sentences(texts)), state=then if at_end else after)


def _with_points(state: State, key: str, events: Sequence[Event]) -> State:
    """Return the state once these columns are, or this player is, scored."""
    players = list(state.players)
    for event in events if key in {"column", "scored"} else ():
        seat, points = event.values["player"], event.values["prestige"]
        players[seat] = replace(players[seat], prestige=points + (players[seat].prestige if key == "column" else 0))
    return replace(state, players=tuple(players))


def _kind_of(event: Event) -> tuple[str, int]:
    return event.key, event.values["player"] if event.key in {"scored", "office", "office-robbed"} else -1


def _place_in_order(scene: tuple[str, list[Event], list[Text]], after: State) -> int:
    """Return a key that puts columns before the end of their round, and scores from the lowest to the highest."""
    key, events, _ = scene
    if key in {"column", "round-ended"}:
        return -2 if key == "column" else -1
    return after.players[events[0].values["player"]].prestige if key == "scored" else 0 if key != "over" else 1_000_000


def _reasons(key: str, after: State) -> Iterator[Text]:
    if key == "pushed-out":
        yield Text("tudor-scene-chairs")
    elif key == "round-ended" and after.phase != "over":
        yield Text("tudor-scene-round")


def _scene(key: str, after: State, events: Sequence[Event], sentence: Text) -> Scene:
    drawn: dict[str, Any] = {}
    actors = [event.values["player"] for event in events if "player" in event.values]
    if len(actors) == 1:
        drawn["color"] = after.table.colors[actors[0]]
    if key == "over":
        drawn["color"] = after.table.colors[after.winners[0]]
    if key in {"office", "office-robbed"}:
        drawn["column"] = COLUMN_LETTERS[events[0].values["column"]]
    if key == "scored":
        total = after.players[actors[0]].prestige
        drawn |= {"sums": narration.score_parts(after, actors[0]), "cards": list(after.table.scoring), "total": total}
    hands = key in HANDS or key == "chairs" or (key == "round-ended" and after.phase != "over")
    return Scene(
        key,
        _screen(key, after, events),
        sentence,
        READ_S,
        hands=hands,
        drawn=drawn,
        sound="fanfare" if key == "over" else None,
    )


def _screen(key: str, after: State, events: Sequence[Event]) -> Screen:
    match key:
        case "column":
            won: Counter[int] = Counter()
            for event in events:
                won[event.values["player"]] += event.values["prestige"]
            rows = [(_player(after, seat), points) for seat, points in won.most_common()]
            more = [(_text(player), Text("tudor-scene-more", {"prestige": points})) for player, points in rows]
            title = Text("tudor-scene-column-title")
            return RowsScreen(title, tuple(more), row_sentences(title, more))
        case "round-ended" if after.phase == "over":
            rows = [(_player(after, seat), narration.score_parts(after, seat)[0]) for seat in range(len(after.players))]
            return screens.standings_screen(after.round, after.table.rounds, rows)
        case "round-ended":
            return screens.standings(after, events[0].values["round"])
        case "scored":
            seat = events[0].values["player"]
            _, one, other, garter = narration.score_parts(after, seat)
            first, second = after.table.scoring
            numbers = {"first": first, "second": second}
            cards = Text("tudor-scene-scored", {**numbers, "one": one, "other": other})
            total = {"player": _player(after, seat), "prestige": after.players[seat].prestige}
            garter_line = Text("tudor-scene-garter", {"garter": garter})
            return TextScreen(Text("tudor-scene-scored-title", total), (cards, garter_line))
        case "over":
            return screens.game_over_screen(
                [_player(after, seat) for seat in after.winners], after.players[after.winners[0]].prestige
            )
        case "office" | "office-robbed":
            values = events[0].values
            letter = COLUMN_LETTERS[values["column"]]
            title = Text("tudor-scene-office-title", {"player": _player(after, values["player"]), "column": letter})
            gained = [Text("tudor-scene-more-prestige", {"prestige": values["prestige"]})] if values["prestige"] else []
            robbed = [_back_text(after, events)] if key == "office-robbed" else []
            return TextScreen(title, (*gained, *robbed))
        case "idle":
            which = tuple(Text("tudor-say-it", {"it": str(event.values["chamber"])}) for event in events)
            return TextScreen(Text("tudor-scene-idle-title"), (Text("tudor-scene-idle", {"chambers": which}),))
        case "banished":
            return TextScreen(Text("tudor-scene-banished-title"), (_back_text(after, events),))
        case _:
            out = [
                {"player": _player(after, seat), "chamber": event.values["chamber"]}
                for event in events
                for seat in event.values["players"]
            ]
            lines = tuple(Text("tudor-scene-out", each) for each in out[:OUT_SHOWN]) or (
                Text("tudor-scene-chairs-short"),
            )
            return TextScreen(Text("tudor-scene-chairs-title"), lines)


def _back_text(after: State, events: Sequence[Event]) -> Text:
    return Text("tudor-scene-back", {"player": _player(after, events[0].values["other"])})


def _player(after: State, seat: int) -> Word:
    return words.player_word(after.table.colors[seat])


def _text(word: Word) -> Text:
    return word if isinstance(word, Text) else Text("tudor-say-it", {"it": word})
