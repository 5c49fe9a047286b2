"""What the owner's page can ask of the running table; the daemon implements it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from controller.secret import Secret


class NotDone(Exception):
    """What the owner asked for was not done, and nothing has changed; the message says why and what to do."""


class AdminPort(Protocol):
    """A table as its owner sees it.

    What reads the journal or examines the machine, or keeps a file or a secret, may take its time: handlers call it in
    a thread of its own. The rest belongs to the table's loop and answers at once: ``overview``, ``settings``,
    ``check_settings``, ``set_house``, ``stickers``, ``calibrate``.
    """

    @property
    def has_password(self) -> bool:
        """Whether the owner has set a password."""
        ...

    @property
    def locked(self) -> bool:
        """Whether visitors change nothing, and idle pages go back to the start."""
        ...

    def overview(self, language: str) -> dict[str, Any]:
        """Everything that can be told at once.

        ``version``, ``password`` (whether there is one), ``tokens`` (their names), ``house`` (its settings),
        ``playing`` (whether a game is on), ``devices`` (``name``, ``label``, ``ok``, ``text``, and ``counts`` by what
        is counted), ``stickers`` (what teaching or census is at, see ``stickers``), ``spinner`` (whether there is one
        to calibrate), ``voice`` (None, or the ``castles`` that may be told what a piece is), ``settings`` (whether
        there is a file of them), ``restore`` (whether a backup waits for the next start), ``room`` (how the table
        stands to a room of many tables: ``stands`` is ``outside``, ``looking``, ``letters``, ``let_in`` or ``inside``,
        with ``why``, ``hub``, ``letters`` and ``name`` where they are known).
        """
        ...

    def findings(self) -> list[dict[str, Any]]:
        """What the doctor finds: ``code``, ``severity``, ``device``, ``cause``, ``cure``, ``command``."""
        ...

    def games(self) -> list[dict[str, Any]]:
        """All games of the journal, newest first: ``game``, ``begun_utc``, ``castles``, ``actions``, ``state``."""
        ...

    def verify(self) -> list[str]:
        """What is wrong with the journal; nothing where every entry is as it was written."""
        ...

    def settings(self) -> dict[str, Any]:
        """``file`` and ``text`` of table.toml.

        Raises:
            NotDone: there is none, or it cannot be read.
        """
        ...

    def check_settings(self, text: str) -> dict[str, Any]:
        """``faults`` of a text for table.toml, and ``restart``: the sections that the next start will take up."""
        ...

    def write_settings(self, text: str) -> dict[str, Any]:
        """Replace table.toml, whole at every moment; answers as ``check_settings``.

        Raises:
            NotDone: the text has faults, or the file cannot be written.
        """
        ...

    def set_house(self, changes: Mapping[str, object]) -> None:
        """Change the house's rules at once.

        Args:
            changes: of ``hourglass_s``, ``turn_timer_s``, ``language``, ``silent``, ``idle_game_h``, ``locked``,
                ``says`` and ``listeners``.

        Raises:
            NotDone: they cannot be kept, or a lock without a password, which nobody could undo.
        """
        ...

    def set_password(self, password: Secret) -> None:
        """The owner's password is another one from now on.

        Raises:
            NotDone: it cannot be kept.
        """
        ...

    def check_password(self, password: Secret) -> bool:
        """Whether this is the owner's password."""
        ...

    def new_pin(self) -> Secret:
        """Draw the referee's PIN; the earlier one ends. It is told once.

        Raises:
            NotDone: it cannot be kept.
        """
        ...

    def new_token(self, name: str) -> Secret:
        """A token for a machine of this name; it is told once.

        Raises:
            NotDone: another machine has the name, or it cannot be kept.
        """
        ...

    def revoke_token(self, name: str) -> None:
        """End a machine's token; one that is not there has ended already.

        Raises:
            NotDone: it cannot be kept.
        """
        ...

    def back_up(self, to: Path) -> None:
        """Write all that makes this table into the file ``to``.

        Raises:
            NotDone: it cannot be read or written.
        """
        ...

    @property
    def uploads(self) -> Path:
        """The folder in which an uploaded backup is laid until it is checked."""
        ...

    def restore(self, archive: Path) -> dict[str, Any]:
        """Let the next start take up this backup, which is checked now: ``files`` and ``actions`` of its last game.

        Raises:
            NotDone: it is no whole backup.
        """
        ...

    def join_room(self, hub: str) -> None:
        """Ask the hub at this address to let the table in; "" for one that is found in the network.

        Raises:
            NotDone: the table is at it, or belongs to a room.
        """
        ...

    def answer_room(self, *, yes: bool) -> None:
        """The owner has compared what the room's page says, or lets it be."""
        ...

    def leave_room(self) -> None:
        """Belong to no room any more; the room keeps what it has.

        Raises:
            NotDone: the table belongs to none, or its file cannot be removed.
        """
        ...

    def stickers(self, do: str, piece: str) -> None:
        """``teach`` the stickers of all pieces without one, or of ``piece``; take a ``census`` of the box; or ``end``.

        Raises:
            NotDone: a game is being played, there is no such piece, or the file cannot be written.
        """
        ...

    async def calibrate(self, mark_deg: float | None) -> dict[str, Any]:
        """The arrow goes to its mark, or with ``mark_deg``, what it shows there, to the dial's zero line.

        Gives ``text``: table.toml with that number, not written yet.

        Raises:
            NotDone: there is no arrow, it failed, or a game is being played.
        """
        ...
