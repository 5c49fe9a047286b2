"""`royaltable screens`: every screen of the console as a picture, with the longest words that can stand there."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Final, Literal

import click
from msgspec.structs import replace

from controller import config
from controller.cli.game.game_logs import chosen, game_option, tools_or_none
from controller.cli.options import FOLDER, language_option, told_of
from controller.devices.health import BOARD, PANEL, DeviceState
from controller.fleet.messages import Fixture, Seat
from controller.games.contract.effects import (
    Complain,
    NumberScreen,
    Screen,
    TextScreen,
    TimerScreen,
)
from controller.games.contract.game import Game
from controller.games.contract.rules import Move, Summary
from controller.games.contract.tools.tools import ComplaintBeside, Sample, Sampled, Samples
from controller.games.contract.values import CastleId, RandomDraw, Text
from controller.games.naming import sentence
from controller.house import KNOB, HouseSettings, bounds
from controller.play import resume
from controller.play.game_loop import PARKED_LISTED
from controller.play.menu import (
    Menu,
    MenuAction,
    MenuEntry,
    MenuPage,
    MenuSettings,
    Parked,
    Playable,
    entries,
    opened,
    screen,
)
from controller.play.resume import Resumed
from controller.secret import Secret
from controller.service.fleet import asked, next_fixture, taking_back
from controller.show import console_screens
from controller.show.console_screens import CodeScreen, InfoScreen, MenuScreen, Shown, WayToThePage, complaint_screen
from controller.show.help_call import (
    NAME,
    Inside,
    LetIn,
    Letters,
    Looking,
    Outside,
    call_shown,
    door_screen,
    somebody_comes,
)
from controller.show.pictures import fits, picture
from controller.store.journal import Entry, GameInfo, LostEntries
from controller.store.journal.backup import JournalBackup
from controller.store.journal.recovery import Recovery

CASTLES: Final = tuple(CastleId(color) for color in config.COLORS)

_, LONGEST_TIMER_S = bounds("hourglass_s")

Named = tuple[str, Shown | MenuScreen]
"""A screen under the name of its picture."""


def troubles(color: str) -> Iterator[Named]:
    """What is lost and what to do, also while the hourglass runs; where a castle stands in it, this one."""
    for device in (*console_screens.BY_HAND, color, color + PANEL, color + BOARD):
        screen = console_screens.screen_of(DeviceState(device, "it does not answer"))
        if screen is not None:
            name = device.replace(color, "castle").replace(" ", "-")
            yield f"trouble-{name}", screen
            yield f"hourglass-trouble-{name}", TimerScreen(screen.title)


def coming_back(full: Summary) -> Iterator[Named]:
    """After a stop: each duration, with the most that people can have to compare, and the questions."""
    last = Entry(88, 388, {}, "knob", "")
    lost = LostEntries(88, 387, 388)
    for name, away in (
        ("unknown", None),
        ("moment", timedelta(0)),
        ("minute", timedelta(minutes=1)),
        ("minutes", timedelta(minutes=119)),
        ("hours", timedelta(hours=47)),
        ("days", timedelta(days=300)),
    ):
        yield f"resumed-{name}", resume.screen(Resumed(last, away, full, None, unsure=False))
    yield "not-resumed", resume.not_resumed_screen(12)
    alone = Resumed(last, timedelta(0), replace(full, compare=()), None, unsure=True)
    yield "resumed-lost", resume.screen(replace(alone, lost=lost))
    yield "resumed-unsure", resume.screen(alone)
    kept = GameInfo(88, "", "", (), 388, over=False, current=True)
    for name, fault in (("question-backup", "damaged"), ("question-backup-gone", None)):
        yield name, resume.recovery_screen(Recovery(fault, None, JournalBackup(Path(), kept, 0)))
    for name, hours in (("question-idle", 47), ("question-idle-days", 365 * 24)):
        yield name, resume.idle_screen(hours * 3600.0)
    yield "question-take-back", taking_back.screen(388_388, 8_888)
    for key in ("parking-unknown", "parking-unwritten", "take-back-not"):
        yield key, complaint_screen(Complain(None, Text(key)))


def fixtures() -> Iterator[Named]:
    for name, round_ in (("number", "88"), ("name", "Winners' semifinal")):
        for players in (2, 4):
            seats = tuple(Seat(castle, "Wilhelmina Maria") for castle in CASTLES[:players])
            yield f"fixture-{name}-{players}", next_fixture.screen(Fixture("f", round_, seats))


VOICE: Final = MenuEntry(MenuAction.SETTING, "says")
LISTENERS: Final = MenuEntry(MenuAction.LISTENERS)


def asked_by_a_hub() -> Iterator[Named]:
    yield "identify", asked.identify_screen("Der große Tisch im Hinterzimmer am Fenster zum Hof, links")
    text = "Runde drei beginnt um halb neun. Bitte bringt eure Figuren und Plättchen zurück."
    yield "message", asked.message_screen(text)


def menus(game: Game, rests: CastleId) -> Iterator[Named]:
    """Each page of the menu with each value of each choice of a game; the castle ``rests`` does not play."""
    pause = _menu_of(game, rests, 0)
    yield "menu-pause", _listed(pause)
    over = replace(pause, settings=replace(pause.settings, has_picture=True))
    yield "menu-pause-picture", _listed(replace(over, at=entries(over).index(MenuEntry(MenuAction.PICTURE))))
    yield "menu-castles", _listed(replace(pause, page=MenuPage.CASTLES))
    yield from _seats(pause, rests)
    yield from _house(replace(pause, page=MenuPage.HOUSE))
    for at in (0, len(pause.parked)):
        yield f"menu-parked-{at}", _listed(replace(pause, page=MenuPage.PARKED, at=at))
    for number in range(max((len(choice.values) for choice in game.choices()), default=1)):
        setup = replace(_menu_of(game, rests, number), page=MenuPage.SETUP)
        for at in range(len(entries(setup))):
            yield f"menu-setup-{number}-{at}", _listed(replace(setup, at=at))
    yield "try-the-arrow", NumberScreen(5, Text("caption-try"))
    for key in ("complaint-too-few-castles", "complaint-too-many-castles"):
        yield key, complaint_screen(Complain(None, Text(key, {"fewest": 2, "most": 3})))
    yield "complaint-game-cannot", complaint_screen(Complain(None, Text("complaint-game-cannot")))
    yield "complaint-other-game", complaint_screen(Complain(rests, Text("complaint-other-game")))
    yield "complaint-busy", complaint_screen(Complain(None, Text("complaint-busy")))
    for settled in ("complaint-room-sets", "game-settled"):
        yield settled, complaint_screen(Complain(None, Text(settled)))
    yield "complaint-paused", complaint_screen(Complain(rests, Text("complaint-paused")))


def _menu_of(game: Game, rests: CastleId, number: int) -> Menu:
    choices = tuple(game.choices())
    options = {choice.key: choice.values[min(number, len(choice.values) - 1)] for choice in choices}
    playable = Playable(game.name, game.title, choices, game.seats, game.devices.uses, game.devices.has_turns)
    playing = frozenset(CASTLES) - {rests}
    settings = MenuSettings(
        CASTLES, playing, (playable, playable), playable, options, HouseSettings(hourglass_s=LONGEST_TIMER_S)
    )
    return opened(settings, game_on=True, over=False, parked=_parked(game))


def _seats(pause: Menu, castle: CastleId) -> Iterator[Named]:
    seated = replace(pause, settings=replace(pause.settings, seats=pause.settings.castles))
    yield "menu-pause-seats", _listed(replace(seated, at=entries(seated).index(MenuEntry(MenuAction.SEATS))))
    yield "menu-seats", _listed(replace(seated, page=MenuPage.SEATS))
    for where, address in (("here", "http://127.0.0.1:8080/"), ("lan", "http://192.168.100.200:65535/")):
        seat = console_screens.seat_code(castle, Secret("888888"), WayToThePage(address))
        yield f"seat-code-{where}", console_screens.revealed(seat)
    for called in (True, False):
        calling = replace(pause, settings=replace(pause.settings, calls=called))
        at = entries(calling).index(MenuEntry(MenuAction.CALL))
        yield f"menu-call-{called}", _listed(replace(calling, at=at))
        yield f"call-{called}", call_shown(called=called).screen
    yield "call-answered", somebody_comes().screen
    for joined in (True, False):
        house = replace(pause, page=MenuPage.HOUSE, settings=replace(pause.settings, in_room=joined))
        at = entries(house).index(MenuEntry(MenuAction.ROOM))
        yield f"menu-room-{joined}", _listed(replace(house, at=at))
    longest = "W" * NAME
    for name, stands in (
        ("outside", Outside()),
        ("not-joined", Outside("no")),
        ("looking", Looking()),
        ("letters", Letters(longest, "wwww wwww")),
        ("let-in", LetIn(longest, longest)),
        ("inside", Inside(longest, longest)),
    ):
        yield f"room-{name}", door_screen(stands)
    yield "room-twin", TextScreen(Text("room-twin-title"), (Text("room-twin"),))
    yield "seat-taken", console_screens.seat_taken(castle)


def _parked(game: Game) -> tuple[Parked, ...]:
    info = GameInfo(88, "", "2026-12-28T20:08:00+00:00", CASTLES, 388, over=False, current=False)
    names = (resume.game_in_list(info), resume.game_in_list(info, game.title))
    return tuple(Parked(80 + number, names[number % len(names)]) for number in range(PARKED_LISTED))


def _house(page: Menu) -> Iterator[Named]:
    """The table's settings, and the sheets that its entries open; the longest address that has a code."""
    yield "menu-house", _listed(page)
    silent = _in_house(page, silent=True)
    yield "menu-house-silent", _listed(replace(silent, at=entries(page).index(MenuEntry(MenuAction.SETTING, "silent"))))
    yield from _voice(page)
    vouched = replace(page, settings=replace(page.settings, has_authority=True))
    yield (
        "menu-house-certificate",
        _listed(replace(vouched, at=entries(vouched).index(MenuEntry(MenuAction.CERTIFICATE)))),
    )
    timer = MenuEntry(MenuAction.SETTING, "hourglass_s")
    if timer in entries(page):
        yield "menu-hourglass", _listed(replace(page, at=entries(page).index(timer), editing=True))
    turns = MenuEntry(MenuAction.SETTING, "turn_timer_s")
    if turns in entries(page):
        longest = _in_house(page, turn_timer_s=bounds("turn_timer_s")[1])
        at = entries(page).index(turns)
        for name, shown in (("off", page), ("on", longest), ("set", replace(longest, editing=True))):
            yield f"menu-turn-timer-{name}", _listed(replace(shown, at=at))
        yield "turn-time-is-up", console_screens.turn_is_over_time().screen
    yield "address", CodeScreen("http://192.168.100.200:65535/")
    yield "address-begin", CodeScreen("http://192.168.100.200:65535/", Text("address-press"))
    named = CodeScreen("http://192.168.100.200:65535/", Text("address-press"), "http://table-2.local:65535/")
    yield "address-named", named
    nothing = TextScreen(Text("menu-title-house"))
    yield "address-none", console_screens.sheet(InfoScreen.ADDRESS, nothing, None)
    yield "address-here", console_screens.sheet(InfoScreen.ADDRESS, nothing, WayToThePage("http://127.0.0.1:65535/"))
    yield "certificate", CodeScreen("http://192.168.100.200:65535/certificate", Text("certificate-press"))
    yield "certificate-fingerprint", console_screens.fingerprint(" ".join(["A5"] * 32))
    yield "picture", console_screens.sheet(InfoScreen.PICTURE, nothing, WayToThePage("http://255.255.255.255:65535/"))
    yield "check", console_screens.sheet(InfoScreen.CHECK, nothing, None)
    yield "check-wrong", console_screens.sheet(InfoScreen.WRONG_CHIP, nothing, None)
    yield "pin", NumberScreen("888888", Text("caption-pin"))
    yield "secret", console_screens.NEUTRAL
    code, *others = (Secret(digits) for digits in ("88", "86", "89"))
    roles: tuple[Literal["referee", "owner"], ...] = ("referee", "owner")
    for role in roles:
        for at in range(4):
            yield f"ask-{role}-{at}", console_screens.revealed(console_screens.knocking(role, code, others).screen(at))
    yield "complaint-no-pin", complaint_screen(Complain(None, Text("complaint-no-pin")))
    yield "goodbye", console_screens.goodbye(poweroff=False)
    yield "goodbye-poweroff", console_screens.goodbye(poweroff=True)
    yield "goodbye-unwritten", console_screens.goodbye(poweroff=True, written=False)


