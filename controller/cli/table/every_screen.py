"""Every screen that the console can show with a game: those that the game brings, and the table's own."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from controller.cli.shared.game_tools import tools_or_none
from controller.cli.table import own_screens
from controller.cli.table.own_screens import CASTLES, Named
from controller.games.contract.effects import Complain, Screen, TimerScreen
from controller.games.contract.game import Game
from controller.games.contract.rules import Move, Summary
from controller.games.contract.tools.tools import ComplaintBeside, Sample, Sampled, Samples
from controller.games.contract.values import RandomDraw, Text
from controller.games.naming import sentence
from controller.show import console_screens
from controller.show.complaint_screen import complaint_screen


def longest(game: Game, language: str) -> Iterator[Named]:
    """Each screen once, with the longest words of a language."""
    tools = tools_or_none(game, Sampled)
    words = [] if tools is None else [_longest(family, language) for family in tools.words()]
    yield from _with(game, _begun(game) if tools is None else tools.samples(*words))
    castle = max(CASTLES, key=lambda each: len(sentence(Text(each), language)))
    yield from own_screens.troubles(castle)
    yield from own_screens.menus(game, castle)
    yield from own_screens.fixtures()
    yield from own_screens.asked_by_a_hub()


def every(game: Game) -> Iterator[Named]:
    """Each screen with each of the words."""
    tools = tools_or_none(game, Sampled)
    for words in product(*([] if tools is None else tools.words())):
        yield from _with(game, _begun(game) if tools is None else tools.samples(*words))
    for castle in CASTLES:
        yield from own_screens.troubles(castle)
    yield from own_screens.menus(game, CASTLES[0])
    yield from own_screens.fixtures()
    yield from own_screens.asked_by_a_hub()


def _with(game: Game, samples: Samples) -> Iterator[Named]:
    """A game's screens, and those of the table in which it has a word."""
    for name, sample in samples.screens:
        yield name, _shown(sample)
    yield from _put_right(samples.moves)
    summary = Summary(CASTLES[: game.seats.stop - 1], samples.compared, outcome=None)
    yield from own_screens.coming_back(summary)
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
    """After a correction: each way of a piece, and its fellow, with many more to come."""
    if moves:
        yield "put-right-one", console_screens.put_right(moves[:1], 0)
    for first in range(0, len(moves), console_screens.MOVES_SHOWN):
        yield f"put-right-{first // console_screens.MOVES_SHOWN}", console_screens.put_right(moves, first)


def _begun(game: Game) -> Samples:
    """What any game shows: before it begins, and at its beginning with each number of castles."""
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
