"""What the hub may ask of a table, what the table answers, as JSON values (topics ``ask``, ``answer``)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from controller import limits

Do = Literal["coming", "identify", "doctor", "report", "message"]
"""Say at the table that somebody comes; show by lamps and buzzer which table it is; look what is wrong; give the
report for whoever helps from afar; show a message to the people there."""

AskId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
"""By which an answer is found again; empty where nobody waits for one."""

Line = Annotated[str, Meta(max_length=limits.ANSWER_TEXT)]

Message = Annotated[str, Meta(max_length=limits.MESSAGE_LETTERS, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
"""One line, as people at a table see it; the hub's page takes no other."""


class Ask(Struct, frozen=True, omit_defaults=True):
    """What the hub asks; ``text`` is the message that people are to see."""

    do: Do
    id: AskId = ""
    text: Message = ""


class Found(Struct, frozen=True):
    """What the doctor has found: see `royaltable doctor --codes`."""

    code: Line
    severity: Literal["note", "warning", "error"]
    device: Line
    cause: Line
    cure: Line


class Answer(Struct, frozen=True, omit_defaults=True):
    """What came of an ask.

    Attributes:
        done: else ``why`` says what was seen, and what to do.
        findings: of the doctor.
        report: a zip; in JSON base64.
    """

    id: AskId
    do: Do
    done: bool
    why: Line = ""
    findings: Annotated[tuple[Found, ...], Meta(max_length=limits.ANSWER_FINDINGS)] = ()
    report: Annotated[bytes, Meta(max_length=limits.ANSWER_REPORT_OCTETS)] = b""
