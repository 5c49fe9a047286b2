"""A text of a game in the words of a language."""

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
