"""The hub's container: what its files name exists; in the soak, the real image runs, is healthy and keeps its data."""

import os
import shutil
import signal
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
import yaml

from hub.engines.broker_users import format_acl_file
from hub.settings import Settings, load_settings
from tests.support.soak import SOAK
from tests.systemd.container.machines import made_deb

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "package/container"
VERSION: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
PATIENCE_S: Final = 600.0


def services(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text("utf-8"))["services"]
    return found


def test_compose_runs_this_version_s_image_with_all_data_in_the_volume() -> None:
    hub = services("compose.yaml")["hub"]
    assert hub["image"] == f"localhost/royaltable-hub:{VERSION}"
    assert hub["volumes"] == ["hub:/var/lib/royaltable-hub"]
    assert "VOLUME /var/lib/royaltable-hub" in (FOLDER / "Containerfile").read_text("utf-8")


def test_the_hub_uses_the_services_of_their_own_at_their_ports() -> None:
    own = services("compose.services.yaml")
    named = [mount.partition(":")[0] for each in own.values() for mount in each["volumes"] if mount.startswith("./")]
    made_by_owner = {"./services/broker.password", "./services/passwords"}
    assert [each for each in named if not (FOLDER / each).exists()] == [each for each in named if each in made_by_owner]
    settings: Settings = load_settings(FOLDER / "services")
    assert settings.database.url == "postgresql://royaltable@127.0.0.1:5433/royaltable"
    assert own["database"]["ports"] == ["127.0.0.1:5433:5432"]
    assert (settings.broker.host, settings.broker.port, own["broker"]["ports"]) == ("127.0.0.1", 1883, ["1883:1883"])


def test_an_own_broker_gives_each_table_the_rights_of_the_hubs_broker() -> None:
    rights = [text.splitlines() for text in ((FOLDER / "services/acl").read_text("utf-8"), format_acl_file())]
    own, hubs = ([line for line in lines if line.startswith("pattern")] for lines in rights)
    assert own == hubs


class Podman:
    """Podman where it may raise no limit and make no cgroup, as in a container; its mounts end with ``close``.

    Attributes:
        environment: in which podman and buildah store images in ``folder`` only.
    """

    def __init__(self, folder: Path) -> None:
        places = f'graphroot = "{folder}/storage"\nrunroot = "{folder}/run"'
        (folder / "storage.conf").write_text(f'[storage]\ndriver = "vfs"\n{places}\n', "utf-8")
        self.environment = os.environ | {
            "BUILDAH_ISOLATION": "chroot",
            "CONTAINERS_STORAGE_CONF": f"{folder}/storage.conf",
        }
        self._holder = subprocess.Popen(["unshare", "--mount", "sleep", "infinity"])
        time.sleep(0.5)
        subprocess.run([*self._inside, "umount", "/sys/fs/cgroup/unified"], capture_output=True, check=False)

    @property
    def _inside(self) -> list[str]:
        return ["nsenter", "--mount", f"--target={self._holder.pid}"]

    def __call__(self, *words: str, status: int = 0) -> str:
        command = [*self._inside, "podman", *words]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == status, f"{words}: {done.returncode} {done.stdout} {done.stderr}"
        return done.stdout

    def run_hub(self, image: str) -> None:
        hub = services("compose.yaml")["hub"]
        limits = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096", "--cgroups=disabled"]
        like_compose = ["--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges"]
        flags = ["--detach", "--name=hub", "--network=host", f"--volume={hub['volumes'][0]}"]
        self("run", *flags, *limits, *like_compose, image)

    def close(self) -> None:
        with suppress(AssertionError):
            self("rm", "--force", "--time=60", "hub")
        self._holder.send_signal(signal.SIGKILL)
        self._holder.wait()


@pytest.fixture
def podman(tmp_path: Path) -> Iterator[Podman]:
    if not SOAK:
        pytest.skip("builds an image of 500 MB. Cure: make soak")
    if os.geteuid() != 0 or shutil.which("podman") is None or shutil.which("buildah") is None:
        pytest.skip("needs root, podman and buildah. Cure: sudo apt install podman buildah crun")
    podman = Podman(tmp_path)
    yield podman
    podman.close()
    shutil.rmtree(tmp_path / "storage", ignore_errors=True)


def page() -> str:
    until_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urlopen("http://127.0.0.1:8090/", timeout=20) as answer:
                return str(answer.read().decode())
        except OSError:
            assert time.monotonic() < until_s, "the page does not answer"
            time.sleep(1)


def test_its_page_answers_it_is_healthy_and_a_new_container_has_the_data(podman: Podman) -> None:
    made_deb("amd64")
    command = ["package/make_container", "amd64"]
    made = subprocess.run(command, cwd=ROOT, env=podman.environment, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    file = made.stdout.split(":")[0]
    podman("load", "--quiet", "--input", str(ROOT / file))
    image = f"localhost/royaltable-hub:{VERSION}"
    begun_s = time.monotonic()
    podman.run_hub(image)
    assert "<!doctype html>" in page().lower()
    print(f"{made.stdout.splitlines()[-1]}; its page answers after {time.monotonic() - begun_s:.0f} s")
    podman("healthcheck", "run", "hub")
    podman("exec", "hub", "/opt/royaltable/bin/royaltable", "hub", "table", "add", "rt-kdmxqz")
    sql = (
        "exec",
        "hub",
        "psql",
        "-qAt",
        "-h",
        "/var/lib/royaltable-hub/postgres/socket",
        "-U",
        "hub",
        "postgres",
        "-c",
    )
    podman(*sql, "create table kept as select 7 as n")
    podman("stop", "--time=90", "hub")
    assert podman("inspect", "--format={{.State.ExitCode}}", "hub").strip() == "0"
    podman("rm", "hub")
    podman.run_hub(image)
    page()
    assert podman(*sql, "select n from kept").strip() == "7"
    assert "rt-kdmxqz" in podman("exec", "hub", "/opt/royaltable/bin/royaltable", "hub", "table", "list")
    podman("healthcheck", "run", "hub")
