"""Read a certificate with its key, judge both, and make new ones with the program ``openssl``."""

import hashlib
import ipaddress
import os
import secrets
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Final

DEVICE: Final = "certificate"
"""What it is called among the devices."""

LARGEST_OCTETS: Final = 256 * 1024
"""Of a certificate's file, with the whole chain; a usual one has some 5 kB."""

CIPHERS: Final = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""For TLS 1.2: what was sent stays secret when the key is lost later, as always with TLS 1.3."""

WHENEVER: Final = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME (X509_VERIFY_PARAM_set_flags(3)): the time is judged here, and told with its date."""


class CertificateProblem(Enum):
    """What can be the matter with a certificate; the doctor has a code, a cause and a cure for each."""

    UNREADABLE = "a file is missing or closed to us"
    NO_PEM = "a file holds something else"
    LOCKED = "the key has a passphrase"
    NO_PAIR = "certificate and key do not belong together"
    UNFIT = "no browser would take it"
    EXPIRED = "it is valid no more"
    EARLY = "it is not valid yet"
    ENDS = "it will soon be valid no more"


class AuthorityError(Exception):
    """An authority, or a certificate of it, cannot be made; the message says what was seen and what to do."""


class CertificateError(Exception):
    """A certificate cannot be used, or not for long.

    Attributes:
        problem: what is the matter.
        values: what was seen.
    """

    def __init__(self, trouble: CertificateProblem, **values: object) -> None:
        super().__init__(trouble.value, values)
        self.problem = trouble
        self.values = {name: str(value) for name, value in values.items()}

    def __str__(self) -> str:
        return f"{self.problem.value}: {', '.join(f'{name} {value}' for name, value in self.values.items())}"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that belongs to its key, whatever its dates.

    Attributes:
        context: encrypts new connections with it.
        sha256: of it and its chain.
        names: host names in it, lower-case; ``*.example.org`` stands for any first part.
        addresses: IP addresses in it.
        valid_from: when it becomes valid.
        valid_until: when it is valid no more.
    """

    context: ssl.SSLContext = field(compare=False)
    sha256: str
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    valid_from: datetime
    valid_until: datetime

    def covers(self, host: str) -> bool:
        host = host.rstrip(".").lower()
        _, _, parent = host.partition(".")
        return host in self.addresses or host in self.names or (parent != "" and f"*.{parent}" in self.names)

    def date_error(self, now: datetime, soon: timedelta = timedelta()) -> CertificateError | None:
        """What is the matter with its dates, or will be ``soon``; the page is encrypted all the same."""
        if now < self.valid_from:
            return CertificateError(
                CertificateProblem.EARLY, begins=f"{self.valid_from:%Y-%m-%d}", now=f"{now:%Y-%m-%d}"
            )
        if now >= self.valid_until:
            return CertificateError(CertificateProblem.EXPIRED, ends=f"{self.valid_until:%Y-%m-%d}")
        if now >= self.valid_until - soon:
            return CertificateError(
                CertificateProblem.ENDS, ends=f"{self.valid_until:%Y-%m-%d}", days=(self.valid_until - now).days
            )
        return None


def read_certificate(certificate: Path, key: Path, *, trusted: Path | None = None) -> Certificate:
    """The certificate, its chain behind it, and the key, all as PEM; ``trusted`` is who must vouch for it, if anybody.

    Raises:
        CertificateError: a file cannot be read or is none of that kind, both do not belong together, or no browser
            would take it.
    """
    for file in (certificate, key):
        _look_at(file)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_CIPHER_SERVER_PREFERENCE
    context.set_ciphers(CIPHERS)
    context.set_alpn_protocols(["http/1.1"])

    def locked() -> str:  # OpenSSL would ask for a passphrase at the terminal, where the service has none
        raise CertificateError(CertificateProblem.LOCKED, key=key)

    try:
        context.load_cert_chain(certificate, key, password=locked)
    except ssl.SSLError as fault:
        if fault.reason == "KEY_VALUES_MISMATCH":
            raise CertificateError(CertificateProblem.NO_PAIR, certificate=certificate, key=key) from None
        reason = (fault.reason or "no PEM").replace("_", " ").lower()
        raise CertificateError(CertificateProblem.NO_PEM, file=certificate, reason=reason) from None
    except OSError as fault:
        raise _unreadable(Path(fault.filename or certificate), fault) from None
    return _seen_by_a_browser(context, certificate, trusted or certificate)


def _look_at(file: Path) -> None:
    """A pipe or a device would be waited for; OpenSSL does not say which of two files it could not read."""
    try:
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb", buffering=0) as opened:
            octets = opened.read(LARGEST_OCTETS + 1) or b""
    except OSError as fault:
        raise _unreadable(file, fault) from None
    if b"-----BEGIN" not in octets or len(octets) > LARGEST_OCTETS:
        raise CertificateError(CertificateProblem.NO_PEM, file=file, reason="no PEM text")


def _unreadable(file: Path, fault: OSError) -> CertificateError:
    return CertificateError(CertificateProblem.UNREADABLE, file=file, reason=fault.strerror or fault)


def _seen_by_a_browser(context: ssl.SSLContext, file: Path, trusted: Path) -> Certificate:
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.check_hostname = False
    browser.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | WHENEVER
    to_browser, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        browser.load_verify_locations(cadata=_certificates_in(trusted))
        serving = context.wrap_bio(to_server, to_browser, server_side=True)
        asking = browser.wrap_bio(to_browser, to_server)
        for end in (asking, serving, asking):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
        told = asking.getpeercert() or {}
        begins, ends = _when(str(told.get("notBefore"))), _when(str(told.get("notAfter")))
    except (ssl.SSLError, ValueError) as fault:
        reason = getattr(fault, "verify_message", None) or getattr(fault, "reason", None) or fault
        raise CertificateError(CertificateProblem.UNFIT, certificate=file, reason=reason) from None
    alternatives: list[tuple[str, str]] = list(told.get("subjectAltName", ()))  # type: ignore[arg-type]
    return Certificate(
        context,
        sha256=hashlib.sha256(_certificates_in(file).encode()).hexdigest(),
        names=tuple(name.lower() for kind, name in alternatives if kind == "DNS"),
        addresses=tuple(str(ipaddress.ip_address(name.strip())) for kind, name in alternatives if kind == "IP Address"),
        valid_from=begins,
        valid_until=ends,
    )


def _certificates_in(file: Path) -> str:
    end = "-----END CERTIFICATE-----"
    pieces = file.read_text("ascii", "replace").split("-----BEGIN CERTIFICATE-----")[1:]
    return "".join(f"-----BEGIN CERTIFICATE-----{piece.partition(end)[0]}{end}\n" for piece in pieces)


def _when(said: str) -> datetime:
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(said), UTC)


MAKE_A_KEY: Final = ("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
PATIENCE_S: Final = 20.0


def create_self_signed(settings: Sequence[str], days: int) -> tuple[bytes, bytes]:
    """A certificate that vouches for itself, as ``settings`` have it, with its new key; both PEM."""
    key = _openssl(*MAKE_A_KEY)
    with _settings_file(settings) as file:
        lasts = ("-days", str(days), "-set_serial", _serial())
        words = ("req", "-x509", "-sha256", "-config", file, "-key", "/dev/stdin")
        return _openssl(*words, *lasts, spoken=key), key


def issue_certificate(
    authority: Path, authority_key: Path, settings: Sequence[str], extensions: str, days: int
) -> tuple[bytes, bytes]:
    """A certificate for which an authority vouches, with its new key; both PEM.

    Args:
        authority: file of its certificate.
        authority_key: file of its key.
        settings: who is vouched for.
        extensions: the section of them that has the certificate's extensions.
        days: how long it is valid.
    """
    key = _openssl(*MAKE_A_KEY)
    with _settings_file(settings) as file:
        request = _openssl("req", "-new", "-sha256", "-config", file, "-key", "/dev/stdin", spoken=key)
        by = ("-CA", str(authority), "-CAkey", str(authority_key), "-set_serial", _serial())
        lasts = ("-extfile", file, "-extensions", extensions, "-days", str(days))
        return _openssl("x509", "-req", "-sha256", *by, *lasts, spoken=request), key


def _serial() -> str:
    """Nobody can guess it (CA/Browser Forum's Baseline Requirements, 7.1: 64 bits at least)."""
    return f"0x{secrets.randbits(126) | 1 << 126:x}"


@contextmanager
def _settings_file(lines: Sequence[str]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "openssl.cnf"
        file.write_text("\n".join([*lines, ""]), "utf-8")
        yield str(file)


def _openssl(*words: str, spoken: bytes = b"") -> bytes:
    program = shutil.which("openssl", path="/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin")
    if program is None:
        raise AuthorityError("The program openssl is missing. Install it: sudo apt install openssl")
    try:
        done = subprocess.run(  # noqa: S603  # our own words alone
            [program, *words], input=spoken, capture_output=True, timeout=PATIENCE_S, check=True
        )
    except subprocess.CalledProcessError as fault:
        said = fault.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["nothing"]
        raise AuthorityError(f"openssl {words[0]} failed, and said: {said[0]}. Look into the table's folder.") from None
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise AuthorityError(f"openssl {words[0]} could not be run: {fault}. Try it by hand: openssl version") from None
    return done.stdout
