# Everything Cardinal needs is set up on demand in .venv; only make and Python 3.11 or newer must be there.
# ARGS adds arguments to the command of a target:  make test ARGS='-k trick -x'

VENV := .venv
PY := $(VENV)/bin/python
UV ?= uv
# Set PYTHON to choose the interpreter that makes .venv.
PYTHON ?=
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# PostgreSQL takes a driver that SQLite does without. The environment comes before .env, as for the bot itself.
ASSIGNED := ^[[:space:]]*(export[[:space:]]+)?CARDINAL_DATABASE_URL[[:space:]]*=
DATABASE_URL = $(or $(CARDINAL_DATABASE_URL),$(shell grep -iE '$(ASSIGNED)' .env 2>/dev/null | tail -n 1))
STORE = $(if $(findstring postgresql,$(DATABASE_URL)),postgres,run)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play run test long quick soak cluster check format messages pictures bench migrate lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.sandbox ## play in a local page against house players: no token, no account
	@$(PY) -m bot sandbox $(ARGS)

run: $(VENV)/.$(STORE) ## run the bot on Discord, with the token from .env
	@$(PY) -m bot run $(ARGS)

# Python keeps what it has compiled, even where the environment says otherwise: every process of the tests
# would compile all of it anew.
test long quick soak cluster: export PYTHONDONTWRITEBYTECODE :=

# A file's tests stay together: several compile native code, which a process does once.
test: $(VENV)/.dev ## run the tests on every core; ARGS=-n0 for one after the other
	@$(PY) -m pytest -n auto --dist loadfile $(ARGS)

long: $(VENV)/.dev ## whole matches of every game that `make test` plays of a few
	@$(PY) -m pytest -n auto -m long $(ARGS)

quick: $(VENV)/.dev ## the tests of rules, tables and art: no native code, under half a minute
	@$(PY) -m pytest -n auto -m 'not slow' tests/rules tests/tables tests/art $(ARGS)

soak: $(VENV)/.dev ## matches under faults for ten minutes; ARGS='--minutes 60 --seed 7', ARGS=--memory
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

messages: $(VENV)/.dev ## collect every message for people into locales/messages.pot
	@$(PY) -m tools.messages

pictures: $(VENV)/.sandbox ## take the pictures of README and docs (needs Chromium or Chrome); ARGS=panel for one
	@$(PY) -m tools.pictures $(ARGS)

bench: $(VENV)/.bench ## measure speed against RLCard's
	@$(PY) -m benchmarks $(ARGS)

migrate: $(VENV)/.$(STORE) ## bring the database to the newest schema
	@$(PY) -m bot migrate $(ARGS)

lock: ## pin requirements/*.in anew, ARGS=--upgrade for newer versions (needs uv)
	@cd requirements && for set in run postgres sandbox dev bench; do \
	  $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-emit-find-links --custom-compile-command 'make lock' $(ARGS) \
	    --output-file $$set.txt $$set.in >/dev/null || exit 1; \
	done

clean: ## remove .venv and every cache; the database and .env stay
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each set holds the ones before it, so a larger one that is installed makes the smaller ones good too.
$(VENV)/.run: covers := run
$(VENV)/.sandbox: covers := run sandbox
$(VENV)/.postgres: covers := run postgres
$(VENV)/.dev: covers := run postgres sandbox dev
$(VENV)/.bench: covers := run postgres sandbox dev bench

$(VENV)/.%: requirements/%.txt $(VENV)/pyvenv.cfg
	@echo 'Installing requirements/$*.txt into $(VENV) …'
	@$(PY) -m pip install -qq --require-hashes -r $<
	@touch $(addprefix $(VENV)/.,$(covers))

# A command can be there and not run (a pyenv shim) or lack ensurepip (Debian), so each is tried for real.
$(VENV)/pyvenv.cfg:
	@found=; \
	for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  found=$$python; \
	  $$python -c 'import ensurepip, venv' 2>/dev/null || continue; \
	  echo "Making $(VENV) with $$python …"; \
	  rm -rf $(VENV) && $$python -m venv $(VENV) && exit 0; \
	  rm -rf $(VENV); exit 1; \
	done; \
	if [ -n "$$found" ]; then \
	  echo "Cardinal needs the venv module of $$found: install it first (on Debian and Ubuntu: apt install python3-venv)." >&2; \
	else \
	  echo "Cardinal needs Python 3.11 or newer, and $(or $(PYTHON),python3) here is $$($(or $(PYTHON),python3) --version 2>&1 | head -n 1)." >&2; \
	fi; \
	exit 1
