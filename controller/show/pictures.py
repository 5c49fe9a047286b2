"""Draw a console screen: translate its texts, choose a layout for the OLED."""

from PIL import Image

from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen, TimerScreen
from controller.games.naming import translate_text
from controller.show import console_screens
from controller.web.qr_code import encode_qr_for_console
from hw.oled import drawing
from hw.oled.marks import shift_image, with_fault_mark


def draw_screen(screen: console_screens.ShownScreen, language: str, left_s: float, total_s: float) -> Image.Image:
    """Return ``screen`` in 128 x 64 pixels; the hourglass has ``left_s`` of ``total_s`` left."""
    match screen:
        case TextScreen():
            return drawing.text_screen(*_translated_text_screen(screen, language))
        case NumberScreen(link=str(link)) if (modules := encode_qr_for_console(link)) is not None:
            return drawing.qr_code_screen(modules, _format_link_caption(screen, language))
        case NumberScreen(number=number, caption=caption):
            return drawing.number_screen(str(number), translate_text(caption, language))
        case TimerScreen(caption=caption):
            return drawing.hourglass_screen(left_s, left_s / total_s, translate_text(caption, language))
        case ChoiceScreen(chosen=chosen):
            return drawing.menu_screen(*_format_choice_screen(screen, language), chosen)
        case RowsScreen():
            return drawing.rows_screen(*_format_rows_screen(screen, language))
        case console_screens.DisplayCheckScreen(question=question):
            return drawing.chip_test_screen(translate_text(question, language))
        case console_screens.WifiScreen(name=name, link=link, grouped_password=groups):
            return drawing.qr_code_screen(encode_qr_for_console(link) or [], [name, " ".join(groups)])
        case console_screens.QrCodeScreen(address=address):
            modules, lines = encode_qr_for_console(address), _format_code_screen(screen, language)
            return drawing.text_screen("", lines) if modules is None else drawing.qr_code_screen(modules, lines)


def draw_display_picture(
    screen: console_screens.ShownScreen,
    language: str,
    left_s: float,
    total_s: float,
    is_marked: bool,  # noqa: FBT001  # the caller passes a cache key as the arguments
    turn_left: float | None,
    shift_px: tuple[int, int],
) -> Image.Image:
    """Return ``screen`` as displayed: shifted, with the turn timer's ring and the trouble mark."""
    drawn = draw_screen(screen, language, left_s, total_s)
    if turn_left is not None:
        from hw.oled.marks import with_hourglass_ring  # only for tables with a turn timer

        drawn = with_hourglass_ring(drawn, turn_left)
    return shift_image(with_fault_mark(drawn) if is_marked else drawn, shift_px)


def fits_display(screen: console_screens.ShownScreen, language: str) -> bool:
    return drawing.shows_all_text(draw_screen(screen, language, 0.0, 1.0))


def _translated_text_screen(screen: TextScreen, language: str) -> tuple[str, list[str], str]:
    footer = translate_text(screen.footer, language) if screen.footer else ""
    return translate_text(screen.title, language), [translate_text(line, language) for line in screen.lines], footer


def _format_choice_screen(screen: ChoiceScreen, language: str) -> tuple[str, list[str]]:
    return translate_text(screen.title, language), [translate_text(entry, language) for entry in screen.entries]


def _format_rows_screen(screen: RowsScreen, language: str) -> tuple[str, list[tuple[str, str]]]:
    rows = [(translate_text(name, language), translate_text(number, language)) for name, number in screen.rows]
    return translate_text(screen.title, language), rows


def _format_link_caption(screen: NumberScreen, language: str) -> list[str]:
    return [translate_text(screen.caption, language), str(screen.number)]


def _format_code_screen(screen: console_screens.QrCodeScreen, language: str) -> list[str]:
    hint = [] if screen.hint is None else [translate_text(screen.hint, language)]
    return [*hint, *console_screens.wrap_host_and_port(screen.typed or screen.address)]
