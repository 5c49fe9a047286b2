"""`royaltable act`: tell a running table by hand what a device would have told it, and correct what it believes."""

import json
import sys
from typing import Any, Final, NoReturn

import click

from controller.cli.game.action_words import NUMBER, Kinds, WordError, action_of, listed, shorten
from controller.cli.shared.chosen_game import chosen, game_option
from controller.cli.shared.errors import told
from controller.cli.shared.game_tools import tools_of
from controller.cli.table.http_client import NoTable, TableClient
from controller.games.contract.tools.tools import Worded
from controller.texts.speaking import LANGUAGES

WIDTH: Final = 100


@click.command()
@click.argument("words", nargs=-1, metavar="[ACTION [KEY=VALUE]...]")
@click.option(
    "--table", "url", default="http://localhost:8080", show_default=True, help="The address of the table's page."
)
@click.option("--pin", envvar="ROYALTABLE_PIN", help="The referee's PIN, if the table asks for one; its menu shows it.")
@click.option(
    "--back-to", metavar="STEP", help="Go back to before this step (its number, or count) and do ACTION there."
)
@click.option(
    "--by-hand", is_flag=True, help="With --back-to: correct it at the table; the rest follows at the next count."
)
@click.option("--put-right", is_flag=True, help="Confirm that all pieces lie where the table says.")
@game_option
@click.option("--list", "only_list", is_flag=True, help="List all actions with their fields.")
@click.option(
    "--language", "--lang", type=click.Choice(LANGUAGES), help="Language of the answer.  [default: the table's]"
)
def act(
    words: tuple[str, ...],
    url: str,
    back_to: str | None,
    language: str | None,
    pin: str | None,
    game_name: str | None,
    *,
    by_hand: bool,
    put_right: bool,
    only_list: bool,
) -> None:
    """Tell a running table by hand what happened, such as `royaltable act rob player=blue tile=t07`.

    With `-` instead of an action it reads actions as JSON, one a line. It prints what came of each action. If one is
    refused, it says by which rule and stops with exit status 1. The journal names `act` as the origin of what you tell
    it. The page and `royaltable why` show the numbers of steps.

    The words are those of the game on the table, or of --game; --list shows those of the table's usual game.
    """
    if only_list:
        for line in listed(_kinds(game_name)):
            click.echo(line)
        return
    with told(NoTable):
        table = TableClient(url)
    kinds = _kinds(game_name or table.game())
    query = "" if language is None else f"?language={language}"
    try:
        actions = _actions(words, kinds)
        step = None if back_to is None else _step(back_to)
    except WordError as fault:
        raise click.UsageError(str(fault)) from None
    with told(NoTable):
        if pin is not None:
            table.post("/api/login", {"pin": pin})
        if put_right:
            table.post("/api/corrections/put-right", {})
        elif back_to is not None:
            _print(table.post(f"/api/corrections{query}", {"back_to": step, "amend": actions, "by_hand": by_hand}))
        elif not actions:
            raise click.UsageError("Name an action, such as `act rob player=blue tile=t07`; --list names all.")
        else:
            for action in actions:
                _print(table.post(f"/api/actions{query}", action))


def _kinds(game_name: str | None) -> Kinds:
    return tools_of(chosen(game_name)[1], Worded).kinds()


def _actions(words: tuple[str, ...], kinds: Kinds) -> list[dict[str, Any]]:
    """The action that the words say; those on standard input for ``-``; none without words."""
    if words != ("-",):
        return [action_of(words, kinds)] if words else []
    actions = []
    for number, line in enumerate(sys.stdin, start=1):
        if line.strip():
            try:
                actions.append(json.loads(line))
            except (ValueError, RecursionError) as fault:
                raise WordError(f"line {number} is not JSON: {fault}. Write one action a line.") from None
    return actions


def _step(word: str) -> int | None:
    if word == "count":
        return None
    if not word.isdecimal() or not NUMBER.fullmatch(word):
        raise WordError(
            f"--back-to: saw {shorten(word)!r}, expected the number of a step, or count for the latest count."
        )
    return int(word)


def _print(answer: dict[str, Any]) -> None:
    if "refused" in answer:
        _refused(answer["refused"])
    for sentence in [*answer["told"], *answer.get("to_move", ())]:
        click.echo(click.wrap_text(sentence, WIDTH, subsequent_indent="  "))
    if answer.get("to_move"):
        click.echo("When they lie so: `royaltable act --put-right`, or press the knob.")
    click.echo(f"step {answer['seq']}")
    if not answer.get("kept", True):
        click.echo("It is not on disk yet: the table says why, and tries again.", err=True)


def _refused(refused: dict[str, str]) -> NoReturn:
    click.echo(click.wrap_text(f"{refused['rule']}: {refused['message']}", WIDTH, subsequent_indent="  "), err=True)
    sys.exit(1)
