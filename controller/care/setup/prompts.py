"""What a person is asked to do at a device, as values."""

from enum import Enum

from msgspec import Struct


class SetupStep(Enum):
    """What hands can do; a question is affirmed by a short press of the knob and denied by a long one."""

    TURN = "turn"
    TURN_BACK = "turn back"
    PRESS = "press"
    CONFIRM = "confirm"
    YES = "yes"
    NO = "no"
    CARD = "card"
    PIECE = "tile"
    LOWER = "lower"
    ROOM = "room"


class Prompt(Struct, frozen=True):
    """One request at a device; ``text`` says it in words.

    Attributes:
        fingers: of a question for room, how many fingers' breadths of it.
    """

    device: str
    step: SetupStep
    text: str
    fingers: int = 0


class NotSeen(Exception):
    """People did not do what was asked, or say that it is not right; the message says what to do."""
