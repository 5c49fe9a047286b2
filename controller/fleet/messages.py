"""What a table says of itself, and what a hub wants and asks of it, as JSON values."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from controller import limits


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
    """A castle that plays; ``points`` are what its game counts, None where it counts nothing."""

    castle: str
    points: int | None


class TableState(Struct, frozen=True):
    """How the game stands, as everybody in the room may see it.

    Attributes:
        game: its title; None where none lies on the table.
        playing: a game goes on.
        step: what the table waits for, by the game's name for it; ``text`` says it in ``language``, the house's.
        round: from 1; None before a game.
        to_act: the castle whose move it is; None where several may move.
        left_s: what was left in the hourglass when this was said; None where it lies.
        paused: the hourglass stands still.
        standings: of those who play, in seat order.
        help: people at the table call for help.
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


class TableEvent(Struct, frozen=True):
    """One thing that has happened: one of ``EVENTS``, with what it was about.

    Attributes:
        text: what an ``alarm`` says, in the house's language: a game sounds it at its main events.
    """

    event_type: str
    game: str = ""
    winners: tuple[str, ...] = ()
    device: str = ""
    text: str = ""


EVENTS = ("begun", "over", "alarm", "help", "device_lost", "device_back")


RequestKind = Literal["coming", "identify", "doctor", "report", "message"]
"""Say at the table that help comes; show by lamps and buzzer which table it is; look what is wrong; give the
report for remote help; show a message to the people there."""

AskId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
"""By which an answer is found again; empty if no answer is wanted."""

ShortText = Annotated[str, Meta(max_length=limits.ANSWER_TEXT_CHARS)]

