"""The host's session with a board: greeting, beats, events, lamps. Holds no port and no clock."""

from collections.abc import Callable
from typing import Final

from firmware.castle_node.link import Deframer
from firmware.castle_node.recording import BYTES as RECORDING_BYTES
from hw.castle_link import messages
from hw.castle_link.board import Board
from hw.console.panel import CastleButton, Press, PressLength
from hw.errors import HardwareError, PartSilent

BEAT_EVERY_S: Final = 0.5
BEAT_RETRY_S: Final = 0.1
"""Time until an unanswered beat is repeated: a line may have been damaged."""

GREET_EVERY_S: Final = 0.5
SILENCE_TIMEOUT_S: Final = 2.0
"""Time without a valid line after which the port is closed and reopened."""

RECORD_S: Final = 2.0
"""How long a board records; an empty field fills its memory in a second."""

ASK_AGAIN_S: Final = 0.3
MAX_ASKED: Final = 10
"""How often to ask for a piece of a recording; older firmware does not answer."""

UNADOPTED_TIMEOUT_S: Final = 5.0
"""`SILENCE_TIMEOUT_S` before adoption; a board repeats its hello within 4 s."""

_MICROSECONDS_PER_S: Final = 1_000_000
"""The host's time in beats is in microseconds."""


class BoardSession:
    """Session on an open port.

    Args:
        send: writes bytes to the port.
        on_hello: called after each ``hello``.
        on_event: called with each event of the adopted board.

    Attributes:
        hello: the board's last ``hello``, or None.
        last_line_s: time of the last valid line.
        lamps: desired lamps of the adopted board.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        on_hello: Callable[[], None],
        on_event: Callable[[messages.BoardEvent], None],
        now_s: float,
    ) -> None:
        self.hello: messages.Hello | None = None
        self.last_line_s = now_s
        self.lamps = "000"
        self._send = send
        self._notify_hello = on_hello
        self._on_event = on_event
        self._framer = messages.Framer()
        self._deframer = Deframer()
        self._board: Board | None = None
        self._asked = False
        self._state_known = False
        self._doubted = False
        self._next_s = now_s
        self._beat_s = now_s
        self._recorded: bytearray | None = None
        self._record_s = self._piece_s = 0.0
        self._asked_pieces = 0
        self.send_due_lines(now_s)

    @property
    def has_adopted_board(self) -> bool:
        return self._board is not None

    def is_silent(self, now_s: float) -> bool:
        return now_s - self.last_line_s > (SILENCE_TIMEOUT_S if self.has_adopted_board else UNADOPTED_TIMEOUT_S)

    def adopt_board(self, board: Board, now_s: float) -> None:
        self._board = board
        self._begin_board_session(now_s)

    def disown_board(self) -> None:
        self._board = None

    def send_line(self, *words: object) -> None:
        self._send(self._framer.format_next_line(*words))

    def send_due_lines(self, now_s: float) -> None:
        """Send what is due; call it several times a second."""
        if self._recorded is not None and self.has_adopted_board and now_s >= self._piece_s:
            self._ask_for_piece(self._recorded, now_s)
        unanswered = self.has_adopted_board and self.last_line_s < self._beat_s
        if now_s < (self._beat_s + BEAT_RETRY_S if unanswered else self._next_s):
            return
        if self._board is None:
            self._next_s = now_s + GREET_EVERY_S
            if self.hello is None:
                self._send_hello()
            return
        self._next_s = now_s + BEAT_EVERY_S
        self._send_beat(now_s)
        if not self._state_known:
            self.request_state()

    def request_state(self) -> None:
        self.send_line("ask")

    def request_check(self) -> None:
        self.send_line("check")

    def request_recording(self, now_s: float) -> None:
        """Have the board record its readers; `BoardRecorded` has the result."""
        self._recorded, self._asked_pieces = bytearray(), 0
        self._record_s, self._piece_s = now_s, now_s + RECORD_S
        self.send_line("record")

    def _ask_for_piece(self, recorded: bytearray, now_s: float) -> None:
        self._piece_s = now_s + ASK_AGAIN_S
        self._asked_pieces += 1
        self.send_line("piece", len(recorded))
        if self._asked_pieces >= MAX_ASKED:
            self._recorded = None

    def _add_piece(self, piece: messages.PieceLine, now_s: float) -> None:
        recorded = self._recorded
        if recorded is None or piece.at != len(recorded) or piece.size > RECORDING_BYTES:
            return
        recorded += piece.data
        self._asked_pieces = 0
        if len(recorded) < piece.size:
            self._ask_for_piece(recorded, now_s)
        else:
            self._recorded = None
            self._on_event(messages.BoardRecorded(self._record_s, bytes(recorded)))

    def set_lamps(self, lamps: str) -> None:
        """Set the lamps; resend until a beat confirms them."""
        if lamps != self.lamps:
            self.lamps = lamps
            if self._board is not None:
                self.send_line("lamps", lamps)

    def feed_received_bytes(self, data: bytes, now_s: float) -> None:
        for line in self._deframer.feed(data):
            message = messages.parse_line(line)
            if message is None:
                continue
            self.last_line_s = now_s
            self._handle_message(message, now_s)

    def _send_hello(self) -> None:
        self._asked = True
        self.send_line("hello", messages.PROTOCOL_VERSION)

    def _send_beat(self, now_s: float) -> None:
        self._beat_s = now_s
        self.send_line("beat", round(now_s * _MICROSECONDS_PER_S))

    def _handle_message(self, message: messages.FromBoard, now_s: float) -> None:
        match message:
            case messages.Hello():
                self._accept_hello(message, now_s)
            case _ if self._board is None:
                return
            case messages.BeatAnswer():
                self._apply_beat_answer(self._board, message, now_s)
            case _ if isinstance(message, messages.NumberedEvent):
                self._board.add_event_if_new(message)
                self._emit_ready_events(self._board)
                if self._board.boot is not None:
                    self.send_line("ack", self._board.boot, self._board.taken)
            case messages.ReaderChecked():
                self._on_event(message)
            case messages.PieceLine():
                self._add_piece(message, now_s)
            case messages.SettingRefused(name="record"):
                self._recorded = None
            case messages.SettingValue(name=name, value=value):
                wanted = self._board.settings.get(name, value)
                if wanted != value:
                    self.send_line("set", name, wanted)
            case messages.BoardState(readers=readers, held=held):
                self._report_reader_states(self._board, readers)
                down = (button for button, is_down in zip(CastleButton, held, strict=True) if is_down == "1")
                self._on_event(messages.ButtonsHeld(frozenset(down)))

    def _report_reader_states(self, board: Board, readers: str) -> None:
        """Report which readers work, failed ones only after asking twice, since they may still be starting."""
        self._state_known = "0" not in readers or self._doubted
        for reader, works in enumerate(readers):
            if works == "1":
                self._on_event(messages.ReaderWorks(reader))
            elif self._doubted:
                self._on_event(_reader_failed_event(board, reader, "no reading"))
        self._doubted = not self._state_known

    def _accept_hello(self, hello: messages.Hello, now_s: float) -> None:
        self.hello = hello
        if self._board is not None and self._board.id != hello.board:  # another board, or a new id
            self.disown_board()
        if self._asked:
            self._asked = False
        else:  # the board restarted or timed out
            self._send_hello()
        if self._board is not None and self._board.id == hello.board:
            self._begin_board_session(now_s)
        self._notify_hello()

    def _begin_board_session(self, now_s: float) -> None:
        assert self._board is not None
        assert self.hello is not None
        lost = self._board.apply_hello_count_lost(self.hello)
        if lost:
            self._on_event(messages.EventsLost(lost))
        self._state_known = self._doubted = False
        self._next_s = now_s
        self.send_due_lines(now_s)
        self.send_line("lamps", self.lamps)

    def _apply_beat_answer(self, board: Board, beat: messages.BeatAnswer, now_s: float) -> None:
        board.clock.use_beat_if_more_exact(beat.host_t / _MICROSECONDS_PER_S, beat.t, now_s)
        missed = board.apply_beat_count_missed(beat.last, beat.missed)
        if missed > 0:
            self._on_event(messages.EventsLost(missed))
        if beat.lamps != self.lamps:
            self.send_line("lamps", self.lamps)
        self._emit_ready_events(board)

    def _emit_ready_events(self, board: Board) -> None:
        for event in board.pop_events_in_order():
            self._on_event(_to_board_event(event, board))


def _to_board_event(event: messages.NumberedEvent, board: Board) -> messages.BoardEvent:
    at_s = board.clock.to_host_s(event.t)
    match event:
        case messages.TileLine(reader=reader, uid=uid):
            return messages.TagCame(reader, uid, at_s)
        case messages.UnclearTagsLine(reader=reader):
            return messages.TagsUnclear(reader, at_s)
        case messages.UnreadTagLine(reader=reader):
            return messages.TagUnread(reader, at_s)
        case messages.BeamsLine(text=text):
            return messages.BeamsChanged(None if text == "clear" else beams_fault(f"the board {board.id}", text))
        case messages.PressLine(button=button, length=length, held_ms=held_ms):
            return messages.PanelPressed(CastleButton(button), Press(PressLength(length), at_s, held_ms / 1000))
        case messages.ReaderWorksLine(reader=reader):
            return messages.ReaderWorks(reader)
        case messages.ReaderFaultLine(reader=reader, text=text):
            return _reader_failed_event(board, reader, text)


BEAMS_REMEDY: Final = "Wipe them, keep fingers and sunlight out, then check their wires."


def beams_fault(place: str, seen: str) -> HardwareError:
    expected = "all three lit while no tile passes"
    return PartSilent(f"light beams of {place}", seen=seen, expected=expected, remedy=BEAMS_REMEDY)


def _reader_failed_event(board: Board, reader: int, seen: str) -> messages.ReaderFailed:
    part = f"reader {reader} of the board {board.id}"
    remedy = "Check its wires to the Pico; the board retries by itself."
    return messages.ReaderFailed(reader, PartSilent(part, seen=seen, expected="a working MFRC522", remedy=remedy))
