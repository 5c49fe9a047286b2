"""What a program does to its process ends with it: the process is the test's, too."""

import builtins
import gc
import logging
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from royaltable_pytest import MakePi

CHANGES = {
    "its folder": "import os; os.chdir('/')",
    "its variables": "import os, time; os.environ['TZ'] = 'Asia/Tokyo'; time.tzset()",
    "rights of new files": "import os; os.umask(0o077)",
    "its outputs": "import os, sys; sys.stderr = open('/dev/null', 'w'); os.close(2); sys.stdout.close()",
    "a copy of an output": "import os; null = os.open('/dev/null', os.O_WRONLY); os.dup2(null, 1); os.close(null)",
    "modules' places": "import sys; sys.path.insert(0, '/nowhere')",
    "limits of Python": "import gc, sys; sys.setrecursionlimit(5000); gc.disable()",
    "timeouts of sockets": "import socket; socket.setdefaulttimeout(3)",
    "what hears of errors": "import sys, threading; sys.excepthook = threading.excepthook = print",
    "logs": "import logging; logging.basicConfig(level=10, force=True); logging.getLogger('mine').disabled = True",
    "names of Python itself": "import builtins; builtins.mine = 1; builtins.input = print",
    "handlers of signals": "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "a library's file of signals": "import signal, socket\n"
    "a, b = socket.socketpair(); a.setblocking(False); signal.set_wakeup_fd(a.fileno())",
}


def process() -> list[Any]:
    os.umask(umask := os.umask(0))
    return [
        os.getcwd(),  # noqa: PTH109  # as the program changes it
        {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        umask,
        *map(os.fstat, range(3)),
        sys.stderr,
        sys.stdout,
        sys.path[:],
        sys.getrecursionlimit(),
        gc.isenabled(),
        socket.getdefaulttimeout(),
        sys.excepthook,
        logging.root.handlers[:],
        logging.root.level,
        builtins.input,
        hasattr(builtins, "mine"),
        signal.getsignal(signal.SIGTERM),
        signal.set_wakeup_fd(-1),
    ]


@pytest.mark.parametrize("changed", CHANGES)
def test_what_a_program_changes_in_its_process_is_put_back(simulated_pi: MakePi, tmp_path: Path, changed: str) -> None:
    program, pi, before = tmp_path / "program.py", simulated_pi(), process()
    program.write_text(f"{CHANGES[changed]}\n")
    pi.run(program, seconds=1)
    assert process() == before


def test_each_program_imports_the_modules_of_its_own_folder(simulated_pi: MakePi, tmp_path: Path) -> None:
    pi, printed = simulated_pi(), []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "settings.py").write_text(f"name = {name!r}")
        (tmp_path / name / "program.py").write_text("import settings; print(settings.name)")
        printed.append(pi.run(tmp_path / name / "program.py"))
    assert printed == ["first\n", "second\n"]


ENDS = {
    "os._exit(3)": 3,
    "while True:\n try: os._exit(4)\n except BaseException: pass\n finally: print('no')": 4,
    "threading.Timer(0.1, os._exit, (5,)).start()\nwhile True:\n try: time.sleep(1)\n except BaseException: pass": 5,
    "atexit.register(lambda: os._exit(6))": 6,
    "os.kill(os.getpid(), signal.SIGTERM)": "Terminated",
    "os.kill(os.getpid(), signal.SIGKILL)": "Killed",
    "os.kill(os.getpid(), signal.SIGSTOP)": "Stopped (signal)",
    "os.killpg(0, signal.SIGTERM)": "Terminated",
    "signal.raise_signal(signal.SIGUSR1)": "User defined signal 1",
    "os.abort()": "Aborted",
}
"""Programs that end their process, and what it ends with."""

GOES_ON = {
    "print('printed')\natexit.register(print, 'no')\nos._exit(0)": "printed\n",
    "if os.fork(): os._exit(0)\nif os.fork(): os._exit(0)\ntime.sleep(0.1)": "",
    "signal.signal(signal.SIGUSR1, lambda *_: (time.sleep(0.1), print('heard')))\n"
    "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()\n"
    "os.kill(os.getpid(), signal.SIGUSR1)\ntime.sleep(1)": "heard\nheard\n",
    "child = subprocess.Popen(['sleep', '9'])\nos.kill(child.pid, signal.SIGTERM)\nprint(child.wait())": "-15\n",
    "subprocess.run(['echo', 'a child'])\nos.write(1, b'written')": "a child\nwritten",
    "sys.stdout.buffer.write(b'bytes')\nsys.stdout.reconfigure(line_buffering=True)": "bytes",
}

IMPORTS = "import atexit, os, signal, subprocess, sys, threading, time\n"


@pytest.mark.parametrize("real_time", [False, True])
@pytest.mark.parametrize("source", ENDS)
def test_a_program_that_ends_its_process_ends_alone(
    simulated_pi: MakePi, tmp_path: Path, source: str, *, real_time: bool
) -> None:
    program, pi = tmp_path / "program.py", simulated_pi(real_time=real_time)
    program.write_text(IMPORTS + source)
    with pytest.raises(SystemExit) as end:
        pi.run(program, seconds=3)
    assert end.value.code == ENDS[source]
    program.write_text("import time; time.sleep(0.1); print('the next')")
    assert pi.run(program, seconds=3) == "the next\n"


@pytest.mark.parametrize("real_time", [False, True])
@pytest.mark.parametrize("source", GOES_ON)
def test_processes_and_signals_of_a_program_are_its_own(
    simulated_pi: MakePi, tmp_path: Path, source: str, *, real_time: bool
) -> None:
    program = tmp_path / "program.py"
    program.write_text(IMPORTS + source)
    assert simulated_pi(real_time=real_time).run(program, seconds=3) == GOES_ON[source]


def test_a_program_that_would_take_the_process_over_is_refused(simulated_pi: MakePi, tmp_path: Path) -> None:
    program, pi = tmp_path / "program.py", simulated_pi()
    program.write_text(f"{IMPORTS}os.execl(sys.executable, sys.executable, __file__)")
    with pytest.raises(RuntimeError, match=r"put into this process at .*program.py:2.*subprocess.run"):
        pi.run(program)


def test_a_program_and_its_children_read_the_answers(simulated_pi: MakePi, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import select, subprocess, sys\n"
        "print(select.select([sys.stdin], [], [], 1)[0] == [sys.stdin], sys.stdin.isatty())\n"
        "subprocess.run(['head', '-n', '1'])\n"
        "print(sys.stdin.readlines())"
    )
    assert simulated_pi().run(program, answers=["one", "two"]) == "True False\none\n['two\\n']\n"
