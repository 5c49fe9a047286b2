"""The gate: from flickering readings to pieces that passed, each once a visit."""

from typing import Protocol

from msgspec import Struct, field

from hw.values import ReaderId, TagReading, Uid
from hw.visits import Visits


class PiecePassed(Struct, frozen=True):
    """A taught piece came into the field of a reader; ``at_s`` is the time of the reading that first saw it."""

    reader: ReaderId
    piece: str
    at_s: float


class UnknownTag(Struct, frozen=True):
    """A tag that was never taught came into the field."""

    reader: ReaderId
    uid: Uid
    at_s: float


class TagsUnresolved(Struct, frozen=True):
    """Something answers but cannot be told apart: two tags on top of each other, or one at the very edge."""

    reader: ReaderId
    at_s: float


Passage = PiecePassed | UnknownTag | TagsUnresolved


class TaughtTags(Protocol):
    """What knows the taught stickers."""

    def piece(self, uid: Uid) -> str | None:
        """The piece that carries ``uid``, or None when it was never taught."""
        ...


class Gate(Struct):
    """One reader's gate: its visits, and which piece each tag is under."""

    reader: ReaderId
    book: TaughtTags
    visits: Visits = field(default_factory=Visits)

    def feed(self, reading: TagReading) -> list[Passage]:
        """What a poll brought; for all in the order of time, unless ``visits.saw_nothing`` was told of it."""
        uids, at_s, garbled = reading.uids, reading.at_s, reading.garbled
        passages = [self.came(uid, at_s) for uid in self.visits.came(uids, at_s, garbled=garbled)]
        if self.visits.unresolved(uids, at_s, garbled=garbled):
            passages.append(TagsUnresolved(self.reader, at_s))
        return passages

    def came(self, uid: Uid, at_s: float) -> Passage:
        """What it means that a tag's visit began; a castle board tells visits, not polls."""
        piece = self.book.piece(uid)
        return UnknownTag(self.reader, uid, at_s) if piece is None else PiecePassed(self.reader, piece, at_s)

    def interrupted(self) -> None:
        """The reader failed: the time until its next poll says nothing about any piece."""
        self.visits.interrupted()
