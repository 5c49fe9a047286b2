"""What the console shows besides the game: addresses, lost devices, complaints, secrets."""

import ipaddress
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from controller.devices.guard import PROGRAM
from controller.devices.health import BOARD, PANEL, DeviceState
from controller.games.contract.effects import (
    Announce,
    ChoiceScreen,
    Complain,
    NumberScreen,
    RowsScreen,
    Screen,
    TextScreen,
)
from controller.games.contract.rules import Move
from controller.games.contract.values import CastleId, Text
from controller.secret import Secret
from controller.show.help_call import NOT_JOINED, RoomState, room_screen


def complaint_screen(complaint: Complain, beside: tuple[Text, ...] = ()) -> TextScreen:
    """Return castle, rule and sentence of a complaint, with what must stay on the screen."""
    castle = complaint.castle
    title = Text("complaint-title") if castle is None else Text("complaint-at", {"castle": Text(castle)})
    if complaint.rule is not None:
        title = Text("complaint-rule", {"title": title, "rule": complaint.rule})
    return TextScreen(title, (complaint.text, *beside))


WITH_SENTENCE: Final = ("buzzer", "console", "journal", "spinner", "supply", "tags", "voice")
"""Devices with a sentence of their own; the display is not among them, for it could not show it."""

NOT_SHOWN: Final = ("oled", "house", "games", "keys", "devices", "backup", "settings", "certificate", "broker")
"""Devices whose loss the console does not show: it could not, or the game is not affected."""


PARTS: Final = (
    *("address", "advertisement", "announcements", "arrow", "background", "backups", "bots", "broker", "castle boards"),
    *("encryption", "healthy start", "idle game", "memory", "menu", "missing devices", "pace", "page", "room"),
    *("screen", "service", "shutting down", "sounds", "stickers", "supply", "turn timer", "voice", "watchdog"),
)
"""Parts of the program that may fail without ending the table, as those call them who start them."""


def device_name(device: str) -> Text:
    if device in {*WITH_SENTENCE, *NOT_SHOWN}:
        return Text(f"device-{device}")
    if device.endswith(PROGRAM):
        return Text("device-program", {"part": _part(device.removesuffix(PROGRAM))})
    if device.endswith(PANEL):
        return Text("device-panel", {"castle": Text(device.removesuffix(PANEL))})
    if device.endswith(BOARD):
        return Text("device-board", {"castle": Text(device.removesuffix(BOARD))})
    return Text("device-reader", {"castle": Text(device)})


def _part(part: str) -> Text:
    if part in PARTS:
        return Text(f"part-{part.replace(' ', '-')}")
    return Text("part-gate", {"castle": Text(part)})


def device_lost_screen(device: DeviceState) -> TextScreen | None:
    """The screen for a device that was lost just now; None if it works, is the display itself, or is not in the way."""
    if device.fault is None or device.name in NOT_SHOWN or device.name.endswith(PROGRAM):
        return None
    kind = device.name if device.name in WITH_SENTENCE else "reader"
    kind = "panel" if device.name.endswith(PANEL) else "board" if device.name.endswith(BOARD) else kind
    return TextScreen(device_name(device.name), (Text(f"trouble-{kind}"),))


ADDRESS_PIECE: Final = re.compile(r"[^.:-]+[.:-]?")
"""Where an address may be broken into lines."""

LONGEST_LINE: Final = 9
"""Characters beside the code."""


MOVES_SHOWN: Final = 2

TIME_UP_SHOWN_S: Final = 3.0
"""Pieces to move that fit one screen."""


class InfoScreen(Enum):
    """What fills the screen in place of the list until the knob is used."""

    STANDINGS = "who is where"
    PICTURE = "where the picture of the game is, as a QR code"
    ADDRESS = "where the page is, as a QR code too"
    CERTIFICATE = "where the certificate of the table's own authority is, as a QR code too"
    FINGERPRINT = "by which people compare it"
    TOLD_STATE = "all that can be seen, a sentence a leaf"
    TOLD_CHOICES = "all that may be done, likewise"
    CHECK = "a frame: is it whole?"
    WRONG_CHIP = "what to do when it is not"
    ROOM = "how the table stands to a room of many tables"


class CodeScreen(Struct, frozen=True):
    """A QR code of ``address`` with its host and port beside it; above them what the knob does, if anything.

    Attributes:
        typed: the address by a name, which stands there instead where it has one.
    """

    address: str
    hint: Text | None = None
    typed: str | None = None


class PageAddress(Struct, frozen=True):
    """Where the page is.

    Attributes:
        address: of it, for every phone.
        typed: by its name, for people and for phones that find names (RFC 6762).
        certificate: where a phone loads the certificate of the table's own authority, if it has one.
        fingerprint: of that, SHA-256 in 32 pairs of digits.
    """

    address: str
    typed: str | None = None
    certificate: str | None = None
    fingerprint: str | None = None


class CheckScreen(Struct, frozen=True):
    """The frame on the outermost pixels, and the question."""

    question: Text


Shown = Screen | CodeScreen | CheckScreen


def info_screen(which: InfoScreen, standings: Screen, way: PageAddress | None, room: RoomState = NOT_JOINED) -> Shown:
    address = None if way is None else way.address
    match which:
        case InfoScreen.STANDINGS:
            return standings
        case InfoScreen.ROOM:
            return room_screen(room)
        case InfoScreen.CHECK:
            return CheckScreen(Text("check-question"))
        case InfoScreen.WRONG_CHIP:
            return TextScreen(Text("check-wrong-title"), (Text("check-wrong"),))
        case InfoScreen.PICTURE if way is not None and is_reachable_by_phones(way.address):
            return CodeScreen(f"{way.address}course.png", Text("picture-scan"))
        case InfoScreen.CERTIFICATE if way is not None and way.certificate is not None:
            return CodeScreen(way.certificate, Text("certificate-press"))
        case InfoScreen.FINGERPRINT if way is not None and way.fingerprint is not None:
            return fingerprint_screen(way.fingerprint)
        case _ if address is None:
            return TextScreen(Text("menu-address"), (Text("address-none"),))
        case _ if not is_reachable_by_phones(address):
            return TextScreen(Text("menu-address"), (Text("address-here", {"address": urlsplit(address).netloc}),))
        case _:
            return CodeScreen(address, typed=None if way is None else way.typed)


