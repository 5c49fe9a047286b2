"""`royaltable act`: send an action to a running table."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import reduce
from http import HTTPStatus
from operator import or_
from ssl import SSLCertVerificationError
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import click
import msgspec
from msgspec import UnsetType

from controller.cli.game.game_logs import game_name_option, require_tools, select_game
from controller.cli.options import exit_on_error
from controller.games.contract.tools.tools import Worded
from controller.texts.translation import LANGUAGES

ActionTypes = Mapping[str, Sequence[type[msgspec.Struct]]]
"""An action's types by its name (key ``do``); an action with several types takes the fields of all."""

INTEGER_PATTERN: Final = re.compile(r"[+-]?\d{1,18}")
MAX_SHOWN_CHARS: Final = 60


class ActionSyntaxError(ValueError):
    """The words on the command line are not an action."""


def parse_action(words: Sequence[str], kinds: ActionTypes) -> dict[str, Any]:
    """Parse a name and ``key=value`` pairs, with commas in lists and dots in nested keys."""
    name, *pairs = words
    if name not in kinds:
        nearest = get_close_matches(name, kinds, n=1)
        cure = f"Did you mean {nearest[0]}?" if nearest else f"Expected one of {', '.join(kinds)}."
        raise ActionSyntaxError(f"unknown action {name!r}. {cure}")
    action: dict[str, Any] = {"do": name}
    fields = {key: hint for kind in kinds[name] for key, hint in _field_types(kind).items()}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        outer, *inner = key.split(".")
        if not equals or outer not in fields:
            takes = ", ".join(fields) or "no fields"
            raise ActionSyntaxError(f"saw {shorten_word(pair)!r}, expected KEY=VALUE. {name} takes {takes}.")
        into, hint = action, fields[outer]
        for below in inner:
            known = _nested_fields(hint)
            if known is None or (known and below not in known):
                raise ActionSyntaxError(
                    f"saw {shorten_word(pair)!r}. {outer} holds {', '.join(known or ()) or 'no fields'}."
                )
            into = into.setdefault(outer, {})
            outer, hint = below, known.get(below, _dict_value_type(hint))
        into[outer] = _parse_value(value, hint)
    return action


def describe_actions(kinds: ActionTypes) -> Iterator[str]:
    """Yield a line for each action with its fields, the optional ones in brackets."""
    for name, shapes in kinds.items():
        for kind in shapes:
            hints = _field_types(kind)
            words = []
            for field in msgspec.structs.fields(kind):
                word = " ".join(_field_syntax(field.encode_name, hints[field.encode_name]))
                words.append(word if field.required else f"[{word}]")
            yield " ".join([f"{name:12}", *words]).rstrip()


def _field_syntax(key: str, hint: Any) -> list[str]:
    inner = _nested_fields(hint)
    if inner is not None:
        below = inner or {"NAME": _dict_value_type(hint)}
        return [word for name, each in below.items() for word in _field_syntax(f"{key}.{name}", each)]
    if get_origin(hint) is tuple:
        (each, *_) = get_args(hint)
        objects = _nested_fields(each)
        return [
            f"{key}=" + ("[{" + ",".join(f'"{name}":...' for name in objects) + "},...]" if objects else "ID,ID,...")
        ]
    said = {int: "NUMBER", bool: "true|false"}
    return [
        f"{key}="
        + "|".join("|".join(map(str, get_args(kind))) or said.get(kind, "WORD") for kind in _union_members(hint))
    ]


def _field_types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.encode_name: _without_unset(hints[field.name]) for field in msgspec.structs.fields(kind)}


def _nested_fields(hint: Any) -> dict[str, Any] | None:
    if get_origin(hint) is dict:
        return {}
    return _field_types(hint) if isinstance(hint, type) and issubclass(hint, msgspec.Struct) else None


def _dict_value_type(hint: Any) -> Any:
    return _without_unset(get_args(hint)[1]) if get_origin(hint) is dict else str


def _without_unset(hint: Any) -> Any:
    left = [each for each in _union_members(hint) if each not in {UnsetType, dict[str, Any]}]
    return reduce(or_, [getattr(each, "__supertype__", each) for each in left])


def _union_members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in {UnionType, Union} else (hint,)


def _parse_value(word: str, hint: Any) -> Any:
    if word[:1] in {"{", "["}:
        try:
            return json.loads(word)
        except (ValueError, RecursionError) as fault:
            raise ActionSyntaxError(f"saw {shorten_word(word)!r}, which is not JSON: {fault}.") from None
    kinds = _union_members(hint)
    if int in kinds and INTEGER_PATTERN.fullmatch(word):
        return int(word)
    if bool in kinds and word in {"true", "false"}:
        return word == "true"
    if get_origin(hint) is tuple:
        return [_parse_value(each, _without_unset(get_args(hint)[0])) for each in word.split(",") if each]
    return word


def shorten_word(word: str) -> str:
    return word if len(word) <= MAX_SHOWN_CHARS else f"{word[:MAX_SHOWN_CHARS]}..."


USER_AGENT: Final = "royaltable-act"
"""User agent by which the table recognises this command."""

REQUEST_TIMEOUT_S: Final = 10.0


class TableRequestError(Exception):
    """The table did not answer."""


