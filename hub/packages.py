"""The hub's signed, flat apt repository of packages (sources.list(5)), and its key."""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.utils import formatdate
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller import limits
from controller.store.atomic_files import write_atomically

PACKAGE_NAMES: Final = ("royaltable", "royaltable-hub")
"""The only packages that the repository accepts."""

ARCHITECTURES: Final = ("arm64", "amd64", "all")
"""Architectures that ``make deb`` builds for."""

UNPRINTABLE_PATTERN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]|\n\s*\n")
"""Not allowed in a control file: an empty line would end its entry in ``Packages``."""

INDEXED_FIELDS: Final = (
    *("Package", "Version", "Architecture", "Maintainer", "Installed-Size", "Pre-Depends", "Depends", "Recommends"),
    *("Suggests", "Enhances", "Conflicts", "Breaks", "Replaces", "Provides", "Section", "Priority", "Multi-Arch"),
    *("Homepage", "Description"),
)
"""Fields copied from the package's control file."""

VERSION_PATTERN: Final = re.compile(r"[0-9][0-9A-Za-z.+~:-]{0,63}")

GPG: Final = "/usr/bin/gpg"
DPKG_DEB: Final = "/usr/bin/dpkg-deb"
DPKG: Final = "/usr/bin/dpkg"
GPGCONF: Final = "/usr/bin/gpgconf"

KEY_NAME: Final = "packages of a royaltable hub"


class PackagesError(Exception):
    """A package cannot be released."""


class ReleasedPackage(Struct, frozen=True):
    name: str
    version: str
    architecture: str


class PackageFolder:
    """The public folder of packages, and the private signing key beside it."""

    def __init__(self, folder: Path) -> None:
        self.public_folder = folder / "packages"
        self._key_folder = folder / "packages-key"

    def load_or_create_public_key(self) -> str:
        file = self.public_folder / "key.asc"
        if file.exists():
            return file.read_text("ascii")
        self._key_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.public_folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        self._run_gpg("--passphrase", "", "--quick-generate-key", KEY_NAME, "ed25519", "sign", "never")
        key = self._run_gpg("--armor", "--export").decode("ascii")
        write_atomically(file, key)
        return key

    def export_secret_key(self) -> bytes:
        """Return the private key for a backup; empty if there is none."""
        if not self._key_folder.exists():
            return b""
        return self._run_gpg("--passphrase", "", "--armor", "--export-secret-keys")

    def restore_key_and_sign(self, secret_key: bytes) -> None:
        """Raise PackagesError if gpg is missing or refuses the key."""
        new = self._key_folder.with_name(f"{self._key_folder.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700, parents=True)
        self._run_gpg("--passphrase", "", "--import", given=secret_key, home=new)
        key = self._run_gpg("--armor", "--export", home=new)
        shutil.rmtree(self._key_folder, ignore_errors=True)
        new.rename(self._key_folder)
        self.public_folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        write_atomically(self.public_folder / "key.asc", key)
        self._write_signed_index()

    def release_package(self, deb: Path, *, older: bool = False, foreign: bool = False) -> ReleasedPackage:
        """Add a package and sign again; raise PackagesError if it is refused.

        ``older`` allows an older version, ``foreign`` an architecture new to the repository.
        """
        self.load_or_create_public_key()
        released = _read_and_check_package(deb)
        content = deb.read_bytes()
        version = released.version.replace(":", "%3a")
        place = self.public_folder / f"{released.name}_{version}_{released.architecture}.deb"
        if place.exists() and place.read_bytes() != content:
            raise PackagesError(
                f"{deb}: its content differs from the {released.name} {released.version} released before. "
                "Give the new package a new version."
            )
        there = [file.stem.split("_") for file in self.public_folder.glob(f"{released.name}_*.deb")]
        architectures = {architecture for _, _, architecture in there}
        if not foreign and architectures and not architectures & {released.architecture, "all"}:
            raise PackagesError(
                f"{deb}: saw the architecture {released.architecture}; only {', '.join(sorted(architectures))} was "
                f"released so far. If the room has tables with {released.architecture}, too: --anyway"
            )
        for _, version, architecture in there:
            newer = version.replace("%3a", ":")
            if not older and architecture == released.architecture and _is_newer_version(newer, released.version):
                raise PackagesError(
                    f"{deb}: saw {released.version}, which is older than {newer}. To go back to an earlier version: "
                    "royaltable hub rollout --back. To release it all the same: --anyway"
                )
        write_atomically(place, content)
        self._write_signed_index()
        return released

    def list_table_package_versions(self) -> list[str]:
        """Return the versions of the table's package in order of release."""
        found = sorted(self.public_folder.glob("royaltable_*.deb"), key=lambda file: file.stat().st_mtime_ns)
        return list(dict.fromkeys(file.name.split("_")[1].replace("%3a", ":") for file in found))

    def _write_signed_index(self) -> None:
        entries = [_format_index_entry(file) for file in sorted(self.public_folder.glob("*.deb"))]
        listed = "\n".join(entries).encode()
        files = {"Packages": listed, "Packages.gz": gzip.compress(listed, mtime=0)}
        for name, content in files.items():
            write_atomically(self.public_folder / name, content)
        sums = "".join(f" {_sha256_hex(content)} {len(content)} {name}\n" for name, content in files.items())
        release = (
            f"Origin: royaltable\nLabel: royaltable\nSuite: stable\nDate: {formatdate(usegmt=True)}\nSHA256:\n{sums}"
        )
        signed = self._run_gpg("--clearsign", "--digest-algo", "SHA512", given=release.encode())
        write_atomically(self.public_folder / "InRelease", signed)

    def _run_gpg(self, *arguments: str, given: bytes = b"", home: Path | None = None) -> bytes:
        with _open_gpg_home(home or self._key_folder) as short:
            command = [GPG, "--homedir", short, "--batch", "--quiet", "--pinentry-mode", "loopback", *arguments]
            try:
                done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=limits.GPG_S)  # noqa: S603
            except FileNotFoundError:
                raise PackagesError("gpg is not installed. Run: sudo apt install gpg gpg-agent") from None
            except subprocess.TimeoutExpired:
                raise PackagesError(f"gpg did not finish within {limits.GPG_S:.0f} s. Try again.") from None
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise PackagesError(f"gpg: {said[-1] if said else done.returncode}. Check {self._key_folder}.")
        return done.stdout


