"""Whole programs in virtual time: each waits in its own way, and prints the times at which it goes on."""

import contextlib
import queue
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from time import monotonic, sleep

import pytest

from royaltable_pytest import MakePi
from tests.support.soak import SOAK

BUTTON = "import RPi.GPIO as G; G.setmode(G.BCM); G.setup(17, G.IN, pull_up_down=G.PUD_UP)\n"
CLOCK = "import time; began = time.monotonic()\ndef say(*words): print(f'{time.monotonic() - began:.1f}', *words)\n"

WAITS = {
    "a loop until a time of day": (
        """
        from datetime import datetime, timedelta
        end = datetime.now() + timedelta(seconds=1)
        while datetime.now() < end: time.sleep(0.1)
        say(datetime.utcnow().date(), datetime.today().year)
        """,
        "1.0 2026-01-01 2026\n",
    ),
    "a timer": ("import threading; threading.Timer(0.5, say).start(); time.sleep(1); say()", "0.5\n1.0\n"),
    "an alarm": (
        """
        import signal
        signal.signal(signal.SIGALRM, lambda *_: say('alarm'))
        signal.alarm(1); time.sleep(3); say(signal.alarm(0))
        """,
        "1.0 alarm\n3.0 0\n",
    ),
    "an interval timer": (
        """
        import signal
        signal.signal(signal.SIGALRM, lambda *_: say())
        signal.setitimer(signal.ITIMER_REAL, 0.5, 0.2)
        for _ in range(3): signal.pause()
        """,
        "0.5\n0.7\n0.9\n",
    ),
    "a queue's timeout": (
        """
        import queue
        try: queue.Queue().get(timeout=0.5)
        except queue.Empty: say()
        try: queue.SimpleQueue().get(timeout=0.5)
        except queue.Empty: say()
        """,
        "0.5\n1.0\n",
    ),
    "a queue that an edge fills": (
        BUTTON
        + """
        import queue
        q = queue.Queue(); G.add_event_detect(17, G.FALLING, callback=q.put, bouncetime=50)
        say(q.get())
        """,
        "0.2 17\n",
    ),
    "a flag that an edge sets, in a loop of nothing else": (
        BUTTON
        + """
        pressed = False
        def press(_):
            global pressed
            pressed = True
        G.add_event_detect(17, G.FALLING, callback=press)
        while not pressed: pass
        print('pressed')
        """,
        "pressed\n",
    ),
    "asyncio, woken by an edge": (
        BUTTON
        + """
        import asyncio
        async def main():
            event, loop = asyncio.Event(), asyncio.get_running_loop()
            G.add_event_detect(17, G.FALLING, callback=lambda _: loop.call_soon_threadsafe(event.set))
            await event.wait(); say()
            try: await asyncio.wait_for(asyncio.sleep(9), 0.5)
            except TimeoutError: say()
            await asyncio.gather(*(asyncio.sleep(n) for n in (1, 2))); say()
            await asyncio.to_thread(time.sleep, 1); say()
        asyncio.run(main())
        """,
        "0.2\n0.7\n2.7\n3.7\n",
    ),
    "gpiozero, for a press": (
        """
        from gpiozero import Button
        button = Button(17); button.wait_for_press(); say(); button.wait_for_release(); say()
        """,
        "0.2\n0.3\n",
    ),
    "a callback that waits for a pin": (
        BUTTON
        + """
        def hold(pin):
            while not G.input(pin): time.sleep(0.01)
            say('released')
        G.add_event_detect(17, G.FALLING, callback=hold); time.sleep(1); say()
        """,
        "0.3 released\n1.0\n",
    ),
    "timeouts of select, poll, epoll and recv": (
        """
        import select, socket
        a, b = socket.socketpair()
        print(select.select([a], [], [], 0.5)); say()
        poll = select.poll(); poll.register(a); epoll = select.epoll(); epoll.register(a, select.EPOLLIN)
        say(len(poll.poll(500))); say(epoll.poll(0.5)); a.settimeout(0.5)
        try: a.recv(1)
        except TimeoutError: say()
        """,
        "([], [], [])\n0.5\n0.5 1\n1.0 []\n1.5\n",
    ),
    "HTTP in the process": (
        """
        import threading, urllib.request
        from http.server import BaseHTTPRequestHandler, HTTPServer
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                time.sleep(0.5); self.send_response(200); self.end_headers(); self.wfile.write(b'hello')
            def log_message(self, *_): pass
        server = HTTPServer(('127.0.0.1', 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        say(urllib.request.urlopen(f'http://127.0.0.1:{server.server_port}').read()); server.shutdown()
        """,
        "0.5 b'hello'\n",
    ),
    "executors": (
        """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(3) as pool: say(list(pool.map(lambda n: time.sleep(n) or n, (0.3, 0.2, 0.1))))
        say()
        """,
        "0.3 [0.3, 0.2, 0.1]\n0.3\n",
    ),
    "threads that take turns": (
        """
        import threading
        lock, go = threading.Lock(), threading.Condition()
        def work(name):
            for _ in range(2):
                with lock: time.sleep(0.1); say(name)
            with go: go.notify_all()
        threads = [threading.Thread(target=work, args=(name,)) for name in 'ab']
        for thread in threads: thread.start()
        with go: go.wait(5)
        for thread in threads: thread.join()
        say([thread.is_alive() for thread in threads])
        """,
        "0.1 a\n0.2 a\n0.3 b\n0.4 b\n0.4 [False, False]\n",
    ),
    "threads without a class": (
        """
        import _thread
        done = _thread.allocate_lock(); done.acquire()
        _thread.start_new_thread(lambda: (time.sleep(0.5), done.release()), ()); done.acquire(); say()
        """,
        "0.5\n",
    ),
    "a background blink": (
        """
        from gpiozero import LED
        led = LED(4); led.blink(0.1, 0.1, n=3); time.sleep(0.25); say(led.value); time.sleep(0.35); say(led.value)
        """,
        "0.3 1\n0.6 0\n",
    ),
    "sched": (
        "import sched; s = sched.scheduler(); s.enter(20, 1, print); s.enter(1, 1, say); s.run()",
        "1.0\n\n",
    ),
    "os.read of a pipe": (
        """
        import os, threading
        read, write = os.pipe(); threading.Timer(0.5, os.write, (write, b'x')).start(); say(os.read(read, 9))
        os.close(read); os.close(write)
        """,
        "0.5 b'x'\n",
    ),
}


