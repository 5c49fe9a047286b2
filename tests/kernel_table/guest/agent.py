"""What a test says to a guest, over a serial port of its own: a line of JSON each way.

    agent.py TTY                as root, by agent.service

``{"run": COMMAND}`` is done by a shell, ``{"far": EXPRESSION}`` by the far side. The answer is a status and a text.
"""

import json
import socket
import subprocess
import sys
import tty
from pathlib import Path
from typing import Any


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


def main() -> None:
    with Path(sys.argv[1]).open("r+b", buffering=0) as line:
        tty.setraw(line.fileno())
        line.write(b"READY\n")
        rest = b""
        while True:
            rest += line.read(4096)
            *whole, rest = rest.split(b"\n")
            for each in whole:
                wanted = json.loads(each)
                answer = ran(wanted["run"]) if "run" in wanted else asked(wanted["far"])
                line.write(json.dumps(answer).encode() + b"\n")


main()
