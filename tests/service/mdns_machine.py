"""A separate machine for a test: its network, D-Bus and real Avahi, and a table that prints its name.

Run as root in namespaces of its own (unshare --net --mount): mdns_machine.py ADDRESS HOSTNAME FOLDER. It begins when it
hears a line, since by then its link is there, and ends with its standard input.
"""

import asyncio
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from controller.service.lan import AdvertisedPage, Advertisement, addresses_by_interface, resolve_mdns_host
from hw.clock import LoopClock

FIRST = "table.local"
"""The name that the other machines resolve."""

KINDS = ("method_call", "method_return", "error", "signal")
ALLOWED = "".join(f'<allow send_type="{kind}"/><allow receive_type="{kind}"/>' for kind in KINDS)
BUS = f"""<busconfig><type>system</type><listen>unix:path={{folder}}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="org.freedesktop.Avahi"/>{ALLOWED}</policy></busconfig>"""
AVAHI = "[server]\nhost-name={hostname}\nuse-ipv6=no\nallow-interfaces=wire\n[wide-area]\nenable-wide-area=no\n"


def start(stack: ExitStack, *words: str) -> None:
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)


async def advertised() -> None:
    """Print each name until the pipe closes."""
    table = Advertisement(
        "table", "our table", lambda: AdvertisedPage(8080, addresses_by_interface("0.0.0.0"), encrypted=True)
    )
    running = asyncio.create_task(table.run(LoopClock()))
    ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    said = None
    while not ended.done() and not running.done():
        if table.name != said:
            said = table.name
            print(said, flush=True)
            if said is not None and said != FIRST:
                print(await resolve_mdns_host(FIRST), flush=True)
        await asyncio.sleep(0.05)
    running.cancel()


def main(address: str, hostname: str, folder: Path) -> None:
    if not sys.stdin.readline():
        return
    for words in ("link set lo up", f"address add {address}/24 dev wire", "link set wire up"):
        subprocess.run(["ip", *words.split()], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    Path("/run/avahi-daemon").mkdir()
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={folder}/bus"
    (folder / "bus.conf").write_text(BUS.format(folder=folder))
    (folder / "avahi.conf").write_text(AVAHI.format(hostname=hostname))
    with ExitStack() as stack:
        start(stack, "dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--nopidfile")
        while not (folder / "bus").exists():
            time.sleep(0.02)
        start(stack, "avahi-daemon", "--no-drop-root", "--no-rlimits", "--no-chroot", "-f", f"{folder}/avahi.conf")
        asyncio.run(advertised())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
