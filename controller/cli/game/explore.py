"""Commands that explain games: `games`, `replay`, `why`, `explain`, `options`, `advise`."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import groupby
from typing import BinaryIO, Final

import click
import msgspec

from controller.cli.game import game_logs
from controller.cli.options import language_option
from controller.games import installed
from controller.games.contract.game import Advising, Game
from controller.games.contract.tools.tools import Narrated, Offering, Replayable, Ruled
from controller.games.contract.values import NO_RULE, CastleId, RefusedError, Text
from controller.games.naming import translate_text
from controller.texts.translation import text_keys, translate


@click.command("games")
def list_installed_games() -> None:
    """List the installed games: name, title, number of players and package, or why a game cannot be played.

    Use the name in table.toml under `[table] game`, or with `--game`.
    """
    for each in installed.make_installed_games():
        if each.game is None:
            click.echo(f"{each.name:16}  {each.package}: {each.fault}")
            continue
        fewest, most = each.game.seats.start, each.game.seats.stop - 1
        seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        click.echo(f"{each.name:16}  {each.game.title}, {seats} players, {each.package}")


@click.command()
@game_logs.LOG_ARGUMENT
@click.option("--states", is_flag=True, help="Print the state after each action, as canonical JSON.")
@click.option(
    "--keep-going", is_flag=True, help="Continue after refused actions, which change nothing; exit with status 0."
)
def replay(log: BinaryIO, *, states: bool, keep_going: bool) -> None:
    """Replay the game log LOG (a file, or - for standard input) and print the result.

    A log has a JSON object per line; blank lines are skipped. At the first refused action, print the reason and exit
    with status 1.
    """
    play, refused = game_logs.GameDetectingLog(), 0
    out = sys.stdout.buffer
    for line in game_logs.play_log_lines(game_logs.read_log_lines(log), play):
        if line.refusal is None:
            if states and play.state is not None:
                out.write(game_logs.require_tools(play.game, Replayable).canonical(play.state, play.seq) + b"\n")
            continue
        refused += 1
        if states:
            refusal = {"rule": line.refusal.code, "message": str(line.refusal)}
            out.write(msgspec.json.encode({"refused": refusal, "line": line.number}) + b"\n")
        else:
            click.echo(f"line {line.number}: {line.refusal.code}: {line.refusal}")
        if not keep_going:
            break
    out.flush()
    if not states:
        counts = f"{play.seq} accepted, {refused} refused"
        if play.state is None:
            click.echo(f"{counts}: no game has started")
        else:
            first, *others = game_logs.require_tools(play.game, Replayable).standing(play.state)
            click.echo("\n".join([f"{counts}; {first}", *others]))
    if refused and not keep_going:
        sys.exit(1)


NARRATION_WIDTH: Final = 100


@dataclass(frozen=True)
class _NarratedRun:
    """The narration of an action, or of a run of one kind of action."""

    first: int
    last: int
    do: str
    round: int
    origin: str
    texts: tuple[Text, ...]


@click.command("why")
@game_logs.LOG_ARGUMENT
@language_option
@click.option("--round", "only_round", type=click.IntRange(min=0), help="Narrate only this round; 0 is the set-up.")
def narrate_game(log: BinaryIO, language: str, only_round: int | None) -> None:
    """Narrate the game in LOG (a file, or -), with its numbers and the rules behind them.

    Each paragraph starts with its action's number. With a log from `royaltable journal export --origins FILE`, print
    the origin of each action, too. `royaltable explain TR-3.4` explains a rule.
    """
    shown_round = -1
    try:
        name, lines = game_logs.read_game_name_and_lines(log)
        game = game_logs.load_game(name)
        narrated = game_logs.require_tools(game, Narrated)
        for passage in _merge_actions_of_same_kind(narrated, _narrate_actions(game, narrated, lines)):
            if only_round is not None and passage.round != only_round:
                continue
            if passage.round != shown_round:
                click.echo()
                shown_round = passage.round
            click.echo(_format_narration(passage, language))
    except RefusedError as refusal:
        click.echo(f"{refusal.__notes__[0]}: {refusal.code}: {translate_text(refusal.text, language)}")
        sys.exit(1)


def _narrate_actions(game: Game, narrated: Narrated, log: Iterable[game_logs.LogLine]) -> Iterator[_NarratedRun]:
    play = game.new_log()
    for line in log:
        action, origin = game_logs.split_action_and_origin(line.value)
        before = play.state
        try:
            if line.refusal is not None:
                raise line.refusal
            events = play.accept(play.check(action))
        except RefusedError as refusal:
            refusal.add_note(f"line {line.number}")
            raise
        texts = tuple(narrated.full_story(before, play.state, events))
        yield _NarratedRun(play.seq, play.seq, action["do"], narrated.chapter(before), origin, texts)


def _merge_actions_of_same_kind(narrated: Narrated, passages: Iterator[_NarratedRun]) -> Iterator[_NarratedRun]:
    for (do, origin_kind), group in groupby(passages, key=lambda each: (each.do, each.origin.partition(":")[0])):
        run = list(group)
        if do not in narrated.runs:
            yield from run
            continue
        latest = {str(text.values.get("color")): text for each in run for text in each.texts}
        texts = tuple(latest.values())
        yield replace(run[0], last=run[-1].last, origin=run[0].origin if len(run) == 1 else origin_kind, texts=texts)


def _format_narration(passage: _NarratedRun, language: str) -> str:
    numbers = str(passage.first) if passage.first == passage.last else f"{passage.first}-{passage.last}"
    head = f"{numbers:>9}  " + (f"{passage.origin:12}  " if passage.origin else "")
    sentences = [translate_text(text, language) for text in passage.texts]
    blank = " " * len(head)
    lines = [
        click.wrap_text(each, NARRATION_WIDTH, initial_indent=blank, subsequent_indent=blank + "  ")
        for each in sentences
    ]
    return head + "\n".join(lines)[len(head) :] if lines else head.rstrip()


RULE_WIDTH: Final = 96
RULE_KEY_PREFIX: Final = "rule-"


@click.command("explain")
@click.argument("rule", required=False)
@game_logs.game_name_option
@language_option
def explain_rules(rule: str | None, game_name: str | None, language: str) -> None:
    """Explain RULE in plain words: a rule such as TR-3.4, a chapter such as TR-3, or by default all rules of a game.

    The table names the rule when it refuses an action.
    """
    book = _find_rule_prefix(rule, game_name)
    known = {
        key.removeprefix(RULE_KEY_PREFIX): key
        for key in text_keys(language)
        if key.startswith(f"{RULE_KEY_PREFIX}{book}-") or key == f"{RULE_KEY_PREFIX}{NO_RULE}"
    }
    wanted = _select_rule_ids(rule, book, sorted(known, key=_rule_sort_key))
    for each in wanted:
        said = click.wrap_text(
            translate(language, known[each]), RULE_WIDTH, initial_indent="", subsequent_indent=" " * 10
        )
        click.echo(f"{_format_rule_id(each):10}{said}")


def _find_rule_prefix(rule: str | None, game_name: str | None) -> str:
    if game_name is None and rule is not None and (begins := re.match(r"[A-Za-z]+", rule.strip())) is not None:
        for each in installed.make_installed_games():
            ruled = None if each.game is None else game_logs.find_tools(each.game, Ruled)
            if ruled is not None and ruled.book == begins[0].upper():
                return ruled.book
    return game_logs.require_tools(game_logs.select_game(game_name)[1], Ruled).book


def _select_rule_ids(rule: str | None, book: str, known: list[str]) -> list[str]:
    if rule is None:
        return known
    numbers = re.fullmatch(rf"(?:{book})?[-. ]?(\d+)(?:[-. ](\d+))?", rule.strip(), re.IGNORECASE)
    named = rule.strip().upper() if numbers is None else "-".join([book, *filter(None, numbers.groups())])
    found = [each for each in known if each == named or each.startswith(f"{named}-")]
    if not found:
        near = get_close_matches(named, known, n=4, cutoff=0.5) or known[:4]
        ids = ", ".join(_format_rule_id(each) for each in sorted(near, key=_rule_sort_key))
        raise click.UsageError(f"unknown rule {rule}. Closest: {ids}. To list all: `royaltable explain`")
    return found


def _format_rule_id(key: str) -> str:
    return re.sub(r"(\d)-(\d)", r"\1.\2", key)


def _rule_sort_key(key: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", key))


@click.command("options")
@game_logs.LOG_ARGUMENT
def list_legal_options(log: BinaryIO) -> None:
    """List the legal options of the acting player after LOG (a file, or -), one JSON object per line.

    In Tumult Royale these are sites for statues while players build, else nothing.
    """
    game, play = game_logs.play_whole_log(log)
    options = [] if play.state is None else list(game_logs.require_tools(game, Offering).options(play.state))
    for option in options:
        click.echo(msgspec.json.encode(option))
    if not options:
        is_over = play.state is not None and game.summary(play.state).outcome is not None
        why = "the log is empty: no game has started" if play.state is None else "now there is nothing to choose from"
        click.echo(f"No options: {'the game is over' if is_over else why}.", err=True)


@click.command()
@game_logs.LOG_ARGUMENT
@click.option("--castle", metavar="COLOR", help="Castle to advise.  [default: the acting one]")
@language_option
def advise(log: BinaryIO, castle: str | None, language: str) -> None:
    """Recommend a plan for a castle after LOG (a file, or -), with reasons.

    The plan does not consider the other players' options.
    """
    game, play = game_logs.play_whole_log(log)
    if play.state is None:
        raise click.ClickException("the log is empty: no game has started.")
    advising = game if isinstance(game, Advising) else game_logs.require_tools(game, Advising)
    adviser = castle or game_logs.require_tools(game, Offering).acting(play.state)
    try:
        advised = advising.advise(play.state, CastleId(adviser))
    except RefusedError as refusal:
        raise click.ClickException(f"{refusal.code}: {translate_text(refusal.text, language)}") from None
    for line in advised.lines:
        click.echo(translate_text(line, language))
