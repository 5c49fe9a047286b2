"""Console screens of no game: start and end, addresses, lost devices, complaints, secrets."""

import ipaddress
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from controller.devices.guard import PROGRAM_PART_SUFFIX
from controller.devices.health import BEAMS_SUFFIX, BOARD_SUFFIX, PANEL_SUFFIX, DeviceState
from controller.games.contract import effects, rules
from controller.games.contract.values import Text
from controller.secret import Secret
from controller.show.help_call import NOT_IN_ROOM, RoomState, room_screen


def complaint_screen(complaint: effects.Complain, beside: tuple[Text, ...] = ()) -> effects.TextScreen:
    """Return a complaint's castle and sentence, above lines ``beside`` that must stay; the page has its rule."""
    castle = complaint.castle
    title = Text("complaint-title") if castle is None else Text("complaint-at", {"castle": Text(castle)})
    return effects.TextScreen(title, (complaint.text, *beside))


DEVICES_WITH_SENTENCE: Final = ("buzzer", "console", "journal", "spinner", "supply", "tags", "voice")
"""Devices whose loss has a sentence of its own on the console."""

DEVICES_NOT_SHOWN: Final = ("oled", "house", "games", "keys", "devices", "backup", "settings", "certificate", "broker")
"""Devices whose loss the console hides: the display itself, and those the game can do without."""

PROGRAM_PARTS: Final = (
    *("address", "advertisement", "announcements", "arrow", "background", "backups", "bots", "broker", "castle boards"),
    *("encryption", "healthy start", "history", "idle game", "memory", "menu", "missing devices", "pace", "page"),
    *(
        "recording",
        "room",
        "screen",
        "service",
        "shutting down",
        "sounds",
        "stickers",
        "supply",
        "turn timer",
        "voice",
        "watchdog",
    ),
    "wifi",
)
"""Parts of the program that may fail without ending the table, by task name."""


GATE_PART_SUFFIXES: Final = {"panel": PANEL_SUFFIX, "board": BOARD_SUFFIX, "beams": BEAMS_SUFFIX}


def device_label(device: str) -> Text:
    if device in {*DEVICES_WITH_SENTENCE, *DEVICES_NOT_SHOWN}:
        return Text(f"device-{device}")
    if device.endswith(PROGRAM_PART_SUFFIX):
        return Text("device-program", {"part": _program_part_label(device.removesuffix(PROGRAM_PART_SUFFIX))})
    for kind, suffix in GATE_PART_SUFFIXES.items():
        if device.endswith(suffix):
            return Text(f"device-{kind}", {"castle": Text(device.removesuffix(suffix))})
    return Text("device-reader", {"castle": Text(device)})


def _program_part_label(part: str) -> Text:
    if part in PROGRAM_PARTS:
        return Text(f"part-{part.replace(' ', '-')}")
    return Text("part-gate", {"castle": Text(part)})


def device_lost_screen(device: DeviceState) -> effects.TextScreen | None:
    """Return the screen about a lost device; None if it works, is hidden, or is part of the program."""
    if device.fault is None or device.name in DEVICES_NOT_SHOWN or device.name.endswith(PROGRAM_PART_SUFFIX):
        return None
    kind = device.name if device.name in DEVICES_WITH_SENTENCE else "reader"
    kind = next((part for part, suffix in GATE_PART_SUFFIXES.items() if device.name.endswith(suffix)), kind)
    return effects.TextScreen(device_label(device.name), (Text(f"trouble-{kind}"),))


ADDRESS_PIECE: Final = re.compile(r"[^.:-]+[.:-]?")
"""Part of an address; a line may break after it."""

LONGEST_LINE: Final = 9
"""Characters that fit beside a QR code."""

MOVES_SHOWN: Final = 2
"""Pieces to move that fit one screen."""

TIME_UP_SHOWN_S: Final = 3.0


