"""The console's menu as a value; functions turn and press it. Used by `console`."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract import effects, inputs, rules
from controller.games.contract.values import CastleId, Text
from controller.games.requests import NewGame
from controller.house import KNOB_CONTROLS, HouseSettings, KnobAdjustment, house_rule_bounds
from controller.show.console_screens import LEAF_TITLES, InfoScreenKind


class MenuPage(Enum):
    """A list of entries; the value is the key of its title."""

    SETUP = "menu-title-setup"
    CASTLES = "menu-title-castles"
    PAUSE = "menu-title-pause"
    HOUSE = "menu-title-house"
    PARKED = "menu-title-parked"
    SEATS = "menu-title-seats"
    PLAYERS = "menu-title-players"


class MenuAction(Enum):
    START = "begin the game that is set up"
    GAME = "choose the next game"
    CASTLES = "go to the list of castles"
    TOGGLE = "let a castle play or sit out"
    CHOOSE = "choose the next value of an option"
    HOUSE = "go to the table's settings"
    PARKED = "go to the list of parked games"
    TAKE_UP = "resume a parked game"
    SETTING = "change a house rule: a number by turning, else its next value"
    LISTENERS = "choose the castles to which pieces are read out before they count"
    TOLD_STATE = "hear the state of the game"
    TOLD_CHOICES = "hear or read the choices"
    ADDRESS = "show where the page is"
    CERTIFICATE = "show where the certificate of the table's own authority is"
    PIN = "draw a new PIN of the page"
    ROOM = "join a room of many tables, or show which"
    CHECK = "show the test picture"
    STANDINGS = "show the standings"
    PICTURE = "show where the picture of the game is"
    CALL = "call the staff, or cancel the call"
    SEATS = "go to the list of castles that have a hand"
    SEAT = "show the code by which a phone opens one"
    PLAYERS = "go to the list of who plays in this game"
    PLAYER = "let a bot take a castle over, or give it back to a person"
    SPIN = "turn the arrow as a test"
    CONTINUE = "go on with the game"
    UNDO = "undo the latest step"
    GO_BACK = "go back to the last comparison, correct, and redo the rest"
    NEW_GAME = "set up another game"
    BACK = "go back to the page before"
    SHUT_DOWN = "shut down"


class MenuEntry(Struct, frozen=True):
    """A line of the menu; ``of`` is its castle, choice, setting or game."""

    does: MenuAction
    of: str = ""


USUAL_BOT: Final = ""
"""The level of bots of a game without levels."""


class PlayableGame(Struct, frozen=True):
    """A game in the menu.

    Attributes:
        name: the name under which the game is installed.
        seats: possible numbers of castles.
        has_turns: the turn timer applies.
        levels: of its bots, the weakest first, or ``USUAL_BOT``; () if it has no bots.
    """

    name: str
    title: str
    choices: tuple[rules.Choice, ...]
    seats: range
    devices: frozenset[inputs.Device] = inputs.EVERY_DEVICE
    has_turns: bool = False
    levels: tuple[str, ...] = ()

    @property
    def default_options(self) -> dict[str, str]:
        return {choice.key: choice.values[0] for choice in self.choices}


class MenuSettings(Struct, frozen=True):
    """Settings of the next game, and what decides the menu's entries.

    Attributes:
        castles: all castles of the table.
        playing: castles that will play.
        bots: those of them that bots will play, with their levels.
        with_gates: castles that a bot can play.
        games: the games that can be played.
        game: the chosen game.
        options: its choices' values, by key.
        seats: castles with a hand in the game on the table.
        players: castles that a bot could play in that game, with the bot's level, or None for a person.
        names: who plays at a castle of the game on the table, if not named like it.
        calls: people are calling the staff; None if no call is offered.
        in_room: the table belongs to a room; None if it cannot join one.
        tells_choices: the game on the table can tell them.
        has_picture: the game is over and has a picture of its course.
        has_authority: the table's own authority issued the page's certificate.
    """

    castles: tuple[CastleId, ...]
    playing: frozenset[CastleId]
    games: tuple[PlayableGame, ...]
    game: PlayableGame
    options: Mapping[str, str]
    bots: Mapping[CastleId, str] = {}
    with_gates: frozenset[CastleId] = frozenset()
    house: HouseSettings = HouseSettings()
    has_voice: bool = False
    seats: tuple[CastleId, ...] = ()
    players: Mapping[CastleId, str | None] = {}
    names: Mapping[CastleId, Text] = {}
    tells_choices: bool = False
    has_picture: bool = False
    has_authority: bool = False
    calls: bool | None = None
    in_room: bool | None = None


class ParkedGame(Struct, frozen=True):
    """A line of the list; ``title`` is the game's where several are installed, else ""."""

    game_id: int
    name: Text
    title: str = ""


