# Sets up a virtual environment on first use; nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
PLAY    = $(VENV)/.play
DEV     = $(VENV)/.dev

.PHONY: play test soak bench clean

play: $(PLAY)
	$(BIN)/python main.py

test: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python main.py check maps/*/*.tmx
	$(BIN)/python -m pytest -n auto

# The attacks that take long.
soak: $(DEV)
	$(BIN)/python -m pytest -n auto -m soak

bench: $(DEV)
	$(BIN)/python -m benchmarks

$(PLAY): requirements.txt | $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(DEV): requirements.txt requirements-dev.txt | $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@ $(PLAY)

$(VENV):
	$(PYTHON) -m venv $(VENV)

clean:
	rm -rf $(VENV)
