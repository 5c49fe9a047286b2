"""What a table says of itself to a broker, as JSON values."""

from msgspec import Struct


class Presence(Struct, frozen=True):
    """Whether a table is there, and what it is.

    Attributes:
        boot: random at each start of the program.
        machine: a hash, another one for each table; another Pi with the same card has another one.
        page: address of its page; "" while there is none.
        lost: the devices that do not work, by their names in ``table.toml``.
        name: the table's, for people.
        findings: what is the matter between the table and its hub, as codes of the doctor.
    """

    online: bool
    boot: str
    machine: str = ""
    version: str = ""
    page: str = ""
    lost: tuple[str, ...] = ()
    name: str = ""
    findings: tuple[str, ...] = ()


class Standing(Struct, frozen=True):
    """A castle that plays; ``points`` are what its game measures it by, None where it measures nobody."""

    castle: str
    points: int | None


class TableState(Struct, frozen=True):
    """How the game stands, as everybody in the room may see it.

    Attributes:
        game: its title; None where none lies on the table.
        playing: a game goes on.
        step: what the table waits for, by the game's name for it; ``text`` says it in ``language``, the house's.
        round: from 1; None before a game.
        to_act: the castle whose move it is; None where it is nobody's alone.
        left_s: what was left in the hourglass when this was said; None where it lies.
        paused: the hourglass stands still.
        standings: of those who play, in seat order.
        help: people at the table call somebody.
        game_no: the game's number in the table's journal; None without one.
        seq: how many actions it has; what they are is told by the log, and later.
        corrections: how often people have gone back in this round.
    """

    game: str | None
    playing: bool
    step: str
    text: str
    round: int | None
    to_act: str | None
    left_s: float | None
    paused: bool
    silent: bool
    locked: bool
    language: str = "en"
    standings: tuple[Standing, ...] = ()
    help: bool = False
    game_no: int | None = None
    seq: int = 0
    corrections: int = 0


class Happened(Struct, frozen=True):
    """One thing that has happened: one of ``EVENTS``, with what it was about.

    Attributes:
        text: what an ``alarm`` says, in the house's language: a game sounds it at what nobody should miss.
    """

    event_type: str
    game: str = ""
    winners: tuple[str, ...] = ()
    device: str = ""
    text: str = ""


EVENTS = ("begun", "over", "alarm", "help", "device_lost", "device_back")
