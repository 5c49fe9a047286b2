"""From a game's screen to the picture the console shows: texts are said, layouts are the OLED's."""

from PIL import Image

from controller.games.contract import HourglassScreen, NumberScreen, Screen, Text, TextScreen
from controller.texts.speaking import say
from hw.oled.drawing import hourglass_screen, number_screen, text_screen


def sentence(text: Text, language: str) -> str:
    """The text in words; texts among its values are said first, several with commas between."""

    def words(value: str | int | Text | tuple[Text, ...]) -> str | int:
        if isinstance(value, tuple):
            return ", ".join(sentence(part, language) for part in value)
        return sentence(value, language) if isinstance(value, Text) else value

    return say(language, text.key, {name: words(value) for name, value in text.values.items()})


def picture(screen: Screen, language: str, left_s: float, total_s: float) -> Image.Image:
    """128 x 64 pixels of ``screen``; the hourglass has ``left_s`` of ``total_s`` seconds left."""
    match screen:
        case TextScreen(title=title, lines=lines, footer=footer):
            said = [sentence(line, language) for line in lines]
            return text_screen(sentence(title, language), said, sentence(footer, language) if footer else "")
        case NumberScreen(number=number, caption=caption):
            return number_screen(number, sentence(caption, language))
        case HourglassScreen(caption=caption):
            return hourglass_screen(left_s, left_s / total_s, sentence(caption, language))
