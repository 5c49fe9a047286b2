"""The hub's own authority: it vouches for the room's broker and for the door at which tables join, for nobody else.

Tables get it when they join, and trust it alone. They do not look at dates: most have no clock when they start.
"""

import ssl
import tempfile
from pathlib import Path
from typing import Final

from controller.store.atomic_files import write_atomically
from controller.store.certificates.openssl import self_signed, signed

YEARS: Final = 30
SERVER_DAYS: Final = 365


class HubAuthority:
    """Owner of the authority's files in one folder; what is missing there is made.

    Args:
        folder: of the authority, for the hub alone.
        broker: whose folder gets the certificate; who may read there may read its key.

    Attributes:
        pem: its certificate, as tables get it.
        certificate, key: of whoever is vouched for, as files.

    Raises:
        AuthorityError: openssl is missing or fails.
        OSError: the files cannot be read or written.
    """

    def __init__(self, folder: Path, broker: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        broker.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._own, self._own_key = folder / "authority.crt", folder / "authority.key"
        self.certificate, self.key = broker / "server.crt", broker / "server.key"
        if not (self._own.exists() and self._own_key.exists()):
            self.put_back(*_made())
        self.pem = self._own.read_text("ascii")
        if not (self.certificate.exists() and self.key.exists()):
            self.issue()

    @property
    def context(self) -> ssl.SSLContext:
        """For the door at which tables join."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificate, self.key)
        return context

    def issue(self) -> None:
        """A certificate with a new key; tables that trust the authority take it like the one before."""
        settings = [
            "[req]",
            "distinguished_name = called",
            "prompt = no",
            "[called]",
            "CN = royaltable hub",
            "[server]",
            "basicConstraints = critical, CA:false",
            "keyUsage = critical, digitalSignature",
            "extendedKeyUsage = serverAuth",
            "subjectAltName = DNS:royaltable-hub",
        ]
        certificate, key = signed(self._own, self._own_key, settings, "server", SERVER_DAYS)
        write_atomically(self.key, key, mode=0o640)
        write_atomically(self.certificate, certificate)

    def put_back(self, certificate: bytes, key: bytes) -> None:
        """Be this authority from now on; the server gets a new certificate of it at the hub's next start.

        Raises:
            OSError: the files cannot be written.
        """
        write_atomically(self._own_key, key, mode=0o600)
        write_atomically(self._own, certificate)
        self.certificate.unlink(missing_ok=True)


def is_authority(certificate: bytes, key: bytes) -> bool:
    """Whether these two, PEM, belong together."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "authority.crt", Path(folder) / "authority.key"
        for file, content in zip(files, (certificate, key), strict=True):
            file.write_bytes(content)
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*files, password=b"none")  # nobody is asked for one
        except ssl.SSLError:
            return False
    return True


def _made() -> tuple[bytes, bytes]:
    """A new one, and its key."""
    settings = [
        "[req]",
        "distinguished_name = called",
        "x509_extensions = authority",
        "prompt = no",
        "[called]",
        "CN = royaltable hub's authority",
        "[authority]",
        "basicConstraints = critical, CA:true, pathlen:0",
        "keyUsage = critical, keyCertSign",
        "subjectKeyIdentifier = hash",
    ]
    return self_signed(settings, 365 * YEARS)