class Menu(Struct, frozen=True):
    """The state of the menu.

    Attributes:
        at: index of the chosen entry.
        before_editing: settings before turning changed the chosen entry's number; None while turning moves.
        sheet: the screen shown in place of the list.
        leaf: index of the shown leaf of the sheet; it wraps around.
        parent: the page to return to from the table's settings.
        game_on: there is a game to return to.
    """

    page: MenuPage
    settings: MenuSettings
    game_on: bool
    at: int = 0
    before_editing: HouseSettings | None = None
    sheet: InfoScreenKind | None = None
    leaf: int = 0
    parent: MenuPage = MenuPage.SETUP
    parked: tuple[ParkedGame, ...] = ()

    @property
    def is_editing(self) -> bool:
        return self.before_editing is not None


class OtherMenuOrder(Enum):
    """Orders of the menu that are not an entry's own action."""

    TOO_FEW = "complain that too few castles play"
    TOO_MANY = "complain that too many castles play"
    ROOM_YES = "answer yes to the question about the room"
    ROOM_NO = "answer no, or cancel"


class PlayerChosen(Struct, frozen=True):
    """Let a bot of this level play the castle, or a person: None."""

    castle: CastleId
    level: str | None


MenuOrder = NewGame | MenuEntry | OtherMenuOrder | PlayerChosen
"""What the console is to do; an entry stands for its own action."""


def menu_entries(menu: Menu) -> tuple[MenuEntry, ...]:
    settings = menu.settings
    match menu.page:
        case MenuPage.SETUP:
            games = (MenuEntry(MenuAction.GAME),) if len(settings.games) > 1 else ()
            choices = (MenuEntry(MenuAction.CHOOSE, choice.key) for choice in settings.game.choices)
            back = (MenuEntry(MenuAction.BACK),) if menu.game_on else ()
            parked = (MenuEntry(MenuAction.PARKED),) if menu.parked else ()
            fixed = (
                *parked,
                *_help_call_entries(settings),
                MenuEntry(MenuAction.HOUSE),
                *back,
                MenuEntry(MenuAction.SHUT_DOWN),
            )
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
        case MenuPage.PLAYERS:
            return (*(MenuEntry(MenuAction.PLAYER, castle) for castle in settings.players), MenuEntry(MenuAction.BACK))
        case MenuPage.PAUSE:
            game = (
                MenuEntry(MenuAction.CONTINUE),
                MenuEntry(MenuAction.UNDO),
                MenuEntry(MenuAction.GO_BACK),
                MenuEntry(MenuAction.STANDINGS),
            )
            picture = (MenuEntry(MenuAction.PICTURE),) if settings.has_picture else ()
            seats = (MenuEntry(MenuAction.SEATS),) if settings.seats else ()
            players = (MenuEntry(MenuAction.PLAYERS),) if settings.players else ()
            told = (MenuEntry(MenuAction.TOLD_STATE),) if _are_screens_spoken(settings) else ()
            mine = (MenuEntry(MenuAction.TOLD_CHOICES),) if settings.tells_choices else ()
            return (
                *game,
                *picture,
                *told,
                *mine,
                *seats,
                *players,
                *_help_call_entries(settings),
                MenuEntry(MenuAction.NEW_GAME),
                MenuEntry(MenuAction.HOUSE),
                MenuEntry(MenuAction.SHUT_DOWN),
            )
        case MenuPage.HOUSE:
            has = {"turns": settings.game.has_turns, "voice": settings.has_voice, "": True}
            there = settings.game.devices | {name for name, is_there in has.items() if is_there}
            listeners = (MenuEntry(MenuAction.LISTENERS),) if _are_screens_spoken(settings) else ()
            trials = (
                MenuEntry(MenuAction.ADDRESS),
                *((MenuEntry(MenuAction.CERTIFICATE),) if settings.has_authority else ()),
                MenuEntry(MenuAction.PIN),
                *(() if settings.in_room is None else (MenuEntry(MenuAction.ROOM),)),
                MenuEntry(MenuAction.CHECK),
                *((MenuEntry(MenuAction.SPIN),) if "arrow" in settings.game.devices else ()),
            )
            own = (MenuEntry(MenuAction.SETTING, name) for name, knob in KNOB_CONTROLS.items() if knob.needs in there)
            return (*own, *listeners, *trials, MenuEntry(MenuAction.BACK))


