"""Events that the host has not acknowledged yet, in a ring that never grows."""


class Outbox:
    """The events, numbered from 1.

    Attributes:
        last: the newest event's number, 0 for none.
        acked: the highest number acknowledged.
        missed: events that found the ring full.
    """

    def __init__(self, places: int = 128) -> None:
        self.last = 0
        self.acked = 0
        self.missed = 0
        self._bodies = [""] * places

    def add(self, word: str, fields: str) -> None:
        """An event has happened; if there is no place for it, it is counted instead."""
        if self.last - self.acked >= len(self._bodies):
            self.missed += 1
            return
        self.last += 1
        self._bodies[self.last % len(self._bodies)] = f"{word} {self.last} {fields}"

    def body(self, number: int) -> str:
        return self._bodies[number % len(self._bodies)]

    def forget(self, number: int) -> bool:
        """The host has everything up to ``number``; whether that is news. A number never given is none."""
        if not self.acked < number <= self.last:
            return False
        while self.acked < number:
            self.acked += 1
            self._bodies[self.acked % len(self._bodies)] = ""
        return True
