"""What doctor and set-up can find, as ``ailments.toml`` has it: code, severity, cause, cure, the line to type."""

from enum import IntEnum
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.reading import toml_of


class Severity(IntEnum):
    """How bad it is; the worst one is the exit status of ``royaltable doctor``."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Ailment(Struct, frozen=True):
    """One kind of finding; its three texts may hold ``{values}``.

    Attributes:
        cure: what to do, in words.
        command: the line to type.
        picture: what it looks like, drawn in characters; empty where words do.
    """

    code: str
    severity: Severity
    cause: str
    cure: str
    command: str
    picture: str = ""


def _ailment(code: str, cure: str, command: str, picture: str = "", **cause: str) -> Ailment:
    """From its table in the file, where the cause stands under the severity's name."""
    ((severity, text),) = cause.items()
    return Ailment(code, Severity[severity.upper()], text, cure, command, picture)


_FILE: Final = Path(__file__).with_suffix(".toml")

BY_CODE: Final = {code: _ailment(code, **said) for code, said in toml_of(_FILE.read_text("utf-8")).items()}
"""In the order of the file."""
