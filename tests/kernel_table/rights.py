"""The groups of the service's user: taken away as an owner's mistake would, and given back as the table says it."""

from collections.abc import Iterable

from tests.kernel_table.findings import device
from tests.kernel_table.guest_machine import Guest


def only_its_own_groups(guest: Guest) -> None:
    """From its next start on the service has the groups that /etc/group gives to its user; its unit adds none."""
    drop_in = "/etc/systemd/system/royaltable.service.d/groups.conf"
    guest.run(f"printf '[Service]\\nSupplementaryGroups=\\n' >{drop_in}; systemctl daemon-reload")


def cure(guest: Guest, group: str, lost: Iterable[str]) -> str:
    """The command by which each of the devices says that it comes back, without what makes somebody root."""
    command = f"usermod -aG {group} royaltable"
    for name in lost:
        text = device(guest, name)["text"]
        assert f"sudo {command}," in text, text
    return command
