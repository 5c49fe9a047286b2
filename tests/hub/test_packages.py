"""The hub's signed packages, as the real apt of this machine sees them."""

import functools
import hashlib
import http.server
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from hub.packages import PackageFolder, PackagesError, ReleasedPackage

NEEDED = [Path("/usr/bin", name) for name in ("gpg", "dpkg-deb", "apt-get")]
pytestmark = pytest.mark.skipif(
    not all(each.exists() for each in NEEDED), reason="no gpg, dpkg-deb or apt-get here. Cure: sudo apt install gpg"
)


def deb(
    folder: Path, version: str, *, name: str = "royaltable", content: str = "", more: bytes = b"", arch: str = "all"
) -> Path:
    tree = folder / f"{name}-{version}-{len(content)}-{arch}-{len(more)}"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "content").write_text(content)
    fields = (
        f"Package: {name}\nVersion: {version}\nArchitecture: {arch}\nMaintainer: nobody\nDescription: a test\n more\n"
    )
    (tree / "DEBIAN/control").write_bytes(fields.encode() + more)
    made = tree.with_suffix(".deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, made], check=True, capture_output=True)
    return made


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """As the hub's page has it, below ``/packages``."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base's name
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def apt(folder: Path, hub: Path, key: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """An apt that knows this one source."""
    for name in ("state/lists/partial", "cache/archives/partial", "etc"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    source = folder / "etc/hub.sources"
    source.write_text(f"Types: deb\nURIs: copy:{hub}/packages\nSuites: ./\nSigned-By: {key}\n")
    (folder / "status").touch()
    settings = {
        "Dir::State": folder / "state",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::sourcelist": source,
        "Dir::Etc::sourceparts": "-",
        "APT::Sandbox::User": "root",
        "APT::Update::Error-Mode": "any",
    }
    options = [f"-o{name}={value}" for name, value in settings.items()]
    return subprocess.run(["apt-get", *options, *command], cwd=folder, capture_output=True, text=True, check=False)


def test_apt_accepts_released_versions_and_no_changed_files(tmp_path: Path) -> None:
    hub = tmp_path / "hub"
    hub.mkdir()
    packages = PackageFolder(hub)
    assert packages.release_package(deb(tmp_path, "0.1.0")) == ReleasedPackage("royaltable", "0.1.0", "all")
    packages.release_package(deb(tmp_path, "0.2.0~rc1"))
    assert packages.list_table_package_versions() == ["0.1.0", "0.2.0~rc1"]
    key = tmp_path / "key.asc"
    key.write_text(packages.load_or_create_public_key())
    done = apt(tmp_path / "table", hub, key, "update")
    assert done.returncode == 0, done.stderr
    for version in packages.list_table_package_versions():
        done = apt(tmp_path / "table", hub, key, "download", f"royaltable={version}")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"table/royaltable_{version}_all.deb").exists()

    (listed := packages.public_folder / "Packages").write_bytes(listed.read_bytes().replace(b"a test", b"a trap"))
    (packages.public_folder / "Packages.gz").unlink()
    assert apt(tmp_path / "another", hub, key, "update").returncode != 0
    signed = packages.public_folder / "InRelease"
    signed.write_text(signed.read_text().replace("Origin: royaltable", "Origin: royal-table"))
    assert apt(tmp_path / "third", hub, key, "update").returncode != 0


def test_the_hub_signs_only_checksums_that_it_computed_itself(tmp_path: Path) -> None:
    tricks = b"Filename: ./evil.deb\nsize: 1\nSHA256: 00\nMD5sum: 00\nEssential: yes\nX-More: 1\nDepends: a,\n b\n"
    packages = PackageFolder(tmp_path)
    packages.release_package(made := deb(tmp_path, "0.1.0", more=tricks))
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    assert (packages.public_folder / "Packages").read_text() == (
        "Package: royaltable\nVersion: 0.1.0\nArchitecture: all\nMaintainer: nobody\nDepends: a, b\n"
        "Description: a test\n more\n"
        f"Filename: ./royaltable_0.1.0_all.deb\nSize: {made.stat().st_size}\nSHA256: {digest}\n"
    )


@pytest.mark.parametrize(
    "more",
    [
        b"Section: \xff\n",
        b"Section: a\x0bFilename: x\n",
        "Section: a\x85Filename: x\n".encode(),
        b"Section: a\rFilename: x\n",
        b"Package: royaltable\n",
        b"VERSION: 9\n",
    ],
)
def test_a_malicious_control_file_is_refused_with_a_message(tmp_path: Path, more: bytes) -> None:
    with suppress(subprocess.CalledProcessError):  # dpkg builds no such package: so nobody has it
        made = deb(tmp_path, "0.1.0", more=more)
        with pytest.raises(PackagesError, match=r"control file|not a Debian package"):
            PackageFolder(tmp_path).release_package(made)
        assert not list((tmp_path / "packages").glob("*.deb"))


def test_older_versions_and_other_architectures_need_a_request(tmp_path: Path) -> None:
    packages = PackageFolder(tmp_path)
    packages.release_package(deb(tmp_path, "0.10.0", arch="arm64"))
    older, foreign = deb(tmp_path, "0.9.0", arch="arm64"), deb(tmp_path, "0.10.0", arch="amd64")
    with pytest.raises(PackagesError, match=r"saw 0\.9\.0, which is older than 0\.10\.0"):
        packages.release_package(older)
    with pytest.raises(PackagesError, match="saw the architecture amd64; only arm64 was released"):
        packages.release_package(foreign)
    packages.release_package(older, older=True)
    packages.release_package(foreign, foreign=True)
    with pytest.raises(PackagesError, match="expected one of arm64, amd64, all"):
        packages.release_package(deb(tmp_path, "0.11.0", arch="i386"), foreign=True)


def test_the_key_of_another_hub_is_not_trusted(tmp_path: Path) -> None:
    for name in ("hub", "other"):
        (tmp_path / name).mkdir()
        PackageFolder(tmp_path / name).release_package(deb(tmp_path / name, "0.1.0"))
    key = tmp_path / "key.asc"
    key.write_text(PackageFolder(tmp_path / "other").load_or_create_public_key())
    assert apt(tmp_path / "table", tmp_path / "hub", key, "update").returncode != 0


def test_foreign_packages_and_changed_versions_are_refused(tmp_path: Path) -> None:
    packages = PackageFolder(tmp_path)
    with pytest.raises(PackagesError, match=r"saw bash 9\.0, expected one of royaltable, royaltable-hub"):
        packages.release_package(deb(tmp_path, "9.0", name="bash"))
    (tmp_path / "text.deb").write_text("no package")
    with pytest.raises(PackagesError, match="not a Debian package"):
        packages.release_package(tmp_path / "text.deb")
    first = deb(tmp_path, "0.1.0")
    packages.release_package(first)
    packages.release_package(first)
    with pytest.raises(PackagesError, match="Give the new package a new version"):
        packages.release_package(deb(tmp_path, "0.1.0", content="something else"))


def test_a_hub_with_a_long_folder_path_can_sign(tmp_path: Path) -> None:
    longest_socket = 108
    hub = tmp_path / ("deep" * 40) / "hub"
    assert len(str(hub)) > longest_socket
    hub.mkdir(parents=True)
    packages = PackageFolder(hub)
    packages.release_package(deb(tmp_path, "0.1.0"))
    assert packages.list_table_package_versions() == ["0.1.0"]
    assert "BEGIN PGP SIGNATURE" in (packages.public_folder / "InRelease").read_text()


def agents() -> list[Path]:
    """Those that keep the key of a folder which this process has opened."""
    found = []
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            said = (process / "cmdline").read_bytes()
            if b"gpg-agent" in said and f"/proc/{os.getpid()}/fd/".encode() in said:
                found.append(process)
    return found


def left_after_its_end() -> list[Path]:
    """An agent that was told to end has answered before it does."""
    deadline_s = time.monotonic() + 60
    while agents() and time.monotonic() < deadline_s:
        time.sleep(0.02)
    return agents()


def test_no_gpg_agent_keeps_running_after_success_or_failure(tmp_path: Path) -> None:
    packages = PackageFolder(tmp_path)
    packages.release_package(deb(tmp_path, "0.1.0"))
    assert left_after_its_end() == []
    for secret in (tmp_path / "packages-key/private-keys-v1.d").iterdir():
        secret.unlink()
    with pytest.raises(PackagesError, match=r"gpg: .*No secret key"):
        packages.release_package(deb(tmp_path, "0.2.0"))
    assert left_after_its_end() == []


def test_a_restored_key_replaces_the_current_one_for_all_signatures(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    known = PackageFolder(first).load_or_create_public_key()
    secret = PackageFolder(first).export_secret_key()
    folder = PackageFolder(second)
    assert folder.export_secret_key() == b""
    folder.release_package(deb(tmp_path, "1.0"))
    assert folder.load_or_create_public_key() != known
    folder.restore_key_and_sign(secret)
    assert folder.load_or_create_public_key() == known
    assert folder.export_secret_key() == secret
    assert (second / "packages-key").stat().st_mode & 0o777 == 0o700
    assert not (second / "packages-key.new").exists()
    updated = apt(tmp_path / "table", second, first / "packages/key.asc", "update")
    assert updated.returncode == 0, updated.stderr
    with pytest.raises(PackagesError):
        folder.restore_key_and_sign(
            b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nnone\n-----END PGP PRIVATE KEY BLOCK-----\n"
        )
    assert folder.load_or_create_public_key() == known
    assert folder.export_secret_key() == secret
