"""Reading the console's screen aloud: whole when it is another one, else what is new on it."""

from msgspec import Struct

from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen, TimerScreen
from controller.games.contract.values import Text
from controller.show.console_screens import CheckScreen, CodeScreen, MenuScreen, Shown
from controller.show.secrets_on_screen import NEUTRAL, holds_secret


class Read(Struct, frozen=True):
    """What a screen says.

    Attributes:
        title: None where it has none.
        parts: beside it; of a list that one turns through only the entry that is chosen.
        by_hand: how many entries a list has, which people turn through: they wait for an answer; else 0.
    """

    title: Text | None
    parts: tuple[Text, ...]
    by_hand: int = 0


def read(screen: Shown | MenuScreen) -> Read:
    """What it says; of one with a secret nothing but that there is one."""
    if holds_secret(screen):
        screen = NEUTRAL
    match screen:
        case TextScreen(title=title, lines=lines, footer=footer):
            return Read(title, lines if footer is None else (*lines, footer))
        case (
            MenuScreen(title=title, entries=entries, chosen=chosen)
            | ChoiceScreen(title=title, entries=entries, chosen=chosen)
        ):
            entry = Text("voice-entry", {"entry": entries[chosen], "place": chosen + 1, "count": len(entries)})
            return Read(title, (entry,), len(entries))
        case RowsScreen(title=title, rows=rows):
            return Read(title, tuple(Text("voice-row", {"name": name, "has": has}) for name, has in rows))
        case NumberScreen(number=number, caption=caption):
            return Read(None, (Text("voice-number", {"caption": caption, "number": str(number)}),))
        case TimerScreen(caption=caption):
            return Read(None, (caption,))
        case CheckScreen(question=question):
            return Read(None, (question,))
        case CodeScreen(address=address, hint=hint, typed=typed):
            where = Text("voice-address", {"address": typed or address})
            return Read(None, (where,) if hint is None else (where, hint))


def what_is_new(now: Read, before: Read | None) -> tuple[Text, ...]:
    """What is to be said of ``now`` to people who have heard ``before``: under the same title what is not the same.

    A list of another length is another list.
    """
    if before is None or (before.title, before.by_hand) != (now.title, now.by_hand):
        return now.parts if now.title is None else (now.title, *now.parts)
    return tuple(part for part in now.parts if part not in before.parts)