class TableClient:
    def __init__(self, url: str) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise TableRequestError(f"{url}: expected an address such as http://localhost:8080 in --table.")
        self._url = url.rstrip("/")
        self._opener = build_opener(HTTPCookieProcessor())

    def fetch_game_name(self) -> str | None:
        """Return None if the table does not answer (`post_json` raises the reason)."""
        try:
            with self._opener.open(self._url + "/api/box", timeout=REQUEST_TIMEOUT_S) as answer:
                name = self._parse_json_object(answer.read()).get("game")
        except (TableRequestError, URLError, OSError):
            return None
        return name if isinstance(name, str) else None

    def post_json(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post ``body`` and return the answer, maybe a refusal."""
        headers = {"content-type": "application/json", "user-agent": USER_AGENT}
        request = Request(self._url + path, json.dumps(body).encode(), headers)  # noqa: S310  # checked above
        try:
            with self._opener.open(request, timeout=REQUEST_TIMEOUT_S) as answer:
                return self._parse_json_object(answer.read())
        except HTTPError as fault:
            said = self._parse_json_object(fault.read())
            if fault.code == HTTPStatus.CONFLICT and "refused" in said:
                return said
            hint = " Enter the PIN with --pin." if fault.code == HTTPStatus.UNAUTHORIZED else ""
            error = said.get("error")
            message = error.get("message") if isinstance(error, dict) else None
            raise TableRequestError(f"{self._url}: {message or fault.reason}{hint}") from None
        except (URLError, OSError) as fault:
            reason = getattr(fault, "reason", fault)
            if isinstance(reason, SSLCertVerificationError):
                cure = "Set SSL_CERT_FILE to the file that `royaltable certificate make` named."
                raise TableRequestError(f"{self._url}: {reason.verify_message}. {cure}") from None
            raise TableRequestError(
                f"{self._url}: {reason}. Start the table, or set its address with --table."
            ) from None

    def _parse_json_object(self, data: bytes) -> dict[str, Any]:
        try:
            value = json.loads(data or b"{}")
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise TableRequestError(
                f"{self._url}: the answer is not from a table. Set the table's address with --table."
            )
        return value


TEXT_WIDTH: Final = 100


@click.command()
@click.argument("words", nargs=-1, metavar="[ACTION [KEY=VALUE]...]")
@click.option(
    "--table", "url", default="http://localhost:8080", show_default=True, help="The address of the table's page."
)
@click.option("--pin", envvar="ROYALTABLE_PIN", help="The referee's PIN, if required; the table's menu shows it.")
@click.option(
    "--back-to",
    metavar="STEP",
    help="Go back to before this step (a number, or `count` for the latest count) and insert ACTION.",
)
@click.option(
    "--by-hand", is_flag=True, help="With --back-to, without ACTION: correct the table by hand up to the next count."
)
@click.option("--put-right", is_flag=True, help="Confirm that all pieces lie where the table expects them.")
@game_name_option
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
    """Enter an action at a running table, such as `royaltable act rob player=blue tile=t07`.

    With `-`, read actions from standard input instead, as JSON, one per line. Print the result of each. If
    an action is refused, name the rule and exit with status 1. The journal records `act` as the origin. For --back-to,
    the page and `royaltable why` show the numbers of steps.

    The actions are those of the table's game, or of --game. --list does not ask the table: without --game,
    it lists the actions of the default game.
    """
    if only_list:
        for line in describe_actions(_load_action_types(game_name)):
            click.echo(line)
        return
    with exit_on_error(TableRequestError):
        table = TableClient(url)
    kinds = _load_action_types(game_name or table.fetch_game_name())
    query = "" if language is None else f"?language={language}"
    try:
        actions = _parse_actions(words, kinds)
        step = None if back_to is None else _parse_step(back_to)
    except ActionSyntaxError as fault:
        raise click.UsageError(str(fault)) from None
    with exit_on_error(TableRequestError):
        if pin is not None:
            table.post_json("/api/login", {"pin": pin})
        if put_right:
            table.post_json("/api/corrections/put-right", {})
        elif back_to is not None:
            _print_answer_or_exit(
                table.post_json(f"/api/corrections{query}", {"back_to": step, "amend": actions, "by_hand": by_hand})
            )
        elif not actions:
            raise click.UsageError("expected an action, such as `act rob player=blue tile=t07`. See --list.")
        else:
            for action in actions:
                _print_answer_or_exit(table.post_json(f"/api/actions{query}", action))


def _load_action_types(game_name: str | None) -> ActionTypes:
    return require_tools(select_game(game_name)[1], Worded).kinds()


def _parse_actions(words: tuple[str, ...], kinds: ActionTypes) -> list[dict[str, Any]]:
    if words != ("-",):
        return [parse_action(words, kinds)] if words else []
    actions = []
    for number, line in enumerate(sys.stdin, start=1):
        if said := line.removeprefix("\ufeff").strip():  # a byte order mark comes first
            try:
                actions.append(json.loads(said))
            except (ValueError, RecursionError) as fault:
                raise ActionSyntaxError(f"line {number} is not JSON: {fault}. Write one action per line.") from None
    return actions


def _parse_step(word: str) -> int | None:
    if word == "count":
        return None
    if not word.isdecimal() or not INTEGER_PATTERN.fullmatch(word):
        raise ActionSyntaxError(
            f"--back-to: saw {shorten_word(word)!r}, expected the number of a step, or `count` for the latest count."
        )
    return int(word)


def _print_answer_or_exit(answer: dict[str, Any]) -> None:
    if (refused := answer.get("refused")) is not None:
        said = f"{refused['rule']}: {refused['message']}"
        click.echo(click.wrap_text(said, TEXT_WIDTH, subsequent_indent="  "), err=True)
        sys.exit(1)
    for sentence in [*answer["told"], *answer.get("to_move", ())]:
        click.echo(click.wrap_text(sentence, TEXT_WIDTH, subsequent_indent="  "))
    if answer.get("to_move"):
        click.echo("When the pieces lie there: `royaltable act --put-right`, or press the knob.")
    click.echo(f"step {answer['seq']}")
    if not answer.get("kept", True):
        click.echo("Not saved to disk yet. The table shows the reason and keeps trying.", err=True)
