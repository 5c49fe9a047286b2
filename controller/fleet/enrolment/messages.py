"""What a table and a hub say to each other while the table joins, as JSON over HTTPS.

Every field comes from somebody unknown, so each has a bound.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

VERSION: Final = 1

BEGIN: Final = "/enrolment/begin"
OPEN: Final = "/enrolment/open"
ASK: Final = "/enrolment/ask"
INVITED: Final = "/enrolment/invited"
"""Where a table posts what."""

Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Session = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Label = Annotated[str, Meta(max_length=64)]
Password = Annotated[str, Meta(min_length=32, max_length=128)]

NEWER: Final = 3
"""Passwords that a table keeps beside the one that has let it in."""

Pem = Annotated[str, Meta(min_length=1, max_length=16384)]


class Begin(Struct, frozen=True):
    """A table would like to join; it says who it is, and commits itself to its nonce.

    Attributes:
        machine: see ``table_id.machine``.
        called: its name in ``table.toml``, for the owner to recognise.
    """

    version: int
    commitment: Hex32
    machine: Label = ""
    called: Label = ""
    software: Label = ""


class Offer(Struct, frozen=True):
    """What a hub answers: its nonce, and the authority that will vouch for it from now on.

    Attributes:
        session: by which the table, and nobody else, asks on.
        hub: the room's name.
    """

    session: Session
    nonce: Hex32
    authority: Pem
    hub: Label


class Opening(Struct, frozen=True):
    """The table's nonce, after it has the hub's."""

    session: Session
    nonce: Hex32


class Asking(Struct, frozen=True):
    """Has anybody typed the letters? Said until the answer is another one than *not yet*."""

    session: Session


class Invited(Struct, frozen=True):
    """A table comes with an invitation, and needs no letters: its file has the hub's authority."""

    token: Hex32
    machine: Label = ""
    called: Label = ""
    software: Label = ""


class Membership(Struct, frozen=True, omit_defaults=True):
    """By what a table is let in from now on; it is kept in a file that only the table may read.

    Attributes:
        table: its id, which is its user at the broker as well.
        port: of the room's broker, over TLS.
        authority: PEM; who vouches for the broker.
        hub: the room's name.
        name: what the table is called in the room.
        newer: passwords that the hub has announced since, newest first; see ``controller.fleet.rotation``.
        host: where it is; the hub does not know how the table reaches it, so the table fills it in.
    """

    table: Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,32}\Z")]
    password: Password
    port: Annotated[int, Meta(ge=1, le=65535)]
    authority: Pem
    hub: Label = ""
    name: Label = ""
    host: Annotated[str, Meta(max_length=253)] = ""
    newer: Annotated[tuple[Password, ...], Meta(max_length=NEWER)] = ()


class Answer(Struct, frozen=True, omit_defaults=True):
    """What a table hears that asks: neither field means *not yet*.

    Attributes:
        refused: why it will never be let in by this session, as a word: ``late``, ``unknown``, ``refused``.
    """

    membership: Membership | None = None
    refused: Label = ""
