"""`royaltable screens`: every screen of the console as a picture, with the longest words that can stand there."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Final, TypeVar

import click
from msgspec.structs import replace

from controller.cli.shared.errors import told_of
from controller.cli.shared.languages import language_option
from controller.cli.shared.paths import FOLDER
from controller.devices.health import BOARD, PANEL, DeviceState
from controller.games import installed
from controller.games.contract.effects import Complain
from controller.games.contract.ids import CastleId
from controller.games.contract.rules import Summary
from controller.games.contract.screens import NumberScreen, Screen, TextScreen, TimerScreen
from controller.games.contract.texts import Text
from controller.games.naming import USUAL
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, KINDS, Color, Commodity
from controller.games.tumult_royale.show.sample_screens import ComplaintBesideText, moves, sample_screens
from controller.games.tumult_royale.show.screens import castle_tiles
from controller.play import menu, resume_texts
from controller.play.journal_queue import PARKED_LISTED
from controller.play.menu import Menu, MenuAction, MenuEntry, MenuPage, MenuSettings, Parked, Playable
from controller.play.resume_texts import Resumed
from controller.secret import Secret
from controller.show import console_screens, device_messages, secrets_on_screen
from controller.show.complaint_screen import complaint_screen
from controller.show.console_screens import CodeScreen, InfoScreen, MenuScreen, Shown, WayToThePage
from controller.show.pictures import fits, picture
from controller.store.journal import Entry as JournalEntry
from controller.store.journal import GameInfo, LostEntries
from controller.store.journal.backup import JournalBackup
from controller.store.journal.recovery import Recovery
from controller.texts.speaking import say

LEFT_S: Final = 12.4
TOTAL_S: Final = 20.0
"""How the hourglass is drawn."""

SCALE: Final = 4

W = TypeVar("W", bound=str)
Named = tuple[str, Shown | MenuScreen]
"""A screen under the name of its picture."""


@click.command()
@click.option("--out", type=FOLDER, required=True, help="Write the pictures here.")
@language_option
def screens(out: Path, language: str) -> None:
    """Draw every screen of the console as PNG, four times as large, and name those that cut words off."""
    drawn = list(longest(language))
    with told_of(out, "Name another folder with --out."):
        out.mkdir(parents=True, exist_ok=True)
        for name, screen in drawn:
            draw(screen, language, out / f"{name}.png")
    cut = [name for name, screen in drawn if not fits(screen, language)]
    click.echo(f"{len(drawn)} screens in {out}")
    if cut:
        raise click.ClickException(f"words are cut on {', '.join(cut)}; shorten them in texts/{language}.")


def longest(language: str) -> Iterator[Named]:
    """Each screen once, with the longest colour, commodity and kind of field of a language."""
    color = _longest(COLORS, language)
    commodity = _longest(COMMODITIES, language)
    yield from _shown(sample_screens(color, commodity, _longest(KINDS, language)))
    yield from _put_right(color, commodity)
    yield from _troubles(color)
    yield from _coming_back()
    yield from _menus(_longest(COLORS, language))


def every() -> Iterator[Named]:
    """Each screen with each colour, commodity and kind of field."""
    for color, commodity, kind in product(COLORS, COMMODITIES, KINDS):
        yield from _shown(sample_screens(color, commodity, kind))
    for color, commodity in product(COLORS, COMMODITIES):
        yield from _put_right(color, commodity)
    for color in COLORS:
        yield from _troubles(color)
    yield from _coming_back()
    yield from _menus(COLORS[0])


def _shown(screens: Iterator[tuple[str, Screen | Complain | ComplaintBesideText]]) -> Iterator[Named]:
    for name, screen in screens:
        match screen:
            case Complain():
                yield name, complaint_screen(screen)
            case ComplaintBesideText(complaint=complaint, beside=beside):
                yield name, complaint_screen(complaint, beside)
            case _:
                yield name, screen


def _put_right(color: Color, commodity: Commodity) -> Iterator[Named]:
    """After a correction: each way of a piece, and its fellow, with many more to come."""
    all_moves = moves(color, commodity)
    yield "put-right-one", console_screens.put_right(all_moves[:1], 0)
    for first in range(0, len(all_moves), console_screens.MOVES_SHOWN):
        yield f"put-right-{first // console_screens.MOVES_SHOWN}", console_screens.put_right(all_moves, first)


def _troubles(color: str) -> Iterator[Named]:
    for device in (*device_messages.BY_HAND, color, color + PANEL, color + BOARD):
        screen = device_messages.screen_of(DeviceState(device, "it does not answer"))
        if screen is not None:
            name = device.replace(color, "castle").replace(" ", "-")
            yield f"trouble-{name}", screen
            yield f"rob-trouble-{name}", TimerScreen(screen.title)


def _coming_back() -> Iterator[Named]:
    """After a stop: each duration, the most pieces that four castles can hold, and the questions."""
    last = JournalEntry(88, 388, {}, "knob", "")
    castles = tuple(CastleId(color) for color in COLORS)
    full = Summary(castles, castle_tiles([(Text(color), 10) for color in castles]), outcome=None)
    lost = LostEntries(88, 387, 388)
    for name, away in (
        ("unknown", None),
        ("moment", timedelta(0)),
        ("minute", timedelta(minutes=1)),
        ("minutes", timedelta(minutes=119)),
        ("hours", timedelta(hours=47)),
        ("days", timedelta(days=300)),
    ):
        yield f"resumed-{name}", resume_texts.screen(Resumed(last, away, full, None, unsure=False))
    yield "not-resumed", resume_texts.not_resumed_screen(12)
    alone = Resumed(last, timedelta(0), replace(full, compare=()), None, unsure=True)
    yield "resumed-lost", resume_texts.screen(replace(alone, lost=lost))
    yield "resumed-unsure", resume_texts.screen(alone)
    kept = GameInfo(88, "", "", (), 388, over=False, current=True)
    for name, fault in (("question-backup", "damaged"), ("question-backup-gone", None)):
        yield name, resume_texts.recovery_screen(Recovery(fault, None, JournalBackup(Path(), kept, 0)))
    for name, hours in (("question-idle", 47), ("question-idle-days", 365 * 24)):
        yield name, resume_texts.idle_screen(hours * 3600.0)
    for key in ("parking-unknown", "parking-unwritten"):
        yield key, complaint_screen(Complain(None, Text(key)))


def _menus(rests: str) -> Iterator[Named]:
    """Each page of the menu with each value of each choice; the castle ``rests`` does not play."""
    pause = _menu_of(USUAL, rests, 0)
    yield "menu-pause", _listed(pause)
    yield "menu-castles", _listed(replace(pause, page=MenuPage.CASTLES))
    yield from _seats(pause, CastleId(rests))
    yield from _house(replace(pause, page=MenuPage.HOUSE))
    for at in (0, len(pause.parked)):
        yield f"menu-parked-{at}", _listed(replace(pause, page=MenuPage.PARKED, at=at))
    for name in installed.ours():
        of = "" if name == USUAL else f"{name}-"
        for number in range(max(len(choice.values) for choice in installed.game(name).choices())):
            setup = replace(_menu_of(name, rests, number), page=MenuPage.SETUP)
            for at in range(len(menu.entries(setup))):
                yield f"menu-setup-{of}{number}-{at}", _listed(replace(setup, at=at))
    refused = Complain(CastleId(rests), Text("complaint-taken"), "TR-2.4")
    yield "rob-complaint", TimerScreen(complaint_screen(refused).title)
    yield "try-the-arrow", NumberScreen(5, Text("caption-try"))
    for key in ("complaint-too-few-castles", "complaint-too-many-castles"):
        yield key, complaint_screen(Complain(None, Text(key, {"fewest": 2, "most": 3})))
    yield "complaint-game-cannot", complaint_screen(Complain(None, Text("complaint-game-cannot")))
    yield "complaint-other-game", complaint_screen(Complain(CastleId(rests), Text("complaint-other-game")))
    yield "complaint-busy", complaint_screen(Complain(None, Text("complaint-busy")))
    yield "complaint-paused", complaint_screen(Complain(CastleId(rests), Text("complaint-paused")))


def _menu_of(name: str, rests: str, number: int) -> Menu:
    """The menu of a game with the value of this number of each choice."""
    castles = tuple(CastleId(color) for color in COLORS)
    choices = tuple(installed.game(name).choices())
    options = {choice.key: choice.values[min(number, len(choice.values) - 1)] for choice in choices}
    game = Playable(name, installed.game(name).title, choices, range(2, 5))
    settings = MenuSettings(castles, frozenset(castles) - {CastleId(rests)}, (game, game), game, options, 60)
    return menu.opened(settings, game_on=True, over=False, parked=_parked())


def _seats(pause: Menu, castle: CastleId) -> Iterator[Named]:
    """The menu of a game with hands, the code of one, and that a phone has opened it."""
    seated = replace(pause, settings=replace(pause.settings, seats=pause.settings.castles))
    yield "menu-pause-seats", _listed(replace(seated, at=menu.entries(seated).index(MenuEntry(MenuAction.SEATS))))
    yield "menu-seats", _listed(replace(seated, page=MenuPage.SEATS))
    yield "seat-code", NumberScreen("888888", Text("caption-seat", {"castle": Text(castle)}))
    yield "seat-taken", console_screens.seat_taken(castle)


def _parked() -> tuple[Parked, ...]:
    """As many as the list can have, with the widest dates."""
    castles = tuple(CastleId(color) for color in COLORS)
    game = GameInfo(88, "", "2026-12-28T20:08:00+00:00", castles, 388, over=False, current=False)
    names = (resume_texts.game_in_list(game), resume_texts.game_in_list(game, installed.game().title))
    return tuple(Parked(80 + number, names[number % len(names)]) for number in range(PARKED_LISTED))


def _house(page: Menu) -> Iterator[Named]:
    """The table's settings, and the sheets that its entries open; the longest address that has a code."""
    yield "menu-house", _listed(page)
    silent = replace(page, settings=replace(page.settings, silent=True))
    yield "menu-house-silent", _listed(replace(silent, at=menu.entries(page).index(MenuEntry(MenuAction.SOUND))))
    vouched = replace(page, settings=replace(page.settings, has_authority=True))
    yield (
        "menu-house-certificate",
        _listed(replace(vouched, at=menu.entries(vouched).index(MenuEntry(MenuAction.CERTIFICATE)))),
    )
    yield (
        "menu-hourglass",
        _listed(replace(page, at=menu.entries(page).index(MenuEntry(MenuAction.HOURGLASS)), editing=True)),
    )
    yield "address", CodeScreen("http://192.168.100.200:65535/")
    yield "address-begin", CodeScreen("http://192.168.100.200:65535/", Text("address-press"))
    named = CodeScreen("http://192.168.100.200:65535/", Text("address-press"), "http://table-2.local:65535/")
    yield "address-named", named
    nothing = TextScreen(Text("wait-begin-title"))
    yield "address-none", console_screens.sheet(InfoScreen.ADDRESS, nothing, None)
    yield "address-here", console_screens.sheet(InfoScreen.ADDRESS, nothing, WayToThePage("http://127.0.0.1:65535/"))
    yield "certificate", CodeScreen("http://192.168.100.200:65535/certificate", Text("certificate-press"))
    yield "certificate-fingerprint", console_screens.fingerprint(" ".join(["A5"] * 32))
    yield "check", console_screens.sheet(InfoScreen.CHECK, nothing, None)
    yield "check-wrong", console_screens.sheet(InfoScreen.WRONG_CHIP, nothing, None)
    yield "pin", NumberScreen("888888", Text("caption-pin"))
    yield "secret", secrets_on_screen.NEUTRAL
    code, *others = (Secret(digits) for digits in ("88", "86", "89"))
    for name, asks in (("referee", console_screens.may_referee), ("owner", console_screens.may_own)):
        for at in range(4):
            yield f"ask-{name}-{at}", secrets_on_screen.revealed(asks(code, others).screen(at))
    yield "complaint-no-pin", complaint_screen(Complain(None, Text("complaint-no-pin")))
    yield "goodbye", console_screens.goodbye(poweroff=False)
    yield "goodbye-poweroff", console_screens.goodbye(poweroff=True)
    yield "goodbye-unwritten", console_screens.goodbye(poweroff=True, written=False)


def _listed(page: Menu) -> MenuScreen:
    shown = menu.screen(page)
    assert isinstance(shown, MenuScreen)
    return shown


def _longest(words: Sequence[W], language: str) -> W:
    return max(words, key=lambda word: len(say(language, word)))


def draw(screen: Shown | MenuScreen, language: str, file: Path) -> None:
    """Write one screen as PNG, four times as large."""
    image = picture(screen, language, LEFT_S, TOTAL_S)
    image.resize((image.width * SCALE, image.height * SCALE)).save(file)