@contextmanager
def _open_gpg_home(home: Path) -> Iterator[str]:
    """Yield a short path of the key's folder; on exit stop gpg's agent, which would keep the key in memory.

    The agent's sockets are there; their paths have at most 108 bytes (unix(7)); one below ``/proc`` is short.
    """
    opened = os.open(home, os.O_PATH | os.O_DIRECTORY)
    short = f"/proc/{os.getpid()}/fd/{opened}"
    try:
        yield short
    finally:
        with suppress(FileNotFoundError, subprocess.TimeoutExpired):
            command = [GPGCONF, "--homedir", short, "--kill", "gpg-agent"]
            subprocess.run(command, capture_output=True, check=False, timeout=limits.GPG_S)  # noqa: S603
        os.close(opened)


def _is_newer_version(version: str, than: str) -> bool:
    return subprocess.run([DPKG, "--compare-versions", version, "gt", than], check=False).returncode == 0  # noqa: S603


def _read_and_check_package(deb: Path) -> ReleasedPackage:
    fields = _read_indexed_fields(deb)
    found = (re.search(rf"^{name}: (.*)$", fields, re.MULTILINE) for name in ("Package", "Version", "Architecture"))
    released = ReleasedPackage(*("" if each is None else each[1] for each in found))
    if released.name not in PACKAGE_NAMES or VERSION_PATTERN.fullmatch(released.version) is None:
        raise PackagesError(
            f"{deb}: saw {released.name} {released.version}, expected one of {', '.join(PACKAGE_NAMES)}"
        )
    if released.architecture not in ARCHITECTURES:
        raise PackagesError(
            f"{deb}: saw the architecture {released.architecture!r}, expected one of {', '.join(ARCHITECTURES)}"
        )
    return released


def _read_indexed_fields(deb: Path) -> str:
    """Return control file fields, each once, as dpkg prints them (deb-control(5))."""
    if deb.stat().st_size > limits.PACKAGE_BYTES:
        raise PackagesError(f"{deb}: saw {deb.stat().st_size} bytes, expected {limits.PACKAGE_BYTES} at most")
    done = subprocess.run([DPKG_DEB, "--field", str(deb), *INDEXED_FIELDS], capture_output=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise PackagesError(f"{deb}: not a Debian package: {done.stderr.decode('utf-8', 'replace').strip()[:200]}")
    try:
        fields = done.stdout.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise PackagesError(f"{deb}: its control file is not UTF-8: {fault}. Build it again.") from None
    if found := UNPRINTABLE_PATTERN.search(fields):
        raise PackagesError(f"{deb}: saw {found[0]!r} in its control file, expected text. Build it again.")
    return fields


def _format_index_entry(file: Path) -> str:
    content = file.read_bytes()
    placed = f"Filename: ./{file.name}\nSize: {len(content)}\nSHA256: {_sha256_hex(content)}\n"
    return _read_indexed_fields(file) + placed


def _sha256_hex(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
