"""The package: what is in it, that it installs, keeps what is people's, lets them play, and goes without a trace."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.package.test_wheel import named_documents
from tests.systemd.container.conftest import Build
from tests.systemd.container.machines import PATIENCE_S, PROJECT, Machine, Traces, hub_s, traces

AARCH64 = 183
"""EM_AARCH64 in an ELF header's e_machine (ELF for the Arm 64-bit architecture, section 5.1.1)."""

X86_64 = 62


def unpacked(deb: Path, folder: Path) -> Path:
    subprocess.run(["dpkg-deb", "--raw-extract", deb, folder], check=True)
    return folder


@pytest.mark.parametrize(("arch", "elf_machine"), [("arm64", AARCH64), ("amd64", X86_64)])
def test_every_library_in_it_is_for_its_architecture_and_for_both_pythons(
    build: Build, tmp_path: Path, arch: str, elf_machine: int
) -> None:
    tree = unpacked(build(arch), tmp_path / "tree")
    libraries = [file for file in tree.rglob("*.so*") if file.is_file()]
    assert {int.from_bytes(file.read_bytes()[18:20], "little") for file in libraries} == {elf_machine}
    for python, tag in (("3.11", "cpython-311"), ("3.13", "cpython-313")):
        packages = tree / "opt/royaltable/lib" / f"python{python}" / "site-packages"
        compiled = {file.name.split(".")[0] for file in packages.rglob(f"*.{tag}-*.so")}
        assert {"_core", "_imaging"} <= compiled
        assert (packages / "controller/service/daemon.py").is_file()
        search = packages / "controller/games/tumult_royale/search"
        assert {file.name for file in search.glob("*.so")} == {"core.abi3.so", "tree.abi3.so"}
        assert (packages / "hw/castle_link/driver.py").is_file()


def test_lgpio_is_the_system_s_on_a_pi_and_not_needed_elsewhere(build: Build, tmp_path: Path) -> None:
    tree = unpacked(build("arm64"), tmp_path / "tree")
    control = (tree / "DEBIAN/control").read_text(encoding="utf-8")
    assert "Architecture: arm64\n" in control
    assert "Depends: python3 (>= 3.11)" in control
    assert "Recommends: python3-lgpio, " in control
    packages = [folder.name for folder in tree.glob("opt/royaltable/lib/*/site-packages/*")]
    assert "gpiozero" in packages
    assert [name for name in packages if name.startswith(("spidev", "lgpio", "_lgpio"))] == []


def test_it_names_no_registry_and_no_folder_of_the_machine_that_made_it(build: Build, tmp_path: Path) -> None:
    tree = unpacked(build("arm64"), tmp_path / "tree")
    assert list(tree.rglob("direct_url.json")) == []
    assert list(tree.rglob("pip.conf")) == []
    scripts = [
        file
        for file in (*tree.glob("DEBIAN/*"), *tree.glob("opt/royaltable/*"), *tree.glob("etc/**/*"))
        if file.is_file()
    ]
    assert [file.name for file in scripts if "://" in file.read_text(encoding="utf-8")] == []


def test_its_bill_of_materials_lists_what_is_really_in_it(build: Build, tmp_path: Path) -> None:
    tree = unpacked(build("arm64"), tmp_path / "tree")
    bill = json.loads((tree / "usr/share/doc/royaltable/sbom.cdx.json").read_bytes())
    libraries = [part for part in bill["components"] if part["type"] == "library"]
    listed = {(part["name"], part.get("version")) for part in libraries if part["purl"].startswith("pkg:pypi/")}
    assert {part["name"] for part in libraries if part["purl"].startswith("pkg:npm/")} == {"htm"}
    there, owned = set(), set()
    for home in tree.glob("opt/royaltable/lib/*/site-packages"):
        for each in distributions(path=[str(home)]):
            there.add((canonicalize_name(each.name), each.version))
            owned |= {home / file for file in each.files or ()}
    assert listed == there - {("royaltable", "0.1.0"), ("royaltable-hw", "0.1.0")}
    assert len(listed) >= 20
    # No file is there that came with none of them.
    assert {file for file in tree.glob("opt/royaltable/lib/**/*") if file.is_file()} - owned == set()


