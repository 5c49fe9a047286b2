"""Load and check a certificate with its key, and create new ones with ``openssl``."""

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

CERTIFICATE_DEVICE: Final = "certificate"
"""The certificate's name in the list of devices."""

MAX_FILE_BYTES: Final = 256 * 1024
"""Limit for a certificate file with its chain; usually about 5 kB."""

CIPHERS: Final = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""Ciphers for TLS 1.2, with forward secrecy as in TLS 1.3."""

NO_CHECK_TIME: Final = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME (X509_VERIFY_PARAM_set_flags(3)): `date_error` checks dates."""


class CertificateProblem(Enum):
    """Problems of a certificate; the doctor has a code for each."""

    UNREADABLE = "a file is missing or not readable"
    NO_PEM = "a file is not PEM"
    LOCKED = "the key has a passphrase"
    NO_PAIR = "certificate and key do not match"
    UNFIT = "browsers reject it"
    EXPIRED = "it has expired"
    EARLY = "it is not valid yet"
    ENDS = "it expires soon"


class OpensslError(Exception):
    """An authority or certificate cannot be created."""


class CertificateError(Exception):
    """A certificate is unusable or expires soon; ``values`` are for the message."""

    def __init__(self, trouble: CertificateProblem, **values: object) -> None:
        super().__init__(trouble.value, values)
        self.problem = trouble
        self.values = {name: str(value) for name, value in values.items()}

    def __str__(self) -> str:
        return f"{self.problem.value}: {', '.join(f'{name} {value}' for name, value in self.values.items())}"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that matches its key; its dates may be invalid.

    Attributes:
        context: TLS context for new connections.
        sha256: hash of the certificate and its chain.
        names: host names, lower-case; ``*.example.org`` stands for any first part.
        addresses: IP addresses in it.
        valid_from: when it becomes valid.
        valid_until: when it expires.
    """

    context: ssl.SSLContext = field(compare=False)
    sha256: str
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    valid_from: datetime
    valid_until: datetime

    def covers_host(self, host: str) -> bool:
        host = host.rstrip(".").lower()
        _, _, parent = host.partition(".")
        return host in self.addresses or host in self.names or (parent != "" and f"*.{parent}" in self.names)

    def date_error(self, now: datetime, soon: timedelta = timedelta()) -> CertificateError | None:
        """Return the problem with the dates, now or within ``soon``; it is used anyway."""
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
    """Load a certificate with its chain and key, all PEM; ``trusted`` is the required issuer, if any.

    Raises:
        CertificateError: a file is unreadable or not PEM, they do not match, or browsers would reject the
            certificate.
    """
    for file in (certificate, key):
        _check_pem(file)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_CIPHER_SERVER_PREFERENCE
    context.set_ciphers(CIPHERS)
    context.set_alpn_protocols(["http/1.1"])

    def raise_locked_error() -> str:  # else OpenSSL asks at a terminal
        raise CertificateError(CertificateProblem.LOCKED, key=key)

    try:
        context.load_cert_chain(certificate, key, password=raise_locked_error)
    except ssl.SSLError as fault:
        if fault.reason == "KEY_VALUES_MISMATCH":
            raise CertificateError(CertificateProblem.NO_PAIR, certificate=certificate, key=key) from None
        reason = (fault.reason or "no PEM").replace("_", " ").lower()
        raise CertificateError(CertificateProblem.NO_PEM, file=certificate, reason=reason) from None
    except OSError as fault:
        raise _unreadable_error(Path(fault.filename or certificate), fault) from None
    return _certificate_seen_by_client(context, certificate, trusted or certificate)


def _check_pem(file: Path) -> None:
    """OpenSSL blocks on pipes and does not name the file."""
    try:
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb", buffering=0) as opened:
            data = opened.read(MAX_FILE_BYTES + 1) or b""
    except OSError as fault:
        raise _unreadable_error(file, fault) from None
    if b"-----BEGIN" not in data or len(data) > MAX_FILE_BYTES:
        raise CertificateError(CertificateProblem.NO_PEM, file=file, reason="no PEM text")


def _unreadable_error(file: Path, fault: OSError) -> CertificateError:
    return CertificateError(CertificateProblem.UNREADABLE, file=file, reason=fault.strerror or fault)


def _certificate_seen_by_client(context: ssl.SSLContext, file: Path, trusted: Path) -> Certificate:
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.check_hostname = False
    browser.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | NO_CHECK_TIME
    to_browser, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        browser.load_verify_locations(cadata=_read_pem_certificates(trusted))
        server = context.wrap_bio(to_server, to_browser, server_side=True)
        client = browser.wrap_bio(to_browser, to_server)
        for end in (client, server, client):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
        fields = client.getpeercert() or {}
        begins, ends = parse_time(str(fields.get("notBefore"))), parse_time(str(fields.get("notAfter")))
    except (ssl.SSLError, ValueError) as fault:
        reason = getattr(fault, "verify_message", None) or getattr(fault, "reason", None) or fault
        raise CertificateError(CertificateProblem.UNFIT, certificate=file, reason=reason) from None
    alternatives: list[tuple[str, str]] = list(fields.get("subjectAltName", ()))  # type: ignore[arg-type]
    return Certificate(
        context,
        sha256=hashlib.sha256(_read_pem_certificates(file).encode()).hexdigest(),
        names=tuple(name.lower() for kind, name in alternatives if kind == "DNS"),
        addresses=tuple(str(ipaddress.ip_address(name.strip())) for kind, name in alternatives if kind == "IP Address"),
        valid_from=begins,
        valid_until=ends,
    )


def _read_pem_certificates(file: Path) -> str:
    end = "-----END CERTIFICATE-----"
    pieces = file.read_text("ascii", "replace").split("-----BEGIN CERTIFICATE-----")[1:]
    return "".join(f"-----BEGIN CERTIFICATE-----{piece.partition(end)[0]}{end}\n" for piece in pieces)


def parse_time(text: str) -> datetime:
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(text), UTC)


GENERATE_KEY: Final = ("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
OPENSSL_TIMEOUT_S: Final = 20.0


def create_self_signed_authority(name: str, days: int, *further: str) -> tuple[bytes, bytes]:
    """Create a self-signed authority and its key; return both as PEM.

    Args:
        name: its common name.
        days: of validity.
        further: lines of an OpenSSL configuration: more extensions, then the sections that they name.
    """
    extensions = ("CA:true, pathlen:0", "keyCertSign", "subjectKeyIdentifier = hash", *further)
    key = run_openssl(*GENERATE_KEY)
    with _temporary_settings_file(name, *extensions) as file:
        lasts = ("-days", str(days), "-set_serial", _random_serial())
        words = ("req", "-x509", "-sha256", "-config", file, "-key", "/dev/stdin")
        return run_openssl(*words, *lasts, stdin=key), key


def issue_certificate(
    authority: Path, authority_key: Path, name: str, hosts: Sequence[str], days: int
) -> tuple[bytes, bytes]:
    """Issue a server's certificate of an authority with a new key; return both as PEM.

    Args:
        authority: file of the authority's certificate.
        authority_key: file of the authority's key.
        name: the certificate's common name.
        hosts: host names and IP addresses of the server.
        days: of validity.
    """
    own = (f"{'IP' if is_ip_address(host) else 'DNS'}.{number} = {host}" for number, host in enumerate(hosts))
    extensions = ("CA:false", "digitalSignature", "extendedKeyUsage = serverAuth", "subjectAltName = @hosts")
    key = run_openssl(*GENERATE_KEY)
    with _temporary_settings_file(name, *extensions, "[hosts]", *own) as file:
        request = run_openssl("req", "-new", "-sha256", "-config", file, "-key", "/dev/stdin", stdin=key)
        by = ("-CA", str(authority), "-CAkey", str(authority_key), "-set_serial", _random_serial())
        lasts = ("-extfile", file, "-extensions", "extensions", "-days", str(days))
        return run_openssl("x509", "-req", "-sha256", *by, *lasts, stdin=request), key


def is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _random_serial() -> str:
    """Return a random serial number (CA/Browser Forum, Baseline Requirements 7.1: 64 bits or more)."""
    return f"0x{secrets.randbits(126) | 1 << 126:x}"


@contextmanager
def _temporary_settings_file(name: str, basic_constraints: str, key_usage: str, *further: str) -> Iterator[str]:
    lines = [
        "[req]",
        "distinguished_name = called",
        "x509_extensions = extensions",
        "prompt = no",
        "[called]",
        f"CN = {name}",
        "[extensions]",
        f"basicConstraints = critical, {basic_constraints}",
        f"keyUsage = critical, {key_usage}",
        *further,
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "openssl.cnf"
        file.write_text("\n".join([*lines, ""]), "utf-8")
        yield str(file)


def run_openssl(*words: str, stdin: bytes = b"") -> bytes:
    program = shutil.which("openssl", path="/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin")
    if program is None:
        raise OpensslError("The program openssl is missing. Install it: sudo apt install openssl")
    try:
        done = subprocess.run(  # noqa: S603  # constant arguments
            [program, *words], input=stdin, capture_output=True, timeout=OPENSSL_TIMEOUT_S, check=True
        )
    except subprocess.CalledProcessError as fault:
        output = fault.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["nothing"]
        raise OpensslError(f"openssl {words[0]} failed: {output[0]}. Check the table's folder.") from None
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise OpensslError(f"openssl {words[0]} could not be run: {fault}. Try: openssl version") from None
    return done.stdout
