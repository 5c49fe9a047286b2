"""`make release` from a fresh clone: the same bytes twice, and each artefact as its users take it."""

import hashlib
import os
import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.hub.test_packages import served
from tests.package.test_wheel import said_by
from tests.support.documents import blocks
from tests.support.real_table import running
from tests.systemd.container.conftest import SUITES
from tests.systemd.container.machines import PROJECT, Machine, debian, machine

EARLIER: Final = "0.0.1"
OURS_ALONE: Final = (
    "-o",
    "Dir::Etc::sourcelist=/etc/apt/sources.list.d/royaltable.sources",
    "-o",
    "Dir::Etc::sourceparts=-",
)


def made_release(folder: Path, key_home: Path, earlier: Path) -> Path:
    """Release the commit of this checkout, from a clone in ``folder``."""
    subprocess.run(["git", "clone", "--quiet", PROJECT, folder], check=True)
    (folder / ".venv").symlink_to(PROJECT / ".venv")
    (folder / ".git/info/exclude").write_text(".venv\n", encoding="ascii")
    settings = {"GNUPGHOME": str(key_home), "RELEASE_KEY": "releases", "RELEASE_EARLIER": str(earlier)}
    command = [folder / "package/make_release"]
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout)
    return folder / "out/release"


@pytest.fixture(scope="module")
def key_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("key")
    home.chmod(0o700)
    environment = os.environ | {"GNUPGHOME": str(home)}
    made = ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "releases", "ed25519", "sign"]
    subprocess.run(made, env=environment, check=True)
    yield home
    subprocess.run(["gpgconf", "--kill", "gpg-agent"], env=environment, check=True)


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of a release before, with an empty package."""
    folder = tmp_path_factory.mktemp("earlier")
    (folder / "tree/DEBIAN").mkdir(parents=True)
    (folder / "pool").mkdir()
    (folder / "tree/DEBIAN/control").write_text(
        f"Package: royaltable\nVersion: {EARLIER}\nArchitecture: amd64\nMaintainer: a test\nDescription: was before\n"
    )
    deb = folder / f"pool/royaltable_{EARLIER}_amd64.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", folder / "tree", deb], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory, key_home: Path, earlier: Path) -> Path:
    return made_release(tmp_path_factory.mktemp("release") / "clone", key_home, earlier)


def sums(folder: Path) -> dict[str, str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_the_same_commit_and_key_give_the_same_bytes(
    release: Path, tmp_path: Path, key_home: Path, earlier: Path
) -> None:
    again = made_release(tmp_path / "a clone elsewhere", key_home, earlier)
    assert sums(release) == sums(again)


def test_it_has_packages_wheels_source_bills_changelog_and_site(release: Path) -> None:
    debs = [f"royaltable{hub}_0.1.0_{arch}.deb" for hub in ("", "-hub") for arch in ("amd64", "arm64")]
    wheels = [f"royaltable{hw}-0.1.0" for hw in ("", "-hw")]
    assert set(sums(release)) == {
        *(f"apt/pool/{deb}" for deb in [*debs, f"royaltable_{EARLIER}_amd64.deb"]),
        *(f"{deb}.cdx.json" for deb in debs),
        *(f"{wheel}.whl.cdx.json" for wheel in wheels),
        *(f"{wheel.replace('-hw', '_hw')}-py3-none-any.whl" for wheel in wheels),
        *("simulated_pi-0.1.0-py3-none-any.whl", "simulated_pi-0.1.0.tar.gz", "royaltable-site-0.1.0.tar"),
        *(f"apt/dists/stable/main/binary-{arch}/Packages{end}" for arch in ("amd64", "arm64") for end in ("", ".gz")),
        *("apt/dists/stable/InRelease", "apt/royaltable.asc", "apt/royaltable.sources"),
        *("royaltable-0.1.0.tar.gz", "royaltable_hw-0.1.0.tar.gz", "CHANGELOG.md", "SHA256SUMS", "SHA256SUMS.asc"),
    }


def test_each_file_has_a_checksum_and_the_key_has_signed_them(release: Path, tmp_path: Path) -> None:
    lines = (line.split("  ") for line in (release / "SHA256SUMS").read_text("utf-8").splitlines())
    assert {name: value for value, name in lines} == {
        name: value for name, value in sums(release).items() if not name.startswith("SHA256SUMS")
    }
    ring = tmp_path / "ring.gpg"
    subprocess.run(["gpg", "--dearmor", "--output", ring, release / "apt/royaltable.asc"], check=True)
    verify = ["gpgv", "--keyring", str(ring), str(release / "SHA256SUMS.asc"), str(release / "SHA256SUMS")]
    assert subprocess.run(verify, check=False, capture_output=True).returncode == 0


@pytest.fixture(params=SUITES)
def table(request: pytest.FixtureRequest, release: Path, tmp_path: Path) -> Iterator[Machine]:
    """A Debian that trusts the repository, of which a copy in ``tmp_path`` is served."""
    shutil.copytree(release / "apt", tmp_path / "apt")
    with served(tmp_path) as port, machine(debian(request.param)) as made:
        sources = (release / "apt/royaltable.sources").read_text("utf-8")
        here = sources.replace("https://royaltable.example", f"http://127.0.0.1:{port}")
        assert here != sources
        (made.root / "etc/apt/sources.list.d/royaltable.sources").write_text(here, "utf-8")
        shutil.copy(release / "apt/royaltable.asc", made.root / "usr/share/keyrings/royaltable.asc")
        yield made


def apt(table: Machine, *command: str, status: int = 0) -> str:
    return table.run("apt-get", *OURS_ALONE, "-o", "APT::Update::Error-Mode=any", *command, status=status)


def test_apt_installs_upgrades_and_goes_back(table: Machine) -> None:
    apt(table, "update")
    apt(table, "install", "--yes", f"royaltable={EARLIER}")
    assert "1 upgraded" in apt(table, "upgrade", "--yes")
    table.plays_on_twins()
    table.boot()
    assert "0.1.0" in table.run("dpkg-query", "--show", "royaltable")
    table.power_off()
    apt(table, "install", "--yes", "--allow-downgrades", f"royaltable={EARLIER}")
    table.run("dpkg", "--add-architecture", "arm64")
    apt(table, "update")
    apt(table, "download", "royaltable:arm64", "royaltable-hub:arm64", "royaltable-hub:amd64")


@pytest.mark.parametrize(
    ("file", "step", "said"),
    [
        (
            "dists/stable/InRelease",
            "update",
            "BADSIG|[Bb]ad signature|not signed|Message has been manipulated",
        ),
        ("dists/stable/main/binary-amd64/Packages", "update", "Hash Sum mismatch|unexpected size|hash"),
        ("pool/royaltable_0.1.0_amd64.deb", "install", "Hash Sum mismatch|unexpected size"),
    ],
)
def test_apt_refuses_what_was_changed(table: Machine, tmp_path: Path, file: str, step: str, said: str) -> None:
    changed = tmp_path / "apt" / file
    content = bytearray(changed.read_bytes())
    at = content.index(b"royaltable") if step == "update" else len(content) // 2
    content[at] ^= 1
    changed.write_bytes(content)
    if file.endswith("Packages"):
        changed.with_suffix(".gz").unlink()
    if step == "install":
        apt(table, "update")
        refused = apt(table, "install", "--yes", "royaltable", status=100)
    else:
        refused = apt(table, "update", status=100)
    assert re.search(said, refused), refused
    assert "installed" not in table.run("dpkg-query", "--list", "royaltable", status=1)


@pytest.fixture(params=["3.11", "3.12", "3.13", "3.14"])
def python(request: pytest.FixtureRequest) -> str:
    found = shutil.which(f"python{request.param}")
    if found is None or subprocess.run([found, "-m", "venv", "--help"], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {request.param} with venv here. Cure: install python{request.param}-venv")
    return found


def installed(python: str, fresh: Path, release: Path, *what: str) -> Path:
    """A fresh environment of released wheels, and what they need of pip's index."""
    subprocess.run([python, "-m", "venv", fresh], check=True)
    pip = [str(fresh / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    subprocess.run([*pip, "--find-links", str(release), *what], check=True)
    return fresh


def test_the_table_plays_from_released_wheels(python: str, release: Path, tmp_path: Path) -> None:
    fresh = installed(python, tmp_path / "fresh", release, "royaltable==0.1.0")
    assert "0.1.0" in said_by(fresh, "royaltable", "--version")
    said_by(fresh, "royaltable", "demo", "--players", "2", "--rounds", "1", "--seed", "7", "--fast")
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal")]
    with running(tmp_path, program=[str(fresh / "bin/royaltable")], serves=serves) as table:
        table.begin("sentiment")


def processor_s() -> float:
    """What the processes of this test have taken so far."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime


def test_hw_comes_alone_and_a_first_test_passes_in_half_a_minute(python: str, release: Path, tmp_path: Path) -> None:
    began_s = processor_s()
    fresh = installed(python, tmp_path / "fresh", release, "simulated-pi==0.1.0", "pytest")
    listed = said_by(fresh, "pip", "list", "--format", "freeze")
    assert {line.split("==")[0] for line in listed.splitlines()}.isdisjoint(
        {"royaltable", "starlette", "uvicorn", "mqtt5", "jeepney", "asyncpg"}
    )
    (example,) = blocks("package/hw/README.md", "python")
    (tmp_path / "test_example.py").write_text(example, encoding="utf-8")
    assert "1 passed" in said_by(fresh, "pytest", "-W", "error", "--rootdir", tmp_path, tmp_path / "test_example.py")
    assert processor_s() - began_s < 30  # so long on an idle machine, apart from what its network takes
