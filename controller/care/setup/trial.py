"""One device on trial: what is measured and found there is said at once, and kept for the birth certificate."""

from collections.abc import Callable

from controller.care.doctor.findings import Finding
from controller.care.setup.birth_certificate import Figure, Part
from controller.care.setup.prompts import NotSeen


class Trial:
    """The trial of ``device``; ``say`` tells people.

    Attributes:
        config_file: the settings, as findings name them.
    """

    def __init__(self, device: str, say: Callable[[str], None], config_file: str) -> None:
        self.device = device
        self.say = say
        self.config_file = config_file
        self._measured: dict[str, Figure] = {}
        self._findings: list[str] = []

    def measured(self, name: str, figure: Figure) -> None:
        """A figure of this part; its name has the unit."""
        self._measured[name] = figure
        self.say(f"{self.device}: {name}: {figure}.")

    def found(self, finding: Finding) -> None:
        """What is not as it should be, although the part works: cause, cure, picture."""
        self._findings.append(finding.code)
        self.say(finding.as_text())
        if finding.ailment.picture:
            self.say(finding.ailment.picture)

    def fails(self, finding: Finding) -> NotSeen:
        """The same of one for which the part does not count as working; gives what to raise."""
        self.found(finding)
        return NotSeen(f"{finding.code}: {finding.cause} {finding.cure}")

    def part(self, tried: str, fault: str = "") -> Part:
        """What to keep of it."""
        return Part(not fault, tried, self._measured, self._findings, fault)
