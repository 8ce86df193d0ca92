# Two commands for a fresh machine with Python 3.11 or newer and nothing else:
#   make verify   the main job: every leg of every claim, with the embedded Lean (fetched once, about 183 MB)
#   make test     the tests (those that run the real Lean, or take long: make test-lean)
# Both create .venv and install into it only what constraints.txt pins.

PYTHON ?= python3
BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
STAMP := .venv/.installed

.PHONY: verify test test-lean faults lint mutants clean

verify: $(STAMP)
	@$(BIN)/claims verify

mutants: $(STAMP)
	@$(BIN)/claims verify --mutants

test: $(STAMP)
	@$(BIN)/python -m pytest -n auto --dist loadfile -m "not lean and not slow"

test-lean: $(STAMP)
	@$(BIN)/python -m pytest -m "lean or slow"

# Planted defects, each of which must be caught; the last line is `caught / planted`.
faults: $(STAMP)
	@$(BIN)/python -m tests.fault_corpus

lint: $(STAMP)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

# Reinstalled only when the pins or the dependencies changed.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "claims needs Python 3.11 or newer, this is %d.%d: set PYTHON=/path/to/python3.11" % sys.version_info[:2])'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "this Python has no venv module: install it (on Debian: apt-get install python3-venv)"; exit 1; }
	@echo "setting up .venv (numpy, scipy, sympy, Node for the embedded Lean, ...: about 320 MB to fetch)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

clean:
	rm -rf .venv .claims
