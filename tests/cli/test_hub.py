"""`royaltable hub` and its subcommands, also beside a running hub."""

import hashlib
import json
import os
import pwd
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner, Result

from controller.__main__ import main
from hub.packages import PackageFolder
from hub.table_management import Rollout, load_rollout, save_or_remove_rollout
from tests.hub.running import folder_of_a_hub, fresh_database, page_settings, running_postgres, shared_folder
from tests.support.mosquitto import Mosquitto, need_mosquitto
from tests.support.ports import free_port

PATIENCE_S = 60.0
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user. Cure: sudo make test")
UPDATE = Rollout("1.2", "1.1", ring=1)


@pytest.fixture
def folder() -> Iterator[Path]:
    with folder_of_a_hub() as made:
        yield made


def royaltable(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["hub", "--folder", str(folder), *words])


@contextmanager
def running(folder: Path, engines: int = 3) -> Iterator[str]:
    command = [sys.executable, "-m", "controller", "hub", "--folder", str(folder)]
    hub = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert hub.stdout is not None
    try:
        line = hub.stdout.readline()
        assert line.startswith("Page of the room: http://"), line
        listed, ends_at_s = Path(f"/proc/{hub.pid}/task/{hub.pid}/children"), time.monotonic() + PATIENCE_S
        while len(children := listed.read_text().split()) != engines:  # the broker may start after the page
            assert time.monotonic() < ends_at_s
            time.sleep(0.02)
        yield line.split()[-1]
        hub.send_signal(signal.SIGTERM)
        assert hub.wait(PATIENCE_S) == 0
        assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
    finally:
        hub.kill()
        hub.communicate()


def test_a_hub_in_a_relative_folder_starts_answers_and_stops_cleanly(folder: Path) -> None:
    with running(Path(os.path.relpath(folder))) as page:
        with urllib.request.urlopen(page.replace("0.0.0.0", "127.0.0.1"), timeout=PATIENCE_S) as answer:
            assert answer.status == 200
        assert "0 tables, 0 journals, 0 games with 0 actions" in royaltable(folder, "status").output
        added = royaltable(folder, "table", "add", "rt-kdmxqz")
        assert 'id = "rt-kdmxqz"\nuser = "rt-kdmxqz"' in added.output
        packages_key = PackageFolder(folder).load_or_create_public_key()
        save_or_remove_rollout(folder, UPDATE)
        saved = royaltable(folder, "backup", str(folder / "room.hub"))
        assert "0 tables, 0 journals, 0 games, 0 entries" in saved.output
        refused = royaltable(folder, "restore", "--yes", str(folder / "room.hub"))
        assert refused.exit_code == 1
        assert "Another hub runs in" in refused.output
    assert not (folder / "postgres/data/postmaster.pid").exists()

    assert "0 tables" in royaltable(folder, "status").output, "the command starts the database"
    authority = folder / "authority/authority.crt"
    certificate = authority.read_text()
    authority.unlink()
    shutil.rmtree(folder / "packages-key")
    shutil.rmtree(folder / "packages")
    save_or_remove_rollout(folder, None)
    assert royaltable(folder, "table", "remove", "rt-kdmxqz").exit_code == 0
    assert "No tables yet" in royaltable(folder, "table", "list").output
    restored = royaltable(folder, "restore", "--yes", str(folder / "room.hub"))
    assert restored.exit_code == 0, restored.output
    assert royaltable(folder, "table", "list").output == "rt-kdmxqz\n"
    assert authority.read_text() == certificate, "tables trust no other"
    assert PackageFolder(folder).load_or_create_public_key() == packages_key
    assert (folder / "packages-key").stat().st_mode & 0o777 == 0o700
    assert load_rollout(folder) == UPDATE


@pytest.fixture(scope="module")
def at_work() -> Iterator[tuple[Path, str]]:
    with folder_of_a_hub() as folder, running(folder) as page:
        yield folder, page


def test_a_phone_can_log_in_only_over_tls(at_work: tuple[Path, str]) -> None:
    phone = httpx.HTTPTransport(local_address="127.0.0.2")
    folder, page = at_work
    pin = royaltable(folder, "pin").output.partition("PIN is ")[2].partition(".")[0]
    authority = folder / "page/authority.crt"
    trusting = httpx.HTTPTransport(verify=ssl.create_default_context(cafile=authority), local_address="127.0.0.2")
    at = re.search(r"tls_port = (\d+)", (folder / "hub.toml").read_text())
    assert at is not None
    der = ssl.PEM_cert_to_DER_cert(authority.read_text())
    assert hashlib.sha256(der).digest().hex(" ").upper() in royaltable(folder, "certificate").output
    plain = page.replace("0.0.0.0", "127.0.0.1")
    asked = {"host": "192.168.1.20"}  # with a loopback name it would be this machine
    with httpx.Client(transport=phone, base_url=plain, headers=asked, timeout=PATIENCE_S) as client:
        assert client.post("/api/login", json={"pin": pin}).status_code == 403
    with httpx.Client(transport=trusting, base_url=f"https://localhost:{at[1]}", timeout=PATIENCE_S) as client:
        assert client.post("/api/login", json={"pin": pin}).status_code == 204
        assert "steward" in client.get("/api/me").json()["roles"]


