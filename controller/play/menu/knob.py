"""What turns and presses of the knob make of the menu: a pure state machine."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.effects import HOUSE_TIMER_S, HOUSE_TURN_S
from controller.games.contract.values import CastleId
from controller.play.menu.menu import (
    SAYINGS,
    Begin,
    Menu,
    MenuAction,
    MenuEntry,
    MenuOrder,
    MenuPage,
    MenuSettings,
    Order,
    Parked,
    Playable,
    ShowSeatCode,
    TakeUpParked,
    entries,
)
from controller.show.console_screens import LEAVES, InfoScreen
from controller.texts.speaking import LANGUAGES

HOURGLASS_STEP_S: Final = 5
"""By one detent."""

TURN_STEP_S: Final = 30
"""Likewise; no house counts a turn's seconds."""


def opened(settings: MenuSettings, *, game_on: bool, over: bool, parked: tuple[Parked, ...] = ()) -> Menu:
    """The menu as it opens: to set a game up, or in the middle of one; after it, on "new game"."""
    menu = Menu(MenuPage.PAUSE if game_on else MenuPage.SETUP, settings, game_on, parked=parked)
    return replace(menu, at=entries(menu).index(MenuEntry(MenuAction.NEW_GAME))) if over and game_on else menu


def turned(menu: Menu, steps: int) -> Menu:
    """The knob was turned: to another entry, to another number, or away from a sheet."""
    if menu.sheet in LEAVES:
        return replace(menu, leaf=menu.leaf + steps)
    if menu.sheet is not None:
        return replace(menu, sheet=None)
    if menu.editing and entries(menu)[menu.at].does is MenuAction.TURN_TIMER:
        seconds = menu.settings.turn_timer_s + steps * TURN_STEP_S
        return _with(menu, turn_timer_s=min(HOUSE_TURN_S, max(0, seconds)))
    if menu.editing:
        shortest, longest = HOUSE_TIMER_S
        seconds = menu.settings.hourglass_s + steps * HOURGLASS_STEP_S
        return _with(menu, hourglass_s=min(longest, max(shortest, seconds)))
    return replace(menu, at=min(len(entries(menu)) - 1, max(0, menu.at + steps)))


