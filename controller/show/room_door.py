"""How the table stands to a room of many tables, as its people see it: outside, at the door, or in."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.contract.effects import TextScreen
from controller.games.contract.values import Text
from controller.topic import Topic

NAME: Final = 22
WORD: Final = 11
"""Letters of a room's name or a table's that a screen has room for, and of a word in it that a line has."""


class Outside(Struct, frozen=True):
    """The table belongs to no room.

    Attributes:
        why: the last attempt came to nothing, in English; "" where there was none.
    """

    why: str = ""


OUTSIDE: Final = Outside()


class Looking(Struct, frozen=True):
    """The hub is looked for, and asked."""


class Letters(Struct, frozen=True):
    """The room's owner is to type these letters at the hub's page, grouped as people read them out."""

    hub: str
    letters: str


class LetIn(Struct, frozen=True):
    """Somebody has typed them; people are to say whether the room's page calls the table so."""

    hub: str
    name: str


class Inside(Struct, frozen=True):
    """The table belongs to a room."""

    hub: str
    name: str


AtTheDoor: TypeAlias = Outside | Looking | Letters | LetIn | Inside


class RoomDoor:
    """Owner of how the table stands to a room.

    Attributes:
        stands: how.
        is_offered: somebody would hear that people want to join.
        typed: the hub's address that people have typed last.
        changed: told of each change.
        asked: told when people want to join.
        answered: told whether people want to go on.
    """

    def __init__(self) -> None:
        self.stands: AtTheDoor = OUTSIDE
        self.is_offered = False
        self.typed = ""
        self.changed: Topic[None] = Topic()
        self.asked: Topic[None] = Topic()
        self.answered: Topic[bool] = Topic()

    def now(self, stands: AtTheDoor) -> None:
        """It stands so from now on."""
        if stands != self.stands:
            self.stands = stands
            self.changed.tell(None)

    @property
    def is_busy(self) -> bool:
        """People are at it: what is shown of it stays."""
        return isinstance(self.stands, Looking | Letters | LetIn)

    @contextmanager
    def offered(self) -> Iterator[asyncio.Event]:
        """Somebody hears it for as long: the event is set when people want to join."""
        wanted = asyncio.Event()
        self.is_offered = True
        try:
            with self.asked.heard_by(lambda _: wanted.set()):
                yield wanted
        finally:
            self.is_offered = False

    def join(self, hub: str = "") -> None:
        """People want to join; where they are at it, or in, that means nothing."""
        if isinstance(self.stands, Outside):
            self.typed = hub or self.typed
            self.asked.tell(None)

    def answer(self, *, yes: bool) -> None:
        """A no ends the attempt at any time, a yes answers what is asked of them."""
        if isinstance(self.stands, LetIn) or (self.is_busy and not yes):
            self.answered.tell(yes)


def door_screen(stands: AtTheDoor) -> TextScreen:
    """What the console shows of it; a short press of the knob says yes, holding it no."""
    title = Text("room-title")
    match stands:
        case Outside(why=""):
            return TextScreen(title, (Text("room-outside"),))
        case Outside():
            return TextScreen(title, (Text("room-not-joined"),))
        case Looking():
            return TextScreen(title, (Text("room-looking"),))
        case Letters(hub=hub, letters=letters):
            return TextScreen(Text("room-letters", {"letters": letters}), (Text("room-type", {"hub": _shown(hub)}),))
        case LetIn(hub=hub, name=name):
            return TextScreen(Text("room-let-in"), (_in_the_room(hub, name),))
        case Inside(hub=hub, name=name):
            return TextScreen(title, (_in_the_room(hub, name),))


def _in_the_room(hub: str, name: str) -> Text:
    return Text("room-inside", {"hub": _shown(hub), "name": _shown(name)})


def _shown(name: str) -> str:
    """As much of a name as a screen has room for; a word that is longer than a line goes on in the next."""
    words = re.findall(rf"\S{{1,{WORD}}}", "".join(letter if letter.isprintable() else " " for letter in name))
    return " ".join(words)[:NAME].strip()
