"""Findings of the doctor: a problem from ``problems.toml`` at a device, with observed values."""

import shlex
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from controller.reading import parse_toml


class Severity(IntEnum):
    """Severity of a problem. The worst one is the exit status of ``royaltable doctor``."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Problem(Struct, frozen=True):
    """A kind of problem; texts may contain ``{values}``, ``picture`` is text art or empty."""

    code: str
    severity: Severity
    cause: str
    cure: str
    command: str
    picture: str = ""


PROBLEMS: Final = {
    code: Problem(code, severity, said[severity.name.lower()], said["cure"], said["command"], said.get("picture", ""))
    for code, said in parse_toml(Path(__file__).with_name("problems.toml").read_text("utf-8")).items()
    for severity in Severity
    if severity.name.lower() in said
}
"""Problems by code, in the order of the file."""


MISSING_PIECES_CODE: Final = "RT-PIECES-MISSING"


class Finding(Struct, frozen=True):
    """A problem at ``device`` (its name in table.toml, or ``machine``), with observed ``values``."""

    problem: Problem
    device: str = "machine"
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def severity(self) -> Severity:
        return self.problem.severity

    @property
    def cause(self) -> str:
        return self.problem.cause.format_map(self.values)

    @property
    def cure(self) -> str:
        return self.problem.cure.format_map(self.values)

    @property
    def command(self) -> str:
        return self.problem.command.format_map({name: shlex.quote(value) for name, value in self.values.items()})

    def to_dict(self) -> dict[str, Any]:
        said = {"code": self.code, "severity": self.severity.name.lower(), "device": self.device}
        return said | {"cause": self.cause, "cure": self.cure, "command": self.command}

    def format(self) -> str:
        first = f"{self.severity.name:7} {self.code}  {self.device}: {self.cause}"
        return f"{first}\n        {self.cure}\n        $ {self.command}"


def worst_severity(findings: list[Finding]) -> int:
    return max((finding.severity for finding in findings), default=Severity.NOTE)


def make_finding(code: str, device: str = "machine", /, **values: object) -> Finding:
    return Finding(PROBLEMS[code], device, {name: str(value) for name, value in values.items()})
