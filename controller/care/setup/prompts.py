"""What a person is asked to do at a device, as values."""

from enum import Enum

from msgspec import Struct


class SetupStep(Enum):
    """What hands can do; ``CONFIRM`` is a question that a short press of the knob affirms and a long one denies."""

    TURN = "turn"
    TURN_BACK = "turn back"
    PRESS = "press"
    CONFIRM = "confirm"
    YES = "yes"
    NO = "no"
    CARD = "card"
    PIECE = "tile"


class Prompt(Struct, frozen=True):
    """One request at a device; ``text`` says it in words."""

    device: str
    step: SetupStep
    text: str


class NotSeen(Exception):
    """People did not do what was asked, or say that it is not right; the message says what to do."""
