"""Each block of code in a document is run, parsed or compared with its file, or its fence says why it is not."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import tomlkit
import yaml

from controller.config import checking, examples, parse_config, schema
from controller.reading import parse_toml
from hub.settings import SETTINGS_FILE, SettingsError, load_settings
from tests.docs.test_commands import FOLLOWED
from tests.support.documents import DOCUMENTS, NOT_RUN, ROOT, Block, all_blocks, text_of, typed

READ_BY: Final = {
    ("docs/ci.md", "python"): "tests/docs/test_guides.py",
    ("docs/ci.md", "yaml"): "tests/docs/test_guides.py",
    ("docs/doctor.md", "text"): "tests/cli/test_doctor.py",
    ("docs/draws.md", "python"): "tests/cli/test_verify_draws.py",
    ("docs/encryption.md", "caddyfile"): "tests/web/proxies.py",
    ("docs/encryption.md", "nginx"): "tests/web/proxies.py",
    ("docs/monitoring.md", "yaml"): "tests/web/test_metrics.py",
    ("docs/notation.md", "text"): "tests/cli/test_notation.py",
    ("docs/simulated-pi.md", "python"): "tests/docs/test_simulated_pi.py",
    ("docs/simulated-pi.md", "yaml"): "tests/docs/test_simulated_pi.py",
    ("docs/your-own-game.md", "text"): "tests/play/test_arrow_race.py",
    ("firmware/castle_node/PROTOCOL.md", "text"): "tests/hw/castle_link/test_protocol.py",
    ("package/hw/README.md", "python"): "tests/package/test_wheel.py",
    ("package/simulated-pi/README.md", "python"): "tests/package/test_wheel.py",
}
"""Blocks by document and language that another test runs or compares, and which."""

BLOCKS: Final = [block for document in DOCUMENTS for block in all_blocks(document)]


def merged(known: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """``known`` settings with those ``shown``; a castle replaces what is known of its colour."""
    for name, value in shown.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for each in value:
                same = [other for other in known[name] if other["color"] == each["color"]]
                same[0].update(each)
        elif isinstance(value, dict):
            known[name] = known.get(name, {}) | value
        else:
            known[name] = value
    return known


def check_settings(body: str, folder: Path) -> None:
    """Raise ValueError unless the table takes these sections beside an example's, or else the hub takes them."""
    shown = parse_toml(body)
    if not set(shown) <= {field.name for field in msgspec.structs.fields(schema.TableConfig)}:
        (folder / SETTINGS_FILE).write_text(body, encoding="utf-8")
        load_settings(folder)
        return
    faults = []
    for example in ("a", "b"):
        try:
            parse_config(tomlkit.dumps(merged(parse_toml(examples.read_example(example)), shown)))
        except (checking.ConfigError, LookupError) as fault:
            faults.append(str(fault))
    if len(faults) == 2:
        raise ValueError(*faults)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_block_is_run_parsed_or_compared_unless_its_fence_says_why_not(block: Block, tmp_path: Path) -> None:
    assert block.line, f"{block.document}: put a fence round the indented lines\n{block.body}"
    assert block.note == "" or block.note.startswith(NOT_RUN), block.note
    if block.note:
        assert len(block.note) > len(NOT_RUN) + 10, "say why it is not run"
        return
    if block.document in FOLLOWED:
        return
    if block.file:
        assert text_of(block.file).count(block.body) == 1, f"these lines are not once in {block.file}"
        return
    match block.language:
        case "":
            assert list(typed(block.body))  # test_commands.py runs them
        case "toml":
            check_settings(block.body, tmp_path)
        case "json":
            json.loads(block.body)
        case language:
            if language == "yaml":
                yaml.safe_load(block.body)
            assert (block.document, language) in READ_BY, (
                f"name the test that reads it in READ_BY, or say why none does: ```{language} {NOT_RUN}..."
            )


def test_the_tests_that_read_blocks_exist_and_name_their_documents() -> None:
    there = {(block.document, block.language) for block in BLOCKS if not block.note}
    assert [each for each in READ_BY if each not in there] == []
    for (document, language), test in [*READ_BY.items(), *(((each, ""), test) for each, test in FOLLOWED.items())]:
        assert Path(document).name in (ROOT / test).read_text(encoding="utf-8"), (document, language)


@pytest.mark.parametrize(
    "body",
    [
        "[oled]\nchipp = 'sh1106'\n",
        "[page]\nport = 'eighty'\n",
        "[[castle]]\ncolor = 'pink'\n",
        "[rooms]\nname = 'Attic'\n",
        "[voice",
    ],
)
def test_settings_that_neither_table_nor_hub_takes_are_found(body: str, tmp_path: Path) -> None:
    with pytest.raises((ValueError, SettingsError)):
        check_settings(body, tmp_path)