def _voice(page: Menu) -> Iterator[Named]:
    """What is said aloud and to whom, in the table's settings; what can be heard of a game."""
    page = replace(page, settings=replace(page.settings, has_voice=True))
    everything = KNOB["says"].values[-1]
    for name, says in (*enumerate(KNOB["says"].values), ("some", ("devices",))):
        speaking = _in_house(page, says=says)
        yield f"menu-voice-{name}", _listed(replace(speaking, at=entries(speaking).index(VOICE)))
    for number in range(len(CASTLES) + 1):
        heard = _in_house(page, says=everything, listeners=CASTLES[:number])
        yield f"menu-listeners-{number}", _listed(replace(heard, at=entries(heard).index(LISTENERS)))
    pause = replace(_in_house(page, says=everything), page=MenuPage.PAUSE)
    for entry in (MenuEntry(MenuAction.TOLD_STATE), MenuEntry(MenuAction.TOLD_CHOICES)):
        yield f"menu-{entry.does.name.lower()}", _listed(replace(pause, at=entries(pause).index(entry)))
        yield (
            f"{entry.does.name.lower()}",
            console_screens.leaf(console_screens.LEAVES[InfoScreen[entry.does.name]], (), 0),
        )


def _in_house(page: Menu, **changes: object) -> Menu:
    return replace(page, settings=replace(page.settings, house=replace(page.settings.house, **changes)))