def test_an_external_database_and_broker_are_used(folder: Path) -> None:
    need_mosquitto()
    broker = Mosquitto(folder)
    with running_postgres() as postgres, fresh_database(postgres.url) as database:
        (folder / "hub.toml").write_text(
            f'[database]\nurl = "{database}"\n{page_settings(free_port())}'
            f'[broker]\nhost = "127.0.0.1"\nport = {broker.port}\n'
        )
        broker.start()
        with broker.listened_to() as messages, running(folder, engines=0):
            assert messages.until("royaltable/v1/hub", lambda hub: hub["online"])[1]["boot"]
            assert "0 tables, 0 journals" in royaltable(folder, "status").output
            refused = royaltable(folder, "table", "add", "rt-kdmxqz")
            assert "Create the table's user there" in refused.output
        broker.kill()
    assert sorted(each.name for each in folder.iterdir()) == ["hub.lock", "hub.toml", "mosquitto.conf", "page"]


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ("[broker]\nhost = 7\n", "Expected `str"),
        ("[brokers]\n", "unknown field `brokers`"),
        ("[page\n", "hub.toml: "),
        (f"x = {'[' * 4000}\n", "hub.toml: "),
        (f"x = {'9' * 5000}\n", "hub.toml: "),
        ("[page]\nport = 0\n", "Expected `int` >= 1"),
        ('PAGE[broker]\nhost = "x"\npassword_file = "none"\n', "It must contain the password of"),
        ("[page]\nport = 9000\ntls_port = 9000\n", "tls_port: saw 9000"),
        ("[page]\nport = 8080\n", "tls_port: saw 8443, expected a port up to 65535 that the hub does not use already"),
        ("[page]\nport = 65300\n", "tls_port: saw 65663"),
        ('[page]\nkey = "page.key"\n', "saw one of certificate and key"),
    ],
)
def test_invalid_settings_are_reported(tmp_path: Path, settings: str, error: str) -> None:
    settings = settings.replace("PAGE", page_settings(free_port()))
    (tmp_path / "hub.toml").write_text(f'{settings}[database]\nurl = "postgresql://127.0.0.1:1/none"\n')
    result = royaltable(tmp_path)
    assert result.exit_code == 1
    assert error in result.output


def test_a_second_hub_and_a_used_port_are_reported_before_the_start(at_work: tuple[Path, str]) -> None:
    folder, _ = at_work
    again = royaltable(folder)
    with shared_folder() as other:
        (other / "hub.toml").write_text((folder / "hub.toml").read_text())
        result = royaltable(other)
        assert sorted(each.name for each in other.iterdir()) == ["hub.lock", "hub.toml"]
    assert again.exit_code == 1
    assert "Another hub runs in" in again.output
    assert result.exit_code == 1
    assert "Set another [page] port in hub.toml" in result.output


def test_an_invalid_backup_is_refused(folder: Path) -> None:
    (folder / "hub.toml").write_text('[database]\nurl = "postgresql://127.0.0.1:1/none"\n')
    (folder / "x.hub").write_text(json.dumps({"not": "a backup"}))
    result = royaltable(folder, "restore", "--yes", str(folder / "x.hub"))
    assert result.exit_code == 1
    assert "it is not a backup of a hub" in result.output
    missing = royaltable(folder, "restore", "--yes", str(folder / "none.hub"))
    assert missing.exit_code == 1
    assert "No such file" in missing.output


def test_an_invalid_id_is_refused(tmp_path: Path) -> None:
    result = royaltable(tmp_path, "table", "add", "--new", "A/b")
    assert result.exit_code == 1
    assert "expected a table id" in result.output


