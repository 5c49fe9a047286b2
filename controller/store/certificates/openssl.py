"""The program ``openssl`` makes keys and signatures: the system keeps it up to date."""

import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.store.certificates.certificate import AuthorityError

MAKE_A_KEY: Final = ("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
PATIENCE_S: Final = 20.0


def self_signed(settings: Sequence[str], days: int) -> tuple[bytes, bytes]:
    """A certificate that vouches for itself, as ``settings`` have it, with its new key; both PEM.

    Raises:
        AuthorityError: openssl is missing or fails.
    """
    key = _openssl(*MAKE_A_KEY)
    with _settings_file(settings) as file:
        lasts = ("-days", str(days), "-set_serial", _serial())
        words = ("req", "-x509", "-sha256", "-config", file, "-key", "/dev/stdin")
        return _openssl(*words, *lasts, spoken=key), key


def signed(
    authority: Path, authority_key: Path, settings: Sequence[str], extensions: str, days: int
) -> tuple[bytes, bytes]:
    """A certificate for which an authority vouches, with its new key; both PEM.

    Args:
        authority: file of its certificate.
        authority_key: file of its key.
        settings: who is vouched for.
        extensions: the section of them that has the certificate's extensions.
        days: for so long.

    Raises:
        AuthorityError: openssl is missing or fails.
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
    """A file of openssl's settings (config(5)), gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "openssl.cnf"
        file.write_text("\n".join([*lines, ""]), "utf-8")
        yield str(file)


def _openssl(*words: str, spoken: bytes = b"") -> bytes:
    """What the program answers to these words, with ``spoken`` at its standard input.

    Raises:
        AuthorityError: it is missing or fails.
    """
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
