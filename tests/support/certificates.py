"""Certificates, made by openssl as an owner would."""

import subprocess
from pathlib import Path


def make_pair(
    folder: Path, name: str = "page", *, hosts: str = "DNS:table.example.org,IP:127.0.0.1"
) -> tuple[Path, Path]:
    """Make a self-signed certificate, valid for a month, and its key; return both files."""
    certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
    called = ["-subj", "/CN=a table", "-addext", f"subjectAltName={hosts}"]
    where = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *words, *called, *where], check=True, capture_output=True)
    return certificate, key


def outlive(certificate: Path, key: Path) -> None:
    """Replace a certificate by one that expired yesterday."""
    words = ["x509", "-in", str(certificate), "-signkey", str(key), "-days", "-1", "-out", str(certificate)]
    subprocess.run(["openssl", *words], check=True, capture_output=True)