Message = Annotated[str, Meta(max_length=limits.TABLE_MESSAGE_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
"""One line, as people at a table see it; the hub's page takes no other."""


class Ask(Struct, frozen=True, omit_defaults=True):
    """What the hub asks; ``text`` is the message that people are to see."""

    do: RequestKind
    id: AskId = ""
    text: Message = ""


class Finding(Struct, frozen=True):
    """What the doctor has found: see `royaltable doctor --codes`."""

    code: ShortText
    severity: Literal["note", "warning", "error"]
    device: ShortText
    cause: ShortText
    cure: ShortText


class Answer(Struct, frozen=True, omit_defaults=True):
    """What came of an ask.

    Attributes:
        done: else ``why`` says what was seen, and what to do.
        findings: of the doctor.
        report: a zip; in JSON base64.
    """

    id: AskId
    do: RequestKind
    done: bool
    why: ShortText = ""
    findings: Annotated[tuple[Finding, ...], Meta(max_length=limits.ANSWER_FINDINGS)] = ()
    report: Annotated[bytes, Meta(max_length=limits.ANSWER_REPORT_BYTES)] = b""


FixtureId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
"""The hub's name for a game that is to be played; it comes back with the game's log."""

Word = Annotated[str, Meta(min_length=1, max_length=limits.FIXTURE_NAME_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
"""For a name that code knows or people read, in one line."""

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
"""Of what was wanted; see `hash_of`."""

Version = Annotated[str, Meta(pattern=r"\A[0-9][0-9A-Za-z.+~:-]{0,63}\Z")]
"""Of a Debian package (deb-version(7))."""


class Seat(Struct, frozen=True, array_like=True):
    """A castle, by the table's name for it such as ``blue``, and who sits there."""

    castle: Word
    player: Word


class Fixture(Struct, frozen=True, omit_defaults=True):
    """A game that is to be played at one table.

    Attributes:
        round: what people call it: shown as *Round 2* where it is a number, else as it is.
        seats: in seat order.
        game: the name under which it is installed; None for the table's usual one.
        options: what the game leaves to the house, by its choices' keys; what is left out is as usual.
    """

    id: FixtureId
    round: Word
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=limits.FIXTURE_SEATS)]
    game: Word | None = None
    options: Annotated[Mapping[Word, Word], Meta(max_length=limits.FIXTURE_OPTIONS)] = {}


JsonByName = Annotated[Mapping[Word, Any], Meta(max_length=limits.ROOM_SETTINGS_KEYS)]
"""Any JSON by name: the table's own checker says what of it can be, so that a newer hub is answered, not dropped."""


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """How games are played at a table, as far as the room says so; what is left out is the table's own affair.

    Attributes:
        settings: of the house, by their names in ``store.house_rules``, such as ``{"language": "de"}``.
        rules: by a game's name, what it leaves to the house, such as ``{"tudor": {"tudor-cards": "drawn"}}``.
        editions: by a game's name, what is printed on its components, as a log carries it.
    """

    settings: JsonByName = {}
    rules: JsonByName = {}
    editions: JsonByName = {}

    def parts(self) -> "Iterator[tuple[SettingsPart, str, Any]]":
        """What can be taken or refused by itself: its kind, its game ("" for the settings), what is wanted."""
        if self.settings:
            yield "settings", "", self.settings
        for game, options in self.rules.items():
            yield "rules", game, options
        for game, edition in self.editions.items():
            yield "edition", game, edition


SettingsPart = Literal["settings", "rules", "edition"]

NO_SETTINGS: Final = RoomSettings()


class Desired(Struct, frozen=True, omit_defaults=True):
    """All that a hub wants of one table; what is left out it leaves to the table.

    Attributes:
        house: how games are played there, from the next one on.
        fixture: the game to be played next; one that has not begun is replaced, or taken back where there is none.
        version: of the program, to be had from the hub between two games; None leaves it to the table's owner.
    """

    fixture: Fixture | None = None
    version: Version | None = None
    house: RoomSettings = NO_SETTINGS


FixtureState = Literal["waits", "begun", "refused"]
"""People see it between two games; it has begun, and its log tells the rest; or the table cannot play it."""


class FixtureReport(Struct, frozen=True, omit_defaults=True):
    """What has come of a fixture.

    Attributes:
        why: where it is refused, or did not begin when people wanted it, in English, for the room's owner.
    """

    id: FixtureId
    state: FixtureState
    why: str = ""


UpdateState = Literal["waits", "trying", "holds", "refused", "rolled-back", "failed"]
"""It comes between two games; it is installed and is to prove itself; it plays; it is not wanted here, or there is no
way back from it; it did not play and the one from before does again; or nothing of that could be done."""


class UpdateReport(Struct, frozen=True, omit_defaults=True):
    """What has come of the version that was wanted; ``why`` it is not there."""

    version: Version
    state: UpdateState
    why: str = ""


SettingsState = Literal["waits", "holds", "refused"]
"""It comes between two games; it holds; the table does not take it."""


class SettingsReport(Struct, frozen=True, omit_defaults=True):
    """What has come of one part of a house.

    Attributes:
        hash: of what was wanted (`hash_of`), by which the hub sees that it is this and nothing older.
        game: whose rules or edition; "" for the settings.
        why: it is refused, in English, for the room's owner.
    """

    part: SettingsPart
    hash: Hash
    state: SettingsState
    game: Annotated[str, Meta(max_length=limits.FIXTURE_NAME_CHARS)] = ""
    why: str = ""


class Reported(Struct, frozen=True, omit_defaults=True):
    """What has come of what a hub wants; of a house each part."""

    fixture: FixtureReport | None = None
    update: UpdateReport | None = None
    house: Annotated[tuple[SettingsReport, ...], Meta(max_length=2 * limits.ROOM_SETTINGS_KEYS + 1)] = ()


NOTHING_DESIRED: Final = Desired()


def hash_of(wanted: Any) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of JSON, keys in order: both ends name so what was wanted."""
    return hashlib.sha256(msgspec.json.encode(wanted, order="deterministic")).hexdigest()[:16]
