"""A small table that really counts: the ``TablePort`` for the page's own tests.

It knows a round's skeleton (spin, set aside, taxes, statues) and refuses what does not fit; it knows no tumults.
``python tests/web/fake_table.py PORT [PHASE]`` serves the page on it, for work on the page alone.
"""

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageDraw

import controller.games.tumult_royale  # noqa: F401  # it brings its sentences
from controller.games.contract.values import Action, CastleId, RefusedError, Text
from controller.games.requests import Correct, GameRequest, NewGame, Propose, TakeUp
from controller.web.table_port import UnknownPiece

COLORS: Final = ("blue", "yellow", "purple", "grey")
COMMODITIES: Final = ("bread", "marble", "tools")
KINDS: Final = ["pasture", "forest", "mountain", "village", "pasture", "forest", "pasture", "mountain", "palace"]
SECTORS: Final = [{"number": number, "degrees": 90} for number in (2, 3, 4, 5)]
HOURGLASS_S: Final = 20.0


@dataclass
class Tile:
    """One piece: its face, and where it lies (``people``, ``aside`` or a colour)."""

    handle: str
    id: str
    commodity: str
    value: int
    place: str = "people"

    def face(self) -> dict[str, Any]:
        return {"id": self.id, "commodity": self.commodity, "value": self.value}


