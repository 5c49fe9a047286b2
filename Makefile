# royaltable: `make run` plays the simulated table, `make test` passes the tests; both set themselves up.

PYTHON ?= python3
BIN := .venv/bin
PLAYS := .venv/.plays
STAMP := .venv/.installed
COMPILED := .venv/.compiled

# The tests start hundreds of short processes; each would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup compiled run run-hub test pythons check format bench soak site deb container card kit release install uninstall

setup: $(STAMP)
	@tools/core_in_background $(BIN)/python

# What the table needs to play, and then what its tests, hub and tools need.
$(PLAYS): pyproject.toml package/hw/pyproject.toml constraints.txt tools/page_library.py
	@tools/make_venv $(PYTHON)
	@touch $@

$(STAMP): $(PLAYS)
	@echo "adding to .venv what tests, hub and tools need (once, about half a minute)"
	@# The judges of the reader's twin come without their dependencies, which compile and shadow the Pi's own RPi.GPIO.
	@tools/install_pinned $(BIN)/python constraints.txt "dev hub judges site" --no-compile
	@touch $@

compiled: $(STAMP)
	@tools/install_pinned $(BIN)/python constraints.txt compiled --no-compile
	@tools/compile_core $(BIN)/python

run: $(PLAYS)
	@tools/core_in_background $(BIN)/python
	$(BIN)/royaltable sim

run-hub: setup
	@tools/hub_packages
	@$(BIN)/python -m tools.try_room

# Once, and not by each of the workers at the same time; what is wrong there the tests themselves say.
$(COMPILED): $(STAMP)
	@$(BIN)/pytest -qq --collect-only >/dev/null 2>&1 || true
	@touch $@

test:
	@tools/for_tests & $(MAKE) --no-print-directory $(COMPILED) && wait
	$(BIN)/pytest -rfEs -n 4 --dist loadfile --no-loadscope-reorder

pythons:
	@tools/each_python

check: setup
	@! git grep -nE '^(<{7}|>{7}) ' || { echo "Marks of a merge were forgotten there."; exit 1; }
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python -m tools.check_dependencies
	@tools/check_firmware
	@$(BIN)/python -m bench --check bench

format: setup
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: setup
	@tools/bench_peers $(PYTHON)
	@tools/micropython
	@tools/rp2040 >/dev/null || true
	-@$(MAKE) --no-print-directory compiled
	$(BIN)/python -m bench --report bench
	@$(BIN)/python -m bench.renew_readme
	@$(BIN)/python -m bench.scale

site: setup
	@tools/make_site

deb: setup
	@package/make_deb $(ARCH)

container: deb
	@package/make_container $(ARCH)

card: setup
	@package/make_card

kit: setup
	@kit/make_kit

release: setup
	@package/make_release

install uninstall:
	@package/$@ $(if $(YES),--yes)

soak: setup
	@tools/for_tests
	-@tools/install_pinned $(BIN)/python constraints.txt "compiled fuzz"
	@tools/soak
