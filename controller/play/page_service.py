"""What the page can ask of a running table: the daemon's side of ``controller.web.table_port``."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final

from controller.devices.simulated_box import uid_of
from controller.games.contract.hands import Piece
from controller.games.contract.ids import CastleId, PieceId
from controller.games.sentences import sentence
from controller.play import table_view
from controller.play.bot_hands import LONG_PRESS_S, SHORT_PRESS_S, Hands
from controller.play.requests import LoopAnswer
from controller.play.resume_texts import game_in_list
from controller.play.table import Table
from controller.web.table_port import UnknownPiece
from hw.testing.faults.by_name import UnknownFault
from hw.testing.scaled_loop import ScaledLoop
from hw.testing.table import TwinTable
from hw.units import ReaderId

LOOK_EVERY_S: Final = 0.06
"""How often the simulated table's moving parts are looked at for the page."""


class PageService:
    """A running table for the page; ``twins`` is None on real parts."""

    def __init__(self, table: Table, twins: TwinTable | None) -> None:
        self._composed: dict[str, dict[str, Any]] = {}
        self._table = table
        self._twins = twins
        self._random = Random()  # noqa: S311  # shuffles what hands see; the game's chance is elsewhere
        self._handles: dict[PieceId, str] = {}
        self._handles_of: tuple[int, int] | None = None
        self._watchers: set[asyncio.Event] = set()
        self._closed = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        table.changed.listen(self._changed)

    @property
    def language(self) -> str:
        """See ``Operations.language``."""
        return self._table.house.language

    @property
    def simulated(self) -> bool:
        """See ``Operations.simulated``."""
        return self._twins is not None

    def view(self, language: str) -> dict[str, Any]:
        """See ``Operations.view``; composed once for each language after each change."""
        if language not in self._composed:
            self._composed[language] = table_view.view(self._table, language)
        view = self._composed[language]
        return view | {"hourglass": view["hourglass"] | {"left_s": round(self._table.hourglass.left_s(), 3)}}

    async def views(self, language: str) -> AsyncIterator[dict[str, Any]]:
        """See ``Operations.views``."""
        changed = asyncio.Event()
        self._watchers.add(changed)
        try:
            while not self._closed.is_set():
                changed.clear()
                yield self.view(language)
                await changed.wait()
                if self._speed > 1:
                    await self._pause()
        finally:
            self._watchers.discard(changed)

    def table(self) -> dict[str, Any] | None:
        """See ``Operations.table``."""
        if self._twins is None:
            return None
        return {
            "arrow_deg": round(self._twins.rotor.angle_deg, 1) if self._twins.rotor is not None else None,
            "sectors": [{"demand": value, "degrees": degrees} for value, degrees in self._table.game.sectors()],
            "oled_version": self.oled_version,
            "lamps": {name: panel.lit for name, panel in self._twins.panels.items()},
            "rf": {name: chip.rf_on for name, chip in self._twins.readers.items()},
            "tiles": self._tiles(),
            "faults": self.faults(),
            "speed": self._speed,
        }

    async def tables(self) -> AsyncIterator[dict[str, Any]]:
        """See ``Operations.tables``."""
        last: dict[str, Any] | None = None
        while not self._closed.is_set():
            now = self.table()
            if now is None:
                return
            if now != last:
                yield now
                last = now
            await self._pause()

    @property
    def oled_version(self) -> int:
        """See ``Operations.oled_version``."""
        if self._twins is not None and self._twins.oled is not None:
            return self._twins.oled.changes
        return self._table.display.pictures

    def oled_png(self) -> bytes:
        """The display's own pixels on twins; on parts, which cannot be read back, what was sent to it."""
        if self._twins is not None and self._twins.oled is not None:
            picture = self._twins.oled.image()
        else:
            picture = self._table.display.picture
        file = io.BytesIO()
        picture.save(file, "PNG")
        return file.getvalue()

    def advice(self, castle: str, language: str) -> dict[str, Any]:
        """See ``Operations.advice``."""
        loop = self._table.loop
        if castle not in loop.castles:
            playing = ", ".join(loop.castles) or "nobody: no game has begun"
            raise UnknownPiece(f"Saw the castle {castle!r}. Expected one that plays: {playing}.")
        advised = self._table.game.advise(loop.state, CastleId(castle))
        return {"text": [sentence(line, language) for line in advised.lines], "plan": dict(advised.plan)}

    async def act(self, action: dict[str, Any], origin: str, language: str) -> dict[str, Any]:
        """See ``Operations.act``."""
        return _accepted(await self._table.loop.propose(action, origin), language)

    async def correct(
        self, back_to: int | None, amend: Sequence[Mapping[str, Any]], origin: str, language: str, *, by_hand: bool
    ) -> dict[str, Any]:
        """See ``Operations.correct``."""
        answer = await self._table.loop.correct(back_to, amend, origin, by_hand=by_hand)
        accepted = _accepted(answer, language)
        dropped = [
            {
                "seq": each.seq,
                "action": dict(each.action),
                "rule": each.refusal.rule,
                "message": sentence(each.refusal.text, language),
            }
            for each in answer.dropped
        ]
        return accepted | {"dropped": dropped, "to_move": table_view.to_move(self._table, language)}

    def put_right(self) -> None:
        """See ``Operations.put_right``."""
        self._table.loop.put_right()
        self._table.loop.show()

    async def turn_up(self, slots: Sequence[int], origin: str, language: str) -> dict[str, Any]:
        """See ``Operations.turn_up``."""
        loop = self._table.loop
        action = self._table.game.turned_up(loop.state, slots, self._table.chance.shuffled)
        return await self.act(dict(action), origin, language)

    def actions(self) -> dict[str, Any]:
        """See ``Operations.actions``."""
        return self._table.game.actions()

    def pause(self, on: bool) -> None:  # noqa: FBT001  # the Protocol's signature
        """See ``Operations.pause``."""
        if on:
            self._table.hourglass.pause()
        else:
            self._table.hourglass.go_on()
        self._table.loop.show()

    def box(self) -> dict[str, Any]:
        """See ``Operations.box``."""
        return self._table.game.box() | {"castles": [castle.color for castle in self._table.config.castle]}

    def course(self) -> list[dict[str, Any]]:
        """See ``Operations.course``."""
        return self._table.game.course(self._table.loop.standing)

    def set_speed(self, speed: float) -> None:
        """See ``Operations.set_speed``."""
        loop = asyncio.get_running_loop()
        if not isinstance(loop, ScaledLoop):
            raise UnknownPiece("this table keeps the time of its clock; only `royaltable sim` can be hurried")
        loop.set_speed(speed)
        self._table.changed.tell(None)

    @property
    def _speed(self) -> float:
        loop = asyncio.get_running_loop()
        return loop.speed if isinstance(loop, ScaledLoop) else 1.0

    def answer(self, yes: bool) -> None:  # noqa: FBT001  # the Protocol's signature
        """See ``Operations.answer``."""
        if not self._table.loop.answer(yes=yes):
            raise UnknownPiece(f"saw the answer {'yes' if yes else 'no'}, but the table asks nothing that it answers")

    async def pass_tile(self, handle: str, castle: str, dwell_s: float) -> None:
        """See ``Operations.pass_tile``."""
        twins = self._simulated()
        if ReaderId(castle) not in twins.readers:
            raise UnknownPiece(f"saw the castle {castle!r}, expected one of {', '.join(twins.readers)}")
        await twins.pass_tile(ReaderId(castle), uid_of(self._tile(handle)), dwell_s)

    async def press(self, control: str, long: bool) -> None:  # noqa: FBT001  # the Protocol's signature
        """See ``Operations.press``."""
        controls = self._controls(LONG_PRESS_S if long else SHORT_PRESS_S)
        if control not in controls:
            raise UnknownPiece(f"saw the control {control!r}, expected one of {', '.join(controls)}")
        await controls[control]()

    def lift(self, handle: str) -> dict[str, Any]:
        """See ``Operations.lift``."""
        return dict(self._table.game.looked_at(self._table.loop.state, self._tile(handle)))

    async def new_game(
        self,
        castles: Sequence[str],
        options: Mapping[str, str],
        dealt: Mapping[str, Any],
        bots: Collection[str],
        origin: str,
    ) -> None:
        """See ``Operations.new_game``; bots need the simulated table's gates."""
        known = [castle.color for castle in self._table.config.castle]
        for castle in castles:
            if castle not in known:
                raise UnknownPiece(f"saw the castle {castle!r}, expected some of {', '.join(known)}")
        simulated = None if self._twins is None else self._twins.readers
        for castle in bots:
            if simulated is not None and ReaderId(castle) not in simulated:
                gates = ", ".join(simulated) or "there is none"
                raise UnknownPiece(f"saw a bot for {castle!r}, expected one at a simulated gate: {gates}")
        answer = await self._table.loop.new_game([CastleId(castle) for castle in castles], options, origin, dealt)
        if answer.refusal is not None:
            raise answer.refusal
        self._rest_bots()
        if bots and self._twins is not None:
            seats = [CastleId(castle) for castle in castles if castle in bots]
            hands = Hands(self._table, self._twins, self._random, seats)
            loop, game_id = self._table.loop, self._table.loop.game_id
            other = lambda: loop.game_id != game_id  # noqa: E731  # as one begun at the knob
            self._bots = asyncio.get_running_loop().create_task(hands.play(other))

    def parked(self, language: str) -> list[dict[str, Any]]:
        """See ``Operations.parked``."""
        return [
            {"game": game.game_id, "text": sentence(game_in_list(game), language)}
            for game in self._table.loop.journal_queue.parked
        ]

    async def take_up(self, game: int) -> None:
        """See ``Operations.take_up``."""
        await self._table.resumption.take_up(game)
        self._rest_bots()

    def faults(self) -> list[dict[str, Any]]:
        """See ``Operations.faults``."""
        if self._twins is None:
            return []
        faults = self._twins.faults

        def broken(name: str) -> list[str]:
            return sorted(place for known, place in faults.present if known == name)

        return [
            {"name": name, "places": list(places), "present": broken(name)} for name, places in faults.known.items()
        ]

    def switch_fault(self, name: str, place: str, on: bool) -> None:  # noqa: FBT001  # the Protocol's signature
        """See ``Operations.switch_fault``."""
        try:
            self._simulated().faults.switch(name, place, on=on)
        except UnknownFault as fault:
            raise UnknownPiece(str(fault)) from None

    def close(self) -> None:
        """The bots' hands go to rest, and whoever watches has seen the end."""
        self._closed.set()
        self._changed()
        self._rest_bots()

    async def _pause(self) -> None:
        """Between two looks; a table that closes is not waited for."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY_S * self._speed):
                await self._closed.wait()

    def _rest_bots(self) -> None:
        if self._bots is not None:
            self._bots.cancel()

    def _controls(self, held_s: float) -> dict[str, Callable[[], Awaitable[None]]]:
        """What a hand can press or turn on this table, by name."""
        twins = self._simulated()
        controls: dict[str, Callable[[], Awaitable[None]]] = {}
        if twins.knob is not None:
            controls["knob"] = partial(twins.knob.press, held_s)
            controls |= {"knob:left": partial(twins.knob.turn, -1), "knob:right": partial(twins.knob.turn, 1)}
        for castle, panel in twins.panels.items():
            controls[f"yes:{castle}"] = partial(panel.yes.press, held_s)
            controls[f"no:{castle}"] = partial(panel.no.press, held_s)
        return controls

    def _simulated(self) -> TwinTable:
        if self._twins is None:
            raise UnknownPiece("this table has real parts; use them")
        return self._twins

    def _tile(self, handle: str) -> PieceId:
        self._deal_handles()
        for tile, known in self._handles.items():
            if known == handle:
                return tile
        raise UnknownPiece(f"saw the tile {handle!r}; tiles get new handles each round, look again")

    def _deal_handles(self) -> None:
        """Each round the tiles are mixed: a handle tells nothing about the tile, nor about an earlier round."""
        table = self._table
        if table.loop.state is None:
            self._handles = {}
            return
        number = (table.loop.game_id or 0, table.game.round_of(table.loop.state))
        if self._handles_of == number:
            return
        tiles = [piece.tile for piece in table.game.pieces(table.loop.state)]
        self._random.shuffle(tiles)
        self._handles = {tile: f"{number[1]}-{place}" for place, tile in enumerate(tiles)}
        self._handles_of = number

    def _tiles(self) -> list[dict[str, Any]]:
        self._deal_handles()
        if not self._handles:
            return []
        pieces = {piece.tile: piece for piece in self._table.game.pieces(self._table.loop.state)}
        return [_drawn(handle, pieces[tile]) for tile, handle in self._handles.items()]

    def _changed(self, _: None = None) -> None:
        self._composed.clear()
        for watcher in self._watchers:
            watcher.set()


def _accepted(answer: LoopAnswer, language: str) -> dict[str, Any]:
    if answer.refusal is not None:
        raise answer.refusal
    return {"accepted": True, "seq": answer.seq, "told": [sentence(text, language) for text in answer.told]}


def _drawn(handle: str, piece: Piece) -> dict[str, Any]:
    face = {} if piece.face is None else {"face": piece.face}
    return {"handle": handle, "where": piece.where, "color": piece.castle, **face}
