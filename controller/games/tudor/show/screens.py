"""What the console shows in Tudor, and which effects events have."""

from collections.abc import Sequence
from typing import Final

from controller.games.contract.effects import (
    Announce,
    ChoiceScreen,
    Effect,
    NumberScreen,
    RowsScreen,
    Sound,
    Tell,
    TextScreen,
)
from controller.games.contract.values import Text
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import narration, words
from controller.games.tudor.show.words import Word
from controller.games.undoable_log import Event


def _line(word: Word) -> Text:
    return word if isinstance(word, Text) else Text("tudor-say-it", {"it": word})


def title(player: Word, told: Word) -> Text:
    return Text("tudor-wait-title", {"player": player, "told": told}) if told else _line(player)


def begin() -> TextScreen:
    return TextScreen(Text("tudor-wait-begin-title"), (Text("tudor-wait-begin"),))


def begins(player: Word) -> TextScreen:
    """Who begins, when the arrow has come to rest (TU-0.1)."""
    return TextScreen(Text("tudor-wait-first-title"), (Text("tudor-wait-first", {"player": player}),))


def joining(castles: Sequence[Word], *, enough: bool) -> TextScreen:
    """Who plays, clockwise from the start player (TU-0.1)."""
    who = Text("tudor-say-list", {"things": tuple(_line(castle) for castle in castles)})
    more = Text("tudor-wait-join-enough" if enough else "tudor-wait-join-more")
    return TextScreen(Text("tudor-wait-join-title"), (who, Text("tudor-wait-join"), more))


def lay(space: str, left: int) -> NumberScreen:
    """The space that waits for a token, and how many do (TU-0.5)."""
    return NumberScreen(space, Text("tudor-wait-lay", {"left": left}))


def lay_round(space: str, kind: Text) -> TextScreen:
    """Which round token lies there (TU-0.6)."""
    return TextScreen(Text("tudor-wait-round-title", {"space": space}), (kind,), Text("tudor-wait-round"))


def draw(player: Word, space: str, left: int) -> NumberScreen:
    """A token is to be drawn for this space, and so many in all (TU-7.10)."""
    return NumberScreen(space, Text("tudor-wait-draw", {"player": player, "left": left}))


def choose(ask: Text, entries: Sequence[Word], chosen: int) -> ChoiceScreen:
    return ChoiceScreen(ask, tuple(_line(entry) for entry in entries), chosen)


def ask(head: Text, question: Text, value: Word, place: tuple[int, int], details: Sequence[Text]) -> TextScreen:
    """A question about what is told in the title: one answer, its place among how many, what else is known."""
    number, of = place
    which = Text("tudor-wait-turn", {"question": question, "number": number, "of": of})
    return TextScreen(head, (which, _line(value), *details))


def offer(head: Text, details: Sequence[Text]) -> TextScreen:
    return TextScreen(head, (*details, Text("tudor-wait-yes")))


def tap(head: Text, what: Text, details: Sequence[Text] = (), *, back: bool) -> TextScreen:
    return TextScreen(head, (*details, what), Text("tudor-wait-back") if back and not details else None)


def hand(head: Text, fingers: Sequence[Word], left: int, *, turns: bool, crowded: bool = False) -> TextScreen:
    """A hand that is being laid, from thumb to pinky; ``left`` rings have no place yet."""
    rings = Text("tudor-wait-hand", {f"f{number}": word for number, word in enumerate(fingers, 1)})
    if left > 1:
        footer = Text("tudor-wait-hand-left", {"left": left})
    else:
        footer = Text("tudor-wait-hand-turn" if turns else "tudor-wait-yes")
    return TextScreen(head, (rings,), None if crowded and not left else footer)


def over(winners: Sequence[Word], prestige: int) -> TextScreen:
    """Who has won (TU-15.3)."""
    who = Text("tudor-say-list", {"things": tuple(_line(winner) for winner in winners)})
    return TextScreen(Text("tudor-wait-over-title"), (who, Text("tudor-wait-over", {"prestige": prestige})))


STANDINGS_S: Final = 3.0
BEGINS_S: Final = 3.0

SOUNDS: Final[dict[str, Sound]] = {
    **dict.fromkeys(("office", "office-robbed", "over"), Sound("fanfare")),
    **dict.fromkeys(("entered", "moved", "drawn", "ring-chosen", "ring", "ring-robbed"), Sound("accepted")),
}
"""Of events, by their keys; others make none."""


def stage(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:  # noqa: ARG001
    """The effects of what one action brought about: the story first, then what is shown and heard in its order."""
    effects: list[Effect] = [Tell(text) for text in narration.narrate(after, events)]
    for event in events:
        if event.key == "began":
            effects.append(Announce(begins(words.player(after.table.colors[after.first])), BEGINS_S))
        elif event.key == "round-ended":
            effects.append(Announce(standings(after), STANDINGS_S))
        elif event.key in SOUNDS:
            effects.append(SOUNDS[event.key])
    return tuple(effects)


def standings(state: State) -> RowsScreen:
    prestige = [
        (words.player(color), player.prestige) for color, player in zip(state.table.colors, state.players, strict=True)
    ]
    return standings_screen(state.round, state.table.rounds, prestige)


def standings_screen(round_: int, rounds: int, prestige: Sequence[tuple[Word, int]]) -> RowsScreen:
    rows = tuple(
        (Text("tudor-say-it", {"it": player}), Text("tudor-prestige", {"prestige": p})) for player, p in prestige
    )
    return RowsScreen(Text("tudor-standings", {"round": round_, "rounds": rounds}), rows)
