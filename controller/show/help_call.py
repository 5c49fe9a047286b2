"""The call for staff, and the steps of joining a room, as the console shows both."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.contract.effects import Notice, TextScreen
from controller.games.contract.values import CastleId, Text
from controller.signals import Signal

CALL_SHOWN_S: Final = 4.0
COMING_SHOWN_S: Final = 8.0


class HelpCall:
    """The call for staff, until cancelled or answered; ``is_offered``: a broker can deliver it."""

    def __init__(self) -> None:
        self.is_called = False
        self.is_offered = False
        self.changed: Signal[None] = Signal()
        self.answered: Signal[None] = Signal()

    @contextmanager
    def offer_call(self) -> Iterator[None]:
        self.is_offered = True
        try:
            yield
        finally:
            self.is_offered = self.is_called = False

    def toggle(self) -> None:
        self.is_called = self.is_offered and not self.is_called
        self.changed.emit(None)

    def answer_by_staff(self) -> None:
        if self.is_called:
            self.is_called = False
            self.answered.emit(None)
            self.changed.emit(None)


def help_call_announcement(*, called: bool) -> Notice:
    said = Text("call-called" if called else "call-taken-back")
    return Notice(TextScreen(Text("call-title"), (said,)), CALL_SHOWN_S)


def help_coming_announcement() -> Notice:
    return Notice(TextScreen(Text("call-title"), (Text("call-answered"),)), COMING_SHOWN_S, "accepted")


LONGEST_NAME: Final = 22
LONGEST_WORD: Final = 11
"""Longest room or table name on a screen, and its longest word, in characters."""


class NotInRoom(Struct, frozen=True):
    """The table belongs to no room; ``why`` the last attempt to join failed, None if none did."""

    why: Text | None = None


NOT_IN_ROOM: Final = NotInRoom()


class SearchingForHub(Struct, frozen=True):
    """The table searches for the hub and asks it for letters."""


class JoinLettersShown(Struct, frozen=True):
    """The room's owner types these letters, grouped for reading out, on the hub's page."""

    hub: str
    letters: str


class AcceptedByRoom(Struct, frozen=True):
    """The hub accepted the letters; people confirm the name that the room's page shows."""

    hub: str
    name: str


class JoinedRoom(Struct, frozen=True):
    hub: str
    name: str


RoomState: TypeAlias = NotInRoom | SearchingForHub | JoinLettersShown | AcceptedByRoom | JoinedRoom


class RoomStatus:
    """The table's membership in a room, and the requests of people to join one.

    Attributes:
        is_offered: the table can join a room.
        typed_hub: the hub's address that people typed last; "" if none.
        changed: emitted on each change of ``state``, and of who plays.
        join_requested: emitted when people want to join.
        answered: emits whether people want to continue joining.
    """

    def __init__(self) -> None:
        self.state: RoomState = NOT_IN_ROOM
        self.is_offered = False
        self.typed_hub = ""
        self._people: tuple[int | None, Mapping[CastleId, str]] = (None, {})
        self.changed: Signal[None] = Signal()
        self.join_requested: Signal[None] = Signal()
        self.answered: Signal[bool] = Signal()

    def set_state(self, state: RoomState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(None)

    def set_people(self, game_no: int | None, names: Mapping[CastleId, str]) -> None:
        """Say who plays the game with this number in the table's journal, by castle, as the room knows."""
        if self._people != (game_no, names):
            self._people = game_no, names
            self.changed.emit(None)

    def people_of(self, game_no: int | None) -> Mapping[CastleId, str]:
        known, names = self._people
        return names if known == game_no else {}

    @property
    def table_name(self) -> str:
        """What the room calls the table; "" outside a room."""
        return self.state.name if isinstance(self.state, JoinedRoom) else ""

    @property
    def is_joining(self) -> bool:
        return isinstance(self.state, SearchingForHub | JoinLettersShown | AcceptedByRoom)

    @contextmanager
    def offer_joining(self) -> Iterator[asyncio.Event]:
        """Offer joining inside the ``with`` block; set the event when people want it."""
        wanted = asyncio.Event()
        self.is_offered = True
        try:
            with self.join_requested.connect_during(lambda _: wanted.set()):
                yield wanted
        finally:
            self.is_offered = False

    def request_join(self, hub: str | None = None) -> None:
        """Join the hub at an address, the one typed last for None; search for one if that is ""."""
        if isinstance(self.state, NotInRoom):
            self.typed_hub = self.typed_hub if hub is None else hub
            self.join_requested.emit(None)

    def answer_join(self, *, yes: bool) -> None:
        if isinstance(self.state, AcceptedByRoom) or (self.is_joining and not yes):
            self.answered.emit(yes)


def room_screen(state: RoomState) -> TextScreen:
    """Return the console's screen about the room; a short press means yes, a long one no."""
    title = Text("room-title")
    match state:
        case NotInRoom(why=None):
            return TextScreen(title, (Text("room-outside"),))
        case NotInRoom():
            return TextScreen(title, (Text("room-not-joined"),))
        case SearchingForHub():
            return TextScreen(title, (Text("room-looking"),))
        case JoinLettersShown(hub=hub, letters=letters):
            return TextScreen(
                Text("room-letters", {"letters": letters}), (Text("room-type", {"hub": _fit_name_to_display(hub)}),)
            )
        case AcceptedByRoom(hub=hub, name=name):
            return TextScreen(Text("room-let-in"), (_joined_room_text(hub, name),))
        case JoinedRoom(hub=hub, name=name):
            return TextScreen(title, (_joined_room_text(hub, name),))


def _joined_room_text(hub: str, name: str) -> Text:
    return Text("room-inside", {"hub": _fit_name_to_display(hub), "name": _fit_name_to_display(name)})


def _fit_name_to_display(name: str) -> str:
    words = re.findall(rf"\S{{1,{LONGEST_WORD}}}", "".join(letter if letter.isprintable() else " " for letter in name))
    shown = " ".join(words)[:LONGEST_NAME].strip()
    if not shown.isascii():
        from hw.oled.letters import drawable_text  # slow import: Pillow

        while len(drawable_text(shown)) > LONGEST_NAME:
            shown = shown[:-1]
    return shown
