"""Feature weights as data: one TOML file per system, with the provenance for each scenario."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any

from game import files
from game.core.message import MessageError, say

FORMAT = 1
"""The version of the file format; a file with another one is refused."""
EMPTY_FILE = "format = 1\n"
"""The content of a file without weights; must agree with ``FORMAT``."""
PROVENANCE_KEY = "provenance"
"""The key, in the section of a scenario, of the sentence that says how its weights were found."""


class WeightsError(MessageError, ValueError):
    """A weights file that cannot be read, written or used; the message names it and what is wrong or was expected."""


def read(path: Path, names: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """The weights in a file: scenario -> the weight of each feature.

    :param names: the features, in the order of the weights returned; a feature missing from a section has weight 0.
    :raises WeightsError: if the file cannot be read, has another format or no section, or has a section without
        weights, with an unknown feature or with a weight that is no finite number.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise _read_error(path, error) from error
    except UnicodeDecodeError as error:
        raise WeightsError(say("{path}: {error}", path=path, error=str(error))) from error
    return _weights_in(text, path, names)


def _weights_in(text: str, path: Path, names: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """What ``read`` returns and raises, from the text of the file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WeightsError(say("{path}: {error}", path=path, error=str(error))) from error
    if data.pop("format", None) != FORMAT:
        raise WeightsError(say("{path}: expected format = {format}", path=path, format=FORMAT))
    weights_by_scenario = {}
    for scenario, section in data.items():
        values = section.get("weights") if isinstance(section, dict) else None
        if not (isinstance(values, dict) and set(values) <= set(names) and all(map(_is_weight, values.values()))):
            raise WeightsError(say("{path}, [{scenario}.weights]: expected numbers, each for one of {names}",
                                   path=path, scenario=scenario, names=tuple(names)))
        weights_by_scenario[scenario] = tuple(float(values.get(name, 0.0)) for name in names)
    if not weights_by_scenario:
        raise WeightsError(say("{path}: expected the weights of at least one scenario", path=path))
    return weights_by_scenario


def _is_weight(value: Any) -> bool:
    """Whether a TOML value can be a weight: a number that is finite as a ``float``."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):  # a bool is an int, too
        return False
    try:
        return isfinite(value)
    except OverflowError:  # an integer that no float can hold
        return False


def replaced(text: str, scenario: str, weights: Mapping[str, float], provenance: str) -> str:
    """The text of a file with the section of one scenario replaced, or added at the end; everything else is unchanged.

    :param weights: feature -> weight.
    :param provenance: how the weights were found: one line without quotation marks.
    """
    headings = (f"[{scenario}]", f"[{scenario}.weights]")
    new_lines = [headings[0], f'{PROVENANCE_KEY} = "{provenance}"', "", headings[1],
                 *(f"{name} = {float(value)!r}" for name, value in weights.items()), ""]
    other_lines: list[str] = []
    insert_at, section = None, ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.partition("#")[0].strip()
        if section not in headings or line.startswith("#"):  # a comment may be about the section that follows
            other_lines.append(line)
        elif insert_at is None:
            insert_at = len(other_lines)
    if insert_at is None:
        insert_at = len(other_lines)
        new_lines = ["", *new_lines]
    return "\n".join([*other_lines[:insert_at], *new_lines, *other_lines[insert_at:]]).rstrip("\n") + "\n"


def try_to_write(path: Path) -> None:
    """Check that ``write`` could read and replace a file, by writing a copy beside it and removing that.

    :raises WeightsError: if it could not.
    """
    try:
        content = path.read_bytes() if path.is_file() else b""
    except OSError as error:
        raise _read_error(path, error) from error
    _write_temporary(path, content).unlink()


def write(path: Path, names: Sequence[str], scenario: str, weights: Sequence[float], provenance: str) -> None:
    """Replace the weights of one scenario atomically: the file keeps all others, or is unchanged on failure. A missing
    file is created.

    :param names: the features, in the order of the weights.
    :param provenance: how the weights were found: one line without quotation marks.
    :raises WeightsError: if the file cannot be read or written, or its layout does not allow weights to be replaced.
    """
    exists = path.is_file()
    expected = {**(read(path, names) if exists else {}), scenario: tuple(weights)}
    old_text = path.read_text("utf-8") if exists else EMPTY_FILE
    text = replaced(old_text, scenario, dict(zip(names, weights, strict=True)), provenance)
    try:
        found = _weights_in(text, path, names)
    except WeightsError:
        found = {}
    if found != expected:
        raise WeightsError(say("{path}: its layout does not allow weights to be replaced", path=path))
    temporary = _write_temporary(path, text.encode("utf-8"))
    try:
        temporary.replace(path)
    except OSError as error:
        raise _write_error(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def _write_temporary(path: Path, content: bytes) -> Path:
    """Write a temporary file that can replace another in the same folder, and return its path.

    :raises WeightsError: if it cannot be written.
    """
    temporary = files.temporary_path(path)  # hidden, so that it is not part of the program's fingerprint
    try:
        files.delete_abandoned(path)
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.is_file():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise _write_error(path, error) from error
    return temporary


def _read_error(path: Path, error: OSError) -> WeightsError:
    return WeightsError(say("{path} cannot be read: {error}", path=path, error=error.strerror or str(error)))


def _write_error(path: Path, error: OSError) -> WeightsError:
    return WeightsError(say("{path} cannot be written: {error}", path=path, error=error.strerror or str(error)))
