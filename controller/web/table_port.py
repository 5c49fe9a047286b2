"""What the page needs of the daemon, which implements it."""

from collections.abc import AsyncIterator
from typing import Any, Protocol

from controller.games.contract.values import Action, CastleId
from controller.games.requests import GameRequest


class UnknownPiece(LookupError):
    """A handle, castle or control that this table does not have; the message says which there are."""


class TablePort(Protocol):
    """A running table as the page sees it.

    Everything is JSON values. A view is what the game shows of itself (``Game.view``), and of the table itself:

    - ``draw``: the draw to come, as in ``draws``;
    - ``seq``: how many actions were accepted; ``unwritten``: how many of them wait for a disk that takes them;
    - ``waiting_for``: ``text``, ``color`` (or null), ``over`` (people may begin a game), and ``step`` in the game's
      word;
    - ``hourglass``: ``state`` (``idle``, ``running``, ``stopped``), ``paused``, ``total_s``, ``left_s``;
    - ``turn_timer``, null unless the house gives a turn so long and one is on: ``total_s``, ``left_s``;
    - ``resumed``, null once the game went on after a stop: ``actions``, ``away_s`` (null if not known), ``compare``:
      the values of what the game has people compare;
    - ``question``, null unless people must decide something first (``waiting_for`` says what): ``step`` (such as
      ``backup``: shall it be taken up), ``no``: whether no is an answer, too;
    - ``locked``: the owner lets visitors only look on;
    - ``to_move``: sentences, which pieces lie differently after a correction, until people say that it is put right;
    - ``voice``, null while nothing is said aloud: ``text``, word for word, ``language``;
    - ``story``: sentences, newest last; ``complaints`` since this step began: ``castle`` (or null), ``text``, ``rule``
      (or null); ``devices``: ``name``, ``label``, ``ok``, ``text``.

    Nothing that the game hides is in a view, whoever looks; ``seat`` is for a castle's own people alone.
    """

    @property
    def game(self) -> str:
        """The name of the game that the table plays."""
        ...

    @property
    def language(self) -> str:
        """The table's own language: what a viewer gets who asks for none."""
        ...

    @property
    def simulated(self) -> bool:
        """Whether the table has any simulated parts."""
        ...

    def view(self, language: str) -> dict[str, Any]:
        """The game as everybody may see it now; the daemon's sentences are in ``language``."""
        ...

    def views(self, language: str) -> AsyncIterator[dict[str, Any]]:
        """The view now, then after each change; it ends when the table stops.

        Changes that come faster than they are taken may be merged: only the newest view counts.
        """
        ...

    @property
    def has_seats(self) -> bool:
        """Whether the game shows each castle what nobody else may see."""
        ...

    @property
    def seat_at(self) -> str | None:
        """The address where phones open hands; None where there are no hands, or no phone reaches the page."""
        ...

    def seat_qr(self) -> bytes | None:
        """``seat_at`` as a QR code in SVG."""
        ...

    def seat(self, castle: CastleId) -> dict[str, Any] | None:
        """What a castle's own people see beside the view (``SeatView.seat_view``); None where that is nothing."""
        ...

    def may_send(self, action: Action, castle: CastleId) -> bool:
        """Whether this action is the castle's own, so that its people may send it."""
        ...

    def changes(self) -> AsyncIterator[None]:
        """At once, then after each change of what anybody may see, as ``views`` does."""
        ...

    def table(self) -> dict[str, Any] | None:
        """The simulated table's parts as eyes see them; None on real parts.

        ``arrow_deg`` clockwise from the home mark; ``sectors``: ``number``, ``degrees``; ``oled_version``; ``lamps`` of
        each castle that has any, as three booleans (a castle without lamps has no buttons either); ``rf`` by castle;
        ``tiles``: of each piece ``handle`` (opaque: it tells nothing about the face), ``where`` in the game's word,
        ``color`` (or null) and, only where everybody may see it, ``face``; ``faults`` as ``faults()`` gives them;
        ``speed``, how fast its time passes.
        """
        ...

    def tables(self) -> AsyncIterator[dict[str, Any]]:
        """The simulated table now, then after each change, as ``views`` does; without any on real parts."""
        ...

    @property
    def oled_version(self) -> int:
        """Rises with each picture on the display."""
        ...

    def oled_png(self) -> bytes:
        """The display's pixels as PNG."""
        ...

    async def submit(self, request: GameRequest, origin: str, language: str) -> dict[str, Any]:
        """Put a request through the one door, and wait until it is on disk.

        What an action leaves to chance, a simulated table decides first.

        Returns:
            ``{"accepted": True, "kept": True, "seq": n, "told": [...]}`` with the sentences of the story that came of
            it; ``accepted`` is false where somebody's yes at the table is due first, ``kept`` while the disk does not
            take it. Of a correction also ``dropped``, with ``seq``,
            ``action``, ``rule`` and ``message`` of what is not legal any more, and ``to_move`` as in the view.

        Raises:
            RefusedError: the rules or the moment do not allow it; all is as it was.
            UnknownPiece: this table has no such castle, its game no bots, or leaves no such thing to the house.
        """
        ...

    def put_right(self) -> None:
        """People say that all pieces lie where the table has them: ``to_move`` is empty then."""
        ...

    def actions(self) -> dict[str, Any]:
        """The game's actions as JSON Schema: ``schema``, its ``components``, and ``examples``."""
        ...

    def pause(self, on: bool) -> None:  # noqa: FBT001  # fixed by the daemon's side
        """Let a running hourglass stand still, or go on."""
        ...

    def box(self) -> dict[str, Any]:
        """What is printed on the components, in the game's shape: ``pieces`` by ``id`` and ``kind``; the ``castles``.

        ``choices`` are what people may choose before a game: by key the values, the usual one first; ``games`` those
        that can be played, by ``name`` and ``title``.
        """
        ...

    def playable(self, name: str, language: str) -> dict[str, Any]:
        """A game that can be begun, as people set it up.

        ``name``, ``title``, ``seats`` (fewest and most), ``choices`` (by key the values with their words in
        ``language``, the usual one first), ``castles``, ``bots`` (castles that bots can play), ``box``.

        Raises:
            UnknownPiece: no such game can be played here.
        """
        ...

    def course(self) -> list[dict[str, Any]]:
        """How the game went, in the game's shape, for a chart."""
        ...

    async def course_png(self, language: str) -> bytes | None:
        """How the game went as a picture to keep; None before a game, or where the game brings none."""
        ...

    def draws(self) -> dict[str, Any]:
        """The draws of the game on the table, or of the next one where there is none.

        ``game``, which stands for it in its commitments; ``standing`` and ``coming``, the draw to come and the next
        game's first: ``n``, ``commitment``, ``given`` (by a seed that the table was given: it proves nothing);
        ``opened``, oldest first, the same with ``seed`` (null while what it dealt may be hidden), ``seq`` of the action
        that it decided, ``kind`` (``deal``, ``spin``, ``complete``) and ``drawn``, the number that was spun, or null.
        """
        ...

    def set_speed(self, speed: float) -> None:
        """Let the simulated table's time pass ``speed`` times as fast.

        Raises:
            UnknownPiece: this table's time is the real one.
        """
        ...

    def advice(self, castle: str, language: str) -> dict[str, Any]:
        """The best plan of a castle: ``text``, sentences in ``language``, and ``plan`` in the game's shape.

        Raises:
            UnknownPiece: no such castle in this game, or no game.
            RefusedError: there is nothing to advise at this moment, or the game gives no advice.
        """
        ...

    def answer(self, yes: bool) -> None:  # noqa: FBT001  # fixed by the daemon's side
        """People answered the question that the table asks.

        Raises:
            UnknownPiece: nothing is asked, or not so.
        """
        ...

    async def pass_tile(self, handle: str, castle: str, dwell_s: float) -> None:
        """A hand holds a piece over a castle's gate for ``dwell_s`` seconds.

        Raises:
            UnknownPiece: no such piece or castle.
        """
        ...

    async def press(self, control: str, long: bool) -> None:  # noqa: FBT001  # fixed by the daemon's side
        """Use ``knob``, ``knob:left``, ``knob:right``, ``yes:COLOR`` or ``no:COLOR``; ``long`` holds it down.

        Raises:
            UnknownPiece: this table has no such control.
        """
        ...

    def lift(self, handle: str) -> dict[str, Any]:
        """A hand lifts a piece and looks below: its face in the game's shape, for that hand alone.

        Raises:
            UnknownPiece: no such piece.
            RefusedError: this piece may not be looked at now.
        """
        ...

    def faults(self) -> list[dict[str, Any]]:
        """What can be broken at a simulated table; nothing on real parts.

        ``name``, ``places`` (readers; none where there is no choice) and ``present``, the places where it is broken.
        """
        ...

    def switch_fault(self, name: str, place: str, on: bool) -> None:  # noqa: FBT001
        """Break something, or mend it.

        Raises:
            UnknownPiece: no such fault or place.
        """
        ...

    def parked(self, language: str) -> list[dict[str, Any]]:
        """The games that were not ended and can be gone on with, newest first: ``game``, its number, and ``text``."""
        ...