LEAVES: Final = {
    InfoScreen.TOLD_STATE: Text("menu-told-state"),
    InfoScreen.TOLD_CHOICES: Text("menu-told-choices"),
}
"""The titles of sheets of many leaves, in which turning goes on."""


def leaf_screen(title: Text, sentences: Sequence[Text], number: int) -> TextScreen:
    place = number % max(1, len(sentences))
    told = sentences[place] if sentences else Text("told-nothing")
    return TextScreen(
        title, (Text("voice-leaf", {"entry": told, "place": place + 1, "count": max(1, len(sentences))}),)
    )


def fingerprint_screen(pairs: str) -> RowsScreen:
    """All 32 pairs, eight in a line: a shorter one could be found again for another certificate."""
    digits = pairs.replace(" ", "")
    lines = [digits[start : start + 16] for start in range(0, len(digits), 16)]
    halves = ((" ".join((line[:4], line[4:8])), " ".join((line[8:12], line[12:]))) for line in lines)
    rows = tuple((Text("digits", {"digits": left}), Text("digits", {"digits": right})) for left, right in halves)
    return RowsScreen(Text("certificate-fingerprint"), rows)


def is_reachable_by_phones(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return host != "localhost"


class AccessRequest(Struct, frozen=True):
    """A request at the page for a role. The page shows ``code``; people choose it among ``codes``, or refuse."""

    title: Text
    code: Secret
    codes: tuple[Secret, ...]

    def screen(self, chosen: int) -> ChoiceScreen:
        yes = (Text("ask-yes", {"code": code}) for code in self.codes)
        return ChoiceScreen(self.title, (Text("ask-no"), *yes), chosen)

    def is_granted(self, chosen: int) -> bool:
        return chosen > 0 and self.codes[chosen - 1] == self.code


def make_access_request(role: Literal["referee", "owner"], code: Secret, others: Sequence[Secret]) -> AccessRequest:
    return AccessRequest(Text(f"ask-{role}-title"), code, tuple(sorted((code, *others), key=Secret.reveal)))


def moves_screen(moves: Sequence[Move], first: int) -> RowsScreen:
    """Which pieces people are to move after a correction, ``MOVES_SHOWN`` at a time, and what to do then."""
    shown = moves[first : first + MOVES_SHOWN]
    to_come = len(moves) - first - len(shown)
    title = Text("screen-move-more", {"count": to_come}) if to_come else Text("screen-move-title")
    rows = []
    for move in shown:
        rows += [(move.what, Text("nothing")), (move.before, Text("screen-move-to", {"after": move.after}))]
    return RowsScreen(title, tuple(rows))


def seat_code_screen(castle: CastleId, code: Secret, way: PageAddress) -> NumberScreen:
    caption = Text("caption-seat", {"castle": Text(castle)})
    link = Secret(f"{seat_url(way)}#{code.reveal()}") if is_reachable_by_phones(way.address) else None
    return NumberScreen(code, caption, link)


def seat_url(way: PageAddress) -> str:
    return f"{way.address}seat"


def seat_taken_screen(castle: CastleId) -> TextScreen:
    return TextScreen(Text("menu-title-seats"), (Text("screen-seat-taken", {"castle": Text(castle)}),))


def announce_time_up() -> Announce:
    return Announce(TextScreen(Text("turn-time-up-title"), (Text("turn-time-up"),)), TIME_UP_SHOWN_S, "timer_ends")


def goodbye_screen(*, poweroff: bool, written: bool = True) -> TextScreen:
    """The last picture: it stays when the table has ended by its knob. ``written``: the journal has every step."""
    return TextScreen(
        Text("goodbye-title"),
        (
            Text("goodbye-written" if written else "goodbye-unwritten"),
            Text("goodbye-wait" if poweroff else "goodbye-now"),
        ),
    )


def wrap_address(address: str) -> list[str]:
    lines = [""]
    for piece in ADDRESS_PIECE.findall(urlsplit(address).netloc):
        if lines[-1] and len(lines[-1]) + len(piece) > LONGEST_LINE:
            lines.append("")
        lines[-1] += piece
    return lines


NEUTRAL: Final = TextScreen(Text("secret-title"), (Text("secret-here"),))
"""What the page shows meanwhile."""


def holds_secret(screen: Shown) -> bool:
    return _contains_secret(screen)


def reveal(screen: Shown) -> Shown:
    clear: Shown = _reveal(screen) if _contains_secret(screen) else screen
    return clear


def _contains_secret(value: object) -> bool:
    if isinstance(value, Text):
        return any(map(_contains_secret, value.values.values()))
    if isinstance(value, tuple):
        return any(map(_contains_secret, value))
    if isinstance(value, Struct):
        return any(_contains_secret(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, Secret)


def _reveal(value: Any) -> Any:
    if isinstance(value, Secret):
        return value.reveal()
    if isinstance(value, Text):
        return Text(value.key, {name: _reveal(part) for name, part in value.values.items()})
    if isinstance(value, tuple):
        return tuple(map(_reveal, value))
    if isinstance(value, Struct):
        return replace(value, **{name: _reveal(getattr(value, name)) for name in value.__struct_fields__})
    return value