def _are_screens_spoken(settings: MenuSettings) -> bool:
    return settings.has_voice and "console" in settings.house.says


def _help_call_entries(settings: MenuSettings) -> tuple[MenuEntry, ...]:
    return () if settings.calls is None else (MenuEntry(MenuAction.CALL),)


def menu_screen(menu: Menu) -> effects.ChoiceScreen | InfoScreenKind:
    if menu.sheet is not None:
        return menu.sheet
    entries = menu_entries(menu)
    return effects.ChoiceScreen(
        _title(menu, entries[menu.at]), tuple(_entry_text(menu, entry) for entry in entries), menu.at
    )


def _title(menu: Menu, chosen: MenuEntry) -> Text:
    for game in menu.parked if chosen.does is MenuAction.TAKE_UP else ():
        if str(game.game_id) == chosen.of and game.title:
            return Text("menu-title-parked-game", {"game": game.title})
    return Text(menu.page.value)


def _player_text(settings: MenuSettings, entry: MenuEntry) -> Text:
    return settings.names.get(CastleId(entry.of)) or Text(entry.of)


def _entry_text(menu: Menu, entry: MenuEntry) -> Text:
    settings = menu.settings
    match entry.does:
        case MenuAction.START | MenuAction.CASTLES:
            return Text(f"menu-{entry.does.name.lower()}", {"castles": len(settings.playing)})
        case MenuAction.GAME:
            return Text("menu-game", {"game": settings.game.title})
        case MenuAction.TOGGLE if CastleId(entry.of) not in settings.playing:
            return Text("menu-castle-rests", {"castle": Text(entry.of)})
        case MenuAction.TOGGLE | MenuAction.PLAYER as does:
            is_on = does is MenuAction.PLAYER
            level = (settings.players if is_on else settings.bots).get(CastleId(entry.of))
            castle = _player_text(settings, entry) if is_on else Text(entry.of)
            if level:
                return Text("menu-castle-bot-level", {"castle": castle, "level": Text(f"bot-{level}")})
            return Text(f"menu-castle-{'plays' if level is None else 'bot'}", {"castle": castle})
        case MenuAction.SEAT:
            return _player_text(settings, entry)
        case MenuAction.PARKED:
            return Text("menu-parked", {"count": len(menu.parked)})
        case MenuAction.TAKE_UP:
            (name,) = (game.name for game in menu.parked if str(game.game_id) == entry.of)
            return name
        case MenuAction.CHOOSE:
            return Text(f"menu-{entry.of}-{settings.options[entry.of]}")
        case MenuAction.SETTING:
            return _setting_text(
                f"menu-{entry.of}", getattr(settings.house, entry.of), KNOB_CONTROLS[entry.of], editing=menu.is_editing
            )
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


def _setting_text(key: str, value: object, knob: KnobAdjustment, *, editing: bool) -> Text:
    match value:
        case bool():
            return Text(f"{key}-{'on' if value else 'off'}")
        case int():
            return Text(f"{key}-set" if editing else key, {"seconds": value})
        case tuple() | str() if key != "menu-language":
            return Text(f"{key}-{knob.values.index(value) if value in knob.values else 'some'}")
        case _:
            return Text(key, {"language": Text("language-name")})