def test_the_same_commit_gives_the_same_bytes_wherever_it_is_built(build: Build, tmp_path: Path) -> None:
    first = build("arm64")
    elsewhere = tmp_path / "another longer folder"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=PROJECT, capture_output=True, text=True, check=True).stdout.split("\0"):
        if name and (PROJECT / name).is_file():
            (elsewhere / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, elsewhere / name)
    (elsewhere / ".venv").symlink_to(PROJECT / ".venv")
    last = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=PROJECT, capture_output=True, text=True, check=True)
    other = {"LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": last.stdout.strip()}
    made = subprocess.run(
        ["package/make_deb", "arm64"],
        cwd=elsewhere,
        env=os.environ | other,
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    for name, one in (("table", first), ("hub", hub_s(first))):
        other_one = elsewhere / "out" / one.name
        trees = [unpacked(deb, tmp_path / f"{name}-{each}") for each, deb in enumerate((one, other_one))]
        assert sha256(one) == sha256(other_one), differing(*trees)


@pytest.mark.parametrize(("arch", "elf_machine"), [("arm64", AARCH64), ("amd64", X86_64)])
def test_the_hub_s_package_adds_and_lists_its_libraries_for_both_pythons(
    build: Build, tmp_path: Path, arch: str, elf_machine: int
) -> None:
    table, hub = (unpacked(deb, tmp_path / deb.name) for deb in (build(arch), hub_s(build(arch))))
    files, added = ({file.relative_to(tree) for file in tree.rglob("*") if not file.is_dir()} for tree in (table, hub))
    assert {file for file in files & added if file.parts[0] != "DEBIAN"} == set(), "dpkg would refuse it"
    libraries = [file for file in hub.rglob("*.so*") if file.is_file()]
    assert {int.from_bytes(file.read_bytes()[18:20], "little") for file in libraries} == {elf_machine}
    homes = sorted(hub.glob("opt/royaltable/lib/*/site-packages"))
    assert [home.parent.name for home in homes] == ["python3.11", "python3.13"]
    for home in homes:
        assert {each.name for each in distributions(path=[str(home)])} == {"asyncpg", "openskill"}
    assert list(hub.rglob("direct_url.json")) == []
    bill = json.loads((hub / "usr/share/doc/royaltable-hub/sbom.cdx.json").read_bytes())
    assert [part["name"] for part in bill["components"]] == ["asyncpg", "asyncpg", "openskill", "openskill"]
    assert "Depends: royaltable (= 0.1.0), postgresql" in (hub / "DEBIAN/control").read_text(encoding="utf-8")


def test_apt_shows_its_size_and_messages_name_documents_in_it(build: Build, tmp_path: Path) -> None:
    for deb in (build("arm64"), hub_s(build("arm64"))):
        tree = unpacked(deb, tmp_path / deb.name)
        sizes = {
            file.stat().st_ino: file.stat().st_size
            for file in tree.rglob("*")
            if not file.is_symlink() and file.is_file()
        }
        (line,) = re.findall(r"^Installed-Size: (\d+)$", (tree / "DEBIAN/control").read_text("utf-8"), re.MULTILINE)
        assert 0.95 < int(line) * 1024 / sum(sizes.values()) < 1.3
    documents = tmp_path / build("arm64").name / "usr/share/doc/royaltable"
    assert [name for name in named_documents() if not (documents / name).is_file()] == []


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def differing(one: Path, other: Path) -> list[str]:
    differ = []
    for name in sorted({str(file.relative_to(tree)) for tree in (one, other) for file in tree.rglob("*")}):
        seen = []
        for file in (one / name, other / name):
            state = file.lstat() if file.is_symlink() or file.exists() else None
            held = file.read_bytes() if file.is_file() and not file.is_symlink() else b""
            seen.append((state and (state.st_mode, state.st_mtime), held))
        if seen[0] != seen[1]:
            differ.append(name)
    return differ


def test_installed_used_upgraded_and_purged(bare: Machine, pristine: Traces, build: Build, tmp_path: Path) -> None:
    machine = bare
    newer = unpacked(build("amd64"), tmp_path / "newer")
    control = newer / "DEBIAN/control"
    control.write_text(control.read_text(encoding="utf-8").replace("Version: 0.1.0", "Version: 99.0.0"), "utf-8")
    upgrade = machine.root / "root/newer.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "--build", newer, upgrade], check=True, capture_output=True
    )
    (machine.root / "root/first.deb").write_bytes(build("amd64").read_bytes())

    machine.run("apt-get", "install", "--yes", "/root/first.deb")
    machine.plays_on_twins()
    table_toml = machine.root / "etc/royaltable/table.toml"
    table_toml.write_text(table_toml.read_text(encoding="utf-8").replace('"our table"', '"Café"'), encoding="utf-8")
    machine.boot()
    with machine.client() as client:
        castles = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}}
        assert client.post("/api/game", json=castles).status_code == 204

    # While people play neither an upgrade nor a removal happens.
    until_said(machine, "A game is being played")
    refused = machine.run("apt-get", "install", "--yes", "/root/newer.deb", status=100)
    assert "a game is being played at the table, so nothing was changed" in refused
    assert "sudo systemctl stop royaltable" in refused
    assert "a game is being played" in machine.run("apt-get", "remove", "--yes", "royaltable", status=100)
    assert machine.view()["seq"] == 1
    assert "0.1.0" in machine.run("dpkg-query", "--show", "royaltable")

    # Stopped, it is upgraded, and starts again with its settings and its game.
    machine.run("systemctl", "stop", "royaltable")
    machine.run("apt-get", "install", "--yes", "/root/newer.deb")
    assert machine.view()["seq"] == 1
    assert "99.0.0" in machine.run("dpkg-query", "--show", "royaltable")
    assert '"Café"' in table_toml.read_text(encoding="utf-8")

    machine.run("systemctl", "stop", "royaltable")
    machine.run("apt-get", "remove", "--yes", "royaltable")
    assert (machine.root / "var/lib/royaltable/table.journal").is_file()
    assert not (machine.root / "opt/royaltable").exists()
    machine.run("apt-get", "purge", "--yes", "royaltable")
    machine.power_off()
    assert traces(machine.root).since(pristine) == set()


