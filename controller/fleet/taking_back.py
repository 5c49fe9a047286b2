"""Which games that a hub keeps a journal lacks, and whether what it gives is what was asked for."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from controller.fleet.shipping import Given, KeptGame, LogPiece


class Lacking(Struct, frozen=True):
    """A game of which the journal has ``have`` entries, 0 for none, and the hub as many as ``kept`` says."""

    kept: KeptGame
    have: int


class OtherLineError(Exception):
    """Journal and hub have different entries of one number: neither is an earlier state of the other."""


def lacking(
    kept: Sequence[KeptGame], length: Callable[[int], int], checksum: Callable[[int, int], str | None]
) -> list[Lacking]:
    """Of which of these games the journal has less.

    Args:
        kept: what the hub has.
        length: of a game in the journal, 0 where it has none.
        checksum: of a game's entry in the journal.

    Raises:
        OtherLineError: it has something else of one.
    """
    found = []
    for each in kept:
        have = length(each.game)
        if have < each.seq:
            found.append(Lacking(each, have))
        elif checksum(each.game, each.seq) != each.checksum:
            raise OtherLineError(f"game {each.game}, action {each.seq}")
    return found


class NotSoundError(Exception):
    """What the hub gives is not what was asked for, or not what was written; the message says what was seen."""


def answered(given: Given) -> LogPiece:
    """The piece in an answer: of the game that was asked for, from the entry that was asked for on.

    Raises:
        NotSoundError: there is none, or another.
    """
    asked, piece = given.asked, given.piece
    if piece is None:
        raise NotSoundError(f"saw no entries of game {asked.game}, expected those from {asked.seq} on")
    if (piece.journal, piece.game, piece.entries[0].seq) != (given.source, asked.game, asked.seq):
        raise NotSoundError(f"saw game {piece.game} from {piece.entries[0].seq} on, expected {asked.game}, {asked.seq}")
    return piece
