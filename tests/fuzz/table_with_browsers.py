"""A table with page, keys and files in virtual time, in one process, for many browsers.

Its parts are twins, but the page takes them for real, so that all rights need a login. Secrets are hashed cheaply. The
clock of sessions and throttles can be advanced by hours without the game's.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar
from unittest.mock import patch

import httpx
from msgspec.structs import replace
from starlette.types import Receive, Scope, Send

from controller import config
from controller.care.admin_service import AdminService
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import twins
from controller.games import installed
from controller.games.naming import ids
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State, canonical
from controller.play.draws import Chance
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service.page_access import Authentication
from controller.service.page_app import create_app
from controller.show.console_screens import AccessRequest
from controller.store import keyring as keys
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal, JournalReader
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from hw.clock import LoopClock
from hw.testing.clock import VirtualLoop
from hw.testing.table import TwinTable
from tests.web.page_of_table import HOST, Stream
from tests.whole_table.playing import TableWithoutGates

T = TypeVar("T")

IGNORED_S: Final = 1.1
"""The console ignores the knob for the first second of a question."""


class RecordingKeyring(Keyring):
    """A keyring that records when secrets were compared in vain."""

    def __init__(self, house: "TableWithBrowsers") -> None:
        super().__init__(house.files.keys)
        self._house = house

    def check_pin(self, pin: Secret) -> bool:
        return self._noted(right=super().check_pin(pin))

    def check_password(self, password: Secret) -> bool:
        return self._noted(right=super().check_password(password))

    def _noted(self, *, right: bool) -> bool:
        if not right:
            self._house.wrong_guesses_s.append(self._house.now_s())
        return right


class ClockedAuthentication(Authentication):
    """Authentication with a clock that the test advances."""

    def __init__(self, house: "TableWithBrowsers") -> None:
        self._house = house
        super().__init__(house.keyring, house.table, None)

    def now_s(self) -> float:
        return self._house.now_s()


class TableWithBrowsers:
    """The table and its clients; ``start`` and ``stop`` act as the daemon does.

    Attributes:
        wrong_guesses_s: times of wrong secrets.
    """

    def __init__(self, folder: Path) -> None:
        self.files = TableFiles(folder / "table.journal")
        self.wrong_guesses_s: list[float] = []
        self._runner = asyncio.Runner(loop_factory=VirtualLoop)
        self._cheap = patch.object(keys, "SCRYPT_N", 2)
        self._cheap.start()
        self._later_s = 0.0
        self.start()

    def start(self) -> None:
        self.do(self._start())

    def stop(self) -> None:
        self.do(self._stop())

    def close(self) -> None:
        self.stop()
        self._cheap.stop()
        self._runner.close()

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(coroutine)

    def now_s(self) -> float:
        """Return the time of sessions and throttles."""
        return self._runner.get_loop().time() + self._later_s

    def advance_hours(self, hours: float) -> None:
        self._later_s += 3600 * hours

    def wait(self, seconds: float) -> None:
        self.do(asyncio.sleep(seconds))

    @property
    def state(self) -> State | None:
        state = self.table.loop.state
        assert state is None or isinstance(state, State)
        return state

    def fingerprint(self) -> tuple[object, ...]:
        """Return all state that a request may change, sessions excepted."""
        state, loop = self.state, self.table.loop
        drawn = b"" if state is None else canonical(state, loop.seq)
        held = (self.keyring.pin_version, self.keyring.password_version, *self.keyring.token_names)
        return loop.game_id, loop.seq, drawn, loop.on_table.to_move, self.table.house.current, held

    def state_from_journal(self) -> bytes:
        """Return the present game's state as replayed from the journal; empty without a game."""
        play = GameLog()
        with JournalReader(self.files.journal) as reader:
            assert reader.findings() == []
            current = reader.current_game()
            for entry in [] if current is None else reader.entries(current):
                play.submit(entry.action)
        return b"" if play.state is None else canonical(play.state, play.seq)

    def browser(self, address: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self._page, client=(address, 40000), raise_app_exceptions=True)
        return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}")

    def listen(self) -> Stream:
        stream = Stream()
        scope = {
            "type": "http", "scheme": "http", "method": "GET", "path": "/api/stream", "query_string": b"",
            "root_path": "", "headers": [(b"host", HOST.encode())], "client": ("192.0.2.9", 40000),
        }  # fmt: skip

        async def begin() -> None:
            serving = asyncio.ensure_future(self.app(scope, stream.receive, stream.send))
            self._streams.add(serving)
            serving.add_done_callback(self._streams.discard)

        self.do(begin())
        return stream

    @property
    def streams(self) -> int:
        return len(self._streams)

    def knob(self, code: str | None) -> None:
        """Select this code at the knob, or the entry that denies the request for None."""
        asked = self.table.console._asked
        assert asked is not None
        knocking: AccessRequest = asked.knocking
        wanted = 0 if code is None else [each.reveal() for each in knocking.codes].index(code) + 1

        async def turn_and_press() -> None:
            assert self.machine.knob is not None
            await asyncio.sleep(IGNORED_S)
            if wanted:
                await self.machine.knob.turn(wanted)
            await asyncio.sleep(0.1)
            await self.machine.knob.press(0.1)
            await asyncio.sleep(0.2)

        self.do(turn_and_press())

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    async def _start(self) -> None:
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ended = asyncio.Event()
        self._streams: set[asyncio.Future[None]] = set()
        self._life = asyncio.create_task(self._live(begun))
        await asyncio.wait({begun, self._life}, return_when=asyncio.FIRST_COMPLETED)
        if self._life.done():
            self._life.result()

    async def _stop(self) -> None:
        self._ended.set()
        await self._life
        await asyncio.gather(*self._streams)
        assert not +self.table.guard.faults, self.table.guard.faults
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert left == set(), "the daemon leaves something at work"

    async def _live(self, begun: "asyncio.Future[None]") -> None:
        settings = config.simulator()
        settings = replace(settings, spinner=None, table=replace(settings.table, map="honour"))
        clock = LoopClock()
        self.machine: TwinTable = twins(settings, clock)
        house = HouseRules(settings.table, self.files.house_rules)
        self.keyring = RecordingKeyring(self)
        self.keyring.load()
        with closing(Journal(self.files.journal)) as journal:
            hardware = Hardware(settings, self.machine, clock)
            book = stickers.simulated_book(ids(installed.game(settings.table.game)))
            self.table = TableWithoutGates(settings, hardware, book, journal, Chance(1), house, keyring=self.keyring)
            self.table.resumption.start()
            async with self.table.running():
                page = PageService(self.table, None)
                admin = AdminService(self.table, None, self.keyring, self.files)
                auth = ClockedAuthentication(self)
                self.app = create_app(page, (), auth, admin)
                begun.set_result(None)
                await self._ended.wait()
                page.close()
                admin.close()
                await auth.close()