def open_menu(settings: MenuSettings, *, game_on: bool, over: bool, parked: tuple[ParkedGame, ...] = ()) -> Menu:
    menu = Menu(MenuPage.PAUSE if game_on else MenuPage.SETUP, settings, game_on, parked=parked)
    return replace(menu, at=menu_entries(menu).index(MenuEntry(MenuAction.NEW_GAME))) if over and game_on else menu


def turn_menu(menu: Menu, steps: int) -> Menu:
    """Turn to another entry, number or leaf, or close a sheet."""
    if menu.sheet in LEAF_TITLES:
        return replace(menu, leaf=menu.leaf + steps)
    if menu.sheet is not None:
        return replace(menu, sheet=None)
    if menu.is_editing:
        name = menu_entries(menu)[menu.at].of
        least, most = house_rule_bounds(name)
        wanted = getattr(menu.settings.house, name) + steps * KNOB_CONTROLS[name].step
        return _with_house_rule(menu, name, min(most, max(least, wanted)))
    return replace(menu, at=min(len(menu_entries(menu)) - 1, max(0, menu.at + steps)))


def press_menu(menu: Menu, *, long: bool) -> tuple[Menu | None, MenuOrder | None]:
    """Press the chosen entry; return the menu, None if it closes, and the order for the console.

    A ``long`` press goes back without choosing.
    """
    settings = menu.settings
    if menu.sheet is InfoScreenKind.ROOM:
        return replace(menu, sheet=None), OtherMenuOrder.ROOM_NO if long else OtherMenuOrder.ROOM_YES
    if menu.sheet is InfoScreenKind.SHUT_DOWN and not long:
        return None, MenuEntry(MenuAction.SHUT_DOWN)
    if menu.sheet is not None:
        return replace(menu, sheet=_sheet_after_press(menu.sheet, long=long)), None
    entry = menu_entries(menu)[menu.at]
    if long:
        return _go_back(menu), None
    match entry.does:
        case MenuAction.START:
            playing = tuple(castle for castle in settings.castles if castle in settings.playing)
            bots = tuple(castle for castle in playing if castle in settings.bots)
            levels = {castle: settings.bots[castle] for castle in bots if settings.bots[castle]}
            return None, NewGame(playing, dict(settings.options), {}, bots, settings.game.name, levels)
        case MenuAction.GAME:
            return replace(menu, settings=_with_next_game(settings)), None
        case MenuAction.CASTLES | MenuAction.PARKED | MenuAction.SEATS | MenuAction.PLAYERS as page:
            return replace(menu, page=MenuPage[page.name], at=0), None
        case MenuAction.TOGGLE:
            return _with_next_player(menu, CastleId(entry.of))
        case MenuAction.PLAYER:
            castle = CastleId(entry.of)
            level = _next_value((None, *settings.game.levels), settings.players[castle])
            return _with_settings(menu, players={**settings.players, castle: level}), PlayerChosen(castle, level)
        case MenuAction.CHOOSE:
            (choice,) = (each for each in settings.game.choices if each.key == entry.of)
            value = choice.values[(choice.values.index(settings.options[entry.of]) + 1) % len(choice.values)]
            return _with_settings(menu, options={**settings.options, entry.of: value}), None
        case MenuAction.HOUSE:
            return replace(menu, page=MenuPage.HOUSE, at=0, parent=menu.page), None
        case MenuAction.SETTING if KNOB_CONTROLS[entry.of].step:
            return replace(menu, before_editing=None if menu.is_editing else settings.house), None
        case MenuAction.SETTING:
            following = _next_value(KNOB_CONTROLS[entry.of].values, getattr(settings.house, entry.of))
            return _with_house_rule(menu, entry.of, following), None
        case (
            MenuAction.ADDRESS
            | MenuAction.CERTIFICATE
            | MenuAction.CHECK
            | MenuAction.STANDINGS
            | MenuAction.PICTURE
            | MenuAction.SHUT_DOWN as shows
        ):
            return replace(menu, sheet=InfoScreenKind[shows.name]), None
        case MenuAction.TOLD_STATE | MenuAction.TOLD_CHOICES as tells:
            return replace(menu, sheet=InfoScreenKind[tells.name], leaf=0), None
        case MenuAction.LISTENERS:
            offered = ((), *((castle,) for castle in settings.castles), settings.castles)
            return _with_house_rule(menu, "listeners", _next_value(offered, settings.house.listeners)), None
        case MenuAction.ROOM:
            return replace(menu, sheet=InfoScreenKind.ROOM), entry
        case MenuAction.SPIN:
            return menu, entry
        case (
            MenuAction.TAKE_UP
            | MenuAction.PIN
            | MenuAction.CALL
            | MenuAction.UNDO
            | MenuAction.GO_BACK
            | MenuAction.SEAT
        ):
            return None, entry
        case MenuAction.CONTINUE:
            return None, None
        case MenuAction.NEW_GAME:
            return replace(menu, page=MenuPage.SETUP, at=0), None
        case MenuAction.BACK:
            return _go_back(menu), None


