"""The menu as a value: its pages, their lines, what is set up in it, and what it wants done."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from controller.games.contract.inputs import EVERY_DEVICE, Device
from controller.games.contract.rules import Choice
from controller.games.contract.values import CastleId, Text
from controller.house import KNOB, HouseSettings, Knob
from controller.show.console_screens import InfoScreen, MenuScreen


class MenuPage(Enum):
    """A list of entries; the value is the key of its title."""

    SETUP = "menu-title-setup"
    CASTLES = "menu-title-castles"
    PAUSE = "menu-title-pause"
    HOUSE = "menu-title-house"
    PARKED = "menu-title-parked"
    SEATS = "menu-title-seats"


class MenuAction(Enum):
    START = "begin the game that is set up"
    GAME = "take the next of the games"
    CASTLES = "go to the list of castles"
    TOGGLE = "let a castle play or rest"
    CHOOSE = "take the next value of a choice"
    HOUSE = "go to the settings of the table"
    PARKED = "go to the list of games that were not ended"
    TAKE_UP = "go on with one of them"
    SETTING = "set one of the house: a number by turning, else its next value"
    LISTENERS = "take the next castle that hears what a piece is before it counts"
    TOLD_STATE = "hear all that can be seen"
    TOLD_CHOICES = "hear all that may be done"
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
    """One line: what it does, and for which castle, choice, setting or game."""

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
        return {choice.key: choice.values[0] for choice in self.choices}


class MenuSettings(Struct, frozen=True):
    """What is set up for the next game.

    Attributes:
        castles: all castles of the table.
        playing: those that will play.
        games: those that can be played here.
        game: the chosen one of them.
        options: the chosen value of each of its choices, by its key.
        house: the rules of the house.
        has_voice: the table can say something aloud.
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
    house: HouseSettings = HouseSettings()
    has_voice: bool = False
    seats: tuple[CastleId, ...] = ()
    has_picture: bool = False
    has_authority: bool = False
    calls: bool | None = None
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
    castles: tuple[CastleId, ...]
    options: Mapping[str, str]
    game: str


class TakeUpParked(Struct, frozen=True):
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


def entries(menu: Menu) -> tuple[MenuEntry, ...]:
    settings = menu.settings
    match menu.page:
        case MenuPage.SETUP:
            games = (MenuEntry(MenuAction.GAME),) if len(settings.games) > 1 else ()
            choices = (MenuEntry(MenuAction.CHOOSE, choice.key) for choice in settings.game.choices)
            back = (MenuEntry(MenuAction.BACK),) if menu.game_on else ()
            parked = (MenuEntry(MenuAction.PARKED),) if menu.parked else ()
            fixed = (*parked, *_call(settings), MenuEntry(MenuAction.HOUSE), *back, MenuEntry(MenuAction.SHUT_DOWN))
            return (MenuEntry(MenuAction.START), *games, MenuEntry(MenuAction.CASTLES), *choices, *fixed)
        case MenuPage.CASTLES:
            return (*(MenuEntry(MenuAction.TOGGLE, castle) for castle in settings.castles), MenuEntry(MenuAction.BACK))
        case MenuPage.PARKED:
            return (
                *(MenuEntry(MenuAction.TAKE_UP, str(game.game_id)) for game in menu.parked),
                MenuEntry(MenuAction.BACK),
            )
        case MenuPage.SEATS:
            return (*(MenuEntry(MenuAction.SEAT, castle) for castle in settings.seats), MenuEntry(MenuAction.BACK))
        case MenuPage.PAUSE:
            game = (
                MenuEntry(MenuAction.CONTINUE),
                MenuEntry(MenuAction.UNDO),
                MenuEntry(MenuAction.GO_BACK),
                MenuEntry(MenuAction.STANDINGS),
            )
            picture = (MenuEntry(MenuAction.PICTURE),) if settings.has_picture else ()
            seats = (MenuEntry(MenuAction.SEATS),) if settings.seats else ()
            told = (MenuEntry(MenuAction.TOLD_STATE), MenuEntry(MenuAction.TOLD_CHOICES))
            return (
                *game,
                *picture,
                *(told if _by_ear(settings) else ()),
                *seats,
                *_call(settings),
                MenuEntry(MenuAction.NEW_GAME),
                MenuEntry(MenuAction.HOUSE),
                MenuEntry(MenuAction.SHUT_DOWN),
            )
        case MenuPage.HOUSE:
            has = {"turns": settings.game.has_turns, "voice": settings.has_voice, "": True}
            there = settings.game.devices | {name for name, is_there in has.items() if is_there}
            listeners = (MenuEntry(MenuAction.LISTENERS),) if _by_ear(settings) else ()
            trials = (
                MenuEntry(MenuAction.ADDRESS),
                *((MenuEntry(MenuAction.CERTIFICATE),) if settings.has_authority else ()),
                MenuEntry(MenuAction.PIN),
                *(() if settings.in_room is None else (MenuEntry(MenuAction.ROOM),)),
                MenuEntry(MenuAction.CHECK),
                *((MenuEntry(MenuAction.SPIN),) if "arrow" in settings.game.devices else ()),
            )
            own = (MenuEntry(MenuAction.SETTING, name) for name, knob in KNOB.items() if knob.needs in there)
            return (*own, *listeners, *trials, MenuEntry(MenuAction.BACK))


