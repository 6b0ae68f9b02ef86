# `./cardinal` sets up all that Cardinal needs in .venv; only make and Python 3.11 or newer must be there.
# ARGS adds arguments to the command of a target:  make test ARGS='-k trick -x'

VENV := .venv
PY := $(VENV)/bin/python
UV ?= uv
# Set PYTHON to choose the interpreter that makes .venv.
export PYTHON

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play run test long quick soak cluster check format messages pictures bench migrate revision lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: ## play in a local page against house players: no token, no account
	@./cardinal sandbox $(ARGS)

run: ## run the bot on Discord, with the token from .env
	@./cardinal run $(ARGS)

# Python keeps what it has compiled, even where the environment says otherwise: every process of the tests
# would compile all of it anew.
test long quick soak cluster: export PYTHONDONTWRITEBYTECODE :=

# A file's tests stay together: several compile native code, which a process does once. tests/conftest.py
# says which files come first.
test: $(VENV)/.dev ## run the tests on every core; ARGS=-n0 for one after the other
	@$(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

long: $(VENV)/.dev ## what `make test` takes a sample of: all options, whole matches, long random plays
	@$(PY) -m pytest -n auto -m long $(ARGS)

quick: $(VENV)/.dev ## the tests of rules, tables and art: no native code, under half a minute
	@$(PY) -m pytest -n auto -m 'not slow' tests/rules tests/tables tests/art $(ARGS)

soak: $(VENV)/.dev ## matches under faults, and schedules of two processes; ARGS='--schedules 10000', ARGS=--memory
	@$(PY) -m tests.soak $(ARGS)

cluster: $(VENV)/.dev ## two processes under load, one restarted, one killed; ARGS='--minutes 1 --rate 5 --tables 40'
	@$(PY) -m tests.cluster $(ARGS)

check: $(VENV)/.dev ## format, lint, types and import contracts: all of them, even where one fails
	@status=0; \
	echo '== format'; $(PY) -m ruff format --check . || status=1; \
	echo '== lint'; $(PY) -m ruff check . || status=1; \
	echo '== types'; $(PY) -m mypy || status=1; \
	echo '== imports'; $(VENV)/bin/lint-imports --no-logo || status=1; \
	exit $$status

format: $(VENV)/.dev ## format the code and mend what lint can mend by itself
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

messages: $(VENV)/.dev ## collect every message into locales/ and compile the translations; ARGS=fr begins a language
	@$(PY) -m tools.messages $(ARGS)
	@./cardinal --catalogues

pictures: $(VENV)/.sandbox ## take the pictures of README and docs (needs Chromium or Chrome); ARGS=panel for one
	@$(PY) -m tools.pictures $(ARGS)

bench: $(VENV)/.bench ## measure speed against RLCard's
	@$(PY) -m benchmarks $(ARGS)

migrate: ## bring the database to the newest schema
	@./cardinal migrate $(ARGS)

revision: $(VENV)/.dev ## write a revision for a changed schema; ARGS='"Tables have a colour"'
	@$(PY) -m tools.revision $(ARGS)

lock: ## pin requirements/*.in anew, ARGS=--upgrade for newer versions (needs uv)
	@cd requirements && for set in run postgres sandbox dev bench; do \
	  $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-emit-find-links --custom-compile-command 'make lock' $(ARGS) \
	    --output-file $$set.txt $$set.in >/dev/null || exit 1; \
	done

clean: ## remove .venv and every cache; the database and .env stay
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.%: requirements/%.txt
	@./cardinal --setup $*
