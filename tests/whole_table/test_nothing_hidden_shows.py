"""No route, stream, screen, text, log or report reveals anything hidden, in random whole games.

Secrets are PINs, passwords, tokens, cookies, codes and the seed of the table's draws; hidden are the tiles that lie
face down (TR-2.1, TR-2.6). At random moments, random routes are requested in random roles; over all games, each route
by each role in each phase. The output must have no hidden value, and must be byte-identical at a table with other tiles
face down, so that no order and no number reveals them. For each game with hands behind screens, every seat and every
role requests every route and reads the stream.
"""

import asyncio
import os
import shutil
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar
from unittest.mock import Mock, patch

import pytest
from msgspec.structs import replace

from controller import config
from controller.games import installed, naming, requests, undoable_log
from controller.games.contract.effects import SeatView
from controller.games.contract.values import CastleId, Text
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee import correction
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules import engine
from controller.games.tumult_royale.rules.actions import Refusal, Rob
from controller.games.tumult_royale.rules.chapters import taxes
from controller.games.tumult_royale.rules.state import LastTiles, Placing, Robbing, State
from controller.games.tumult_royale.show import staging
from controller.play.menu import MenuAction, MenuEntry
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service import page_access
from controller.service.page_access import Authentication
from controller.store import keyring as keyrings
from controller.store.house_rules import HouseRules
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.web.access.sessions import COOKIE
from tests.support import page_of_table, soak, virtual
from tests.support.playing import TableWithoutGates, playing
from tests.whole_table import helping, hidden_worlds, obedient, onlookers
from tests.whole_table.seated import (
    BLUE,
    HAS_ALL_GAMES,
    MACHINE,
    OWNER,
    REFEREE,
    VISITOR,
    YELLOW,
    seated,
    the_hidden_race,
)

T = TypeVar("T")

CODES: Final = range(7_130_010, 7_130_100)
SHIPPED: Final = config.simulator()

PINS: Final = range(710_000_000_000, 711_000_000_000)
"""Long enough not to be mistaken for any other number of a table."""

HOWS: Final = [
    (players, variant, map_kept)
    for players in (2, 3, 4)
    for variant in ("classic", "gambler")
    for map_kept in ("honour", "tracked")
]


class TableWithoutScreen(TableWithoutGates):
    """Does not draw its screen, which is two thirds of a game's cost."""

    def runners_by_part(self) -> dict[str, Callable[[], Awaitable[object]]]:
        parts = super().runners_by_part()
        del parts["screen"]
        return parts


