"""Every command of the installed package, run in a machine as different users."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from controller.__main__ import main
from tests.support.commands import START
from tests.systemd.container.machines import Machine

VALUES: Final[dict[str, str | list[str]]] = {
    "words": ["pass", "blue"],
    **dict.fromkeys(("log", "backup", "files"), "/srv/try/log"),
    "file": "/var/lib/royaltable/table.journal",
    **dict.fromkeys(("to", "out", "from_"), "made"),
    "example": "a",
    "rule": "TR-1.1",
    "game": "tumult_royale",
    "part": "rules",
    "hub": "127.0.0.1:1",
    "tables": "1",
    "values": ["language=de"],
}
"""A value for each argument or required option of this name; others are ``rt-x``."""

OPTIONS: Final = {
    "sim": ["--port", "0"],
    "demo": ["--rounds", "1", "--fast", "--players", "2"],
    "selfplay": ["--games", "1", "--players", "2"],
    "doctor": ["--no-devices"],
}


def every_command_line(command: click.Command = main, path: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Yield a line for each command, with what it must have."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from every_command_line(found, (*path, name))
        if not command.invoke_without_command:
            return
    line = [*path, *OPTIONS.get(" ".join(path), [])]
    for parameter in command.params:
        value = VALUES.get(parameter.name or "", "rt-x")
        if parameter.required:
            line += parameter.opts[:1] if isinstance(parameter, click.Option) else []
            line += [value] if isinstance(value, str) else value
    yield line


def ended_without_sentence(table: Machine, user: str, lines: list[list[str]]) -> list[str]:
    """Run each line as ``user``; return those that ended in a traceback, or failed without a sentence and its cure."""
    there = table.root / "srv/try"
    there.mkdir(exist_ok=True)
    (there / "log").write_text(json.dumps(START), "utf-8")
    (there / "asked.json").write_text(json.dumps({"user": user, "lines": lines}), "utf-8")
    shutil.copy(Path(__file__).with_name("every_command.py"), there)
    try:
        said = json.loads(table.run("/opt/royaltable/bin/python3", "/srv/try/every_command.py", "/srv/try/asked.json"))
    finally:
        shutil.rmtree(there)
    assert len(said) == len(lines)
    wrong = []
    for words, status, output in said:
        has_sentence = re.search(r"^(Error|Usage|Aborted)|problem\(s\) found", output, re.MULTILINE)
        is_denied = re.search("permission denied|not permitted", output, re.IGNORECASE)
        has_cure = not is_denied or "sudo" in output or user == "root"
        if "Traceback" in output or (status > 0 and not (has_sentence and has_cure)):
            wrong.append(f"{user}: royaltable {' '.join(words)}: {status}: {output}")
    return wrong
