"""Print every text that people can read on one sheet to proofread: python -m tools.texts_sheet [LANGUAGE]."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from controller.__main__ import main as royaltable

PACKAGES: Final = ("controller", "hub", "hw")


def fluent(language: str) -> Iterator[str]:
    """Yield the sentences of all Fluent files of ``language``, as they stand there."""
    for package in PACKAGES:
        for file in sorted(Path(package).rglob(f"texts/{language}/*.ftl")):
            yield f"\n# {file}\n"
            yield from (line for line in file.read_text(encoding="utf-8").splitlines() if line[:1] not in {"", "#"})


def problems() -> Iterator[str]:
    """Yield what the doctor finds, with its cures."""
    for file in sorted(Path("controller").rglob("doctor/*.toml")):
        yield f"\n# {file}\n"
        for code, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            yield f"{code}: " + " | ".join(text for key, text in entry.items() if key not in {"command", "picture"})


def commands(group: click.Command, name: str = "royaltable") -> Iterator[str]:
    """Yield the help of a command and of those below it."""
    context = click.Context(group, info_name=name)
    yield f"\n# {name}\n"
    yield group.get_help(context)
    if isinstance(group, click.Group):
        for each in group.list_commands(context):
            command = group.get_command(context, each)
            if command is not None:
                yield from commands(command, f"{name} {each}")


def errors() -> Iterator[str]:
    """Yield the sentences of errors, and what commands print, as the code has them."""
    for package in PACKAGES:
        for file in sorted(Path(package).rglob("*.py")):
            found = []
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                call = node.exc if isinstance(node, ast.Raise) else node
                if not isinstance(call, ast.Call):
                    continue
                if isinstance(node, ast.Raise) or ast.unparse(call.func) in {"click.echo", "print"}:
                    texts = (ast.unparse(each) for each in call.args if isinstance(each, ast.Constant | ast.JoinedStr))
                    found += [text for text in texts if " " in text]
            if found:
                yield f"\n# {file}\n"
                yield from found


def main(language: str = "en") -> None:
    for line in fluent(language):
        print(line)
    if language == "en":
        for part in (problems(), commands(royaltable), errors()):
            for line in part:
                print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
