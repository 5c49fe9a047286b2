# royaltable: `make run` plays the simulated table, `make test` passes the tests; both set themselves up.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup run test check format

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@tools/make_venv $(PYTHON)
	@touch $@

run: setup
	$(BIN)/royaltable sim

test: setup
	@tools/system_packages
	$(BIN)/pytest

check: setup
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
