"""`royaltable explain`: a rule in plain words."""

import re
from difflib import get_close_matches
from typing import Final

import click

from controller.cli.shared.chosen_game import chosen, game_option
from controller.cli.shared.game_tools import tools_of
from controller.cli.shared.languages import language_option
from controller.games import installed
from controller.games.contract.game import Game
from controller.games.contract.tools.tools import Ruled, Tooled
from controller.games.contract.values import NO_RULE
from controller.texts.speaking import keys, say

WIDTH: Final = 96
PREFIX: Final = "rule-"


@click.command()
@click.argument("rule", required=False)
@game_option
@language_option
def explain(rule: str | None, game_name: str | None, language: str) -> None:
    """Explain RULE in plain words: one such as TR-3.4, a chapter such as TR-3, or without it all rules of a game.

    When the table refuses something, it names the rule by this id.
    """
    book = _book(rule, game_name)
    known = {key.removeprefix(PREFIX): key for key in keys(language) if _is_of(book, key)}
    wanted = _chosen(rule, book, sorted(known, key=_order))
    for each in wanted:
        said = click.wrap_text(say(language, known[each]), WIDTH, initial_indent="", subsequent_indent=" " * 10)
        click.echo(f"{_id(each):10}{said}")


def _is_of(book: str, key: str) -> bool:
    return key.startswith(f"{PREFIX}{book}-") or key == f"{PREFIX}{NO_RULE}"


def _book(rule: str | None, game_name: str | None) -> str:
    """The book whose rule is meant: the one that it names, else that of the game."""
    if game_name is None and rule is not None and (begins := re.match(r"[A-Za-z]+", rule.strip())) is not None:
        for each in installed.listed():
            if each.game is not None and (book := _book_of(each.game)) == begins[0].upper():
                return book
    _, game = chosen(game_name)
    return tools_of(game, Ruled).book


def _book_of(game: Game) -> str | None:
    tools = game.tools() if isinstance(game, Tooled) else None
    return tools.book if isinstance(tools, Ruled) else None


def _chosen(rule: str | None, book: str, known: list[str]) -> list[str]:
    """The rules, as ends of keys, that ``rule`` names."""
    if rule is None:
        return known
    named = _normal(rule, book)
    found = [each for each in known if each == named or each.startswith(f"{named}-")]
    if not found:
        near = get_close_matches(named, known, n=4, cutoff=0.5) or known[:4]
        ids = ", ".join(_id(each) for each in sorted(near, key=_order))
        raise click.UsageError(f"There is no rule {rule}. Nearest are {ids}; `royaltable explain` says all.")
    return found


def _normal(rule: str, book: str) -> str:
    """``TR-3-4`` of whatever a person writes for it: tr3.4, 3.4, TR 3.4."""
    numbers = re.fullmatch(rf"(?:{book})?[-. ]?(\d+)(?:[-. ](\d+))?", rule.strip(), re.IGNORECASE)
    if numbers is None:
        return rule.strip().upper()
    return "-".join([book, *(number for number in numbers.groups() if number is not None)])


def _id(key: str) -> str:
    """``TR-3.4`` of ``TR-3-4``."""
    return re.sub(r"(\d)-(\d)", r"\1.\2", key)


def _order(key: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", key))
