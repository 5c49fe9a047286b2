"""A room's games move from the PostgreSQL of Debian 12 to that of Debian 13, by the steps of docs/hub.md."""

import re
import shutil
from pathlib import Path

import pytest

from tests.hub.running import page_settings, tables_settings
from tests.support.documents import text_of
from tests.support.ports import free_port
from tests.systemd.container.conftest import Build
from tests.systemd.container.machines import Machine, debian, hub_s, machine

FOLDER = "var/lib/royaltable-hub"
APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
PROGRAMS = ("postgresql", "mosquitto", "haproxy", "openssl", "gpg", "gpg-agent")


def install_hub(on: Machine, build: Build) -> None:
    try:
        on.run(*APT, "update")
    except AssertionError as fault:
        pytest.skip(f"apt reaches no mirror of Debian from within a container. Cure: a network. {fault}")
    on.run(*APT, "install", "--yes", "--no-install-recommends", *PROGRAMS)
    deb = build("amd64")
    for each in (deb, hub_s(deb)):
        shutil.copy(each, on.root / "root")
    on.run("dpkg", "--install", f"/root/{deb.name}", f"/root/{hub_s(deb).name}")


def documented_steps() -> list[list[str]]:
    """Return the commands of docs/hub.md without sudo and without systemd's, which runs in no container here."""
    chapter = text_of("docs/hub.md").split("### A newer PostgreSQL")[1].split("\n## ")[0]
    lines = re.findall(r"^sudo (.+)$", chapter, re.MULTILINE)
    assert len(lines) == 5
    return [line.split() for line in lines if not line.startswith("systemctl")]


def test_games_move_from_postgresql_15_to_17_by_the_documented_steps(build: Build, tmp_path: Path) -> None:
    backup, move, restore = documented_steps()
    with machine(debian("bookworm")) as before:
        install_hub(before, build)
        folder = before.root / FOLDER
        folder.mkdir(exist_ok=True)
        settings = f"{page_settings(free_port())}[broker]\nport = {free_port()}\n{tables_settings()}"
        (folder / "hub.toml").write_text(settings, encoding="utf-8")
        before.run("sh", "-c", "timeout --signal=INT 30 royaltable hub; royaltable hub table add rt-kdmxqz")
        before.run(*backup)
        assert (folder / "postgres/data/PG_VERSION").read_text() == "15\n"
        shutil.copytree(folder, tmp_path / "hub", symlinks=True)
        shutil.copy(before.root / "var/tmp/room.hub", tmp_path)

    with machine(debian("trixie")) as after:
        install_hub(after, build)
        shutil.copytree(tmp_path / "hub", after.root / FOLDER, symlinks=True, dirs_exist_ok=True)
        shutil.copy(tmp_path / "room.hub", after.root / "var/tmp")
        after.run("chown", "-R", "royaltable-hub:royaltable-hub", f"/{FOLDER}", "/var/tmp/room.hub")
        refused = after.run("royaltable", "hub", "status", status=1)
        assert "written by PostgreSQL 15; installed here: 17" in refused
        after.run(*move)
        after.run(*restore)
        assert "rt-kdmxqz" in after.run("royaltable", "hub", "table", "list")
        assert (after.root / FOLDER / "postgres/data/PG_VERSION").read_text() == "17\n"
