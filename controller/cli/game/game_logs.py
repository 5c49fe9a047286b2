"""Read and replay game logs for commands, and find the game of a log."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, BinaryIO, Final, TypeVar

import click

from controller import config
from controller.cli.options import InputFile, exit_on_error
from controller.config import ConfigError
from controller.config.schema import TableConfig
from controller.games import installed, notation
from controller.games.contract.game import Game
from controller.games.contract.rules import GameLog
from controller.games.contract.tools.tools import Tooled
from controller.games.contract.values import RefusedError, Text
from controller.games.naming import DEFAULT_GAME, game_name_of_start, translate_text
from controller.limits import GAME_LOG_FILE_BYTES, GAME_LOG_LINE_BYTES
from controller.reading import NotUtf8Error, strip_byte_order_mark

ToolsT = TypeVar("ToolsT")


def find_tools(game: Game, part: type[ToolsT]) -> ToolsT | None:
    tools = game.tools() if isinstance(game, Tooled) else None
    return tools if isinstance(tools, part) else None


def require_tools(game: Game, part: type[ToolsT]) -> ToolsT:
    if (tools := find_tools(game, part)) is None:
        raise click.ClickException(f"{game.title} does not support this command ({part.__name__}).")
    return tools


CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def game_name_option(command: CommandT) -> CommandT:
    return click.option("--game", "game_name", metavar="NAME", help="Which game.  [default: the table's]")(command)


def select_game(name: str | None, settings: TableConfig | None = None) -> tuple[str, Game]:
    """Return name and game: ``name``, else that of ``settings`` (None: table.toml), else the default."""
    if settings is None:
        with suppress(ConfigError, OSError):
            settings = config.load_config(config.find_config_file(None))
    found = name or (DEFAULT_GAME if settings is None else settings.table.game)
    options = settings.game if settings is not None and found == settings.table.game else {}
    with exit_on_error(installed.GameUnusable):
        return found, installed.make_game(found, options)


def load_game(name: str) -> Game:
    with exit_on_error(installed.GameUnusable):
        return installed.make_game(name)


LOG_ARGUMENT = click.argument("log", type=InputFile(GAME_LOG_FILE_BYTES))
"""Command argument: the file of a log, or `-` for standard input."""

_NOTATION_START: Final = f"[{notation.VERSION_HEADER} ".encode()

_JSON_BLANKS: Final = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a log.

    Attributes:
        number: from 1.
        value: decoded JSON; None if the line is not JSON.
        refusal: why the line is not a legal action; None if no fault was found.
    """

    number: int
    value: Any
    refusal: RefusedError | None = None


def read_log_lines(log: BinaryIO) -> Iterator[LogLine]:
    """Yield the lines of ``log``; a line that is not JSON carries a refusal.

    Only a line feed ends a line. Blank lines count, but are skipped. A line that is too long is the last. A log whose
    first line says so is read as notation, up to its first fault.
    """
    lines = iter(partial(log.readline, GAME_LOG_LINE_BYTES + 1), b"")
    try:
        first = strip_byte_order_mark(next(lines, b""))
    except NotUtf8Error as fault:
        raise click.ClickException(f"the log {fault}.") from None
    numbered = enumerate(chain([first], lines), start=1)
    for number, line in numbered:
        if number == 1 and line.startswith(_NOTATION_START):
            yield from _read_notation(chain([(number, line)], numbered))
            return
        if len(line) > GAME_LOG_LINE_BYTES:
            yield LogLine(number, None, _make_not_json_refusal(f"it is longer than {GAME_LOG_LINE_BYTES:,} bytes"))
            return
        if line.strip(_JSON_BLANKS):
            try:
                yield LogLine(number, json.loads(line.decode("utf-8")))
            except UnicodeDecodeError as error:
                yield LogLine(number, None, _make_not_json_refusal(f"byte {error.start + 1} is not UTF-8"))
            except (ValueError, RecursionError) as error:
                yield LogLine(number, None, _make_not_json_refusal(str(error)))


