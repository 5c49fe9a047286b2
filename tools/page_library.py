"""Fetch the page's view library, Preact with htm, from the npm registry and check its hash; run by `make setup`.

The registry is that of npm: `npm_config_registry`, else `registry` in `.npmrc` here or at home, else its default.
Nothing of it is copied into the repository; the wheel and the packages contain it.
"""

import base64
import hashlib
import io
import os
import sys
import tarfile
import urllib.request
from pathlib import Path
from typing import Final

VERSION: Final = "3.1.1"
NAME: Final = "htm"
INTEGRITY: Final = "sha512-983Vyg8NwUE7JkZ6NmOqpCZ+sh1bKv2iYTlUkzlWmA5JD2acKoxd4KVxbMmxX/85mtfdnDmTFoNKcg5DGAvxNQ=="
FOLDER: Final = Path(__file__).parent.parent / "controller" / "web" / "static" / "js" / "lib"
FILES: Final = {"package/preact/standalone.module.js": "preact.js", "package/LICENSE": "preact.LICENSE"}
"""Files of the tarball, by the names that they have in ``FOLDER``."""

MARK: Final = f"{NAME} {VERSION} {INTEGRITY}"
"""Written into preact.version once all is there."""

TIMEOUT_S: Final = 15.0


def registry() -> str:
    if chosen := os.environ.get("npm_config_registry"):  # noqa: SIM112 (npm has it in lower case)
        return chosen.rstrip("/")
    for file in (Path(".npmrc"), Path.home() / ".npmrc"):
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        for line in lines:
            key, _, value = line.partition("=")
            if key.strip() == "registry":
                return value.strip().rstrip("/")
    return "https://registry.npmjs.org"


def integrity(tarball: bytes) -> str:
    return f"sha512-{base64.b64encode(hashlib.sha512(tarball).digest()).decode()}"


def unpack(tarball: bytes, folder: Path) -> None:
    """Write the files of the tarball into ``folder``.

    Raises:
        ValueError: the tarball is not the pinned one.
    """
    if integrity(tarball) != INTEGRITY:
        raise ValueError(f"saw the hash {integrity(tarball)}, expected {INTEGRITY}: this is not what was pinned")
    with tarfile.open(fileobj=io.BytesIO(tarball), mode="r:gz") as archive:
        for name, target in FILES.items():
            member = archive.extractfile(name)
            assert member is not None
            (folder / target).write_bytes(member.read())
    (folder / "preact.version").write_text(MARK, encoding="utf-8")


def is_there(folder: Path) -> bool:
    version = folder / "preact.version"
    complete = all((folder / file).is_file() for file in FILES.values())
    return complete and version.is_file() and version.read_text(encoding="utf-8") == MARK


def main() -> None:
    if is_there(FOLDER):
        return
    address = f"{registry()}/{NAME}/-/{NAME}-{VERSION}.tgz"
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT_S) as answer:  # noqa: S310 (the registry that npm has)
            unpack(answer.read(), FOLDER)
    except (OSError, ValueError) as error:
        sys.exit(
            f"page_library: the page's library could not be had from {address}: {error}\n"
            "Cure: try again with a network, or name your registry: npm_config_registry=https://... make setup"
        )


if __name__ == "__main__":
    main()