def test_what_the_table_s_user_has_planted_leads_root_nowhere(
    bare: Machine, pristine: Traces, build: Build, tmp_path: Path
) -> None:
    """Links where dpkg and the scripts write, names that a shell would take for more, a list of groups to delete.

    Were table.toml a conffile, dpkg would delete what the link in its place names when the package is purged.
    """
    machine = bare
    victims = {"etc/victim": "root's own\n", "etc/victim~": "and what dpkg takes for a copy of it\n"}
    for name, text in victims.items():
        (machine.root / name).write_text(text, encoding="utf-8")
    (machine.root / "root/first.deb").write_bytes(build("amd64").read_bytes())
    newer = unpacked(build("amd64"), tmp_path / "newer")
    for name, old, new in (
        ("DEBIAN/control", "Version: 0.1.0", "Version: 99.0.0"),
        ("opt/royaltable/share/table.toml", '"our table"', '"another"'),
    ):
        text = (newer / name).read_text(encoding="utf-8")
        assert old in text
        (newer / name).write_text(text.replace(old, new), encoding="utf-8")
    upgrade = machine.root / "root/newer.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "--build", newer, upgrade], check=True, capture_output=True
    )
    machine.run("dpkg", "--install", "/root/first.deb")
    settings = machine.root / "etc/royaltable/table.toml"
    assert '"our table"' in settings.read_text(encoding="utf-8")
    for command in PLANTED:
        machine.run("setpriv", "--reuid=royaltable", "--regid=royaltable", "--clear-groups", "sh", "-c", command)

    for way in (["--force-confnew"], ["--force-confold"]):
        machine.run("dpkg", *way, "--install", "/root/newer.deb")
        assert settings.is_symlink()
    machine.run("/var/lib/dpkg/info/royaltable.postinst", "configure")  # as if it were new
    machine.run("dpkg", "--remove", "royaltable")
    assert settings.is_symlink()
    machine.run("dpkg", "--purge", "royaltable")
    assert "sudo:" in (machine.root / "etc/group").read_text(encoding="utf-8")
    left = {file for file in traces(machine.root).since(pristine) if "victim" not in file}
    assert left == set()
    assert {name: (machine.root / name).read_text(encoding="utf-8") for name in victims} == victims
    assert sorted(file.name for file in (machine.root / "etc").glob("*victim*")) == ["victim", "victim~"]
    for name in victims:
        (machine.root / name).unlink()


PLANTED = (
    "ln -sf /etc/victim /etc/royaltable/table.toml",
    "cd /etc/royaltable && for each in new tmp dist old; do ln -s /etc/new-victim table.toml.dpkg-$each; done",
    "ln -sf /etc/victim /var/lib/royaltable/table.journal",
    "ln -sf /etc /var/lib/royaltable/backups",
    "echo sudo >/var/lib/royaltable/made-groups",
    "cd /var/lib/royaltable && touch -- -rf '; touch pwned' '$(touch pwned)' \"$(printf 'a\\nb')\"",
)
"""What an attacker in the daemon could leave behind, done as its user."""


def until_said(machine: Machine, status: str) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not machine.shows("StatusText")["StatusText"].startswith(status):
        assert time.monotonic() < until_s, f"the status is not {status!r}"
        time.sleep(0.2)
