"""What an installed table says that does not work, and the rights that it says are missing."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from tests.kernel_table.guest_machine import Guest

DOCTOR: Final = "royaltable doctor --no-devices --json --config /etc/royaltable/table.toml"


def broken(guest: Guest) -> set[str]:
    said = guest.run("systemctl show royaltable --property StatusText --value")
    found = re.search(r"does not work: (.*)$", said)
    assert found is not None, said
    return set(found[1].split(", ")) - {"nothing"}


def device(guest: Guest, name: str) -> dict[str, Any]:
    (found,) = (each for each in guest.view()["view"]["devices"] if each["name"] == name)
    return dict(found)


def told(guest: Guest, *words: str) -> bool:
    findings = json.loads(guest.run(f"{DOCTOR} 2>/dev/null", status=None))
    return any(all(word in f"{finding['code']} {finding['cause']}" for word in words) for finding in findings)


def only_its_own_groups(guest: Guest) -> None:
    drop_in = "/etc/systemd/system/royaltable.service.d/groups.conf"
    guest.run(f"printf '[Service]\\nSupplementaryGroups=\\n' >{drop_in}; systemctl daemon-reload")


def cure(guest: Guest, group: str, lost: Iterable[str]) -> str:
    command = f"usermod -aG {group} royaltable"
    for name in lost:
        text = device(guest, name)["text"]
        assert f"sudo {command}," in text, text
    return command
