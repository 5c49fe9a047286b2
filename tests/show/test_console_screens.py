"""Screens, sounds and lamps of the table itself."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import zxingcpp

from controller.games.contract.effects import NumberScreen, Sound, TextScreen
from controller.games.contract.rules import Move
from controller.games.contract.values import LampPattern, Text
from controller.games.tumult_royale.show import waiting
from controller.play.errands import LAMPS_ERRAND
from controller.secret import Secret
from controller.service.lan import lan_address_of_page
from controller.service.own_network import own_wifi
from controller.show import console_screens, effect_loop, help_call, pictures
from controller.texts.translation import LANGUAGES
from controller.web.qr_code import encode_qr_for_console, render_qr_svg
from hw.console.sounds import PATTERN_BY_SOUND

STANDINGS = TextScreen(Text("wait-begin-title"))


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:8080/", "http://192.168.100.200:65535/", "http://royaltable-in-the-back-room.local:8080/"],
)
def test_a_camera_reads_the_address_from_the_screen(address: str) -> None:
    image = pictures.draw_screen(console_screens.QrCodeScreen(address, Text("address-press")), "en", 0, 1)
    seen = zxingcpp.read_barcodes(image.convert("L").resize((512, 256)))
    assert [code.text for code in seen] == [address]


def test_a_camera_reads_a_hand_s_code_which_is_also_shown_in_letters() -> None:
    way = console_screens.PageAddress("https://192.168.178.123:65535/", "https://royaltable.local:65535/")
    screen = console_screens.seat_code_screen(Text("yellow"), Secret("161803"), way)
    assert console_screens.holds_secret(screen)
    shown = console_screens.reveal_secrets(screen)
    assert all(pictures.fits_display(shown, language) for language in LANGUAGES)
    image = pictures.draw_screen(shown, "de", 0, 1)
    seen = zxingcpp.read_barcodes(image.convert("L").resize((512, 256)))
    assert [code.text for code in seen] == ["https://192.168.178.123:65535/seat#161803"]
    assert image.crop((66, 0, 128, 64)).getbbox() is not None


def test_a_camera_reads_the_own_network_which_is_also_shown_in_letters() -> None:
    wifi = own_wifi(b"0123456789abcdef0123456789abcdef\n")
    image = pictures.draw_screen(wifi, "en", 0, 1)
    (seen,) = zxingcpp.read_barcodes(image.convert("L").resize((512, 256)))
    assert seen.text == f"WIFI:T:WPA;S:{wifi.name};P:{wifi.password};;"
    assert pictures.fits_display(wifi, "en")
    assert " ".join(wifi.grouped_password).replace(" ", "") == wifi.password


def test_without_a_reachable_page_a_hand_s_code_has_no_qr_code() -> None:
    screen = console_screens.seat_code_screen(
        Text("blue"), Secret("161803"), console_screens.PageAddress("http://127.0.0.1:8080/")
    )
    assert screen == NumberScreen(Secret("161803"), Text("caption-seat", {"castle": Text("blue")}))


def test_the_page_s_qr_code_is_a_scalable_picture() -> None:
    svg = render_qr_svg("http://192.168.0.9:8080/seat").decode()
    assert svg.startswith("<?xml")
    assert re.findall(r'(?:width|height)="', svg) == []
    assert "viewBox" in svg


def test_an_address_too_long_for_a_code_is_shown_in_words() -> None:
    address = f"http://{'a' * 60}.local:8080/"
    assert encode_qr_for_console(address) is None
    assert pictures.draw_screen(console_screens.QrCodeScreen(address), "en", 0, 1).getbbox() is not None


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        ("http://192.168.178.20:8080/", ["192.168.", "178.20:", "8080"]),
        ("http://royaltable.local:8080/", ["royaltable.", "local:", "8080"]),
        ("http://10.0.0.7:80/", ["10.0.0.7:", "80"]),
    ],
)
def test_the_address_beside_the_code_breaks_at_its_separators(address: str, lines: list[str]) -> None:
    assert console_screens.wrap_host_and_port(address) == lines


def test_the_shown_address_can_be_reached_by_a_phone() -> None:
    assert lan_address_of_page("127.0.0.1") == "127.0.0.1"
    assert lan_address_of_page("0.0.0.0") not in {"0.0.0.0", ""}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_page_unreachable_by_phones_has_no_qr_code_and_says_so(host: str) -> None:
    shown = console_screens.info_screen(
        console_screens.InfoScreenKind.ADDRESS, STANDINGS, console_screens.PageAddress(f"http://{host}:8080/")
    )
    assert shown == TextScreen(Text("menu-address"), (Text("address-here", {"address": f"{host}:8080"}),))


def test_each_sheet_of_the_menu_has_its_screen() -> None:
    assert console_screens.info_screen(console_screens.InfoScreenKind.STANDINGS, STANDINGS, None) is STANDINGS
    assert console_screens.info_screen(
        console_screens.InfoScreenKind.ADDRESS, STANDINGS, console_screens.PageAddress("http://a:1/")
    ) == console_screens.QrCodeScreen("http://a:1/")
    assert console_screens.info_screen(console_screens.InfoScreenKind.ADDRESS, STANDINGS, None) == TextScreen(
        Text("menu-address"), (Text("address-none"),)
    )
    assert console_screens.info_screen(
        console_screens.InfoScreenKind.CHECK, STANDINGS, None
    ) == console_screens.DisplayCheckScreen(Text("check-question"))
    assert console_screens.info_screen(console_screens.InfoScreenKind.WRONG_CHIP, STANDINGS, None) == TextScreen(
        Text("check-wrong-title"), (Text("check-wrong"),)
    )


def test_pieces_to_move_are_shown_in_pages_the_last_asks_for_a_press() -> None:
    moves = [Move(Text(f"tile-{number}"), Text("at-people"), Text("at-blue")) for number in range(5)]
    leaves = [console_screens.misplaced_pieces_screen(moves, first) for first in (0, 2, 4)]
    assert [leaf.title for leaf in leaves] == [
        Text("screen-move-more", {"count": 3}),
        Text("screen-move-more", {"count": 1}),
        Text("screen-move-title"),
    ]
    assert [row[0].key for leaf in leaves for row in leaf.rows[::2]] == [f"tile-{number}" for number in range(5)]


PAGE = (Path(__file__).parents[2] / "docs" / "signals.md").read_text(encoding="utf-8")
GLYPHS = {"off": "○", "on": "●", "blink": "◐"}


def first_cells() -> list[str]:
    return re.findall(r"^\| ([^|-][^|]*?) \|", PAGE, re.MULTILINE)


def drawn(pattern: LampPattern) -> str:
    return " ".join(GLYPHS[lamp] for lamp in pattern)


def test_every_sound_of_a_game_and_the_table_s_own_have_a_pattern() -> None:
    assert set(PATTERN_BY_SOUND) == {*get_args(get_type_hints(Sound)["pattern"]), "last_seconds", "trouble"}


def test_no_two_sounds_are_alike() -> None:
    assert len(set(PATTERN_BY_SOUND.values())) == len(PATTERN_BY_SOUND)


def test_the_page_describes_every_sound() -> None:
    rows = dict(re.findall(r"^\| ([^|-][^|]*?) \| [^|]+ \| ([^|]+) \|$", PAGE, re.MULTILINE))
    assert [name for name in PATTERN_BY_SOUND if not rows.get(name.replace("_", " "), "").strip()] == []


def test_the_page_lists_every_pattern_of_the_lamps() -> None:
    patterns = {
        effect_loop.FLASH,
        effect_loop.REFUSED,
        LAMPS_ERRAND,
        waiting.LAMPS_DUE,
        waiting.LAMPS_SAID_YES,
        waiting.LAMPS_CORRECTING,
        waiting.LAMPS_WON,
        *waiting.LAMPS_BY_SET_ASIDE_COUNT,
    }
    assert [drawn(pattern) for pattern in patterns if drawn(pattern) not in first_cells()] == []


def test_no_two_steps_of_a_game_light_the_same_lamps() -> None:
    steady = [
        effect_loop.REFUSED,
        LAMPS_ERRAND,
        waiting.LAMPS_DUE,
        waiting.LAMPS_SAID_YES,
        waiting.LAMPS_CORRECTING,
        waiting.LAMPS_WON,
        *waiting.LAMPS_BY_SET_ASIDE_COUNT,
    ]
    assert len(set(steady)) == len(steady)


def test_a_rooms_name_is_cut_by_the_letters_that_are_drawn() -> None:
    for name, shown in (("Spiele im Keller", "Spiele im Keller"), ("王小明的桌游俱乐部", "王小明的桌游")):
        (text,) = help_call.room_screen(help_call.JoinedRoom(name, "Ж" * 30)).lines
        assert text.values == {"hub": shown, "name": "Ж" * 11 + " " + "Ж" * 10}