READERS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("status",): (),
    ("certificate",): (),
    ("backup",): ("kept.hub",),
    ("give-back",): ("rt-a", "kept.journal"),
    ("table", "list"): (),
    ("desire", "show"): (),
    ("rollout",): ("--back",),
    ("tournament", "export"): ("kept.tournament",),
}
CHANGERS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("restore",): ("--yes", "hub.toml"),
    ("pin",): (),
    ("feed",): (),
    ("password",): (),
    ("invite",): ("--tables", "1", "room.invitation"),
    ("erase",): ("--yes", "Ada"),
    ("rotate",): (),
    ("release",): ("hub.toml",),
    ("table", "add"): ("rt-a",),
    ("table", "remove"): ("rt-a",),
    ("table", "allow"): ("rt-a",),
    ("desire", "settings"): ("silent=true",),
    ("desire", "rules"): ("tudor", "tudor-cards=drawn"),
    ("desire", "edition"): ("tudor", "hub.toml"),
    ("desire", "let-go"): ("settings",),
    ("tournament", "import"): ("hub.toml",),
    ("tournament", "enter"): ("--yes", "hub.toml"),
}
WITHOUT_HUB = {("draw",): "it reads only a tournament's file"}


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield from commands(command, *path, name) if isinstance(command, click.Group) else [(*path, name)]


def insert_folder(command: tuple[str, ...], folder: Path, at: int) -> list[str]:
    words = ["hub", *command]
    return [*words[: at + 1], "--folder", str(folder), *words[at + 1 :]]


@pytest.fixture
def work_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    Path("hub.toml").touch()


def test_all_hub_commands_are_tested_below() -> None:
    from controller.cli.room.hub import hub

    assert set(commands(hub)) == READERS.keys() | CHANGERS.keys() | WITHOUT_HUB.keys()


@pytest.mark.usefixtures("work_folder")
@pytest.mark.parametrize("command", READERS | CHANGERS, ids=" ".join)
@pytest.mark.parametrize("exists", [False, True])
def test_a_folder_without_a_hub_is_refused(tmp_path: Path, command: tuple[str, ...], *, exists: bool) -> None:
    folder = tmp_path / "mistyped"
    if exists:
        folder.mkdir()
        (folder / "letter.txt").touch()
    for at in range(len(command) + 1):
        result = CliRunner().invoke(main, [*insert_folder(command, folder, at), *(READERS | CHANGERS)[command]])
        assert result.exit_code == 1
        assert f"No hub uses {folder}. Name its folder with --folder, or" in result.output
    assert [each.name for each in folder.glob("*")] == (["letter.txt"] if exists else [])


@pytest.mark.usefixtures("work_folder")
@pytest.mark.parametrize("command", CHANGERS, ids=" ".join)
def test_commands_that_change_a_hub_print_which(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "hub.toml").write_text('[database]\nurl = "postgresql://127.0.0.1:1/none"\n')
    result = CliRunner().invoke(
        main, [*insert_folder(command, tmp_path, len(command)), *CHANGERS[command]], input="x" * 12
    )
    assert f"Hub in {tmp_path}:\n" in result.output


def test_a_new_hubs_folder_is_created_on_request(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "room"
    made = royaltable(folder, "pin", "--new")
    assert made.exit_code == 0, made.output
    assert royaltable(folder, "pin").exit_code == 0, "the next command finds it"
    again = royaltable(folder, "pin", "--new")
    assert "which a hub already uses" in again.output
    (tmp_path / "letter.txt").touch()
    strange = royaltable(tmp_path, "pin", "--new")
    assert "which contains other files" in strange.output
    assert (again.exit_code, strange.exit_code) == (1, 1)
    assert not (tmp_path / "hub.toml").exists()


def test_the_default_folder_is_the_services_the_systems_or_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    from controller.cli.room.hub_folder import default_hub_folder

    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/x")
    assert default_hub_folder() == Path("/var/lib/x")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert default_hub_folder() == Path("/var/lib/royaltable-hub")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_STATE_HOME", "/home/a/state")
    assert default_hub_folder() == Path("/home/a/state/royaltable-hub")


@AS_ROOT
def test_root_acts_as_the_owner_of_a_hubs_folder(folder: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    command = [sys.executable, "-m", "controller", "hub", "--folder", str(folder), "table", "add", "rt-kdmxqz"]
    subprocess.run(command, check=True, capture_output=True)
    written = ("mosquitto", "mosquitto/users", "mosquitto/rights")
    assert {(folder / name).stat().st_uid for name in written} == {nobody.pw_uid}


@AS_ROOT
def test_a_file_that_the_folders_owner_cannot_write_is_refused(folder: Path) -> None:
    with shared_folder() as roots:
        roots.chmod(0o700)
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        command = [sys.executable, "-m", "controller", "hub", "--folder", str(folder), "backup", str(roots / "room")]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 1
        assert f"{roots}/room: Permission denied. Choose another file" in done.stderr
