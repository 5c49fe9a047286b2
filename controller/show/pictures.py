"""Draw a screen for the console: format its texts, choose a layout of the OLED."""

from PIL import Image

from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen, TimerScreen
from controller.games.naming import sentence
from controller.show.console_screens import CheckScreen, CodeScreen, Shown, wrap_address
from controller.web.qr_code import encode_modules
from hw.oled import drawing
from hw.oled.marks import shift_image, with_mark


def draw_screen(screen: Shown, language: str, left_s: float, total_s: float) -> Image.Image:
    """Return ``screen`` in 128 x 64 pixels; the hourglass has ``left_s`` of ``total_s`` seconds left."""
    match screen:
        case TextScreen():
            return drawing.text_screen(*_texts(screen, language))
        case NumberScreen(link=str(link)) if (modules := encode_modules(link)) is not None:
            return drawing.code_screen(modules, _beside_link(screen, language))
        case NumberScreen(number=number, caption=caption):
            return drawing.number_screen(str(number), sentence(caption, language))
        case TimerScreen(caption=caption):
            return drawing.hourglass_screen(left_s, left_s / total_s, sentence(caption, language))
        case ChoiceScreen(chosen=chosen):
            return drawing.menu_screen(*_menu_texts(screen, language), chosen)
        case RowsScreen():
            return drawing.rows_screen(*_row_texts(screen, language))
        case CheckScreen(question=question):
            return drawing.check_screen(sentence(question, language))
        case CodeScreen(address=address):
            modules, lines = encode_modules(address), _code_texts(screen, language)
            return drawing.text_screen("", lines) if modules is None else drawing.code_screen(modules, lines)


def draw_display(
    screen: Shown,
    language: str,
    left_s: float,
    total_s: float,
    is_marked: bool,  # noqa: FBT001  # the key of a picture, in a row
    turn_left: float | None,
    shift_px: tuple[int, int],
) -> Image.Image:
    """Return ``screen`` as the display shows it: shifted, with the turn timer's ring and the trouble mark."""
    drawn = draw_screen(screen, language, left_s, total_s)
    if turn_left is not None:
        from hw.oled.marks import with_ring  # only for tables with a turn timer

        drawn = with_ring(drawn, turn_left)
    return shift_image(with_mark(drawn) if is_marked else drawn, shift_px)


def fits(screen: Shown, language: str) -> bool:
    return drawing.is_uncut(draw_screen(screen, language, 0.0, 1.0))


def _texts(screen: TextScreen, language: str) -> tuple[str, list[str], str]:
    footer = sentence(screen.footer, language) if screen.footer else ""
    return sentence(screen.title, language), [sentence(line, language) for line in screen.lines], footer


def _menu_texts(screen: ChoiceScreen, language: str) -> tuple[str, list[str]]:
    return sentence(screen.title, language), [sentence(entry, language) for entry in screen.entries]


def _row_texts(screen: RowsScreen, language: str) -> tuple[str, list[tuple[str, str]]]:
    rows = [(sentence(name, language), sentence(number, language)) for name, number in screen.rows]
    return sentence(screen.title, language), rows


def _beside_link(screen: NumberScreen, language: str) -> list[str]:
    return [sentence(screen.caption, language), str(screen.number)]


def _code_texts(screen: CodeScreen, language: str) -> list[str]:
    hint = [] if screen.hint is None else [sentence(screen.hint, language)]
    return [*hint, *wrap_address(screen.typed or screen.address)]