ENDLESS = {
    "an except in a loop": """
        while True:
            try: time.sleep(0.1)
            except: pass
        """,
    "excepts on two levels": """
        while True:
            try:
                while True:
                    try: time.sleep(0.1)
                    except: pass
            except: pass
        """,
    "a loop over the clock": """
        while True:
            try: time.time()
            except: pass
        """,
    "an ignored Ctrl-C": """
        import signal
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while True: time.sleep(1)
        """,
    "a Ctrl-C that would end the process": """
        import signal
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        while True: time.sleep(1)
        """,
    "a task that goes on": """
        import asyncio
        async def main():
            while True:
                try: await asyncio.sleep(1)
                except BaseException: pass
        asyncio.run(main())
        """,
    "a computing loop": """
        x = 0
        while True:
            try: x += 1
            except: pass
        """,
    "a computing loop on two levels": """
        x = 0
        while True:
            try:
                while True:
                    try: x += 1
                    except: pass
            except: pass
        """,
    "a computing thread": """
        import threading
        def work():
            x = 0
            while True:
                try: x += 1
                except: pass
        threading.Thread(target=work).start()
        """,
    "a lock that is not Python's": """
        import multiprocessing
        lock = multiprocessing.Semaphore(0)
        while True:
            try: lock.acquire()
            except: pass
        """,
}


def written(program: Path, source: str) -> Path:
    program.write_text(CLOCK + "\n".join(line.removeprefix("        ") for line in source.splitlines()))
    return program


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return tmp_path / "program.py"


