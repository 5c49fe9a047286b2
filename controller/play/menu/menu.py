"""The menu as a value: its pages, what is set up in it, and what it wants done."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from controller.games.contract.inputs import EVERY_DEVICE, Device
from controller.games.contract.rules import Choice
from controller.games.contract.values import CastleId, Text
from controller.show.console_screens import InfoScreen
from controller.texts.speaking import LANGUAGES


class MenuPage(Enum):
    """A list of entries; the value is the key of its title."""

    SETUP = "menu-title-setup"
    CASTLES = "menu-title-castles"
    PAUSE = "menu-title-pause"
    HOUSE = "menu-title-house"
    PARKED = "menu-title-parked"
    SEATS = "menu-title-seats"


class MenuAction(Enum):
    """What an entry does."""

    START = "begin the game that is set up"
    GAME = "take the next of the games"
    CASTLES = "go to the list of castles"
    TOGGLE = "let a castle play or rest"
    CHOOSE = "take the next value of a choice"
    HOUSE = "go to the settings of the table"
    PARKED = "go to the list of games that were not ended"
    TAKE_UP = "go on with one of them"
    HOURGLASS = "set the hourglass by turning"
    TURN_TIMER = "set by turning how long a turn may take"
    LANGUAGE = "take the next language"
    VOICE = "take the next of what is said aloud: nothing, the game, all that the console shows"
    LISTENERS = "take the next castle that hears what a piece is before it counts"
    TOLD_STATE = "hear all that can be seen"
    TOLD_CHOICES = "hear all that may be done"
    SOUND = "let the buzzer sound, or keep quiet"
    ADDRESS = "show where the page is"
    CERTIFICATE = "show where the certificate of the table's own authority is"
    PIN = "draw a new PIN of the page"
    ROOM = "join a room of many tables, or show which"
    CHECK = "show the test picture"
    STANDINGS = "show who is where"
    PICTURE = "show where the picture of the game is"
    CALL = "call somebody of the house, or take that back"
    SEATS = "go to the list of castles that have a hand"
    SEAT = "show the code by which a phone opens one"
    SPIN = "turn the arrow, for nothing"
    CONTINUE = "go on with the game"
    UNDO = "take the latest step back"
    GO_BACK = "go back to where people compare, correct, and then do the rest again"
    NEW_GAME = "set up another game"
    BACK = "go back to the page before"
    SHUT_DOWN = "end, when it is held"


class MenuEntry(Struct, frozen=True):
    """One line: what it does, and for which castle, choice or game."""

    does: MenuAction
    of: str = ""


class Playable(Struct, frozen=True):
    """What the menu knows of a game.

    Attributes:
        name: by which it is installed.
        title: for people.
        choices: what it leaves to the house.
        seats: how many castles may play it.
        devices: those that mean something in it.
        has_turns: a house may look at their time.
    """

    name: str
    title: str
    choices: tuple[Choice, ...]
    seats: range
    devices: frozenset[Device] = EVERY_DEVICE
    has_turns: bool = False

    @property
    def usual(self) -> dict[str, str]:
        """The usual value of each choice, by its key."""
        return {choice.key: choice.values[0] for choice in self.choices}


class MenuSettings(Struct, frozen=True):
    """What is set up for the next game.

    Attributes:
        castles: all castles of the table.
        playing: those that will play.
        games: those that can be played here.
        game: the chosen one of them.
        options: the chosen value of each of its choices, by its key.
        hourglass_s: the length of the hourglass.
        turn_timer_s: how long a turn may take, 0 if nobody minds.
        language: of all that the table says.
        silent: the buzzer keeps quiet.
        says: what of the table is said aloud; None where it has no voice.
        listeners: the castles that hear what a piece is before it counts.
        seats: the castles of the game on the table that have something of their own to see.
        calls: people call somebody; None where nobody would hear it.
        in_room: the table belongs to a room of many tables; None where it could join none.
        has_picture: the game is over and brings a picture of its course.
        has_authority: the page's certificate is by the table's own authority, which phones may trust.
    """

    castles: tuple[CastleId, ...]
    playing: frozenset[CastleId]
    games: tuple[Playable, ...]
    game: Playable
    options: Mapping[str, str]
    hourglass_s: int
    language: str = LANGUAGES[0]
    silent: bool = False
    says: tuple[str, ...] | None = None
    listeners: tuple[str, ...] = ()
    seats: tuple[CastleId, ...] = ()
    has_picture: bool = False
    has_authority: bool = False
    calls: bool | None = None
    turn_timer_s: int = 0
    in_room: bool | None = None


class Parked(Struct, frozen=True):
    """A game that was not ended: its number in the journal, and what tells it from others."""

    game_id: int
    name: Text


class Menu(Struct, frozen=True):
    """What the menu shows.

    Attributes:
        at: the chosen entry, from 0.
        editing: turning changes the chosen entry's number.
        sheet: what is shown instead of the list.
        leaf: of a sheet of many, from 0; it goes round.
        below: the page to which the table's settings go back.
        game_on: there is a game to go back to.
        parked: the list of games.
    """

    page: MenuPage
    settings: MenuSettings
    game_on: bool
    at: int = 0
    editing: bool = False
    sheet: InfoScreen | None = None
    leaf: int = 0
    below: MenuPage = MenuPage.SETUP
    parked: tuple[Parked, ...] = ()


class Begin(Struct, frozen=True):
    """Begin a game of these castles."""

    castles: tuple[CastleId, ...]
    options: Mapping[str, str]
    game: str


class TakeUpParked(Struct, frozen=True):
    """Go on with a parked game."""

    game_id: int


class ShowSeatCode(Struct, frozen=True):
    """Draw and show the code by which a phone takes this castle's seat."""

    castle: CastleId


class MenuOrder(Enum):
    """What the menu wants done, besides beginning a game."""

    UNDO = "take back the latest step"
    GO_BACK = "go back to where people compare"
    CALL = "call somebody, or take that back"
    SPIN = "turn the arrow"
    NEW_PIN = "draw and show a new PIN of the page"
    SHUT_DOWN = "end"
    TOO_FEW = "say how many castles must play"
    TOO_MANY = "say how many castles may play"
    JOIN = "join a room, where the table belongs to none"
    ROOM_YES = "answer yes to what is asked of the room"
    ROOM_NO = "answer no, or let it be"


Order = Begin | TakeUpParked | ShowSeatCode | MenuOrder
"""What the menu wants done."""
