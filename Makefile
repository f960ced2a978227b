# Sets up a virtual environment on first use; nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
PLAY    = $(VENV)/.play
DEV     = $(VENV)/.dev
APP     = build/app
LOCKED  = import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))

# Python keeps what it has compiled: a run of the tests starts hundreds of programs.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test types tests soak app bench bench-quick shape words lock clean

play: $(PLAY)
	$(BIN)/python main.py

test: $(DEV)
	$(BIN)/ruff check .
	$(MAKE) --no-print-directory --jobs 2 types tests

# Imports, maps and types are checked while the tests run.
types: $(DEV)
	$(BIN)/lint-imports
	$(BIN)/python main.py check maps/*/*.tmx
	$(BIN)/mypy

tests: $(DEV)
	$(BIN)/python -m pytest -n auto --dist worksteal

# The attacks that take long.
soak: $(DEV)
	$(BIN)/python -m pytest -n auto --dist worksteal -m soak

# A folder, dist/drumhead, that starts by a double click where there is no Python. It is built from an installation.
app: $(APP)/.made
	$(APP)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .
	PYGAME_HIDE_SUPPORT_PROMPT=1 $(APP)/bin/pyinstaller --noconfirm --log-level WARN --workpath build/pyinstaller \
	  desktop/drumhead.spec

bench: $(DEV)
	$(BIN)/python -m benchmarks

# The figures that slip first, in a minute. They are printed and fail nothing.
bench-quick: $(DEV)
	$(BIN)/python -m benchmarks.quick

# How the program is built, in figures.
shape: $(DEV)
	$(BIN)/python -m tools.shape

# Every text that can be translated, for translators.
words: $(DEV)
	$(BIN)/python -m tools.words

# Exactly the files whose hashes stand in requirements.lock; a Python it does not cover takes what the ranges allow.
$(PLAY): requirements.txt requirements.lock | $(VENV)
	if $(BIN)/python -c '$(LOCKED)'; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock; \
	else \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt; \
	fi
	touch $@

$(DEV): requirements.txt requirements-dev.txt | $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

$(APP)/.made: pyproject.toml requirements.txt requirements.lock
	$(PYTHON) -m venv --clear $(APP)
	if $(APP)/bin/python -c '$(LOCKED)'; then \
	  $(APP)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock; \
	fi
	$(APP)/bin/python -m pip install --quiet --disable-pip-version-check ".[app,cluster]"
	touch $@

# The newest versions within the ranges, for every platform and every Python from 3.11 on.
lock: | $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
	  --custom-compile-command 'make lock' --output-file requirements.lock requirements.txt

$(VENV):
	$(PYTHON) -m venv $(VENV)

clean:
	rm -rf $(VENV) build dist
