"""What a game says, in the words of a language."""

from collections.abc import Sequence

from controller.games.contract.screens import ChoiceScreen, RowsScreen, Screen, TextScreen
from controller.games.contract.texts import Text
from controller.secret import Secret
from controller.texts.speaking import say


def sentence(text: Text, language: str) -> str:
    """The text in words; texts among its values are said first, several with commas between."""

    def words(value: str | float | Secret | Text | tuple[Text, ...]) -> str | float:
        if isinstance(value, tuple):
            return ", ".join(sentence(part, language) for part in value)
        if isinstance(value, Secret):
            return str(value)
        return sentence(value, language) if isinstance(value, Text) else value

    return say(language, text.key, {name: words(value) for name, value in text.values.items()})


def spoken(screen: Screen, language: str) -> str:
    """What a screen says, as one running text."""
    return as_sentences([sentence(text, language) for text in _spoken(screen)])


def _spoken(screen: Screen) -> list[Text]:
    if isinstance(screen, TextScreen):
        return [screen.title, *screen.lines]
    if isinstance(screen, ChoiceScreen):
        return [screen.title, *screen.entries]
    if isinstance(screen, RowsScreen):
        return [screen.title, *(part for row in screen.rows for part in row)]
    return [screen.caption]


def as_sentences(parts: Sequence[str]) -> str:
    """One running text: what has no mark at its end gets a full stop."""
    return " ".join(part if part[-1:] in ".!?:" else f"{part}." for part in parts)
