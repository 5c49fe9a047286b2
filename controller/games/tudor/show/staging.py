"""Staging: which effects the events of an action have on people's eyes and ears."""

from collections.abc import Sequence
from typing import Final

from controller.games.contract.effects import Announce, Effect, Sound, Tell
from controller.games.contract.screens import RowsScreen
from controller.games.contract.texts import Text
from controller.games.tudor.rules import events as happened
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import narration, screens, words
from controller.games.tudor.show.words import Word

STANDINGS_S: Final = 3.0
BEGINS_S: Final = 3.0


def stage(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:  # noqa: ARG001
    """The effects of what one action brought about: the story first, then what is shown and heard in its order."""
    effects: list[Effect] = [Tell(text) for text in narration.told(after, events)]
    for event in events:
        match event:
            case happened.GameBegan(first=first):
                effects.append(Announce(screens.begins(words.player(first)), BEGINS_S))
            case happened.OfficeTaken():
                effects.append(Sound("fanfare"))
            case happened.CourtierMoved() | happened.TokenDrawn() | happened.RingChosen() | happened.RingTaken():
                effects.append(Sound("accepted"))
            case happened.RoundEnded():
                effects.append(Announce(standings(after), STANDINGS_S))
            case happened.GameEnded():
                effects.append(Sound("fanfare"))
            case _:
                pass  # the story says it
    return tuple(effects)


def standings(state: State) -> RowsScreen:
    """Each player's prestige, as the track on the table has it."""
    prestige = [
        (words.player(color), player.prestige) for color, player in zip(state.table.colors, state.players, strict=True)
    ]
    return standings_screen(state.round, state.table.rounds, prestige)


def standings_screen(round_: int, rounds: int, prestige: Sequence[tuple[Word, int]]) -> RowsScreen:
    """Each player's prestige, and the round."""
    rows = tuple(
        (Text("tudor-say-it", {"it": player}), Text("tudor-prestige", {"prestige": p})) for player, p in prestige
    )
    return RowsScreen(Text("tudor-standings", {"round": round_, "rounds": rounds}), rows)
