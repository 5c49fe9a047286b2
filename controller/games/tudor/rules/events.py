"""What happened: an event for each sentence that a table would tell, in the numbers of the rules."""

from typing import Any

from msgspec import Struct


class Event(Struct, frozen=True, gc=False):
    """Something that happened.

    Attributes:
        key: its sentence is ``tudor-told-`` with this key, or ``tudor-full-`` if it is hidden.
        values: what the sentence names; ``show.narration`` says each by its name.
        hidden: it tells what lies behind a screen.
    """

    key: str
    values: dict[str, Any]
    hidden: bool = False


def told(key: str, **values: Any) -> Event:
    return Event(key, values)


def hidden(key: str, **values: Any) -> Event:
    return Event(key, values, hidden=True)
