"""Tests of what the table keeps: some are done with another user's rights."""

import codecs
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

for of_zips_and_settings in ("cp437", "utf-8-sig", "ascii"):
    codecs.lookup(of_zips_and_settings)  # the interpreter may lie where the other user may not read


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o711)
        yield path