class InfoScreenKind(Enum):
    """A screen that the menu shows in place of its list; the value describes it."""

    STANDINGS = "who is where"
    PICTURE = "where the picture of the game is, as a QR code"
    ADDRESS = "where the page is, as a QR code"
    CERTIFICATE = "where the certificate of the table's own authority is, as a QR code"
    FINGERPRINT = "fingerprint of that certificate, for comparison"
    TOLD_STATE = "the state of the game, one sentence at a time"
    TOLD_CHOICES = "the choices of the castle to act, one sentence at a time"
    CHECK = "a frame around all pixels, to check the display"
    WRONG_CHIP = "what to do when the frame is incomplete"
    ROOM = "how far the table is in joining a room"
    SHUT_DOWN = "whether to shut down"


class QrCodeScreen(Struct, frozen=True):
    """A QR code of ``address``; beside it, from the top, ``hint`` (about the knob), host and port.

    Attributes:
        typed: an address with a host name, shown in place of ``address``.
    """

    address: str
    hint: Text | None = None
    typed: str | None = None


class PageAddress(Struct, frozen=True):
    """Where the page is.

    Attributes:
        address: URL by IP address, for every phone.
        typed: URL by the mDNS name (RFC 6762), for people to type.
        certificate: URL of the certificate of our own authority; None without one.
        fingerprint: SHA-256 of that certificate, in 32 pairs of digits.
    """

    address: str
    typed: str | None = None
    certificate: str | None = None
    fingerprint: str | None = None


class WifiScreen(Struct, frozen=True):
    """A Wi-Fi network that phones join by a QR code, or by its name and password."""

    name: str
    password: str

    @property
    def link(self) -> str:
        """Return what phones read (the format of ZXing and WPA3, 7.1); name and password have no `:;,` or backslash."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.password};;"

    @property
    def grouped_password(self) -> list[str]:
        return [self.password[start : start + 4] for start in range(0, len(self.password), 4)]


class DisplayCheckScreen(Struct, frozen=True):
    """A frame on the outermost pixels, and a question."""

    question: Text


ShownScreen = effects.Screen | QrCodeScreen | WifiScreen | DisplayCheckScreen


def info_screen(
    which: InfoScreenKind, standings: effects.Screen, page_address: PageAddress | None, room: RoomState = NOT_IN_ROOM
) -> ShownScreen:
    address = None if page_address is None else page_address.address
    match which:
        case InfoScreenKind.STANDINGS:
            return standings
        case InfoScreenKind.ROOM:
            return room_screen(room)
        case InfoScreenKind.SHUT_DOWN:
            return effects.TextScreen(
                Text("question-shut-down"), (Text("question-shut-down-kept"),), Text("ask-answer")
            )
        case InfoScreenKind.CHECK:
            return DisplayCheckScreen(Text("check-question"))
        case InfoScreenKind.WRONG_CHIP:
            return effects.TextScreen(Text("check-wrong-title"), (Text("check-wrong"),))
        case InfoScreenKind.PICTURE if page_address is not None and is_reachable_by_phones(page_address.address):
            return QrCodeScreen(f"{page_address.address}course.png", Text("picture-scan"))
        case InfoScreenKind.CERTIFICATE if page_address is not None and page_address.certificate is not None:
            return QrCodeScreen(page_address.certificate, Text("certificate-press"))
        case InfoScreenKind.FINGERPRINT if page_address is not None and page_address.fingerprint is not None:
            return fingerprint_screen(page_address.fingerprint)
        case _ if address is None:
            return effects.TextScreen(Text("menu-address"), (Text("address-none"),))
        case _ if not is_reachable_by_phones(address):
            return effects.TextScreen(
                Text("menu-address"), (Text("address-here", {"address": urlsplit(address).netloc}),)
            )
        case _:
            return QrCodeScreen(address, typed=None if page_address is None else page_address.typed)


LEAF_TITLES: Final = {
    InfoScreenKind.TOLD_STATE: Text("menu-told-state"),
    InfoScreenKind.TOLD_CHOICES: Text("menu-told-choices"),
}
"""Titles of screens that people leaf through with the knob."""


def sentence_screen(title: Text, sentences: Sequence[Text], number: int) -> effects.TextScreen:
    place = number % max(1, len(sentences))
    told = sentences[place] if sentences else Text("told-nothing")
    return effects.TextScreen(
        title, (Text("voice-leaf", {"entry": told, "place": place + 1, "count": max(1, len(sentences))}),)
    )


def fingerprint_screen(pairs: str) -> effects.RowsScreen:
    """Return all 32 pairs, eight in a line: a shorter fingerprint could match a forged certificate."""
    digits = pairs.replace(" ", "")
    lines = [digits[start : start + 16] for start in range(0, len(digits), 16)]
    halves = ((" ".join((line[:4], line[4:8])), " ".join((line[8:12], line[12:]))) for line in lines)
    rows = tuple((Text("digits", {"digits": left}), Text("digits", {"digits": right})) for left, right in halves)
    title = Text("certificate-fingerprint")
    return effects.RowsScreen(title, rows, effects.row_sentences(title, rows))


def is_reachable_by_phones(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return host != "localhost"


class AccessCodeQuestion(Struct, frozen=True):
    """A page's request for a role. It shows ``code``; people choose it among ``codes``, or refuse."""

    title: Text
    code: Secret
    codes: tuple[Secret, ...]

    def choice_screen(self, chosen: int) -> effects.ChoiceScreen:
        yes = (Text("ask-yes", {"code": code}) for code in self.codes)
        return effects.ChoiceScreen(self.title, (Text("ask-no"), *yes), chosen)

    def is_granted(self, chosen: int) -> bool:
        return chosen > 0 and self.codes[chosen - 1] == self.code