@pytest.mark.parametrize("waits", WAITS)
def test_a_program_waits_in_virtual_time(
    simulated_pi: MakePi, program: Path, waits: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source, printed = WAITS[waits]
    pi = simulated_pi()
    pi.at(0.2, "press", 17)
    assert pi.run(written(program, source), seconds=30) == printed
    assert ("real time passed" in capsys.readouterr().err) == ("loop of nothing else" in waits)


EARLY: queue.Queue[str] = queue.Queue()
LOCK = threading.Lock()


def test_names_queues_and_locks_from_before_the_pi_follow_virtual_time(simulated_pi: MakePi) -> None:
    def program() -> None:
        began_s = monotonic()
        threading.Timer(0.5, EARLY.put, ("fed",)).start()
        with LOCK:
            threading.Timer(0.1, LOCK.acquire, (True, 0.2)).start()
            print(EARLY.get(), end=" ")
        sleep(60)
        print(round(monotonic() - began_s, 1))

    assert simulated_pi().run(program, seconds=100) == "fed 60.5\n"


@pytest.mark.parametrize("real_time", [False, True])
@pytest.mark.parametrize("endless", ENDLESS)
def test_the_limit_ends_any_program_and_the_next_runs(
    simulated_pi: MakePi, program: Path, endless: str, real_time: bool
) -> None:
    if real_time and not (SOAK or endless in {"excepts on two levels", "a Ctrl-C that would end the process"}):
        pytest.skip("takes seconds; make soak does")
    pi = simulated_pi(real_time=real_time)
    with contextlib.suppress(TimeoutError):  # unless Ctrl-C or the end of its main thread has ended it
        pi.run(written(program, ENDLESS[endless]), seconds=1)
    again = written(program, "import threading; time.sleep(1); print(threading.active_count())")
    assert abs(int(pi.run(again, seconds=3)) - threading.active_count()) <= 1  # in real time the limit's own


def test_a_program_that_goes_on_after_ctrl_c_is_named_with_its_lines(simulated_pi: MakePi, program: Path) -> None:
    source = "def work():\n while True:\n  try: time.sleep(1)\n  except: pass\nwork()"
    with pytest.raises(TimeoutError, match=r"went on for 5 s after Ctrl-C.*program.py:5 \(work\) < .*program.py:7"):
        simulated_pi().run(written(program, source), seconds=1)


def test_a_program_that_waits_in_compiled_code_for_nothing_is_ended(simulated_pi: MakePi, program: Path) -> None:
    source = "import multiprocessing\nmultiprocessing.Semaphore(0).acquire()"
    with pytest.raises(TimeoutError, match=r"nothing go on for 5 s of real time.*real_time=True.*program.py:4 "):
        simulated_pi().run(written(program, source), seconds=3600)


@pytest.mark.parametrize("real_time", [False, True])
def test_a_regular_expression_that_has_no_end_is_ended(simulated_pi: MakePi, program: Path, *, real_time: bool) -> None:
    if not SOAK:
        pytest.skip("keeps the interpreter for 15 s; make soak does")
    program.write_text("import re\nre.match('(a+)+$', 'a' * 40 + 'b')\nprint('no')")
    assert simulated_pi(real_time=real_time).run(program, seconds=1) == ""


def test_a_program_that_computes_longer_than_that_comes_to_its_end(simulated_pi: MakePi, program: Path) -> None:
    source = "import time\nwhile time.process_time() < 8: pass\nprint('done')"
    if not SOAK:
        pytest.skip("computes for 8 s; make soak does")
    assert simulated_pi().run(written(program, source), seconds=3600) == "done\n"


def test_a_program_that_computes_between_short_waits_is_ended(simulated_pi: MakePi, program: Path) -> None:
    source = "while True:\n for _ in range(1_000_000): pass\n time.sleep(1e-6)"
    if not SOAK:
        pytest.skip("computes for 30 s; make soak does")
    with pytest.raises(TimeoutError, match=r"30 s of processor more.*program.py:[45] "):
        simulated_pi().run(written(program, source), seconds=1)


@pytest.mark.parametrize("work", ["time.sleep(2)", "[each for each in range(20_000_000)]"], ids=["waits", "computes"])
def test_a_ctrl_c_that_a_finalizer_drops_comes_again(simulated_pi: MakePi, program: Path, work: str) -> None:
    source = f"class Slow:\n  def __del__(self): {work}\nSlow()\nprint('on')\nwhile True: time.sleep(0.1)"
    assert simulated_pi().run(written(program, source), seconds=0.2) == "on\n"


def test_a_thread_costs_what_it_does_on_a_pi(simulated_pi: MakePi) -> None:
    begun: list[int] = []

    def program() -> None:
        while True:
            thread = threading.Thread(target=begun.append, args=(1,))
            thread.start()
            thread.join()

    simulated_pi().run(program, seconds=0.1)
    assert 200 < len(begun) < 600


def test_what_a_program_registers_for_its_exit_runs_at_its_end(simulated_pi: MakePi, program: Path) -> None:
    source = """
        import atexit
        atexit.register(print, 'last'); atexit.register(say, 'first'); atexit.register(print, 'not')
        atexit.unregister(say); atexit.register(lambda: (time.sleep(0.5), say()))
        time.sleep(1)
        """
    assert simulated_pi().run(written(program, source)) == "1.5\nnot\nlast\n"


def test_finally_runs_in_a_thread_that_the_end_of_the_program_ends(simulated_pi: MakePi, program: Path) -> None:
    source = """
        import threading
        def work():
            try: time.sleep(99)
            finally: time.sleep(0.1); say('cleaned up')
        threading.Thread(target=work, daemon=True).start(); time.sleep(1)
        """
    assert simulated_pi().run(written(program, source)) == "1.1 cleaned up\n"


def test_a_child_runs_in_real_time_and_the_run_says_for_how_long(
    simulated_pi: MakePi, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "import subprocess; subprocess.run(['sleep', '0.3']); say(); time.sleep(60); say()"
    began_s = time.perf_counter()
    printed = simulated_pi().run(written(program, source), seconds=90).split()
    assert (float(printed[0]) >= 0.3, time.perf_counter() - began_s < 30) == (True, True)
    assert re.search(r"real time passed.*0\.\d s at child process", capsys.readouterr().err)


def test_a_child_that_a_program_leaves_is_ended_before_the_next(
    simulated_pi: MakePi, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = simulated_pi()
    pi.run(written(program, "import subprocess; subprocess.Popen(['sleep', '600'])"))
    assert "ended child process" in capsys.readouterr().err
    assert pi.run(written(program, "time.sleep(1); say()")) == "1.0\n"
    assert capsys.readouterr().err == ""


def test_what_virtual_time_does_not_know_is_refused_with_line_and_cure(simulated_pi: MakePi, program: Path) -> None:
    with pytest.raises(RuntimeError, match=r"sigwait at .*program.py:3 .*real_time=True"):
        simulated_pi().run(written(program, "import signal; signal.sigwait([signal.SIGALRM])"))


def test_a_process_forked_from_the_program_has_no_pi(simulated_pi: MakePi, program: Path) -> None:
    source = """
        import os
        if child := os.fork(): print(os.waitpid(child, 0)[1] >> 8)
        else:
            try: G.input(17)
            except RuntimeError: os._exit(7)
            os._exit(0)
        """
    assert simulated_pi().run(written(program, BUTTON + source)) == "7\n"


def test_waits_without_an_end_outside_of_a_run_are_an_error(simulated_pi: MakePi) -> None:
    simulated_pi()
    with pytest.raises(RuntimeError, match="nothing that is to come"):
        threading.Event().wait()


MIXED = (
    BUTTON
    + """
        import asyncio, queue, threading
        from concurrent.futures import ThreadPoolExecutor
        from gpiozero import LED, PWMLED
        heard = queue.Queue()
        G.add_event_detect(17, G.BOTH, callback=lambda pin: heard.put((G.input(pin), time.monotonic())))
        LED(4).blink(0.07, 0.05); lamp = PWMLED(12); lamp.pulse(0.3, 0.4)
        def work(n):
            for _ in range(4): time.sleep(0.01 * n + 0.003); print(n, time.time())
        def drain():
            while True: print(heard.get())
        threading.Thread(target=drain, daemon=True).start()
        async def tick(n):
            for _ in range(5): await asyncio.sleep(0.033 * n); print(n, time.perf_counter())
        async def main():
            with ThreadPoolExecutor(4) as pool:
                working = (asyncio.get_running_loop().run_in_executor(pool, work, n) for n in range(5))
                await asyncio.gather(*map(tick, range(1, 4)), *working, asyncio.to_thread(work, 9))
        asyncio.run(main())
        """
)

IN_ITS_PROCESS = """
import sys
from hw.testing.pi.machine import SimulatedPi
pi = SimulatedPi()
with pi.in_use():
    pi.script("0.05 press 17 0.1\\n0.2 turn 2")
    print(pi.run(sys.argv[1], seconds=3), pi.trace.events)
"""


def test_the_same_program_takes_the_same_course_in_each_process(program: Path) -> None:
    command = [sys.executable, "-c", IN_ITS_PROCESS, str(written(program, MIXED))]
    runs = {subprocess.run(command, capture_output=True, check=True).stdout for _ in range(20 if SOAK else 2)}
    assert len(runs) == 1
    assert len(runs.pop()) > 3000


WAYS = {
    "thread": "threading.Thread(target=lambda: (time.sleep({s}), say('{n}'))).start()",
    "timer": "threading.Timer({s}, say, ('{n}',)).start()",
    "queue": "pool.submit(lambda: wait(queue.Queue(), {s}, '{n}'))",
    "event": "pool.submit(lambda: (threading.Event().wait({s}), say('{n}')))",
    "select": "pool.submit(lambda: (select.select([pipe], [], [], {s}), say('{n}')))",
    "task": "tasks.append(later({s}, '{n}'))",
    "feeder": "threading.Timer({s}, fed.put, ('{n}',)).start()",
    "callback": "pressed.append('{n}')",
}

RANDOM = """
import asyncio, queue, select, socket, threading, time
from concurrent.futures import ThreadPoolExecutor
import RPi.GPIO as G
pipe, other = socket.socketpair()
fed, tasks, pressed, pool = queue.Queue(), [], [], ThreadPoolExecutor(99)
def say(name): print(name, flush=True)
def wait(queue_, seconds, name):
    try: queue_.get(timeout=seconds)
    except queue.Empty: say(name)
async def later(seconds, name): await asyncio.sleep(seconds); say(name)
def drain():
    for name in iter(fed.get, ''): say(name)
threading.Thread(target=drain, daemon=True).start()
G.setmode(G.BCM); G.setup(17, G.IN, pull_up_down=G.PUD_UP)
G.add_event_detect(17, G.FALLING, callback=lambda pin: say(pressed.pop(0)))
{lines}
pressed.sort()
async def main(): await asyncio.gather(*tasks)
asyncio.run(main())
pool.shutdown()
time.sleep({end})
fed.put('')
"""


@pytest.mark.parametrize("seed", range(200 if SOAK else 8))
def test_events_of_a_random_program_come_in_the_order_of_real_time(
    simulated_pi: MakePi, program: Path, seed: int
) -> None:
    chance = random.Random(seed)  # no secret
    ways = {moment: chance.choice(list(WAYS)) for moment in chance.sample(range(1, 25), chance.randint(5, 15))}

    def printed(unit_s: float, *, real_time: bool) -> list[str]:
        lines = "\n".join(WAYS[way].format(s=moment * unit_s, n=f"{moment:02}") for moment, way in ways.items())
        program.write_text(RANDOM.format(lines=lines, end=26 * unit_s))
        pi = simulated_pi(real_time=real_time)
        for moment, way in ways.items():
            if way == "callback":
                pi.at(pi.now_s() + moment * unit_s, "press", 17, unit_s / 4)
        return pi.run(program, seconds=99).split()

    expected = [f"{moment:02}" for moment in sorted(ways)]
    assert printed(1.0, real_time=False) == expected
    if SOAK or seed < 3:  # scaled by 20; by less where the machine is too busy for that
        assert expected in (printed(unit_s, real_time=True) for unit_s in (0.05, 0.1, 0.2, 0.4))


MANY = """
import gc, os, resource, sys, threading, time
from hw.testing.pi.machine import SimulatedPi

def program():
    import queue, RPi.GPIO as G
    q = queue.Queue(); G.setmode(G.BCM); G.setup(17, G.IN, pull_up_down=G.PUD_UP)
    G.add_event_detect(17, G.FALLING, callback=q.put); open(os.devnull)
    threading.Thread(target=time.sleep, args=(99,), daemon=True).start()
    print(q.get())

def state():
    gc.collect()
    return threading.active_count(), len(os.listdir("/proc/self/fd"))

for number in range(int(sys.argv[1])):
    pi = SimulatedPi()
    with pi.in_use():
        pi.at(0.2, "press", 17)
        assert pi.run(program, seconds=2) == "17\\n"
    pi.close()
    if number == 20:
        before, memory = state(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(state() == before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory)
"""


def test_runs_one_after_another_leave_no_thread_descriptor_or_memory(program: Path) -> None:
    command = [sys.executable, "-c", MANY, "1000" if SOAK else "50"]
    same, grown_kb = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert same == "True"
    assert int(grown_kb) < 4000
