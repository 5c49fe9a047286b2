"""`royaltable screens`: every screen of the console as a picture, with the longest possible words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import click
from msgspec.structs import replace

from controller.cli.game.game_logs import find_tools, game_name_option, select_game
from controller.cli.options import FOLDER_PATH, exit_on_os_error, language_option
from controller.devices.health import BEAMS_SUFFIX, BOARD_SUFFIX, PANEL_SUFFIX, DeviceState
from controller.fleet.messages import Fixture, FixtureSeat
from controller.games.contract.effects import ChoiceScreen, Complain, NumberScreen, Screen, TextScreen, TimerScreen
from controller.games.contract.game import Game
from controller.games.contract.rules import Move, Summary
from controller.games.contract.tools.tools import ComplaintBeside, Sample, Sampled, Samples
from controller.games.contract.values import CastleId, RandomDraw, Text
from controller.games.naming import translate_text
from controller.house import COLORS, KNOB_CONTROLS, HouseSettings, house_rule_bounds
from controller.play import resume
from controller.play.game_loop import PARKED_LISTED
from controller.play.menu import Menu, MenuPage, MenuSettings, ParkedGame, PlayableGame, menu_entries, menu_screen
from controller.play.resume import ResumedGame
from controller.secret import Secret
from controller.service.fleet import game_restore, hub_requests, next_fixture
from controller.show import console_screens, help_call
from controller.show.pictures import draw_screen, fits_display
from controller.store.journal import Entry, GameInfo, LostEntries, backup, recovery

GATE_PARTS: Final = (PANEL_SUFFIX, BOARD_SUFFIX, BEAMS_SUFFIX)
CASTLES: Final = tuple(CastleId(color) for color in COLORS)

LONGEST_TIMER_S, LONGEST_TURN_S = (house_rule_bounds(name)[1] for name in ("hourglass_s", "turn_timer_s"))

NamedScreen = tuple[str, console_screens.ShownScreen]


def device_fault_screens(color: str) -> Iterator[NamedScreen]:
    """Show each lost device alone and beside the hourglass."""
    for device in (*console_screens.DEVICES_WITH_SENTENCE, color, *(color + each for each in GATE_PARTS)):
        screen = console_screens.device_lost_screen(DeviceState(device, "it does not answer"))
        if screen is not None:
            name = device.replace(color, "castle").replace(" ", "-")
            yield f"trouble-{name}", screen
            yield f"hourglass-trouble-{name}", TimerScreen(screen.title)


def resume_screens(full: Summary) -> Iterator[NamedScreen]:
    """Yield the screens after a restart: what ``full`` compares, who plays, losses, and the questions."""
    last = Entry(88, 388, {}, "knob", "2026-12-28T20:08:00+00:00")
    resumed, alone = (ResumedGame(last, None, each, None, unsure=False) for each in (full, replace(full, compare=())))
    lost = LostEntries(88, 387, 388)
    yield "resumed", resume.resumed_screen(resumed)
    yield "resumed-undated", resume.resumed_screen(replace(resumed, last=Entry(88, 388, {}, "knob", "")))
    yield "resumed-players", resume.resumed_screen(alone)
    yield "not-resumed", resume.not_resumed_screen(12)
    yield "resumed-lost", resume.resumed_screen(replace(alone, lost=lost))
    yield "resumed-unsure", resume.resumed_screen(replace(alone, unsure=True))
    kept = GameInfo(88, "", "", (), 388, over=False, current=True)
    for name, fault in (("question-backup", "damaged"), ("question-backup-gone", None)):
        yield name, resume.backup_question_screen(recovery.Recovery(fault, None, backup.JournalBackup(Path(), kept, 0)))
    for name, hours in (("question-idle", 47), ("question-idle-minutes", 1.9), ("question-idle-days", 365 * 24)):
        yield name, resume.idle_question_screen(hours * 3600.0)
    yield "question-new-game", console_screens.NEW_GAME_QUESTION
    goal = Text("digits", {"digits": "Grey: oficio"})
    yield "question-go-back", console_screens.go_back_question(388, 10, goal)
    yield "question-go-back-one", console_screens.go_back_question(1, 8, goal)
    yield "question-take-back", game_restore.restore_question_screen(388_388, 8_888)
    for key in ("parking-unknown", "parking-unwritten", "take-back-not"):
        yield key, console_screens.complaint_screen(Complain(None, Text(key)))


def fixture_screens() -> Iterator[NamedScreen]:
    for name, round_ in (("number", "88"), ("name", "Winners' semifinal")):
        for players in (2, 4):
            seats = tuple(FixtureSeat(castle, "Wilhelmina Maria") for castle in CASTLES[:players])
            yield f"fixture-{name}-{players}", next_fixture.fixture_question_screen(Fixture("f", round_, seats))


def menu_screens(game: Game, rests: CastleId) -> Iterator[NamedScreen]:
    """Yield each menu page with each entry selected, in each value; castle ``rests`` does not play."""
    choices = tuple(game.choices())
    playable = PlayableGame(game.name, game.title, choices, game.seats, game.devices.uses, game.devices.has_turns)
    house = HouseSettings(
        hourglass_s=LONGEST_TIMER_S, turn_timer_s=LONGEST_TURN_S, says=KNOB_CONTROLS["says"].values[-1]
    )
    settings = MenuSettings(
        CASTLES,
        frozenset(CASTLES) - {rests},
        (playable, playable),
        playable,
        {},
        bots=dict(zip((castle for castle in CASTLES if castle != rests), ("", "normal"), strict=False)),
        house=house,
        has_voice=True,
        seats=CASTLES,
        players=dict(zip(CASTLES, (None, "", "normal", "hard"), strict=True)),
        has_picture=True,
        has_authority=True,
        calls=True,
        in_room=True,
    )
    info = GameInfo(88, "", "2026-12-28T20:08:00+00:00", CASTLES, 388, over=False, current=False)
    undated = resume.parked_game_text(replace(info, last_utc=""))
    lines = resume.parked_game_text(info), undated
    parked = tuple(
        ParkedGame(80 + number, lines[number % 2], game.title if number < 2 else "") for number in range(PARKED_LISTED)
    )
    pages = {page: Menu(page, settings, game_on=True, parked=parked) for page in MenuPage}
    setup, on_page = pages.pop(MenuPage.SETUP), pages[MenuPage.HOUSE]
    for page, menu in pages.items():
        yield from _menu_entry_screens(f"menu-{page.name.lower()}", menu)
    for number in range(max((len(choice.values) for choice in choices), default=1)):
        options = {choice.key: choice.values[min(number, len(choice.values) - 1)] for choice in choices}
        yield from _menu_entry_screens(
            f"menu-setup-{number}", replace(setup, settings=replace(settings, options=options))
        )
    for name, changes in (("no-call", {"calls": False}), ("no-room", {"in_room": False})):
        for page, menu in pages.items():
            without = replace(menu, settings=replace(settings, **changes))
            yield from _menu_entry_screens(f"menu-{page.name.lower()}-{name}", without, changed_from=menu)
    for name, house_changes in _house_setting_variations():
        changed = replace(settings, house=replace(house, **house_changes))
        yield from _menu_entry_screens(f"menu-{name}", replace(on_page, settings=changed), changed_from=on_page)
    for at, entry in enumerate(menu_entries(on_page)):
        if entry.of in KNOB_CONTROLS and KNOB_CONTROLS[entry.of].step:
            yield f"menu-{entry.of}", _menu_page_screen(replace(on_page, at=at, before_editing=on_page.settings.house))


def _house_setting_variations() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, knob in KNOB_CONTROLS.items():
        for number, value in enumerate(knob.values):
            yield f"{name}-{number}", {name: value}
    yield "says-some", {"says": ("devices",)}
    yield "no-turn-timer", {"turn_timer_s": 0}
    for number in range(1, len(CASTLES) + 1):
        yield f"listeners-{number}", {"listeners": CASTLES[:number]}


def _menu_entry_screens(name: str, menu: Menu, changed_from: Menu | None = None) -> Iterator[NamedScreen]:
    before = () if changed_from is None else _menu_page_screen(changed_from).entries
    for at, text in enumerate(_menu_page_screen(menu).entries):
        if text not in before:
            yield f"{name}-{at}", _menu_page_screen(replace(menu, at=at))


def _menu_page_screen(page: Menu) -> ChoiceScreen:
    shown = menu_screen(page)
    assert isinstance(shown, ChoiceScreen)
    return shown


def sample_table_screens(castle: CastleId, *, has_turns: bool) -> Iterator[NamedScreen]:
    """Yield screens of no game, such as complaints, codes and help calls, with the longest address."""
    yield "try-the-arrow", NumberScreen(5, Text("caption-try"))
    for name, complaining, values in (
        ("complaint-too-few-castles", None, {"fewest": 2, "most": 3}),
        ("complaint-too-many-castles", None, {"fewest": 2, "most": 3}),
        *((name, None, {}) for name in ("complaint-game-cannot", "complaint-busy", "complaint-room-sets")),
        *((name, None, {}) for name in ("game-settled", "complaint-no-pin")),
        *((name, castle, {}) for name in ("complaint-other-game", "complaint-paused", "complaint-unread")),
    ):
        yield name, console_screens.complaint_screen(Complain(complaining, Text(name, values)))
    for name in ("complaint-two-gates", "complaint-read-elsewhere"):
        yield name, console_screens.complaint_screen(Complain(castle, Text(name, {"castle": Text(castle)})))
    for where, address in (("here", "http://127.0.0.1:8080/"), ("lan", "http://192.168.100.200:65535/")):
        seat = console_screens.seat_code_screen(Text(castle), Secret("888888"), console_screens.PageAddress(address))
        yield f"seat-code-{where}", console_screens.reveal_secrets(seat)
    yield "seat-taken", console_screens.seat_taken_screen(Text(castle))
    for called in (True, False):
        yield f"call-{called}", help_call.help_call_announcement(called=called).screen
    yield "call-answered", help_call.help_coming_announcement().screen
    widest = "W" * help_call.LONGEST_NAME
    for name, stands in (
        ("outside", help_call.NotInRoom()),
        ("not-joined", help_call.NotInRoom(Text("room-why-none"))),
        ("looking", help_call.SearchingForHub()),
        ("letters", help_call.JoinLettersShown(widest, "wwww wwww")),
        ("let-in", help_call.AcceptedByRoom(widest, widest)),
        ("inside", help_call.JoinedRoom(widest, widest)),
    ):
        yield f"room-{name}", help_call.room_screen(stands)
    yield "room-twin", TextScreen(Text("room-twin-title"), (Text("room-twin"),))
    if has_turns:
        yield "turn-time-is-up", console_screens.turn_time_up_announcement().screen
    yield "arrow-turns", console_screens.ARROW_TURNS_SCREEN
    yield "tests", console_screens.OWNER_TESTS_SCREEN
    yield "teach", console_screens.sticker_task_screen("teach", 88, 188)
    yield "census", console_screens.sticker_task_screen("census", 88, 188)
    press = Text("address-press")
    yield "address", console_screens.QrCodeScreen("http://192.168.100.200:65535/")
    yield "address-begin", console_screens.QrCodeScreen("http://192.168.100.200:65535/", press)
    yield (
        "address-named",
        console_screens.QrCodeScreen("http://192.168.100.200:65535/", press, "http://table-2.local:65535/"),
    )
    nothing = TextScreen(Text("menu-title-house"))
    for name, which, url in (
        ("address-none", console_screens.InfoScreenKind.ADDRESS, None),
        ("address-here", console_screens.InfoScreenKind.ADDRESS, "http://127.0.0.1:65535/"),
        ("picture", console_screens.InfoScreenKind.PICTURE, "http://255.255.255.255:65535/"),
        ("ask-shut-down", console_screens.InfoScreenKind.SHUT_DOWN, None),
        ("check", console_screens.InfoScreenKind.CHECK, None),
        ("check-wrong", console_screens.InfoScreenKind.WRONG_CHIP, None),
    ):
        yield name, console_screens.info_screen(which, nothing, console_screens.PageAddress(url) if url else None)
    for which in (console_screens.InfoScreenKind.TOLD_STATE, console_screens.InfoScreenKind.TOLD_CHOICES):
        yield which.name.lower(), console_screens.sentence_screen(console_screens.LEAF_TITLES[which], (), 0)
    yield "own-wifi", console_screens.WifiScreen("royaltable 8888", "8888888888888888")
    for why in ("password", "address", "missing", "other"):
        yield f"wifi-failed-{why}", console_screens.complaint_screen(Complain(None, Text(f"wifi-failed-{why}")))
    yield (
        "certificate",
        console_screens.QrCodeScreen("http://192.168.100.200:65535/certificate", Text("certificate-press")),
    )
    yield "certificate-fingerprint", console_screens.fingerprint_screen(" ".join(["A5"] * 32))
    yield "pin", NumberScreen("888888", Text("caption-pin"))
    yield "secret", console_screens.SECRET_HIDDEN_SCREEN
    code, *others = (Secret(digits) for digits in ("88", "86", "89"))
    roles: tuple[Literal["referee", "owner"], ...] = ("referee", "owner")
    for role in roles:
        for at in range(4):
            yield (
                f"ask-{role}-{at}",
                console_screens.reveal_secrets(
                    console_screens.make_access_code_question(role, code, others).choice_screen(at)
                ),
            )
    yield "goodbye", console_screens.goodbye_screen(poweroff=False)
    yield "goodbye-poweroff", console_screens.goodbye_screen(poweroff=True)
    yield "goodbye-again", console_screens.goodbye_screen(poweroff=False, starts_again=True)
    yield "goodbye-unwritten", console_screens.goodbye_screen(poweroff=True, written=False)


def screens_with_longest_words(game: Game, language: str) -> Iterator[NamedScreen]:
    """Return every screen of table and game, with the longest word of each kind."""
    tools = find_tools(game, Sampled)
    families = [] if tools is None else [[_longest_word(family, language)] for family in tools.words()]
    return _all_screens(
        game, tools, families, [max(CASTLES, key=lambda each: len(translate_text(Text(each), language)))]
    )


def screens_with_all_words(game: Game) -> Iterator[NamedScreen]:
    """Return every screen of table and game, with every possible word."""
    tools = find_tools(game, Sampled)
    return _all_screens(game, tools, [] if tools is None else tools.words(), CASTLES)


def _all_screens(
    game: Game, tools: Sampled | None, families: Sequence[Iterable[str]], castles: Sequence[CastleId]
) -> Iterator[NamedScreen]:
    for words in product(*families):
        yield from _game_screens(game, _samples_of_untooled_game(game) if tools is None else tools.samples(*words))
    for castle in castles:
        yield from device_fault_screens(castle)
    yield from menu_screens(game, castles[0])
    yield from sample_table_screens(castles[0], has_turns=game.devices.has_turns)
    yield from fixture_screens()
    yield "identify", hub_requests.identify_screen("Der große Tisch im Hinterzimmer am Fenster zum Hof, links")
    text = "Runde drei beginnt um halb neun. Bitte bringt eure Figuren und Plättchen zurück."
    yield "message", hub_requests.message_screen(text)


def _game_screens(game: Game, samples: Samples) -> Iterator[NamedScreen]:
    for name, sample in samples.screens:
        yield name, _sample_screen(sample)
    yield from _move_screens(samples.moves)
    summary = Summary(CASTLES[: game.seats.stop - 1], samples.compared, outcome=None)
    yield from resume_screens(summary)
    if "hourglass" in game.devices.uses:
        refusals = [sample for _, sample in samples.screens if isinstance(sample, Complain) and sample.castle]
        for refusal in sorted(refusals, key=lambda each: len(each.rule or ""))[-1:]:
            yield "hourglass-complaint", TimerScreen(console_screens.complaint_screen(refusal).title)


def _sample_screen(sample: Sample) -> Screen:
    match sample:
        case Complain():
            return console_screens.complaint_screen(sample)
        case ComplaintBeside(complaint=complaint, beside=beside):
            return console_screens.complaint_screen(complaint, beside)
        case screen:
            return screen


def _move_screens(moves: Sequence[Move]) -> Iterator[NamedScreen]:
    if moves:
        yield "put-right-one", console_screens.misplaced_pieces_screen(moves[:1], 0)
    for first in range(0, len(moves), console_screens.MOVES_SHOWN):
        yield f"put-right-{first // console_screens.MOVES_SHOWN}", console_screens.misplaced_pieces_screen(moves, first)


def _samples_of_untooled_game(game: Game) -> Samples:
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


def _longest_word(words: Mapping[str, Text], language: str) -> str:
    return max(words, key=lambda word: len(translate_text(words[word], language)))


HOURGLASS_LEFT_S: Final = 12.4
HOURGLASS_TOTAL_S: Final = 20.0

PICTURE_SCALE: Final = 4


@click.command()
@click.option("--out", type=FOLDER_PATH, required=True, help="Folder for the pictures.")
@game_name_option
@language_option
def screens(out: Path, game_name: str | None, language: str) -> None:
    """Render every screen of the table and of a game as PNG at four times the size; fail if text does not fit.

    Of a game without sample screens, render the first ones.
    """
    _, game = select_game(game_name)
    drawn = list(screens_with_longest_words(game, language))
    with exit_on_os_error(out, "Choose another folder with --out."):
        out.mkdir(parents=True, exist_ok=True)
        for name, screen in drawn:
            _save_picture(screen, language, out / f"{name}.png")
    cut = [name for name, screen in drawn if not fits_display(screen, language)]
    click.echo(f"{len(drawn)} screens of the table and of {game.title} are in {out}")
    if cut:
        raise click.ClickException(f"text does not fit on {', '.join(cut)}. Shorten it in texts/{language}.")


def _save_picture(screen: console_screens.ShownScreen, language: str, file: Path) -> None:
    image = draw_screen(screen, language, HOURGLASS_LEFT_S, HOURGLASS_TOTAL_S)
    image.resize((image.width * PICTURE_SCALE, image.height * PICTURE_SCALE)).save(file)
