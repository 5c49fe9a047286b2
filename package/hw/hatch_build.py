"""Put `hw`, `firmware` and the pytest plugin into wheel and source; an editable installation uses the checkout."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BILL = "royaltable-hw.cdx.json"


class Packages(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        is_checkout = not (Path(self.root) / "hw").exists()  # else the unpacked source
        checkout, bill = ("../..", f"../{BILL}") if is_checkout else (".", BILL)
        build_data["force_include"] |= {
            f"{checkout}/{name}": name for name in ("hw", "firmware", "royaltable_pytest.py")
        }
        if self.target_name == "sdist":
            build_data["force_include"][bill] = BILL
        else:
            build_data["sbom_files"].append(bill)