def _listed(page: Menu) -> MenuScreen:
    shown = screen(page)
    assert isinstance(shown, MenuScreen)
    return shown


def longest(game: Game, language: str) -> Iterator[Named]:
    tools = tools_or_none(game, Sampled)
    words = [] if tools is None else [_longest(family, language) for family in tools.words()]
    yield from _with(game, _begun(game) if tools is None else tools.samples(*words))
    castle = max(CASTLES, key=lambda each: len(sentence(Text(each), language)))
    yield from troubles(castle)
    yield from menus(game, castle)
    yield from fixtures()
    yield from asked_by_a_hub()


def every(game: Game) -> Iterator[Named]:
    tools = tools_or_none(game, Sampled)
    for words in product(*([] if tools is None else tools.words())):
        yield from _with(game, _begun(game) if tools is None else tools.samples(*words))
    for castle in CASTLES:
        yield from troubles(castle)
    yield from menus(game, CASTLES[0])
    yield from fixtures()
    yield from asked_by_a_hub()


def _with(game: Game, samples: Samples) -> Iterator[Named]:
    for name, sample in samples.screens:
        yield name, _shown(sample)
    yield from _put_right(samples.moves)
    summary = Summary(CASTLES[: game.seats.stop - 1], samples.compared, outcome=None)
    yield from coming_back(summary)
    if "hourglass" in game.devices.uses:
        refusals = [sample for _, sample in samples.screens if isinstance(sample, Complain) and sample.castle]
        for refusal in sorted(refusals, key=lambda each: len(each.rule or ""))[-1:]:
            yield "hourglass-complaint", TimerScreen(complaint_screen(refusal).title)


