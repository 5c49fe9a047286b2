"""How a table's password at its room's broker becomes another one, so that either end may die at any moment.

The hub draws one and asks the table (topic ``ask``); the table keeps it beside those that it has, and says so (topic
``answer``); only then does the hub let the broker take it. Whoever dies in between begins again: the table tries what
it has, newest first, and forgets only what is older than the one that let it in.
"""

import hashlib
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from controller.fleet.enrolment.messages import NEWER, Membership, Password

Mark = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


class Rotate(Struct, frozen=True):
    """The hub asks the table to keep this password, too."""

    do: Literal["rotate"]
    password: Password


class Rotated(Struct, frozen=True):
    """The table keeps it; ``mark`` says which."""

    do: Literal["rotate"]
    mark: Mark


def mark_of(password: str) -> str:
    """16 hexadecimal digits that tell nothing of 256 random bits."""
    return hashlib.sha256(b"royaltable password, mark\0" + password.encode()).hexdigest()[:16]


def with_newer(membership: Membership, password: str) -> Membership:
    """With this password before those that the table has; of too many newer ones the oldest goes, never the proven."""
    others = tuple(each for each in membership.newer if each != password)
    if password == membership.password:
        return membership
    return replace(membership, newer=(password, *others)[:NEWER])


def proven(membership: Membership, password: str) -> Membership:
    """The broker has taken this password: older ones are forgotten, newer ones it may take yet."""
    if password not in membership.newer:
        return membership
    return replace(membership, password=password, newer=membership.newer[: membership.newer.index(password)])
