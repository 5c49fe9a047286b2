"""Hostile and random requests to a table's page cause no server error."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.hard_requests import faults, let_through
from tests.support import page_of_table, real_table, soak
from tests.web.test_encrypted import FakeEncryption


@pytest.mark.parametrize(
    "encryption", [None, FakeEncryption(), FakeEncryption(authority_der=b"DER"), FakeEncryption(is_on=False)]
)
async def test_no_generated_request_causes_a_server_error(tmp_path: Path, encryption: FakeEncryption | None) -> None:
    async with page_of_table.open_table_page(tmp_path, simulated=True, encryption=encryption) as table_page:
        assert await faults(table_page.app, table_page.app.routes) == []


async def test_malformed_hosts_and_huge_headers_reach_no_handler(tmp_path: Path) -> None:
    async with page_of_table.open_table_page(tmp_path, simulated=True) as table_page:
        assert await let_through(table_page.app, table_page.app.routes) == []


EXAMPLES = 100 if soak.SOAK else 1

CHECKS = ("status_code_conformance", "content_type_conformance", "response_schema_conformance")
"""A 500 is documented nowhere; 503 is where a busy machine may leave no processor to those who only look."""

LEFT_OUT = ("/api/stream", "/api/owner/house", "/api/owner/restart-table")
"""The stream never ends; the house rules would soon lock the page; a table that restarts refuses connections."""


def test_random_requests_get_documented_responses_only(tmp_path: Path) -> None:
    with real_table.running(tmp_path, log_stays_empty=False) as table:  # faults are switched, too
        print(f"{EXAMPLES} requests by chance to each route")
        command = [str(Path(sys.executable).parent / "schemathesis"), "run", f"{table.url}/openapi.json"]
        command += ["--max-examples", str(EXAMPLES), "--seed", "1"]
        command += [word for path in LEFT_OUT for word in ("--exclude-path", path)]
        command += ["--checks", ",".join(CHECKS), "--phases", "examples,fuzzing", "--no-color"]
        command += ["--request-timeout", "60", "--suppress-health-check", "too_slow"]  # on any machine
        ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=1800, check=False)
        assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-1000:]
        assert "passed" in ended.stdout