def make_access_code_question(
    role: Literal["referee", "owner"], code: Secret, decoys: Sequence[Secret]
) -> AccessCodeQuestion:
    return AccessCodeQuestion(Text(f"ask-{role}-title"), code, tuple(sorted((code, *decoys), key=Secret.reveal)))


def misplaced_pieces_screen(moves: Sequence[rules.Move], first: int) -> effects.RowsScreen:
    """Return the pieces to move after a correction, ``MOVES_SHOWN`` at a time."""
    shown = moves[first : first + MOVES_SHOWN]
    to_come = len(moves) - first - len(shown)
    title = Text("screen-move-more", {"count": to_come}) if to_come else Text("screen-move-title")
    rows = []
    for move in shown:
        rows += [(move.what, Text("nothing")), (move.before, Text("screen-move-to", {"after": move.after}))]
    return effects.RowsScreen(title, tuple(rows), (*move_texts("said-move", moves), Text("said-move-press")))


def move_texts(key: str, moves: Sequence[rules.Move]) -> tuple[Text, ...]:
    """Return a text ``key`` for each way that pieces go, with all that go it."""
    ways: list[tuple[Text, Text, list[Text]]] = []
    for move in moves:
        for before, after, pieces in ways:
            if (before, after) == (move.before, move.after):
                pieces.append(move.what)
                break
        else:
            ways.append((move.before, move.after, [move.what]))
    return tuple(Text(key, {"what": tuple(what), "before": before, "after": after}) for before, after, what in ways)


def seat_code_screen(player: Text, code: Secret, page_address: PageAddress) -> effects.NumberScreen:
    caption = Text("caption-seat", {"castle": player})
    link = Secret(f"{seat_url(page_address)}#{code.reveal()}") if is_reachable_by_phones(page_address.address) else None
    return effects.NumberScreen(code, caption, link)


def seat_url(page_address: PageAddress) -> str:
    return f"{page_address.address}seat"


def seat_taken_screen(player: Text) -> effects.TextScreen:
    return effects.TextScreen(Text("menu-title-seats"), (Text("screen-seat-taken", {"castle": player}),))


NEW_GAME_QUESTION: Final = effects.TextScreen(
    Text("question-new-game"), (Text("question-new-game-kept"),), Text("ask-answer")
)
"""Asked before a running game is left."""


