"""What a test says to a guest, over a serial port of its own: a line of JSON each way.

    agent.py TTY                as root, by agent.service

``{"run": COMMAND}`` is done by a shell, ``{"far": EXPRESSION}`` by the far side; ``{"journal": FILE, "after": N}``
gives the entries after the N-th of the game on the table, as JSON. The answer is a status and a text.
"""

import contextlib
import json
import socket
import sqlite3
import subprocess
import sys
import tty
from pathlib import Path
from typing import Any

ENTRIES = (
    "select json_group_array(json_array(json(action), origin)) from (select action, origin from entries "
    "where game_id = (select game_id from current) and seq > ? order by seq)"
)


def ran(command: str) -> dict[str, Any]:
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return {"status": done.returncode, "said": done.stdout.decode(errors="replace")}


def asked(expression: str) -> dict[str, Any]:
    try:
        with socket.socket(socket.AF_UNIX) as far, far.makefile("rw") as lines:
            far.connect("/run/far.sock")
            lines.write(expression + "\n")
            lines.flush()
            said = lines.readline().strip()
    except OSError as fault:
        said = f"! {fault}"
    return {"status": int(said.startswith("! ")), "said": said}


def entries(journal: str, after: int) -> dict[str, Any]:
    try:
        with contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
            ((said,),) = db.execute(ENTRIES, (after,)).fetchall()
    except sqlite3.Error as fault:
        return {"status": 1, "said": str(fault)}
    return {"status": 0, "said": said}


def answered(wanted: dict[str, Any]) -> dict[str, Any]:
    if "run" in wanted:
        return ran(wanted["run"])
    if "far" in wanted:
        return asked(wanted["far"])
    return entries(wanted["journal"], wanted["after"])


def main() -> None:
    with Path(sys.argv[1]).open("r+b", buffering=0) as line:
        tty.setraw(line.fileno())
        line.write(b"READY\n")
        rest = b""
        while True:
            rest += line.read(4096)
            *whole, rest = rest.split(b"\n")
            for each in whole:
                line.write(json.dumps(answered(json.loads(each))).encode() + b"\n")


main()
