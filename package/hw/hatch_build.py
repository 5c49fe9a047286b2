"""Puts `hw` and `firmware` into the wheel; an editable installation imports them from the checkout."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Packages(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build_data["force_include"] |= {"../../hw": "hw", "../../firmware": "firmware"}