def go_back_question(steps: int, goal_round: int, goal: Text | None) -> effects.TextScreen:
    """Ask before ``steps`` are taken back to the step ``goal`` of a round."""
    back = Text("question-go-back-steps", {"count": steps, "goal": goal or Text("nothing")})
    title = Text("question-go-back", {"round": goal_round})
    return effects.TextScreen(title, (back, Text("question-go-back-then")), Text("ask-answer"))


ARROW_TURNS_SCREEN: Final = effects.TextScreen(Text("device-spinner"), (Text("page-arrow-turns"),))


OWNER_TESTS_SCREEN: Final = effects.TextScreen(
    Text("screen-in-use"), (Text("screen-tests"), Text("screen-tests-press"))
)
"""Shown while the owner tests the parts; knob and buttons then do nothing else."""


def sticker_task_screen(doing: Literal["teach", "census"], done: int, total: int) -> effects.TextScreen:
    counted = Text(f"screen-{doing}", {"done": done, "total": total})
    return effects.TextScreen(Text("screen-in-use"), (counted, Text("screen-stickers-press")))


def turn_time_up_announcement() -> effects.Notice:
    return effects.Notice(
        effects.TextScreen(Text("turn-time-up-title"), (Text("turn-time-up"),)), TIME_UP_SHOWN_S, "timer_ends"
    )


def goodbye_screen(*, poweroff: bool, written: bool = True, starts_again: bool = False) -> effects.TextScreen:
    """Return the last picture of a shutdown; ``written``: the journal has every action."""
    if starts_again:
        return effects.TextScreen(Text("goodbye-again-title"), (Text("goodbye-written"), Text("goodbye-again")))
    return effects.TextScreen(
        Text("goodbye-title"),
        (
            Text("goodbye-written" if written else "goodbye-unwritten"),
            Text("goodbye-wait" if poweroff else "goodbye-now"),
        ),
    )


def wrap_host_and_port(address: str) -> list[str]:
    lines = [""]
    for piece in ADDRESS_PIECE.findall(urlsplit(address).netloc):
        if lines[-1] and len(lines[-1]) + len(piece) > LONGEST_LINE:
            lines.append("")
        lines[-1] += piece
    return lines


SECRET_HIDDEN_SCREEN: Final = effects.TextScreen(Text("secret-title"), (Text("secret-here"),))
"""What the page shows while the console shows a secret."""


def screen_texts(value: object) -> tuple[Text, ...]:
    """Return a screen's texts in order; of a choice, the chosen entry first."""
    if isinstance(value, Text):
        return (value,)
    if isinstance(value, effects.ChoiceScreen):
        at = value.chosen
        return (value.title, value.entries[at], *value.entries[:at], *value.entries[at + 1 :], *value.below)
    if isinstance(value, effects.RowsScreen):
        value = (value.title, *value.rows, value.footer)
    if isinstance(value, Struct):
        value = tuple(getattr(value, name) for name in value.__struct_fields__)
    return tuple(text for each in value for text in screen_texts(each)) if isinstance(value, tuple) else ()


def reveal_secrets(screen: ShownScreen) -> ShownScreen:
    clear: ShownScreen = _with_secrets_revealed(screen) if holds_secret(screen) else screen
    return clear


def holds_secret(value: object) -> bool:
    if isinstance(value, Text):
        return any(map(holds_secret, value.values.values()))
    if isinstance(value, tuple):
        return any(map(holds_secret, value))
    if isinstance(value, Struct):
        return any(holds_secret(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, Secret)


def _with_secrets_revealed(value: Any) -> Any:
    if isinstance(value, Secret):
        return value.reveal()
    if isinstance(value, Text):
        return Text(value.key, {name: _with_secrets_revealed(part) for name, part in value.values.items()})
    if isinstance(value, tuple):
        return tuple(map(_with_secrets_revealed, value))
    if isinstance(value, Struct):
        return replace(
            value, **{name: _with_secrets_revealed(getattr(value, name)) for name in value.__struct_fields__}
        )
    return value
