# `make run` and `make test` do all their own set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev

.PHONY: run test check-page bench lint clean help
help:
	@echo "make run    start the simulated table, the broker, the daemon and the page"
	@echo "make test   run every test"
	@echo "make bench  print the benchmark figures"
	@echo "make lint   ruff, mypy, import rules"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Jantaku needs Python 3.11 or newer: install python3, or say make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "python3 has no venv module: sudo apt install python3-venv"; exit 1; }

$(STAMP): pyproject.toml | $(VENV)/bin/python
	@echo "Installing the packages Jantaku needs (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@$(BIN)/python -c 'import cv2' 2>/dev/null || { echo "This system lacks OpenCV's window libraries; using the build without windows."; \
	  $(BIN)/python -m pip uninstall --quiet -y opencv-python; $(BIN)/python -m pip install --quiet --disable-pip-version-check opencv-python-headless; }
	@touch $@

$(DEV_STAMP): $(STAMP)
	@echo "Installing the packages the tests need (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

ARGS ?=
run: $(STAMP)
	@$(BIN)/jantaku simulate $(ARGS)

test: $(DEV_STAMP)
	@sh tools/test_packages.sh
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

check-page: $(DEV_STAMP)
	@$(BIN)/python tools/page_types/check.py

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(DEV_STAMP)
	$(BIN)/python tools/bench.py $(ARGS)

clean:
	rm -rf build $(VENV)