def _shown(sample: Sample) -> Screen:
    match sample:
        case Complain():
            return complaint_screen(sample)
        case ComplaintBeside(complaint=complaint, beside=beside):
            return complaint_screen(complaint, beside)
        case screen:
            return screen


def _put_right(moves: Sequence[Move]) -> Iterator[Named]:
    if moves:
        yield "put-right-one", console_screens.put_right(moves[:1], 0)
    for first in range(0, len(moves), console_screens.MOVES_SHOWN):
        yield f"put-right-{first // console_screens.MOVES_SHOWN}", console_screens.put_right(moves, first)


def _begun(game: Game) -> Samples:
    memory = game.first_memory()
    found: list[tuple[str, Sample]] = [("begin", game.waiting(None, memory).screen)]
    compared: tuple[Text, ...] = ()
    options = {choice.key: choice.values[0] for choice in game.choices()}
    for players in game.seats:
        log = game.new_log()
        start = game.setup(CASTLES[:players], options, {}, list)
        log.accept(log.check(start.stopped_at(0) if isinstance(start, RandomDraw) else start))
        found.append((f"begun-{players}", game.waiting(log.state, memory).screen))
        found.append((f"standings-{players}", game.standings(log.state)))
        compared = game.summary(log.state).compare
    return Samples(found, compared=compared)


def _longest(words: Mapping[str, Text], language: str) -> str:
    return max(words, key=lambda word: len(sentence(words[word], language)))


LEFT_S: Final = 12.4
TOTAL_S: Final = 20.0
"""How the hourglass is drawn."""

SCALE: Final = 4


@click.command()
@click.option("--out", type=FOLDER, required=True, help="Write the pictures here.")
@game_option
@language_option
def screens(out: Path, game_name: str | None, language: str) -> None:
    """Draw every screen of the console as PNG, four times as large, and name those that cut words off.

    Those of the table itself, and those of a game; of one that does not bring all of its screens, how it begins.
    """
    _, game = chosen(game_name)
    drawn = list(longest(game, language))
    with told_of(out, "Name another folder with --out."):
        out.mkdir(parents=True, exist_ok=True)
        for name, screen in drawn:
            _draw(screen, language, out / f"{name}.png")
    cut = [name for name, screen in drawn if not fits(screen, language)]
    click.echo(f"{len(drawn)} screens of the table and of {game.title} in {out}")
    if cut:
        raise click.ClickException(f"words are cut on {', '.join(cut)}; shorten them in texts/{language}.")


def _draw(screen: Shown | MenuScreen, language: str, file: Path) -> None:
    image = picture(screen, language, LEFT_S, TOTAL_S)
    image.resize((image.width * SCALE, image.height * SCALE)).save(file)
