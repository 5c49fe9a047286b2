"""The bill of materials of what we ship, in CycloneDX 1.6: the same bytes for the same contents.

``sbom.py royaltable`` prints the bill of its wheel: ourselves and the page's library; ``sbom.py royaltable-hw`` that of
its wheel: ourselves and fonts. ``sbom.py deb TREE REPORT...`` prints the bill of the Debian package, unpacked in TREE,
dated SOURCE_DATE_EPOCH; each REPORT is pip's on its installation into TREE/opt/royaltable/lib/pythonX.Y.
"""

import hashlib
import json
import os
import sys
import tomllib
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT: Final = Path(__file__).parents[1]
LICENCES: Final[dict[str, dict[str, str]]] = tomllib.loads((ROOT / "tools/allowed.toml").read_text(encoding="utf-8"))
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS: Final = ("royaltable", "royaltable-hw")
FONTS: Final = "hw/oled/fonts"
LIBRARY: Final = "controller/web/static/js/lib"
NAMESPACE: Final = uuid.UUID("5b0c2a53-6c1f-4c0e-8a3e-2f6f0a4f8e11")
"""A random constant; the bill's serial number derives from it and what the bill lists."""


def main(kind: str, *arguments: str) -> None:
    """Print the bill of a wheel by its name, or of the package for Debian (``deb``)."""
    if kind != "deb":
        parts = {"royaltable": page_library(ROOT / LIBRARY), "royaltable-hw": fonts(ROOT / FONTS)}[kind]
        print(bill([ourselves(kind), *parts], at=None))
        return
    at = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    tree, *reports = map(Path, arguments)
    homes = sorted(tree.glob("opt/royaltable/lib/python*/site-packages"))
    shipped = [each for home, report in zip(homes, reports, strict=True) for each in installed(home, report)]
    print(bill([ourselves(), *fonts(homes[0] / FONTS), *page_library(homes[0] / LIBRARY), *shipped], at))


def ourselves(name: str = PROJECT["name"]) -> Component:
    return Component(
        type=ComponentType.APPLICATION,
        name=name,
        version=PROJECT["version"],
        bom_ref=name,
        purl=PackageURL("pypi", name=name, version=PROJECT["version"]),
        licenses=[DisjunctiveLicense(id=PROJECT["license"])],
    )


def page_library(folder: Path) -> Iterable[Component]:
    """Yield the page's view library, which `make setup` fetches from npm."""
    file = folder / "preact.js"
    if file.is_file():
        name, version, _ = (folder / "preact.version").read_text(encoding="utf-8").split(" ")
        yield Component(
            type=ComponentType.LIBRARY,
            name=name,
            version=version,
            bom_ref=f"{name}@{version}",
            purl=PackageURL("npm", name=name, version=version),
            licenses=[LicenseExpression("Apache-2.0 AND MIT")],  # with Preact, which is MIT
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(file.read_bytes()).hexdigest())],
        )


def fonts(folder: Path) -> Iterable[Component]:
    """Yield the display's fonts, which are subsets of DejaVu."""
    for file in sorted(folder.glob("*.ttf")):
        yield Component(
            type=ComponentType.FILE,
            name=file.name,
            bom_ref=file.name,
            licenses=[DisjunctiveLicense(id="Bitstream-Vera")],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(file.read_bytes()).hexdigest())],
        )


def installed(home: Path, report: Path) -> Iterable[Component]:
    """Yield the libraries in ``home`` with wheel hashes from pip's ``report``."""
    wheels = {
        each["metadata"]["name"]: (each["download_info"]["url"], each["download_info"]["archive_info"]["hashes"])
        for each in json.loads(report.read_text(encoding="utf-8"))["install"]
    }
    for found in distributions(path=[str(home)]):
        if found.name in OURS:
            continue
        name = found.name.lower().replace("_", "-").replace(".", "-")
        url, hashes = wheels[found.name]
        purl = PackageURL("pypi", name=name, version=found.version, qualifiers={"file_name": url.rpartition("/")[2]})
        yield Component(
            name=name,
            version=found.version,
            bom_ref=purl.to_string(),
            purl=purl,
            licenses=[licence(LICENCES[name]["licence"])],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashes["sha256"])],
        )


def licence(expression: str) -> DisjunctiveLicense | LicenseExpression:
    return LicenseExpression(expression) if " " in expression else DisjunctiveLicense(id=expression)


def bill(components: Iterable[Component], at: datetime | None) -> str:
    """Return the bill of the first component, which contains the others, dated ``at`` or undated."""
    subject, *parts = components
    made = Bom(components={str(part.bom_ref): part for part in parts}.values())
    made.metadata.component = subject
    made.metadata.timestamp = at  # type: ignore[assignment]  # it may be None, as its getter says
    made.metadata.tools.components.clear()
    made.register_dependency(subject, parts)
    listed = "\n".join(sorted(f"{part.bom_ref} {part.version} {[str(each) for each in part.hashes]}" for part in parts))
    made.serial_number = uuid.uuid5(NAMESPACE, f"{subject.version}\n{listed}")
    return JsonV1Dot6(made).output_as_string(indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
