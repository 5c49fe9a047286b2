"""JSON messages: a table's state, a hub's desired state, and its requests with their answers."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from controller import limits


class Presence(Struct, frozen=True):
    """Whether a table is online, and what it is.

    Attributes:
        boot: random at each start.
        machine: a hash of machine and table id, different for a copied card in another Pi.
        page: address of its page; "" for none.
        lost: devices that do not work, as named in ``table.toml``.
        name: shown to people.
        findings: the doctor's codes about the table and its connection to the hub.
    """

    online: bool
    boot: str
    machine: str = ""
    version: str = ""
    page: str = ""
    lost: tuple[str, ...] = ()
    name: str = ""
    findings: tuple[str, ...] = ()


class Standing(Struct, frozen=True, omit_defaults=True):
    """A castle, its points (None in a game without), and its player's colour if it is another than the castle's."""

    castle: str
    points: int | None
    color: str = ""


class PublicGameState(Struct, frozen=True):
    """The state of the game that everyone in the room may see.

    Attributes:
        game: its title; None if there is no game on the table.
        playing: a game is in progress.
        step: the game's name for what the table waits for; ``text`` says it in the table's ``language``.
        round: from 1; None before a game.
        to_act: the castle whose move it is; None if several may move.
        left_s: time left in the hourglass when published; None if it does not run.
        paused: the hourglass stands still.
        standings: of the castles in the game, in seat order.
        help: people at the table ask for help.
        game_no: its number in the table's journal.
        seq: how many actions it has.
        corrections: number of corrections in this round.
        rules: the game's installed name.
        winners: the castles that won; empty while the game goes on.
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
    rules: str = ""
    winners: tuple[str, ...] = ()


class PublicBoard(Struct, frozen=True):
    """What spectators see of a game: ``view`` is from `View.view` of the installed ``game``."""

    game: str
    view: msgspec.Raw


class TableEvent(Struct, frozen=True):
    """An event of ``EVENTS``, with what it is about.

    Attributes:
        text: for an ``alarm``, which games sound at main events: what happened, in the table's language.
        translations: ``text`` in the other languages, by their codes.
    """

    event_type: str
    game: str = ""
    winners: tuple[str, ...] = ()
    device: str = ""
    text: str = ""
    translations: Mapping[str, str] = {}


EVENTS = ("begun", "over", "alarm", "help", "device_lost", "device_back")


RequestKind = Literal["coming", "identify", "doctor", "report", "message"]
"""``coming``: announce that help comes; ``identify``: flash lamps, sound the buzzer; ``report``: send a report
for remote help; ``message``: show a message."""

AskId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
"""Matches an answer to its request; empty if none is expected."""

ShortText = Annotated[str, Meta(max_length=limits.ANSWER_TEXT_CHARS)]

