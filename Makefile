# `make run`, `make test` and `make check` do all their own set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev
SUPPLY_STAMP := $(VENV)/.installed-supply

.PHONY: run test campaign coverage check check-page pure-tests style types audit constraints sbom deb test-pi bench lint clean help
help:
	@echo "make run    start the simulated table, the broker, the daemon and the page"
	@echo "make test   run every test"
	@echo "make check  lint, types and the pure tests: after every change"
	@echo "make campaign  the cases that make test leaves out: more seeds, styles and faults of the same proofs"
	@echo "make bench  print the benchmark figures"
	@echo "make lint   ruff, mypy, import rules"
	@echo "make deb    the Debian packages for a Raspberry Pi (arm64) and a PC (amd64), build/deb"
	@echo "make test-pi  live with the package in fresh Debian roots; as root, an hour"
	@echo "make sbom   the bill of materials of a release, build/sbom.cdx.json"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Jantaku needs Python 3.11 or newer: install python3, or say make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "python3 has no venv module: sudo apt install python3-venv"; exit 1; }

$(STAMP): pyproject.toml | $(VENV)/bin/python
	@echo "Installing the packages Jantaku needs (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@$(BIN)/python -c 'import cv2' 2>/dev/null || { echo "This system lacks OpenCV's window libraries; using the build without windows."; \
	  $(BIN)/python -m pip uninstall --quiet -y opencv-python; $(BIN)/python -m pip install --quiet --disable-pip-version-check 'opencv-python-headless<6'; }
	@touch $@

$(DEV_STAMP): $(STAMP)
	@echo "Installing the packages the tests need (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(SUPPLY_STAMP): $(STAMP)
	@echo "Installing what looks for known weaknesses (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[supply]'
	@touch $@

ARGS ?=
# No device, no browser, no process of its own: what `make check` runs after every change.
PURE_TESTS := tests/mahjong_rules tests/wire tests/firmware_bridge tests/board_firmware tests/tablet_page/test_view.py
run: $(STAMP)
	@$(BIN)/jantaku simulate $(ARGS)

# Tests start some hundred programs: each would compile all of ours where nothing may be kept.
test campaign coverage: export PYTHONDONTWRITEBYTECODE :=

# Three on two cores: many tests wait for a browser, a broker or a machine.
test: $(DEV_STAMP)
	@sh tools/test_packages.sh
	$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

campaign: $(DEV_STAMP)
	@sh tools/test_packages.sh
	$(BIN)/python -m pytest -n 2 --dist worksteal -m campaign $(ARGS)

check-page: $(DEV_STAMP)
	@$(BIN)/python tools/page_types/check.py

# mypy beside everything else: on two cores each half takes about the same time.
check: $(DEV_STAMP) $(SUPPLY_STAMP)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target types pure-tests audit

pure-tests: style
	$(BIN)/python -m pytest -q -m "not slow and not campaign" $(PURE_TESTS)

coverage: $(DEV_STAMP)
	@sh tools/test_packages.sh
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term:skip-covered $(ARGS)

lint: style types

style: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(DEV_STAMP)
	$(BIN)/mypy

# Asks PyPI which of our packages have a known weakness; says so where it cannot be asked.
audit: $(SUPPLY_STAMP)
	@$(BIN)/python -m tools.supply.audit

# After `make test` has passed: these versions are what a release is installed with.
constraints: $(DEV_STAMP)
	@$(BIN)/python -m tools.supply.constraints

sbom: $(SUPPLY_STAMP)
	@$(BIN)/python -m tools.supply.sbom

# The wheels inside come from pip's index, by platform: no Pi and no emulator is needed.
deb: $(DEV_STAMP)
	@$(BIN)/python -m tools.debian $(ARGS)

test-pi: $(DEV_STAMP)
	@$(BIN)/python -m tools.debian.proof $(ARGS)

bench: $(DEV_STAMP)
	$(BIN)/python tools/bench.py $(ARGS)

clean:
	rm -rf build $(VENV)
