"""The glossary is kept: no text of the program has a word that it replaces, buttons are commands, prompts are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.words import all_templates

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
