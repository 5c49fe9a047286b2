"""Run inside a machine: the command lines in a file, each as the user named there; print how each ended as JSON."""

import contextlib
import json
import os
import pwd
import select
import signal
import sys
import time
import traceback
from pathlib import Path
from tempfile import mkdtemp

import click

from controller.__main__ import main

PATIENCE_S = 2
"""After this time a command that still runs, such as `serve`, has found nothing to complain about."""


def import_all(command: click.Command) -> None:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            with contextlib.suppress(click.ClickException):  # the hub is a package of its own
                if (found := command.get_command(context, name)) is not None:
                    import_all(found)


def become(user: str) -> None:
    found = pwd.getpwnam(user)
    os.environ["HOME"] = found.pw_dir if user == "root" else "/nonexistent"
    os.setgroups(os.getgrouplist(user, found.pw_gid))
    os.setgid(found.pw_gid)
    os.setuid(found.pw_uid)


def run(user: str, words: list[str]) -> None:
    """Never returns: the process is the command's."""
    os.setsid()
    folder = Path(mkdtemp())
    os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    os.chdir(folder)
    become(user)
    signal.alarm(PATIENCE_S)
    try:
        main(words)
    except SystemExit as ends:
        sys.stdout.flush()
        os._exit(ends.code if isinstance(ends.code, int) else 1)
    except BaseException:  # noqa: BLE001  # a command may raise anything, and the test says what
        traceback.print_exc()
    os._exit(70)


def outcome(user: str, words: list[str]) -> tuple[int, str]:
    said, end = os.pipe()
    if (child := os.fork()) == 0:
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.dup2(end, 1)
        os.dup2(end, 2)
        run(user, words)
    os.close(end)
    output, ends_at_s = b"", time.monotonic() + PATIENCE_S + 1
    while select.select([said], [], [], max(0.0, ends_at_s - time.monotonic()))[0] and (piece := os.read(said, 65536)):
        output += piece
    os.close(said)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.decode("utf-8", "replace")[-2000:]


if __name__ == "__main__":
    import_all(main)
    asked = json.loads(Path(sys.argv[1]).read_bytes())
    print(json.dumps([[words, *outcome(asked["user"], words)] for words in asked["lines"]]))
