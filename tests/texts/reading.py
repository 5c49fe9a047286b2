"""Reading a screen: its texts, and the keys in them."""

from collections.abc import Iterator

from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen, TimerScreen
from controller.games.contract.values import Text
from controller.show.console_screens import CheckScreen, CodeScreen, Shown


def texts_of(screen: Shown) -> list[Text]:
    match screen:
        case TextScreen(title=title, lines=lines, footer=footer):
            return [title, *lines, *([footer] if footer else [])]
        case NumberScreen(caption=caption) | TimerScreen(caption=caption):
            return [caption]
        case ChoiceScreen(title=title, entries=entries):
            return [title, *entries]
        case RowsScreen(title=title, rows=rows):
            return [title, *(part for row in rows for part in row)]
        case CheckScreen(question=question):
            return [question]
        case CodeScreen(hint=hint):
            return [hint] if hint else []


def keys_in(text: Text) -> Iterator[str]:
    yield text.key
    for value in text.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Text):
                yield from keys_in(part)
