"""What an installed table says that does not work: in its status, on its page, to its doctor."""

import json
import re
from typing import Any, Final

from tests.kernel_table.guest_machine import Guest

DOCTOR: Final = "royaltable doctor --no-devices --json --config /etc/royaltable/table.toml"


def broken(guest: Guest) -> set[str]:
    """The devices that the service's status names."""
    said = guest.run("systemctl show royaltable --property StatusText --value")
    found = re.search(r"does not work: (.*)$", said)
    assert found is not None, said
    return set(found[1].split(", ")) - {"nothing"}


def device(guest: Guest, name: str) -> dict[str, Any]:
    """One device as the page shows it."""
    (found,) = (each for each in guest.view()["view"]["devices"] if each["name"] == name)
    return dict(found)


def told(guest: Guest, *words: str) -> bool:
    """Whether one finding of the doctor has all these words."""
    findings = json.loads(guest.run(f"{DOCTOR} 2>/dev/null", status=None))
    return any(all(word in f"{finding['code']} {finding['cause']}" for word in words) for finding in findings)