Message = Annotated[str, Meta(max_length=limits.TABLE_MESSAGE_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]


class HubRequest(Struct, frozen=True, omit_defaults=True):
    """A request of the hub; ``text`` is the message to show."""

    do: RequestKind
    id: AskId = ""
    text: Message = ""


class ReportedFinding(Struct, frozen=True):
    """A finding of the doctor; see `royaltable doctor --codes`."""

    code: ShortText
    severity: Literal["note", "warning", "error"]
    device: ShortText
    cause: ShortText
    cure: ShortText


class HubRequestAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer to an `HubRequest`.

    Attributes:
        done: if false, ``why`` says what was seen, and what to do.
        report: a zip file, base64 in JSON.
    """

    id: AskId
    do: RequestKind
    done: bool
    why: ShortText = ""
    findings: Annotated[tuple[ReportedFinding, ...], Meta(max_length=limits.ANSWER_FINDINGS)] = ()
    report: Annotated[bytes, Meta(max_length=limits.ANSWER_REPORT_BYTES)] = b""


FixtureId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
"""The hub's id of a fixture; the game's log carries it, too."""

Word = Annotated[str, Meta(min_length=1, max_length=limits.FIXTURE_TEXT_CHARS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]

Version = Annotated[str, Meta(pattern=r"\A[0-9][0-9A-Za-z.+~:-]{0,63}\Z")]
"""A Debian version (deb-version(7))."""


class FixtureSeat(Struct, frozen=True, array_like=True):
    """A castle, such as ``blue``, and the player who sits there."""

    castle: Word
    player: Word


class Fixture(Struct, frozen=True, omit_defaults=True):
    """A tournament game assigned to a table.

    Attributes:
        round: a number, shown as *Round 2*, or a name.
        seats: in seat order.
        game: its installed name; None for the table's default game.
        options: of the game, by key; those left out have their defaults.
        bots: levels of the bots, by the castles that they play.
    """

    id: FixtureId
    round: Word
    seats: Annotated[tuple[FixtureSeat, ...], Meta(min_length=1, max_length=limits.FIXTURE_SEATS)]
    game: Word | None = None
    options: Annotated[Mapping[Word, Word], Meta(max_length=limits.FIXTURE_OPTIONS)] = {}
    bots: Annotated[Mapping[Word, Word], Meta(max_length=limits.FIXTURE_SEATS)] = {}


JsonByName = Annotated[Mapping[Word, Any], Meta(max_length=limits.ROOM_SETTINGS_KEYS)]
"""JSON by name. Only the table checks it, to say why it refuses a newer hub's value."""


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """The room's settings for games at a table; those left out are up to the table.

    Attributes:
        settings: house rules, by their names in ``controller.house``, such as ``{"language": "de"}``.
        rules: options by game, such as ``{"tudor": {"tudor-cards": "drawn"}}``.
        editions: by game, what is printed on its components, as in a log.
    """

    settings: JsonByName = {}
    rules: JsonByName = {}
    editions: JsonByName = {}

    def iter_parts(self) -> "Iterator[tuple[SettingsPart, str, Any]]":
        """Yield each part to accept or refuse: its kind, its game ("" for settings), its value."""
        if self.settings:
            yield "settings", "", self.settings
        for game, options in self.rules.items():
            yield "rules", game, options
        for game, edition in self.editions.items():
            yield "edition", game, edition


SettingsPart = Literal["settings", "rules", "edition"]

NO_SETTINGS: Final = RoomSettings()


class PlayersOfGame(Struct, frozen=True):
    """Names by castle of those who play the game with this number in the table's journal."""

    game_no: int
    names: Annotated[Mapping[Word, Word], Meta(max_length=limits.FIXTURE_SEATS)]


class DesiredState(Struct, frozen=True, omit_defaults=True):
    """A table's state as a hub desires it; what is left out is up to the table.

    Attributes:
        house: settings for games, from the next one on.
        fixture: the game to play next; replaces one that has not begun, or withdraws it if None.
        version: software to install from the hub between games; None leaves it to the owner.
        players: of the game on the table, as far as the hub knows them.
    """

    fixture: Fixture | None = None
    version: Version | None = None
    house: RoomSettings = NO_SETTINGS
    players: PlayersOfGame | None = None


FixtureState = Literal["waits", "begun", "refused"]
"""``waits``: offered between games; ``refused``: the table cannot play it."""


class FixtureReport(Struct, frozen=True, omit_defaults=True):
    """The state of a fixture.

    Attributes:
        why: reason of a refusal, or of not beginning at a press of the knob; English, for the room's owner.
    """

    id: FixtureId
    state: FixtureState
    why: str = ""


UpdateState = Literal["waits", "trying", "holds", "refused", "rolled-back", "failed"]
"""``waits``: installed between games; ``trying``: on probation; ``holds``: runs; ``refused``: the table does not
allow it, or could not roll it back; ``rolled-back``: the previous version runs again; ``failed``: neither could be
installed."""


class UpdateReport(Struct, frozen=True, omit_defaults=True):
    """The state of the desired version, and ``why`` it is not installed."""

    version: Version
    state: UpdateState
    why: str = ""


SettingsState = Literal["waits", "holds", "refused"]
"""``waits``: applied between games; ``holds``: applied; ``refused``: the table rejects it."""


class SettingsReport(Struct, frozen=True, omit_defaults=True):
    """The state of one part of the room's settings.

    Attributes:
        hash: `hash_json_value` of the desired value, by which the hub notices a report on an older one.
        game: of rules or edition; "" for settings.
        why: reason of a refusal; English, for the room's owner.
    """

    part: SettingsPart
    hash: Hash
    state: SettingsState
    game: Annotated[str, Meta(max_length=limits.FIXTURE_TEXT_CHARS)] = ""
    why: str = ""


class ReportedState(Struct, frozen=True, omit_defaults=True):
    """The state of everything desired; ``house`` reports each part of the room's settings."""

    fixture: FixtureReport | None = None
    update: UpdateReport | None = None
    house: Annotated[tuple[SettingsReport, ...], Meta(max_length=2 * limits.ROOM_SETTINGS_KEYS + 1)] = ()


NOTHING_DESIRED: Final = DesiredState()
NO_PLAYERS: Final = PlayersOfGame(0, {})


def hash_json_value(wanted: Any) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of the value as JSON with sorted keys."""
    return hashlib.sha256(msgspec.json.encode(wanted, order="deterministic")).hexdigest()[:16]
