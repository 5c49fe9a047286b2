"""Session with the host: greeting, beats, and events until they are acknowledged."""

from . import FIRMWARE_VERSION, PROTOCOL_VERSION
from .link import HostLineDeframer
from .outbox import LineQueue, Outbox
from .ports import Board
from .reader import Reader

HELLO_MS = 1000
"""How often to send ``hello`` until a host answers."""

HOST_GONE_MS = 3000
"""The host counts as gone after so long without a beat."""

RESEND_MS = 200
"""Resend events after so long without a new acknowledgement."""

ALWAYS_OBEYED = ("hello", "update", "reboot")


class HostSession:
    """Connection to the host.

    Attributes:
        greeted: whether a host with this protocol is there.
        host_ms: time of the host's last beat or greeting.
    """

    def __init__(self, board: Board, settings: dict[str, str], readers: list[Reader]) -> None:
        self.greeted = False
        self.host_ms = board.now_ms()
        self.receiver = HostLineDeframer()
        self.output = LineQueue(board)
        self.outbox = Outbox()
        self._board = board
        self._settings = settings
        self._readers = readers
        self._hello_ms = self.host_ms - HELLO_MS
        self._next = 1
        self._sent_ms = 0

    def is_command_else_handle(self, words: list[str], lamps: str, now_ms: int) -> bool:
        """Handle a line about the session; return whether it is for the board instead.

        Args:
            words: word and fields.
            lamps: pattern to confirm in the answer to ``beat``.
            now_ms: the board's time.
        """
        word = words[0]
        if not self.greeted and word not in ALWAYS_OBEYED:
            return False
        if word == "hello":
            self._greet_and_resend(int(words[1]), now_ms)
        elif word == "beat":
            self.host_ms = now_ms
            self.output.queue_line(f"beat {now_ms} {words[1]} {self.outbox.last} {self.outbox.missed} {lamps}")
        elif word == "ack":
            if words[1] == self._board.boot and self.outbox.acknowledge_up_to(int(words[2])):
                self._sent_ms = now_ms
                self._next = max(self._next, self.outbox.acked + 1)
        else:
            return True
        return False

    def send_due_lines(self, now_ms: int) -> None:
        if self.greeted and now_ms - self.host_ms >= HOST_GONE_MS:
            self.greeted = False
        if self.greeted:
            self._send_events(now_ms)
        elif now_ms - self._hello_ms >= HELLO_MS:
            self._hello_ms = now_ms
            self.output.clear()
            self._queue_hello()
        self.output.write_some()

    def _greet_and_resend(self, protocol: int, now_ms: int) -> None:
        self.output.clear()
        self._queue_hello()
        self._hello_ms = now_ms
        self.greeted = protocol == PROTOCOL_VERSION
        if self.greeted:
            self.host_ms = now_ms
        self._next = self.outbox.acked + 1
        self._sent_ms = now_ms

    def _queue_hello(self) -> None:
        """Queue ``hello``; each board has two buttons and three lamps."""
        who = f"{self._settings['id']} {FIRMWARE_VERSION} {PROTOCOL_VERSION} {self._board.boot}"
        self.output.queue_line(f"hello {who} {self.outbox.acked} {len(self._readers)} 2 3")

    def _send_events(self, now_ms: int) -> None:
        outbox = self.outbox
        if self._next > outbox.acked + 1 and self.output.is_empty and now_ms - self._sent_ms >= RESEND_MS:
            self._next = outbox.acked + 1
        while self._next <= outbox.last and self.output.queue_line(outbox.event_body(self._next)):
            self._next += 1
            self._sent_ms = now_ms