def _read_notation(lines: Iterable[tuple[int, bytes]]) -> Iterator[LogLine]:
    try:
        for move in notation.parse_game((number, _decode_line(number, line)) for number, line in lines):
            record = {"action": move.action, "origin": "", **move.notes}
            yield LogLine(move.line, record if move.notes else move.action)
    except notation.NotationError as error:
        text = Text("game-log-not-notation", {"detail": str(error)})
        yield LogLine(error.line, None, RefusedError("LOG", translate_text(text, "en"), text))


def _decode_line(number: int, line: bytes) -> str:
    try:
        if len(line) <= GAME_LOG_LINE_BYTES:
            return line.decode("utf-8")
        seen = f"a line of more than {GAME_LOG_LINE_BYTES:,} bytes, expected a shorter one"
    except UnicodeDecodeError as error:
        seen = f"byte {error.start + 1}, which is not UTF-8, expected text"
    raise notation.NotationError(f"saw {seen}", number)


def read_game_name_and_lines(log: BinaryIO) -> tuple[str, Iterator[LogLine]]:
    return game_name_and_lines(read_log_lines(log))


def game_name_and_lines(lines: Iterable[LogLine]) -> tuple[str, Iterator[LogLine]]:
    all_lines = iter(lines)
    first = next(all_lines, None)
    if first is None:
        return DEFAULT_GAME, iter(())
    return game_name_of_start(split_action_and_origin(first.value)[0]), chain([first], all_lines)


class GameDetectingLog:
    """A game log that detects its game: until an action is accepted, the game that a line names checks it.

    ``game`` is the one that checked the latest line.
    """

    def __init__(self) -> None:
        self._played: dict[str, tuple[Game, GameLog]] = {}
        self._switch_to_game(DEFAULT_GAME)

    @property
    def state(self) -> Any:
        return self._log.state

    @property
    def seq(self) -> int:
        return self._log.seq

    @property
    def standing(self) -> Sequence[Any]:
        return self._log.standing

    def check(self, action: Any) -> Any:
        if self._log.state is None:
            self._switch_to_game(game_name_of_start(action))
        return self._log.check(action)

    def accept(self, pending: Any) -> Sequence[Any]:
        return self._log.accept(pending)

    def _switch_to_game(self, name: str) -> None:
        if name not in self._played:
            try:
                game = installed.make_game(name)
            except installed.GameUnusable as fault:
                raise RefusedError(None, str(fault), Text("game-not-here", {"game": name})) from None
            self._played[name] = game, game.new_log()
        self.game, self._log = self._played[name]


def split_action_and_origin(value: object) -> tuple[Any, str]:
    if isinstance(value, dict) and {"action", "origin"} <= value.keys():
        return value["action"], str(value["origin"])
    return value, ""


def play_log_lines(log: Iterable[LogLine], play: GameLog) -> Iterator[LogLine]:
    """Play and yield the lines of a log, each with its refusal if the rules forbid it; ignore notes beside actions."""
    for line in log:
        try:
            if line.refusal is None:
                play.accept(play.check(split_action_and_origin(line.value)[0]))
        except RefusedError as refusal:
            yield replace(line, refusal=refusal)
        else:
            yield line


def play_whole_log(log: BinaryIO) -> tuple[Game, GameLog]:
    return play_all_lines(*read_game_name_and_lines(log))


def play_all_lines(name: str, lines: Iterable[LogLine]) -> tuple[Game, GameLog]:
    """Play a game; exit at the first line that its rules forbid."""
    game = load_game(name)
    play = game.new_log()
    for line in play_log_lines(lines, play):
        if line.refusal is not None:
            raise click.ClickException(f"line {line.number} is refused ({line.refusal.code}): {line.refusal}")
    return game, play


def _make_not_json_refusal(detail: str) -> RefusedError:
    text = Text("game-log-not-json", {"detail": detail})
    return RefusedError("LOG", translate_text(text, "en"), text)
