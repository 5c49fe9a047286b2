"""The software bill of materials: what is shipped, as CycloneDX has it, and nothing of the machine that made it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

import cyclonedx.schema
import jsonschema_rs
import pytest

from tests.package.test_repository import ROOT

OF_THE_WHEELS: Final = {name: ROOT / f"package/{name}.cdx.json" for name in ("royaltable", "royaltable-hw")}
SCHEMAS: Final = Path(cyclonedx.schema.__file__).parent / "_res"
"""The standard's own, as its makers publish them."""
PARTS: Final = ("spdx", "jsf-0.82", "cryptography-defs")


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.SNAPSHOT.schema.json").read_bytes())


@pytest.fixture(scope="module")
def validator() -> Any:
    whole = schema("bom-1.6")
    parts = [(urljoin(whole["$id"], f"{name}.SNAPSHOT.schema.json"), schema(name)) for name in PARTS]
    registry = jsonschema_rs.Registry(parts)
    return jsonschema_rs.validator_for(whole, registry=registry)


def said(*arguments: str | Path, at: int = 0) -> str:
    """What the tool prints, SOURCE_DATE_EPOCH being ``at``."""
    done = subprocess.run(
        [sys.executable, "package/sbom.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(at)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", OF_THE_WHEELS)
def test_a_wheels_sbom_is_up_to_date(name: str) -> None:
    made = said(name)
    if os.environ.get("ROYALTABLE_RENEW") == "1":
        OF_THE_WHEELS[name].write_text(made, encoding="utf-8")
    assert OF_THE_WHEELS[name].read_text(encoding="utf-8") == made, (
        "Renew it: ROYALTABLE_RENEW=1 pytest tests/package/test_sbom.py"
    )


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("royaltable", [("htm", "library")]),
        ("royaltable-hw", [("DejaVuSansCondensed-Bold.ttf", "file"), ("DejaVuSansCondensed.ttf", "file")]),
    ],
)
def test_a_wheels_sbom_fits_the_schema_and_names_its_parts(validator: Any, name: str, parts: list[Any]) -> None:
    bill = json.loads(OF_THE_WHEELS[name].read_bytes())
    validator.validate(bill)
    assert bill["specVersion"] == "1.6"
    assert bill["metadata"]["component"]["purl"] == f"pkg:pypi/{name}@0.1.0"
    assert [(part["name"], part["type"]) for part in bill["components"]] == parts


def test_the_packages_sbom_has_each_library_with_its_wheels_hash(validator: Any, tmp_path: Path) -> None:
    for python, digit in (("3.11", "1"), ("3.13", "3")):
        home = tmp_path / f"opt/royaltable/lib/python{python}/site-packages"
        for name, version in (("msgspec", "0.22.0"), ("royaltable", "0.1.0")):
            (home / f"{name}-{version}.dist-info").mkdir(parents=True)
            metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            (home / f"{name}-{version}.dist-info/METADATA").write_text(metadata, encoding="utf-8")
        came = {"url": f"https://example/a/msgspec-{python}.whl", "archive_info": {"hashes": {"sha256": digit * 64}}}
        report = {"install": [{"metadata": {"name": "msgspec"}, "download_info": came}]}
        (tmp_path / f"{python}.json").write_text(json.dumps(report), encoding="utf-8")
    of_the_package = ("deb", tmp_path, tmp_path / "3.11.json", tmp_path / "3.13.json")
    text = said(*of_the_package, at=1_700_000_000)
    assert text == said(*of_the_package, at=1_700_000_000)
    assert "example" not in text
    assert str(tmp_path) not in text
    bill = json.loads(text)
    validator.validate(bill)
    assert bill["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"
    assert [(part["purl"], part["licenses"], part["hashes"]) for part in bill["components"]] == [
        (
            f"pkg:pypi/msgspec@0.22.0?file_name=msgspec-{python}.whl",
            [{"license": {"id": "BSD-3-Clause"}}],
            [{"alg": "SHA-256", "content": digit * 64}],
        )
        for python, digit in (("3.11", "1"), ("3.13", "3"))
    ]