def _by_ear(settings: MenuSettings) -> bool:
    return settings.has_voice and "console" in settings.house.says


def _call(settings: MenuSettings) -> tuple[MenuEntry, ...]:
    return () if settings.calls is None else (MenuEntry(MenuAction.CALL),)


def screen(menu: Menu) -> MenuScreen | InfoScreen:
    if menu.sheet is not None:
        return menu.sheet
    texts = tuple(_text(menu, entry) for entry in entries(menu))
    return MenuScreen(Text(menu.page.value), texts, menu.at)


def _text(menu: Menu, entry: MenuEntry) -> Text:
    settings = menu.settings
    match entry.does:
        case MenuAction.START | MenuAction.CASTLES:
            return Text(f"menu-{entry.does.name.lower()}", {"castles": len(settings.playing)})
        case MenuAction.GAME:
            return Text("menu-game", {"game": settings.game.title})
        case MenuAction.TOGGLE:
            plays = CastleId(entry.of) in settings.playing
            return Text("menu-castle-plays" if plays else "menu-castle-rests", {"castle": Text(entry.of)})
        case MenuAction.SEAT:
            return Text(entry.of)
        case MenuAction.PARKED:
            return Text("menu-parked", {"count": len(menu.parked)})
        case MenuAction.TAKE_UP:
            (name,) = (game.name for game in menu.parked if str(game.game_id) == entry.of)
            return name
        case MenuAction.CHOOSE:
            return Text(f"menu-{entry.of}-{settings.options[entry.of]}")
        case MenuAction.SETTING:
            return _setting(f"menu-{entry.of}", getattr(settings.house, entry.of), KNOB[entry.of], editing=menu.editing)
        case MenuAction.LISTENERS:
            listeners = settings.house.listeners
            if len(listeners) == 1:
                return Text("menu-listener", {"castle": Text(listeners[0])})
            return Text("menu-listeners", {"count": len(listeners)})
        case MenuAction.ROOM:
            return Text("menu-room" if settings.in_room else "menu-join")
        case MenuAction.CALL:
            return Text("menu-call-no-more" if settings.calls else "menu-call")
        case does:
            return Text(f"menu-{does.name.lower().replace('_', '-')}")


def _setting(key: str, value: object, knob: Knob, *, editing: bool) -> Text:
    match value:
        case bool():
            return Text(f"{key}-{'on' if value else 'off'}")
        case int():
            return Text(f"{key}-set" if editing else key, {"seconds": value})
        case tuple():
            return Text(f"{key}-{knob.values.index(value) if value in knob.values else 'some'}")
        case _:
            return Text(key)
