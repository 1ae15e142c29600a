# Every target installs its requirements into .venv. You need Python 3.11 or newer, make and, for the
# tests, Chromium (installed automatically for root on Debian).
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo demo-text test lint style bench reproduce-quick tables notebooks wheel docs setup browser clean

demo: setup
	$(BIN)/tprog train induction --seeds 4 --out runs/demo
	$(BIN)/tprog run runs/demo "<s> a 1 b 2 c 0 b"

# The same for text, with a small file of labelled messages.
demo-text: setup
	$(BIN)/tprog train docs/examples/messages.jsonl --out runs/demo-text
	$(BIN)/tprog show runs/demo-text --code
	$(BIN)/tprog trace runs/demo-text "My jacket has not arrived yet."

# Types are checked while the tests run: mypy alone would leave a core idle.
test: style browser
	@$(BIN)/mypy & types=$$!; \
	$(BIN)/python -m pytest -n 2 --dist worksteal; tests=$$?; \
	wait $$types && exit $$tests

lint: style
	$(BIN)/mypy

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The page that `tprog view` writes is tested in a real browser.
browser:
	@if [ -n "$$CHROMIUM" ] || command -v chromium chromium-browser google-chrome >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium (once) ..."; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null 2>&1 || \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } && exit 0; fi; \
	echo "The tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path." >&2; exit 1

# A small version of every experiment: about five minutes on two cores. Experiments on text need the
# corpora in TPROG_DATA.
reproduce-quick: setup
	$(BIN)/tprog reproduce --quick --all

# Score the stored programs again; fill the tables of docs/results and of the README from the ledgers.
tables: setup
	$(BIN)/python docs/write_tables.py

# Run the notebooks and store their outputs.
notebooks: setup
	$(BIN)/python docs/run_notebooks.py

# A wheel for pip. Removing build/ keeps deleted modules out of it.
wheel:
	rm -rf build dist
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

# The documentation as a site that opens from disk: site/index.html. Any warning is an error.
docs: .venv/docs-installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "site/index.html"

.venv/docs-installed: .venv/installed
	@PIP_CONSTRAINT=constraints.txt $(PIP) --editable ".[docs]"
	@touch $@

bench: setup
	$(BIN)/python benchmarks/speed.py $(if $(REFERENCE),--reference $(REFERENCE)) $(if $(REFERENCE_PYTHON),--reference-python $(REFERENCE_PYTHON))

setup: .venv/installed

# Installed once, and again when the requirements change.
.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; set PYTHON=...") if sys.version_info < (3, 11) else None'
	@echo "Setting up .venv (once; a minute or two) ..."
	@$(PYTHON) -m venv .venv
	@PIP_CONSTRAINT=constraints.txt $(PIP) --editable ".[learn,plot,dev]"
	@touch $@

clean:
	rm -rf .venv build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
