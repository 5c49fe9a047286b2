"""Whole programs in virtual time: each waits in its own way, and prints the times at which it goes on."""

import contextlib
import subprocess
import sys
import threading
from pathlib import Path
from textwrap import dedent

import pytest

from royaltable_pytest import MakePi

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
        "from gpiozero import Button; button = Button(17); button.wait_for_press(); say(); button.wait_for_release(); say()",
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
        led = LED(4); led.blink(0.1, 0.1, n=3); time.sleep(0.25); say(led.value); led._blink_thread.join(); say(led.value)
        """,
        "0.3 1\n0.6 0\n",
    ),
    "sched": (
        "import sched; s = sched.scheduler(); s.enter(2, 1, say); s.enter(1, 1, say); s.run()",
        "1.0\n2.0\n",
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


@pytest.mark.parametrize("waits", WAITS)
def test_a_program_waits_in_virtual_time(simulated_pi: MakePi, tmp_path: Path, waits: str) -> None:
    source, printed = WAITS[waits]
    program = tmp_path / "program.py"
    program.write_text(CLOCK + "\n".join(line.removeprefix("        ") for line in source.splitlines()))
    pi = simulated_pi()
    pi.at(0.2, "press", 17)
    assert pi.run(program, seconds=10) == printed


ENDLESS = {
    "an except in a loop": "while True:\n try: time.sleep(0.1)\n except: pass",
    "excepts on two levels": "while True:\n try:\n  while True:\n   try: time.sleep(0.1)\n   except: pass\n except: pass",
    "a loop over the clock": "while True:\n try: time.time()\n except: pass",
    "an ignored Ctrl-C": "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: time.sleep(1)",
    "a task that goes on": "import asyncio\nasync def main():\n while True:\n  try: await asyncio.sleep(1)\n  except BaseException: pass\nasyncio.run(main())",
    "a computing loop": "x = 0\nwhile True:\n try: x += 1\n except: pass",
    "a computing loop on two levels": "x = 0\nwhile True:\n try:\n  while True:\n   try: x += 1\n   except: pass\n except: pass",
    "a computing thread": "import threading\ndef work():\n x = 0\n while True:\n  try: x += 1\n  except: pass\nthreading.Thread(target=work).start()",
    "a lock that is not Python's": "import multiprocessing as m\ns = m.Semaphore(0)\nwhile True:\n try: s.acquire()\n except: pass",
}


@pytest.mark.parametrize("endless", ENDLESS)
def test_the_limit_ends_any_program_and_the_next_runs(simulated_pi: MakePi, tmp_path: Path, endless: str) -> None:
    program = tmp_path / "program.py"
    program.write_text("import time\n" + ENDLESS[endless])
    pi = simulated_pi()
    with contextlib.suppress(TimeoutError):  # unless Ctrl-C or the end of its main thread has ended it
        pi.run(program, seconds=1)
    program.write_text("import time, threading; time.sleep(1); print(threading.active_count())")
    assert pi.run(program, seconds=2) == f"{threading.active_count()}\n"


def test_a_program_that_goes_on_after_ctrl_c_is_named_with_the_lines_it_stood_in(
    simulated_pi: MakePi, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text("import time\ndef work():\n while True:\n  try: time.sleep(1)\n  except: pass\nwork()")
    with pytest.raises(TimeoutError, match=r"went on for 5 s after Ctrl-C.*program.py:4 \(work\) < .*program.py:6"):
        simulated_pi().run(program, seconds=1)
