"""Draw a console screen: translate its texts, choose a layout for the OLED."""

from PIL import Image

from controller.games.contract.effects import ChoiceScreen, NumberScreen, RowsScreen, TextScreen, TimerScreen
from controller.games.contract.values import Text
from controller.games.naming import translate_text, without_rules
from controller.show import console_screens
from controller.web.qr_code import encode_qr_for_console
from hw.oled import drawing
from hw.oled.marks import shift_image, with_fault_mark


def draw_screen(screen: console_screens.ShownScreen, language: str, left_s: float, total_s: float) -> Image.Image:
    """Return ``screen`` in 128 x 64 pixels; the hourglass has ``left_s`` of ``total_s`` left."""

    def say(text: Text) -> str:
        return without_rules(translate_text(text, language))

    match screen:
        case TextScreen(title=title, lines=lines, footer=footer):
            return drawing.text_screen(say(title), [*map(say, lines)], say(footer) if footer else "")
        case NumberScreen(link=str(link)) if (modules := encode_qr_for_console(link)) is not None:
            return drawing.qr_code_screen(modules, [say(screen.caption), str(screen.number)])
        case NumberScreen(number=number, caption=caption):
            return drawing.number_screen(str(number), say(caption))
        case TimerScreen(caption=caption):
            return drawing.hourglass_screen(left_s, left_s / total_s, say(caption))
        case ChoiceScreen(title=title, entries=entries, chosen=chosen, below=below):
            return drawing.menu_screen(say(title), [*map(say, entries)], chosen, [*map(say, below)])
        case RowsScreen(title=title, rows=rows, footer=footer):
            named = [(say(name), say(number)) for name, number in rows]
            return drawing.rows_screen(say(title), named, say(footer) if footer else "")
        case console_screens.DisplayCheckScreen(question=question):
            return drawing.chip_test_screen(say(question))
        case console_screens.WifiScreen(name=name, link=link, grouped_password=groups):
            return drawing.qr_code_screen(encode_qr_for_console(link) or [], [name, " ".join(groups)])
        case console_screens.QrCodeScreen(address=address, hint=hint):
            modules = encode_qr_for_console(address)
            shown = [*([say(hint)] if hint else []), *console_screens.wrap_host_and_port(screen.typed or address)]
            return drawing.text_screen("", shown) if modules is None else drawing.qr_code_screen(modules, shown)


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
