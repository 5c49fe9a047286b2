"""`royaltable explain`: a rule in plain words."""

import re
from difflib import get_close_matches
from typing import Final

import click

import controller.games.tumult_royale  # noqa: F401  # whose rules are said
from controller.cli.shared.languages import language_option
from controller.texts.speaking import keys, say

WIDTH: Final = 96
PREFIX: Final = "rule-"


@click.command()
@click.argument("rule", required=False)
@language_option
def explain(rule: str | None, language: str) -> None:
    """Explain RULE in plain words: one such as TR-3.4, a chapter such as TR-3, or without it all rules.

    When the table refuses something, it names the rule by this id.
    """
    known = {key.removeprefix(PREFIX): key for key in keys(language) if key.startswith(PREFIX)}
    wanted = _chosen(rule, sorted(known, key=_order))
    for each in wanted:
        said = click.wrap_text(say(language, known[each]), WIDTH, initial_indent="", subsequent_indent=" " * 10)
        click.echo(f"{_id(each):10}{said}")


def _chosen(rule: str | None, known: list[str]) -> list[str]:
    """The rules, as ends of keys, that ``rule`` names."""
    if rule is None:
        return known
    named = _normal(rule)
    found = [each for each in known if each == named or each.startswith(f"{named}-")]
    if not found:
        near = get_close_matches(named, known, n=4, cutoff=0.5) or known[:4]
        ids = ", ".join(_id(each) for each in sorted(near, key=_order))
        raise click.UsageError(f"There is no rule {rule}. Nearest are {ids}; `royaltable explain` says all.")
    return found


def _normal(rule: str) -> str:
    """``TR-3-4`` of whatever a person writes for it: tr3.4, 3.4, TR 3.4."""
    numbers = re.fullmatch(r"(?:TR)?[-. ]?(\d+)(?:[-. ](\d+))?", rule.strip(), re.IGNORECASE)
    if numbers is None:
        return rule.strip().upper()
    return "-".join(["TR", *(number for number in numbers.groups() if number is not None)])


def _id(key: str) -> str:
    """``TR-3.4`` of ``TR-3-4``."""
    return re.sub(r"(\d)-(\d)", r"\1.\2", key)


def _order(key: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", key))