def _go_back(menu: Menu) -> Menu | None:
    """Give up a number that is being set, or return to the page before; None, which closes the menu, without one."""
    if menu.before_editing is not None:
        return _with_settings(replace(menu, before_editing=None), house=menu.before_editing)
    if menu.page in PARENTS:
        there = replace(menu, page=PARENTS[menu.page] or menu.parent)
        return replace(there, at=menu_entries(there).index(MenuEntry(MenuAction[menu.page.name])))
    return replace(menu, page=MenuPage.PAUSE, at=0) if menu.page is MenuPage.SETUP and menu.game_on else None


def _with_next_player(menu: Menu, castle: CastleId) -> tuple[Menu, MenuOrder | None]:
    """Give a castle to the next player: none, a person, a bot of each level."""
    settings = menu.settings
    others = {other: level for other, level in settings.bots.items() if other != castle}
    levels = settings.game.levels if castle in settings.with_gates else ()
    if castle in settings.playing:
        now = settings.bots.get(castle)
        stronger = levels if now is None else levels[levels.index(now) + 1 :]
        if stronger:
            return _with_settings(menu, bots={**others, castle: stronger[0]}), None
    playing_then = settings.playing ^ {castle}
    seats = settings.game.seats
    if len(playing_then) not in seats:  # a bot gives way to a person
        few = len(playing_then) < seats.start
        return _with_settings(menu, bots=others), OtherMenuOrder.TOO_FEW if few else OtherMenuOrder.TOO_MANY
    return _with_settings(menu, playing=playing_then, bots=others), None


PARENTS: Final[Mapping[MenuPage, MenuPage | None]] = {
    MenuPage.CASTLES: MenuPage.SETUP,
    MenuPage.PARKED: MenuPage.SETUP,
    MenuPage.SEATS: MenuPage.PAUSE,
    MenuPage.PLAYERS: MenuPage.PAUSE,
    MenuPage.HOUSE: None,
}
"""The page to which a list returns; None stands for ``Menu.parent``."""


def _next_value(offered: tuple[Any, ...], now: object) -> Any:
    return offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0]


def _sheet_after_press(sheet: InfoScreenKind, *, long: bool) -> InfoScreenKind | None:
    """Return what follows; of the display's check, a long press says that its frame is incomplete."""
    if long:
        return InfoScreenKind.WRONG_CHIP if sheet is InfoScreenKind.CHECK else None
    return InfoScreenKind.FINGERPRINT if sheet is InfoScreenKind.CERTIFICATE else None


def with_chosen_game(settings: MenuSettings, game: PlayableGame) -> MenuSettings:
    order = sorted(settings.castles, key=lambda castle: castle not in settings.playing)
    number = min(max(len(settings.playing), game.seats.start), game.seats.stop - 1)
    return replace(settings, game=game, options=game.default_options, playing=frozenset(order[:number]), bots={})


def _with_next_game(settings: MenuSettings) -> MenuSettings:
    following = (settings.games.index(settings.game) + 1) % len(settings.games)
    return with_chosen_game(settings, settings.games[following])


def _with_house_rule(menu: Menu, name: str, value: object) -> Menu:
    return _with_settings(menu, house=replace(menu.settings.house, **{name: value}))


def _with_settings(menu: Menu, **changes: object) -> Menu:
    return replace(menu, settings=replace(menu.settings, **changes))
