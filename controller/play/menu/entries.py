"""The lines of the menu's pages, and what each says."""

from typing import Final

from controller.games.contract.values import CastleId, Text
from controller.play.menu.menu import Menu, MenuAction, MenuEntry, MenuPage, MenuSettings
from controller.show.console_screens import InfoScreen, MenuScreen

SAYINGS: Final = ((), ("story", "complaints", "devices"), ("story", "console", "complaints", "devices"))
"""What one may want said aloud, as the knob offers it."""


def entries(menu: Menu) -> tuple[MenuEntry, ...]:
    """The lines of the page that is shown."""
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
            hourglass = (MenuEntry(MenuAction.HOURGLASS),) if "hourglass" in settings.game.devices else ()
            turns = (MenuEntry(MenuAction.TURN_TIMER),) if settings.game.has_turns else ()
            voice = (MenuEntry(MenuAction.VOICE),) if settings.says is not None else ()
            listeners = (MenuEntry(MenuAction.LISTENERS),) if _by_ear(settings) else ()
            sounds = (MenuEntry(MenuAction.SOUND), *voice, *listeners)
            settings_ = (*hourglass, *turns, MenuEntry(MenuAction.LANGUAGE), *sounds)
            trials = (
                MenuEntry(MenuAction.ADDRESS),
                *((MenuEntry(MenuAction.CERTIFICATE),) if settings.has_authority else ()),
                MenuEntry(MenuAction.PIN),
                *(() if settings.in_room is None else (MenuEntry(MenuAction.ROOM),)),
                MenuEntry(MenuAction.CHECK),
                *((MenuEntry(MenuAction.SPIN),) if "arrow" in settings.game.devices else ()),
            )
            return (*settings_, *trials, MenuEntry(MenuAction.BACK))


def _by_ear(settings: MenuSettings) -> bool:
    """Whether what the console shows is said aloud."""
    return settings.says is not None and "console" in settings.says


def _call(settings: MenuSettings) -> tuple[MenuEntry, ...]:
    return () if settings.calls is None else (MenuEntry(MenuAction.CALL),)


def screen(menu: Menu) -> MenuScreen | InfoScreen:
    """What the console shows."""
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
        case MenuAction.SOUND:
            return Text("menu-sound-off" if settings.silent else "menu-sound-on")
        case MenuAction.VOICE:
            return Text(f"menu-voice-{SAYINGS.index(settings.says) if settings.says in SAYINGS else 'some'}")
        case MenuAction.LISTENERS:
            if len(settings.listeners) == 1:
                return Text("menu-listener", {"castle": Text(settings.listeners[0])})
            return Text("menu-listeners", {"count": len(settings.listeners)})
        case MenuAction.ROOM:
            return Text("menu-room" if settings.in_room else "menu-join")
        case MenuAction.CALL:
            return Text("menu-call-no-more" if settings.calls else "menu-call")
        case MenuAction.HOURGLASS:
            return Text("menu-hourglass-set" if menu.editing else "menu-hourglass", {"seconds": settings.hourglass_s})
        case MenuAction.TURN_TIMER:
            key = "menu-turn-timer-set" if menu.editing else "menu-turn-timer"
            return Text(key, {"seconds": settings.turn_timer_s})
        case does:
            return Text(f"menu-{does.name.lower().replace('_', '-')}")