class AtOnce(ThreadPoolExecutor):
    """Runs work immediately in the calling thread, since hundreds of games would wait for their commits."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **names: Any) -> "Future[T]":
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **names))
        except BaseException as fault:  # noqa: BLE001  # the future raises it
            done.set_exception(fault)
        return done


@dataclass
class WatchedGame:
    """One game and its onlookers.

    Attributes:
        often: factor for looks and disturbances; 1 is a look every 25 steps and a deed every 50.
        screen: whether the console's screen is drawn.
        open_page: whether a page stays open from the first look on.
        deeds: possible disturbances; all if empty.
        covered: requested routes, see ``Onlookers``.
        done: counts of disturbances, by name.
        values: how many texts were searched.
        starts: how often the table was started.
        found: differences that the game itself revealed.
    """

    seed: int
    folder: Path
    covered: Counter[tuple[str, str, str]]
    done: Counter[str]
    often: float = 1.0
    deeds: Sequence["Deed"] = ()
    screen: bool = False
    open_page: bool = True
    values: int = 0
    starts: int = 0
    found: list[str] = field(default_factory=list)

    def play(self) -> None:
        """From the first statues to the end.

        Raises:
            KnownParts: something tells what is hidden.
        """
        with (
            onlookers.all_log_lines() as log,
            patch.object(keyrings, "SCRYPT_N", 2),  # what a hash costs is no matter here
            patch.object(keyrings, "PINS", PINS),
            patch.object(shutil, "disk_usage", return_value=Mock(free=0)),  # it changes all the time
            patch.object(page_access, "ACCESS_CODES", CODES),
            patch.object(installed, "make_game", self._doubled),
        ):
            try:
                virtual.run_virtual(self._evening(log))
            except* hidden_worlds.KnownParts as several:
                leak = several.exceptions[0]
                while isinstance(leak, BaseExceptionGroup):
                    leak = leak.exceptions[0]
                raise leak from None

    @property
    def is_helped(self) -> bool:
        """Whether bots play all castles, and people only lend them hands."""
        return self.seed % HELPED == HELPED - 1

    def check(self) -> None:
        """The game itself has told nothing.

        Raises:
            KnownParts: it has.
        """
        if self.found:
            raise hidden_worlds.KnownParts(self.found[0])

    def _doubled(self, name: str = naming.DEFAULT_GAME, options: Any = None) -> Any:
        return hidden_worlds.DoubledGame(TumultRoyale(options or {}), Random(self.seed), self.found)

    async def _evening(self, log: list[str]) -> None:
        asyncio.get_running_loop().set_default_executor(AtOnce(1))
        chance = Random(self.seed)
        over = False
        while not over:
            self.starts += 1
            async with self._table(chance, log) as watched:
                people = Disturbed(watched.play, Random(chance.random()), through_the_line=False, mistakes=0.05)
                people.look_on(watched, self)
                await people.come_in()
                if self.starts == 1:
                    players, variant, map_kept = HOWS[self.seed % len(HOWS)]
                    await watched.look(2)
                    if self.is_helped:
                        options = {"variant": variant, "map": map_kept}
                        await helping.begin_with_bots(watched.page, players, helping.CASTLES[:players], options)
                    else:
                        await watched.play.begin(players=players, variant=variant, map_kept=map_kept)
                try:
                    await people.play_to_the_end()
                    over = True
                    await watched.look(6)
                    self.check()
                except helping.NewStart:
                    self.done["came back"] += 1
                self.values += watched.values

    @asynccontextmanager
    async def _table(self, chance: Random, log: list[str]) -> AsyncIterator[onlookers.Onlookers]:
        files = TableFiles(self.folder / "test.journal")
        keyring = Keyring(files.keys)
        keyring.load()
        drawn = chance.randrange(10**20, 10**21)
        async with playing(
            self.folder,
            seed=drawn,
            house=HouseRules(replace(SHIPPED.table, scenes="at_once"), files.house_rules),
            castles=HOWS[self.seed % len(HOWS)][0],
            arrow=False,
            make_table=TableWithoutGates if self.screen else TableWithoutScreen,
            keyring=keyring,
            settings_of=lambda shipped: replace(helping.asking(shipped), page=replace(shipped.page, open_house=False)),
        ) as play:
            seen = play.twins if self.seed % 3 else None  # every third table is as one of real parts
            page = PageService(play.table, seen, self.folder / "bots")
            page.bots.resume()
            auth = Authentication(keyring, play.table, seen)
            secrets = {str(drawn): "the seed of the table's chance"}
            watched = onlookers.Onlookers(
                play, page, keyring, auth, chance, files, log, self.covered, self.open_page, secrets=secrets
            )
            try:
                yield watched
            finally:
                page.close()
                await watched.close()


class Disturbed(obedient.Obedient):
    """Players who are watched by all roles and disturbed during the game."""

    watched: onlookers.Onlookers
    game: WatchedGame
    looked_in: set[str]

    def look_on(self, watched: onlookers.Onlookers, game: WatchedGame) -> None:
        self.watched, self.game, self.looked_in = watched, game, set()

    async def play_to_the_end(self) -> None:
        if not self.game.is_helped:
            await super().play_to_the_end()
            return
        helpers = helping.Helpers(self.play, self.watched.page, self.moods, mistakes=0.02)
        while not self.play.table.loop.current_waiting().over:
            await self.before_each_step()
            await helpers.look()

    async def come_in(self) -> None:
        watched, chance = self.watched, self.moods
        password = f"evening {chance.randrange(10**12)}"
        watched.keyring.set_password(Secret(password))
        watched.secrets[password] = "the owner's password"
        await self._log_in(OWNER, {"password": password})
        await self._new_pin_by_the_owner()
        name = f"scoreboard {self.game.starts}"
        answer = await watched.post(OWNER, "/api/owner/tokens", {"name": name})
        token = answer.text.rpartition('"token":"')[2].partition('"')[0]
        assert len(token) > 40
        watched.secrets[token] = "a machine's token"
        watched.headers[MACHINE] = {"authorization": f"Bearer {token}"}

    async def _log_in(self, who: str, body: dict[str, str]) -> None:
        answer = await self.watched.post(VISITOR, "/api/login", body)
        assert answer.status == 204, answer.text
        self._has_cookie(who, answer.cookie)

    def _has_cookie(self, who: str, cookie: str) -> None:
        assert len(cookie) > 40
        self.watched.secrets[cookie] = f"the cookie of the {who}"
        self.watched.headers[who] = {"cookie": f"{COOKIE}={cookie}"}

    async def _new_pin_by_the_owner(self) -> None:
        answer = await self.watched.post(OWNER, "/api/owner/pin", {})
        pin = answer.text.rpartition('"pin":"')[2].partition('"')[0]
        assert int(pin) in PINS
        self.watched.secrets[pin] = "the referee's PIN"
        await self._log_in(REFEREE, {"pin": pin})

    async def before_each_step(self) -> None:
        self.game.check()
        often, phase = self.game.often, self.watched.phase
        if phase in {"set_aside", "taxes"} - self.looked_in and self.play.state.set_aside:
            self.looked_in.add(phase)
            await self.watched.look()
        if phase == "coronation" and phase not in self.looked_in:  # it is short
            self.looked_in.add(phase)
            await self.watched.look(8)
        if self.moods.random() < 0.04 * often:
            await self.watched.look(3)
        if self.play.table.loop.current_waiting().over:  # bots ended it during the looks
            return
        if self.moods.random() < 0.02 * often:
            deed = self.moods.choice(self.game.deeds or DEEDS)
            self.game.done[name_of(deed)] += 1
            await deed(self)

    # What comes between.

    async def wrong_guess(self) -> None:
        wrong = {"password": "wrong one"} if self.moods.random() < 0.5 else {"pin": "000000"}
        assert (await self.watched.post(VISITOR, "/api/login", wrong)).status in {403, 429}
        await self.watched.look(2)

    async def nonsense(self) -> None:
        (secret, *_) = self.watched.secrets
        body = b'{"pin": "%s", "pasword": 7' % secret.encode()
        await self.watched.post(VISITOR, "/api/login", body)

    async def pin_at_the_console(self) -> None:
        """Draw a PIN by the menu; only the console shows it, and sessions of the previous PIN end."""
        drawn: list[str] = []
        new_pin = Keyring.store_new_pin

        def seen(keys: Keyring) -> Any:
            pin = new_pin(keys)
            drawn.append(pin.reveal())
            self.watched.secrets[drawn[0]] = "the referee's PIN"
            return pin

        with patch.object(Keyring, "store_new_pin", seen):
            self.play.table.console._orders.put_nowait(MenuEntry(MenuAction.PIN))
            while not drawn:
                await self.play.wait(0.1)
            await self.play.wait(0.3)
        await self.watched.look(3)
        await self._picture()
        await self._log_in(REFEREE, {"pin": drawn[0]})

    async def knock(self) -> None:
        """Request access; people grant or deny it. The code belongs to the requester."""
        answer = await self.watched.post(VISITOR, "/api/knock", {}, but=frozenset(map(str, CODES)))
        if answer.status != 202:
            return
        asked = None
        for _ in range(3):
            await asyncio.sleep(0)
            asked = asked or self.play.table.console._asked
        if asked is None:  # the hourglass runs
            return
        codes = [code.reveal() for code in asked.access_request.codes]
        self.watched.secrets |= dict.fromkeys(codes, "the code of a knock")
        await self.play.wait(1.1)
        await self.watched.look(3)
        await self._picture()
        if self.watched.page.is_simulated:
            pressed = await self.watched.post(VISITOR, "/api/table/press", {"control": "knob"})
            assert pressed.status == 403 or asked.answer.cancelled(), "a client granted its own access request"
        if self.moods.random() < 0.5:
            await self.play.turn(1 + codes.index(asked.access_request.code.reveal()))
            self._has_cookie(REFEREE, answer.cookie)
        await self.play.press()

    async def _picture(self) -> None:
        route = next(each for each in self.watched.routes if each.path == "/oled.png")
        await self.watched.walk_route(route, VISITOR)

    async def menu(self) -> None:
        self.play.table.console.open_menu_and_pause()
        await self.watched.look(2)
        self.play.table.console.close_menu()
        self.play.table.hourglass.resume()

    async def fault(self) -> None:
        fault = self.moods.choice(["oled_missing", "clock_jump"])
        self.play.twins.faults.switch(fault, on=True)
        self.play.table.health.report_lost("blue", "saw no answer to two polls")
        await self.play.wait(0.2)
        await self.watched.look(2)
        self.play.twins.faults.switch(fault, on=False)
        self.play.table.health.report_working("blue")

    async def fault_of_ours(self) -> None:
        """Let a handler fail with the name of a face-down tile, which is reported like a lost device."""
        table, tile = self.play.table, self.moods.choice([*self.watched.hidden_tiles(), "t98"])

        def fails(_: None) -> None:
            raise KeyError(tile)

        table.guard.guard_handler("announcements", fails)(None)
        await self.watched.look(3)
        await table.guard.keep_running("announcements", partial(asyncio.sleep, 0))

    async def lift(self) -> None:
        table = self.watched.page.simulated_table_view()
        if table is not None and table["tiles"]:
            handle = self.moods.choice(table["tiles"])["handle"]
            await self.watched.post(VISITOR, "/api/table/lift", {"handle": handle})

    async def refused(self) -> None:
        tile = self.moods.choice([*self.watched.hidden_tiles(), "t98"])
        color = self.moods.choice(self.play.state.table.colors)
        action = self.moods.choice(
            [
                {"do": "build", "player": color, "tiles": [tile], "kind": "palace", "adjacent": True},
                {"do": "rob", "player": "nobody", "tile": tile},
                {"do": "count", "tile": tile},
                {"do": "amend", "move": {"tile": tile, "to": "nowhere"}},
            ]
        )
        assert (await self.watched.post(REFEREE, "/api/actions", action)).status == 409

    async def correction(self) -> None:
        """People go back before the hourglass and set a tile aside, so that nothing robbed can be done again."""
        state, loop = self.play.state, self.play.table.loop
        if (
            not isinstance(state.phase, Robbing | LastTiles)
            or not state.people_tiles
            or self.play.table.hourglass.is_paused
        ):
            return
        log = loop.on_table.play
        collect = next(seq for seq, _ in reversed(log.numbered_states) if log.actions[seq - 1]["do"] == "collect")  # type: ignore[attr-defined]
        tile = self.moods.choice(state.table.pool.tile_ids(state.people_tiles))

        def move(to: str) -> dict[str, Any]:
            return {"do": "amend", "move": {"tile": tile, "to": to}}

        body = requests.CorrectGame(collect, [move("set_aside")])
        answer = await self.watched.post(REFEREE, "/api/corrections", body)
        assert answer.status == 200, answer.text
        await self.watched.look(2)
        assert (await self.watched.post(REFEREE, "/api/actions", move("people"))).status == 200

    async def back_by_hand(self) -> None:
        """People go back before the count: all have seen the tiles of the castles then."""
        if isinstance(self.play.state.phase, Placing):
            answer = await self.watched.post(REFEREE, "/api/corrections", requests.CorrectGame(None, by_hand=True))
            assert answer.status == 200, answer.text
            await self.watched.look(2)

    async def park(self) -> None:
        loop = self.play.table.loop
        game = loop.game_id
        castles = [str(castle) for castle in loop.castles]
        assert (await self.watched.post(REFEREE, "/api/game", {"castles": castles})).status == 204
        await self.watched.look(2)
        answer = await self.watched.post(REFEREE, "/api/parked/take-up", {"game": game})
        assert answer.status == 204, answer.text
        await self.watched.look(2)

    async def report(self) -> None:
        self.watched.read_report(self.game.folder)

    async def new_start(self) -> None:
        if self.game.starts < 3:
            raise helping.NewStart


Deed = Callable[[Disturbed], Awaitable[None]]

DEEDS: Final[Sequence[Deed]] = (
    Disturbed.wrong_guess,
    Disturbed.nonsense,
    Disturbed.pin_at_the_console,
    Disturbed.knock,
    Disturbed.menu,
    Disturbed.fault,
    Disturbed.fault_of_ours,
    Disturbed.lift,
    Disturbed.refused,
    Disturbed.refused,
    Disturbed.correction,
    Disturbed.back_by_hand,
    Disturbed.park,
    Disturbed.report,
    Disturbed.new_start,
)


def name_of(deed: Deed) -> str:
    return deed.__name__.strip("_").replace("_", " ")


MEMORY = Path("/dev/shm")
"""Where there is one, games are kept there: their hundreds of thousands of commits would take a disk an hour."""

HELPED = 5
"""Of so many games one is of bots alone."""

GAMES = range(15 * len(HOWS)) if soak.SOAK else range(0, HELPED, HELPED - 1)
FOLLOWED = 4
"""Of so many dozens one has games with an open page, which costs as much as two games without."""

PHASES = ("none", "first_statues", "sentiment", "set_aside", "taxes", "statues", "coronation", "over")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else tmp_path) as made:
        yield Path(made)


def test_no_output_reveals_a_hidden_value_in_random_whole_games(folder: Path) -> None:
    """180 games with ROYALTABLE_SOAK=1, 15 of each number of players, variant and map, 36 of them of bots; else two.

    A page stays open in 48 of the 180, and in one of the two; the console's screen is drawn in five.
    """
    covered: Counter[tuple[str, str, str]] = Counter()
    done: Counter[str] = Counter()
    found: list[str] = []
    searched, began_s = 0, time.process_time()
    for seed in GAMES:
        own = folder / str(seed)
        own.mkdir()
        game = WatchedGame(seed, own, covered, done, often=2.0, screen=soak.SOAK and seed % 40 == 5)
        game.open_page = seed // len(HOWS) % FOLLOWED == 0 and (soak.SOAK or not game.is_helped)
        try:
            game.play()
        except hidden_worlds.KnownParts as leak:
            found.append(f"game {seed}: {leak}")
        searched += game.values
        shutil.rmtree(own)
    print(f"hidden values found in {len(GAMES):,} games: {len(found)}")
    print(f"searched: {searched:,} texts, {len(covered)} of routes by who asks by phase; {dict(done)}")
    print(f"processor: {(time.process_time() - began_s) / len(GAMES):.2f} s a game")
    assert found == []
    if soak.SOAK:
        assert len(GAMES) >= len(HOWS)
        paths = [route.path for route in page_of_table.ROUTES if route.method == "GET" and route.path != HAS_ALL_GAMES]
        assert [each for each in product(paths, onlookers.WHO, PHASES) if not covered[each]] == []
        assert set(done) == {name_of(deed) for deed in DEEDS} | {"came back"}


def with_hands() -> list[str]:
    """Return our games with hands; ``test_seats`` has the tiny one."""
    return [name for name in installed.bundled_game_names() if isinstance(installed.make_game(name), SeatView)]


async def hearers_of_hands(folder: Path, name: str) -> dict[CastleId, list[str]]:
    """Return by castle who receives a mark of its hand, if all roles request every route and read the stream."""
    async with seated(folder, name) as table:
        await table.everybody()
        await table.begin()
        game = table.play.table.game
        shown, castles = game.seat_view, list(table.play.table.loop.castles)  # type: ignore[attr-defined]

        def marked(state: Any, memory: Any, castle: CastleId) -> dict[str, Any]:
            return {**(shown(state, memory, castle) or {}), "marked": f"of {castle} alone"}

        with patch.object(game, "seat_view", marked, create=True):
            for castle in castles:
                await table.seat(castle)
            for browser in table.people.values():
                browser.listen()
            await table.walk()
            for castle in castles:
                await table.people[f"seat of {castle}"].hears(f"of {castle} alone")
        return {castle: table.hearers(f"of {castle} alone") for castle in castles}


def test_a_hand_is_sent_only_to_its_own_seat_in_every_game_with_hands(folder: Path) -> None:
    for name in with_hands():
        (folder / name).mkdir()
        heard = asyncio.run(hearers_of_hands(folder / name, name))
        assert heard == {castle: [f"seat of {castle}"] for castle in (BLUE, YELLOW)}, name


def test_the_search_finds_a_hand_in_the_public_view(folder: Path) -> None:
    view = PageService.view

    def telling(page: PageService, language: str) -> dict[str, Any]:
        return {**view(page, language), "hands": [page.seat_view(castle) for castle in (BLUE, YELLOW)]}

    with the_hidden_race(), patch.object(PageService, "view", telling):
        heard = asyncio.run(hearers_of_hands(folder, "hidden_race"))
    assert len(heard[BLUE]) == 6


def found_by_the_walk(folder: Path, *deeds: Deed, screens: bool = False) -> str:
    for seed in range(1, 7):
        own = folder / str(seed)
        own.mkdir()
        game = WatchedGame(seed, own, Counter(), Counter(), often=6.0, deeds=deeds, screen=screens)
        try:
            game.play()
        except hidden_worlds.KnownParts as leak:
            return str(leak)
    return ""


def rob_by_name(state: State, action: Rob, events: list[undoable_log.Event]) -> State:
    """Refuse with "Tile t20 lies at Yellow already"."""
    tile = state.table.pool.bits.get(action.tile, 0)
    for seat, player in enumerate(state.players):
        if player.castle & tile:
            raise Refusal("TR-2.4", "tile-not-yours", tile=action.tile, player=state.color(Seat(seat)))
    return taxes.handle_rob(state, action, events)


def view_with_worth(state: State | None, memory: Memory, shown: Any = TumultRoyale.view) -> dict[str, Any]:
    """Add a value derived from hidden tiles."""
    worth = None if state is None else [sum(state.table.pool.symbol_counts(each.castle)) for each in state.players]
    return {**shown(state, memory), "worth": worth}


def story_of_robbed_tiles(
    after: State, events: Sequence[undoable_log.Event], public: Any = staging.story_sentences
) -> Iterator[Text]:
    told = [event for event in events if event.key != staging.UNTOLD_EVENT]
    for event, sentence in zip(told, public(after, events), strict=True):
        if event.key == "robbed":
            robbed = after.players[after.table.colors.index(event.values["color"])].castle
            bread, marble, tools = after.table.pool.symbol_counts(robbed)
            yield Text("told-left", {"bread": bread, "marble": marble, "tools": tools})
        else:
            yield sentence


@pytest.mark.parametrize(
    ("part", "name", "leaky", "deed", "found"),
    [
        (correction, "public_action", dict, Disturbed.correction, "POST /api/corrections to referee tells of the tile"),
        (engine.HANDLER_BY_ACTION_TYPE, Rob, rob_by_name, Disturbed.menu, "tells whose a tile is"),
        (
            TumultRoyale,
            "public_action",
            staticmethod(dict),
            Disturbed.report,
            "journal.json in the report tells of",
        ),
        (TumultRoyale, "view", staticmethod(view_with_worth), Disturbed.menu, "tells one table from another"),
        (staging, "story_sentences", story_of_robbed_tiles, Disturbed.menu, "the staging tells one table from another"),
        (
            PageService,
            "_is_open_house",
            property(lambda _: True),
            Disturbed.pin_at_the_console,
            "shows the console's secret",
        ),
    ],
    ids=["correction", "refusal", "report", "view", "story", "picture"],
)
def test_the_search_finds_each_of_these_leaks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, part: Any, name: Any, leaky: Any, deed: Deed, found: str
) -> None:
    """The first three were faults of ours."""
    put = monkeypatch.setitem if isinstance(part, dict) else monkeypatch.setattr
    put(part, name, leaky)
    assert found in found_by_the_walk(folder, deed, screens=deed is Disturbed.pin_at_the_console)
