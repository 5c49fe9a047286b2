"""What turns and presses of the knob make of the menu: a pure state machine."""

from typing import Any

from msgspec.structs import replace

from controller.games.contract.values import CastleId
from controller.house import KNOB, bounds
from controller.play.menu.menu import (
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


def opened(settings: MenuSettings, *, game_on: bool, over: bool, parked: tuple[Parked, ...] = ()) -> Menu:
    menu = Menu(MenuPage.PAUSE if game_on else MenuPage.SETUP, settings, game_on, parked=parked)
    return replace(menu, at=entries(menu).index(MenuEntry(MenuAction.NEW_GAME))) if over and game_on else menu


def turned(menu: Menu, steps: int) -> Menu:
    """The knob was turned: to another entry, to another number, or away from a sheet."""
    if menu.sheet in LEAVES:
        return replace(menu, leaf=menu.leaf + steps)
    if menu.sheet is not None:
        return replace(menu, sheet=None)
    if menu.editing:
        name = entries(menu)[menu.at].of
        least, most = bounds(name)
        wanted = getattr(menu.settings.house, name) + steps * KNOB[name].step
        return _in_house(menu, name, min(most, max(least, wanted)))
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
        case MenuAction.SETTING if KNOB[entry.of].step:
            return replace(menu, editing=not menu.editing), None
        case MenuAction.SETTING:
            following = _following(KNOB[entry.of].values, getattr(settings.house, entry.of))
            return _in_house(menu, entry.of, following), None
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
        case MenuAction.LISTENERS:
            offered = ((), *((castle,) for castle in settings.castles), settings.castles)
            return _in_house(menu, "listeners", _following(offered, settings.house.listeners)), None
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


def _following(offered: tuple[Any, ...], now: object) -> Any:
    return offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0]


def _behind(sheet: InfoScreen, *, long: bool) -> InfoScreen | None:
    if sheet is InfoScreen.CHECK and long:
        return InfoScreen.WRONG_CHIP
    return InfoScreen.FINGERPRINT if sheet is InfoScreen.CERTIFICATE else None


def chosen(settings: MenuSettings, game: Playable) -> MenuSettings:
    order = sorted(settings.castles, key=lambda castle: castle not in settings.playing)
    number = min(max(len(settings.playing), game.seats.start), game.seats.stop - 1)
    return replace(settings, game=game, options=game.usual, playing=frozenset(order[:number]))


def _next_game(settings: MenuSettings) -> MenuSettings:
    following = (settings.games.index(settings.game) + 1) % len(settings.games)
    return chosen(settings, settings.games[following])


def _on(menu: Menu, page: MenuPage, does: MenuAction) -> Menu:
    there = replace(menu, page=page)
    return replace(there, at=entries(there).index(MenuEntry(does)))


def _in_house(menu: Menu, name: str, value: object) -> Menu:
    return _with(menu, house=replace(menu.settings.house, **{name: value}))


def _with(menu: Menu, **changes: object) -> Menu:
    return replace(menu, settings=replace(menu.settings, **changes))
