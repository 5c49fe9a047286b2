"""Which castles bots play in which game: kept beside the journal, so that they play on after any stop."""

from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from controller import limits, log
from controller.games.contract.values import CastleId
from controller.store.atomic_files import read_plain, write_atomically

Seats = dict[str, list[CastleId]]


class BotSeats:
    """Owner of the file that keeps them; without one, none are kept."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def of(self, game: str) -> Sequence[CastleId]:
        """The castles that bots play in the game of this name, which its draws have."""
        return self._kept().get(game, ())

    def keep(self, game: str, castles: Collection[CastleId]) -> None:
        """Bots play these in that game; the newest ``limits.BOT_GAMES`` games are kept.

        Where the file cannot be written they play until the table ends.
        """
        if self._file is None or not castles:
            return
        kept = self._kept() | {game: list(castles)}
        newest = dict(list(kept.items())[-limits.BOT_GAMES :])
        try:
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(newest)) + b"\n")
        except OSError as fault:
            log.warning("bots_not_kept", file=self._file, why=fault.strerror)

    def _kept(self) -> Seats:
        """What the file has; nothing where there is none, or what is there is none of ours."""
        if self._file is None:
            return {}
        try:
            octets = read_plain(self._file, limits.BOT_SEATS_OCTETS)
            return msgspec.json.decode(octets, type=Seats)
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError, OSError) as fault:
            log.warning("bots_not_known", file=self._file, why=str(fault))
            return {}