def pressed(menu: Menu, *, long: bool) -> tuple[Menu | None, Order | None]:
    """The knob was pressed: the menu afterwards, None if it closes, and what is to be done."""
    settings = menu.settings
    if menu.sheet is InfoScreen.ROOM:
        return replace(menu, sheet=None), MenuOrder.ROOM_NO if long else MenuOrder.ROOM_YES
    if menu.sheet is not None:
        return replace(menu, sheet=_behind(menu.sheet, long=long)), None
    entry = entries(menu)[menu.at]
    match entry.does:
        case MenuAction.START:
            playing = tuple(castle for castle in settings.castles if castle in settings.playing)
            return None, Begin(playing, dict(settings.options), settings.game.name)
        case MenuAction.GAME:
            return replace(menu, settings=_next_game(settings)), None
        case MenuAction.CASTLES:
            return replace(menu, page=MenuPage.CASTLES, at=0), None
        case MenuAction.PARKED:
            return replace(menu, page=MenuPage.PARKED, at=0), None
        case MenuAction.TAKE_UP:
            return None, TakeUpParked(int(entry.of))
        case MenuAction.TOGGLE:
            playing_then = settings.playing ^ {CastleId(entry.of)}
            seats = settings.game.seats
            if len(playing_then) not in seats:
                return menu, MenuOrder.TOO_FEW if len(playing_then) < seats.start else MenuOrder.TOO_MANY
            return _with(menu, playing=playing_then), None
        case MenuAction.CHOOSE:
            (choice,) = (each for each in settings.game.choices if each.key == entry.of)
            value = choice.values[(choice.values.index(settings.options[entry.of]) + 1) % len(choice.values)]
            return _with(menu, options={**settings.options, entry.of: value}), None
        case MenuAction.HOUSE:
            return replace(menu, page=MenuPage.HOUSE, at=0, below=menu.page), None
        case MenuAction.HOURGLASS | MenuAction.TURN_TIMER:
            return replace(menu, editing=not menu.editing), None
        case MenuAction.LANGUAGE:
            following = LANGUAGES[(LANGUAGES.index(settings.language) + 1) % len(LANGUAGES)]
            return _with(menu, language=following), None
        case MenuAction.SOUND:
            return _with(menu, silent=not settings.silent), None
        case (
            MenuAction.ADDRESS
            | MenuAction.CERTIFICATE
            | MenuAction.CHECK
            | MenuAction.STANDINGS
            | MenuAction.PICTURE as shows
        ):
            return replace(menu, sheet=InfoScreen[shows.name]), None
        case MenuAction.TOLD_STATE | MenuAction.TOLD_CHOICES as tells:
            return replace(menu, sheet=InfoScreen[tells.name], leaf=0), None
        case MenuAction.VOICE:
            return _with(menu, says=_following(SAYINGS, settings.says)), None
        case MenuAction.LISTENERS:
            return _with(menu, listeners=_following(_listened(settings.castles), settings.listeners)), None
        case MenuAction.ROOM:
            return replace(menu, sheet=InfoScreen.ROOM), MenuOrder.JOIN
        case MenuAction.SPIN:
            return menu, MenuOrder.SPIN
        case MenuAction.PIN:
            return None, MenuOrder.NEW_PIN
        case MenuAction.CALL:
            return None, MenuOrder.CALL
        case MenuAction.CONTINUE:
            return None, None
        case MenuAction.UNDO:
            return None, MenuOrder.UNDO
        case MenuAction.GO_BACK:
            return None, MenuOrder.GO_BACK
        case MenuAction.SEATS:
            return replace(menu, page=MenuPage.SEATS, at=0), None
        case MenuAction.SEAT:
            return None, ShowSeatCode(CastleId(entry.of))
        case MenuAction.NEW_GAME:
            return replace(menu, page=MenuPage.SETUP, at=0), None
        case MenuAction.BACK if menu.page is MenuPage.CASTLES:
            return _on(menu, MenuPage.SETUP, MenuAction.CASTLES), None
        case MenuAction.BACK if menu.page is MenuPage.PARKED:
            return _on(menu, MenuPage.SETUP, MenuAction.PARKED), None
        case MenuAction.BACK if menu.page is MenuPage.SEATS:
            return _on(menu, MenuPage.PAUSE, MenuAction.SEATS), None
        case MenuAction.BACK if menu.page is MenuPage.HOUSE:
            return _on(menu, menu.below, MenuAction.HOUSE), None
        case MenuAction.BACK:
            return replace(menu, page=MenuPage.PAUSE, at=0), None
        case MenuAction.SHUT_DOWN:
            return (None, MenuOrder.SHUT_DOWN) if long else (menu, None)


def _listened(castles: tuple[CastleId, ...]) -> tuple[tuple[str, ...], ...]:
    return ((), *((castle,) for castle in castles), castles)


def _following(offered: tuple[tuple[str, ...], ...], now: tuple[str, ...] | None) -> tuple[str, ...]:
    """The next of what is offered; the first, where something else was chosen on the page."""
    return offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0]


def _behind(sheet: InfoScreen, *, long: bool) -> InfoScreen | None:
    """The sheet to which a press goes on; None back to the list."""
    if sheet is InfoScreen.CHECK and long:
        return InfoScreen.WRONG_CHIP
    return InfoScreen.FINGERPRINT if sheet is InfoScreen.CERTIFICATE else None


def chosen(settings: MenuSettings, game: Playable) -> MenuSettings:
    """Another game is set up: of the castles that were to play as many as it has seats, or all that it needs."""
    order = sorted(settings.castles, key=lambda castle: castle not in settings.playing)
    number = min(max(len(settings.playing), game.seats.start), game.seats.stop - 1)
    return replace(settings, game=game, options=game.usual, playing=frozenset(order[:number]))


def _next_game(settings: MenuSettings) -> MenuSettings:
    following = (settings.games.index(settings.game) + 1) % len(settings.games)
    return chosen(settings, settings.games[following])


def _on(menu: Menu, page: MenuPage, does: MenuAction) -> Menu:
    there = replace(menu, page=page)
    return replace(there, at=entries(there).index(MenuEntry(does)))


def _with(menu: Menu, **changes: object) -> Menu:
    return replace(menu, settings=replace(menu.settings, **changes))