class FakeTable:
    """A ``TablePort`` on values in memory; ``now_s`` is the clock that the test sets."""

    def __init__(self, *, simulated: bool = True, seed: int = 7) -> None:
        self.simulated = simulated
        self.now_s: Callable[[], float] = lambda: 0.0
        self.oled_version = 1
        self.speed = 1.0
        self.games_parked = [2, 1]
        self._chance = random.Random(seed)
        self._changed: set[asyncio.Event] = set()
        self._stopped = False
        self._begin(4)

    def _begin(self, players: int) -> None:
        self.colors = COLORS[:players]
        faces = [(commodity, 1 + number % 3) for commodity in COMMODITIES for number in range(13)]
        handles = [f"h{number:02}" for number in range(39)]
        self._chance.shuffle(handles)
        self.tiles = {
            handle: Tile(handle, f"t{number + 1:02}", commodity, value)
            for number, (handle, (commodity, value)) in enumerate(zip(handles, faces, strict=True))
        }
        self.phase, self.hourglass, self.deadline_s = "sentiment", "idle", 0.0
        self.demand: int | None = None
        self.arrow_deg = 0.0
        self.aside = dict.fromkeys(self.colors, 0)
        self.fields = {
            "B2": ("blue", 1),
            "E5": ("yellow", 1),
            "H1": ("purple", 2),
            "I5": ("grey", 1),
            "E2": ("blue", 3),
        }
        self.story = ["A game begins."]
        self.to_move = ["bread 2: Blue → people"]
        self.complaints: list[dict[str, Any]] = []
        self.seq = 1

    def advance_to(self, phase: str) -> None:
        """Play on until ``phase``; hands take what comes first."""
        while self.phase != phase or (phase == "statues" and self.hourglass != "idle"):
            people = [tile for tile in self.tiles.values() if tile.place == "people"]
            if self.phase == "set_aside" and sum(self.aside.values()) < 3 * len(self.colors):
                self._pass(people[0], min(self.aside, key=lambda color: self.aside[color]))
            elif self.phase == "taxes" and self.hourglass == "running":
                for number, tile in enumerate(people[:14]):
                    self._pass(tile, self.colors[number * number % len(self.colors)])
                self.run_out()
            else:
                self._knob()

    def run_out(self) -> None:
        """The hourglass is empty."""
        self.hourglass = "stopped"
        self._tell("The hourglass is empty.")

    @property
    def watchers(self) -> int:
        """How many streams are open."""
        return len(self._changed)

    def stop(self) -> None:
        """The table is put away: streams end."""
        self._stopped = True
        self._wake()

    # TablePort

    game, language = "tumult-royale", "en"

    def view(self, language: str) -> dict[str, Any]:
        color = "yellow" if self.phase == "statues" else None
        left = {
            name: sum(t.value for t in self.tiles.values() if t.place == "people" and t.commodity == name)
            for name in COMMODITIES
        }
        return {
            "draw": self.draws()["standing"],
            "seq": self.seq, "round": 3, "phase": self.phase, "variant": "classic", "map": "tracked", "rounds": 10,
            "statues_each": 25,
            "waiting_for": {"text": self._waiting()[1], "color": color, "step": self._waiting()[0], "over": False},
            "hourglass": {"state": self.hourglass, "paused": False, "total_s": HOURGLASS_S,
                          "left_s": max(0.0, self.deadline_s - self.now_s()) if self.hourglass == "running" else 0.0},
            "demand": dict.fromkeys(COMMODITIES, self.demand), "supply": 45, "winner": None, "ending": None,
            "players": [self._player(color, rank) for rank, color in enumerate(self.colors, 1)],
            "people": {"tiles": self._count("people"), "left": left if self.phase == "statues" else None},
            "set_aside": self._count("aside"), "columns": len(self.colors), "rows": 2,
            "regions": [{"slot": slot, "tile": None if slot in {0, 7} else f"R{slot}", "turns": 0,
                         "kinds": None if slot in {0, 7} else KINDS[slot:] + KINDS[:slot]}
                        for slot in range(2 * len(self.colors))],
            "fields": {name: {"owner": owner, "statues": statues} for name, (owner, statues) in self.fields.items()},
            "options": [{"field": one["field"], "kind": "forest", "adjacent": True, "payments": []}
                        for one in self._payable()],
            "payable": self._payable(), "first_fields": [], "reveal": None,
            "tumults": self._tumults(), "chronicle": ["purple", "blue"], "to_move": self.to_move, "story": self.story,
            "complaints": self.complaints,
            "devices": [{"name": "blue", "label": "Blue's gate", "ok": True, "text": ""},
                        {"name": "oled", "label": "The display", "ok": False,
                         "text": "does not answer at 0x3c"}],
        }  # fmt: skip

    async def views(self, language: str) -> AsyncIterator[dict[str, Any]]:
        async for _ in self._changes():
            yield self.view(language)

    has_seats = True

    seat_at = "http://192.0.2.7:8080/seat"
    has_picture = True

    def seat_qr(self) -> bytes | None:
        return b"<svg/>"

    def seat(self, castle: CastleId) -> dict[str, Any] | None:
        return {"hand": [f"card of {castle}"]}

    def may_send(self, action: Action, castle: CastleId) -> bool:
        return action.get("player") == castle

    async def changes(self) -> AsyncIterator[None]:
        async for _ in self.views("en"):
            yield

    def table(self) -> dict[str, Any] | None:
        if not self.simulated:
            return None
        return {
            "arrow_deg": self.arrow_deg, "sectors": SECTORS, "oled_version": self.oled_version,
            "lamps": {color: [self.aside[color] > lamp for lamp in range(3)] for color in self.colors[:2]},
            "rf": dict.fromkeys(self.colors, True),
            "tiles": [self._seen(tile) for _, tile in sorted(self.tiles.items())], "faults": [], "speed": self.speed,
        }  # fmt: skip

    async def tables(self) -> AsyncIterator[dict[str, Any]]:
        async for _ in self._changes():
            table = self.table()
            if table is not None:
                yield table

    def oled_png(self) -> bytes:
        picture = Image.new("1", (128, 64))
        ImageDraw.Draw(picture).text((6, 24), self._waiting()[1], fill=1)
        octets = BytesIO()
        picture.save(octets, "PNG")
        return octets.getvalue()

    async def submit(self, request: GameRequest, origin: str, language: str) -> dict[str, Any]:
        match request:
            case Propose():
                self._act(request.action)
            case Correct(back_to=1):
                raise RefusedError(None, "There is no step 1 to go back to.", Text("complaint-title"))
            case Correct(back_to, amend, by_hand):
                told = f"{origin} went back to {back_to} with {len(amend)}{' by hand' if by_hand else ''}."
                return {"accepted": True, "seq": self.seq, "told": [told], "dropped": [], "to_move": []}
            case NewGame():
                if request.options.get("variant") == "gambler":
                    raise RefusedError("TR-10.1", "This table plays classic games.", Text("complaint-title"))
                self._begin(len(request.castles))
                self._wake()
            case TakeUp(game):
                if game not in self.games_parked:
                    raise RefusedError(None, f"There is no parked game {game}.", Text("parking-unknown"))
                self.games_parked.remove(game)
                self._begin(4)
                self._wake()
        return {"accepted": True, "seq": self.seq}

    def put_right(self) -> None:
        self.to_move = []
        self._wake()

    def advice(self, castle: str, language: str) -> dict[str, Any]:
        if castle not in self.colors:
            raise UnknownPiece(f"Saw the castle {castle!r}. Expected one of {', '.join(self.colors)}.")
        if self.phase != "statues":
            raise RefusedError("TR-4.1", "Advice is given while statues are placed.", Text("refused-advice-phase"))
        return {"text": [f"{language}: one statue."], "plan": {"castle": castle, "statues": 1}}

    def answer(self, yes: bool) -> None:
        raise UnknownPiece(f"nothing is asked, saw {yes}")

    async def pass_tile(self, handle: str, castle: str, dwell_s: float) -> None:
        if handle not in self.tiles or castle not in self.colors:
            raise UnknownPiece(f"No tile {handle!r} or castle {castle!r}; castles: {', '.join(self.colors)}.")
        await asyncio.sleep(0)
        self._pass(self.tiles[handle], castle)

    async def press(self, control: str, long: bool) -> None:
        if control != "knob":
            raise UnknownPiece(f"No control {control!r}; this table has: knob.")
        self._knob()

    def lift(self, handle: str) -> dict[str, Any]:
        if handle not in self.tiles:
            raise UnknownPiece(f"No tile {handle!r}.")
        tile = self.tiles[handle]
        if tile.place not in {"people", "aside"}:
            raise RefusedError("TR-2.4", "A robbed tile stays where it is.", Text("complaint-title"))
        return {"commodity": tile.commodity, "value": tile.value}

    def faults(self) -> list[dict[str, Any]]:
        return []

    def switch_fault(self, name: str, place: str, on: bool) -> None:
        raise UnknownPiece(f"saw the fault {name!r}, expected none: nothing breaks here")

    def actions(self) -> dict[str, Any]:
        return {"schema": {"type": "object"}, "components": {}, "examples": [{"do": "count"}]}

    def pause(self, on: bool) -> None:
        self.hourglass = "stopped" if on else "running"
        self._wake()

    def box(self) -> dict[str, Any]:
        return {"castles": list(COLORS), "tiles": [], "regions": []}

    def playable(self, name: str, language: str) -> dict[str, Any]:
        if name != "tumult_royale":
            raise UnknownPiece(f"no game {name!r}")
        return {"name": name, "title": f"{language}: a game", "seats": [2, 4], "choices": {}, "castles": list(COLORS),
                "bots": list(COLORS), "box": {}}  # fmt: skip

    def course(self) -> list[dict[str, Any]]:
        return [{"round": 0, "players": {color: {"placed": 1, "supporters": 15} for color in self.colors}}]

    async def course_png(self, language: str) -> bytes | None:
        return f"a picture in {language}".encode() if self.has_picture else None

    def draws(self) -> dict[str, Any]:
        standing = {"n": 2, "commitment": "c2" * 32, "given": False}
        dealt = {
            "n": 1,
            "commitment": "c1" * 32,
            "given": False,
            "seed": "5e" * 32,
            "seq": 1,
            "kind": "deal",
            "drawn": None,
        }
        coming = {"n": 1, "commitment": "c0" * 32, "given": False}
        return {"game": "9a" * 32, "standing": standing, "coming": coming, "opened": [dealt]}

    def set_speed(self, speed: float) -> None:
        self.speed = speed
        self._wake()

    def parked(self, language: str) -> list[dict[str, Any]]:
        return [{"game": game, "text": f"{language}: game {game}"} for game in self.games_parked]

    # What it does

    def _act(self, action: Mapping[str, Any]) -> None:
        if action.get("do") not in {"build", "pass"}:
            raise RefusedError(None, f"Unknown action {action.get('do')!r}.", Text("complaint-title"))
        if self.phase != "statues":
            text = Text("refused-phase", {"do": action["do"], "phase": self.phase})
            raise RefusedError("TR-4.1", "Statues are placed after the count.", text)
        if action["do"] == "build":
            wanted = {"field": action.get("field"), "tiles": action.get("tiles"), "gains": 1}
            if wanted not in self._payable():
                raise RefusedError("TR-4.5", "These tiles do not pay for this field.", Text("complaint-title"))
            for tile in self.tiles.values():
                if tile.id in wanted["tiles"]:
                    tile.place = "people"
            self.fields[str(wanted["field"])] = ("yellow", 1)
        self._tell(f"Yellow: {action['do']}.")

    def _knob(self) -> None:
        step = self._waiting()[0]
        if step == "spin":
            self.demand, self.arrow_deg, self.phase = 4, 225.0, "set_aside"
            self._tell("The people want 4 of each commodity.")
        elif step == "collect":
            self.phase, self.hourglass, self.deadline_s = "taxes", "running", self.now_s() + HOURGLASS_S
            self._tell("The hourglass runs.")
        elif step == "confirm":
            self.phase, self.hourglass = "statues", "idle"
            self._tell("Everything is counted.")

    def _pass(self, tile: Tile, castle: str) -> None:
        self.complaints = []
        if tile.place != "people":
            self.complaints = [{"castle": castle, "text": "This tile was taken already (TR-2.4). Put it back."}]
        elif self.phase == "set_aside" and self.aside[castle] == 3:
            self.complaints = [{"castle": castle, "text": "Three are set aside already. Put it back unseen."}]
        elif self.phase == "set_aside":
            tile.place = "aside"
            self.aside[castle] += 1
        elif self.phase == "taxes" and self.hourglass == "running":
            tile.place = castle
        self.seq += 1
        self._wake()

    def _waiting(self) -> tuple[str | None, str]:
        match self.phase, self.hourglass:
            case "sentiment", _:
                return "spin", "The king spins."
            case "set_aside", _:
                left = 3 * len(self.colors) - sum(self.aside.values())
                return ("set_aside", f"{left} tiles are still due.") if left else ("collect", "Everybody ready?")
            case "taxes", "running":
                return "rob", "Rob! 3 robbed"
            case "taxes", _:
                return "confirm", "Put down the tile in hand, then compare."
            case _:
                return "build", "Yellow builds. Tap the tiles you pay with."

    def _payable(self) -> list[dict[str, Any]]:
        if self.phase != "statues":
            return []
        own = [tile.id for tile in self.tiles.values() if tile.place == "yellow"]
        free = [field for field in ("D5", "F5", "E4", "E6") if field not in self.fields]
        return [{"field": field, "tiles": own[:2], "gains": 1} for field in free] if len(own) >= 2 else []

    def _tumults(self) -> list[dict[str, Any]]:
        if self.phase != "statues":
            return []
        own = [tile.face() for tile in self.tiles.values() if tile.place == "blue"]
        return [{"commodity": "bread", "left": 2, "demand": 4, "greediest": "blue", "greed": 5, "costs": 3,
                 "kept": own[0], "returned": own[1:3]}]  # fmt: skip

    def _player(self, color: str, rank: int) -> dict[str, Any]:
        own = [tile.face() for tile in self.tiles.values() if tile.place == color]
        return {
            "color": color, "rank": rank, "mercy": color == "grey", "supporters": 11 + rank, "placed": 3 * rank,
            "tiles": len(own), "castle": own if self.phase == "statues" else None, "set_aside": self.aside[color],
            "confirmed": self.hourglass == "stopped" and color == "grey",
        }  # fmt: skip

    def _seen(self, tile: Tile) -> dict[str, Any]:
        color = tile.place if tile.place in self.colors else None
        public = self.phase == "statues" and color is not None
        return {"handle": tile.handle, "where": "castle" if color else tile.place, "color": color,
                "face": tile.face() if public else None}  # fmt: skip

    def _count(self, place: str) -> int:
        return sum(tile.place == place for tile in self.tiles.values())

    def _tell(self, sentence: str) -> None:
        self.seq += 1
        self.oled_version += 1
        self.story.append(sentence)
        self._wake()

    def _wake(self) -> None:
        for event in self._changed:
            event.set()

    async def _changes(self) -> AsyncIterator[None]:
        event = asyncio.Event()
        self._changed.add(event)
        try:
            while not self._stopped:
                yield
                await event.wait()
                event.clear()
        finally:
            self._changed.discard(event)


if __name__ == "__main__":
    import time

    import uvicorn

    from controller.web.app import create_app

    fake = FakeTable()
    fake.now_s = time.monotonic
    if len(sys.argv) > 2:
        fake.advance_to(sys.argv[2])
    uvicorn.run(create_app(fake), port=int(sys.argv[1]), log_level="warning")
