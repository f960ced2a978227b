"""The player's settings: volume, scale, motion and more, in a JSON file in the user's configuration folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec

from game import files
from game.core.message import MessageError, error_text, say

Number = TypeVar("Number", int, float)

Legend = Literal["automatic", "open", "folded"]
LEGENDS: tuple[Legend, ...] = get_args(Legend)
"""The possible settings of the legend."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The animation speeds to choose from, as multiples of the usual one."""
INTERFACE_SCALES = (80, 200)
"""The least and the greatest interface scale, in per cent."""
MIN_WINDOW = (800, 600)
"""The smallest width and height, in pixels, that are restored as the window's size."""
MAX_SETTINGS_BYTES = 2**20
"""The maximum size of a settings file in bytes."""


class SetUpChoices(msgspec.Struct, frozen=True):
    """The choices made when a game was set up."""

    players: dict[str, str] = {}
    """Seat -> ``human`` or a computer level."""
    options: tuple[str, ...] = ()


KEYS_IN_FILE = {"always_interrupt": "always", "asked_moments": "moments", "last_setups": "tables",
                "unfinished_lessons": "left"}
"""Setting -> its key in the settings file, if that is not its name; such keys are those of older versions."""


class Settings(msgspec.Struct, kw_only=True, forbid_unknown_fields=False, rename=KEYS_IN_FILE):
    """All settings. Values out of range are clamped on loading (``within_range``)."""

    volume: float = 0.7
    """From 0 to 1."""
    muted: bool = False
    reduced_motion: bool = False
    interface_scale: int = 100
    """Per cent, 80 to 200."""
    full_screen: bool = False
    auto_roll: bool = False
    """Whether the program's dice are rolled without a click."""
    speed: float = 1.0
    """Animation speed in games of a person, as a multiple of the usual one, 0.25 to 8."""
    watching_speed: float = 1.0
    """Animation speed where nobody plays: in games between computer players, replays and lessons."""
    zones_of_control: bool = False
    hex_numbers: bool = True
    unit_symbols: bool = False
    """Whether bases on a table without a grid show unit symbols instead of figures."""
    follow_action: bool = True
    """Whether the map zooms and pans automatically to events and decisions."""
    minimap: bool = True
    """Whether a small map is shown in a corner while only part of the sheet is visible."""
    legend: Legend = "automatic"
    """Open: title and legend of the sheet are shown beside the map. Automatic: only the legend, if there is room.
    Folded: neither."""
    turned: dict[str, bool] = {}
    """System -> whether to turn its sheet a quarter turn clockwise, if the player chose; else north is towards the
    top unless the sheet is much larger in its other orientation."""
    objectives: bool = True
    """Whether the strip of objectives and victory conditions is shown above the map."""
    end_turn_by_hand: bool = True
    """Whether the program waits, after a person's last combat, until the player ends the turn."""
    step_by_step: bool = False
    """Whether the program waits for the main button's key after each action of a computer player against people."""
    hand_over: bool = True
    """Whether a banner is shown when the screen passes to another person."""
    declined: dict[str, tuple[str, ...]] = {}
    """System and seat, as ``system/seat`` -> the kinds of interrupts that the person always declines without being
    asked."""
    always_interrupt: dict[str, tuple[str, ...]] = {}
    """System and seat, as ``system/seat`` -> the kinds of interrupts that are always made without asking the person."""
    asked_moments: dict[str, tuple[str, ...]] = {}
    """System and seat, as ``system/seat`` -> the moments at which the person is asked whether to interrupt."""
    last_setups: dict[str, SetUpChoices] = {}
    """System and scenario, as ``system/scenario`` -> how a game of it was set up the last time; the latest one comes
    last."""
    projector: bool = False
    """Whether presentations use bold print and strong colours, for a projector in a lit room."""
    put_off: str = ""
    """File name, as written by ``storable``, of the record of an interrupted game that is not to be offered again;
    empty if none."""
    ended_turns: tuple[str, ...] = ()
    """The ends of turns confirmed last, each by the name of its step in ``game.ui.play.turn_end``; the newest comes
    last."""
    greeted: bool = True
    """Whether a first lesson has been offered to a new player; False if there were no settings yet."""
    learnt: tuple[str, ...] = ()
    """Lessons completed by hand, as ``system/lesson``."""
    unfinished_lessons: dict[str, int] = {}
    """Lesson, as in ``learnt`` -> the step, counted from 0, at which the player left it unfinished; it may be beyond
    the end of a lesson that has changed since."""
    language: str = ""
    """Code of the language; empty means that of the environment."""
    window: tuple[int, int] | None = None
    """The window's size in pixels; None until the user has resized it."""


class SettingsError(MessageError, OSError):
    """The settings file cannot be read or written; the message names the file and the reason."""


def config_folder() -> Path:
    """The folder of the settings file: the user's own, unless ``DRUMHEAD_CONFIG`` or ``DRUMHEAD_DATA`` names one."""
    override = os.environ.get("DRUMHEAD_CONFIG")
    if override:
        return Path(override)
    data = os.environ.get("DRUMHEAD_DATA")
    if data:
        return Path(data) / "config"
    import platformdirs

    return Path(platformdirs.user_config_dir("drumhead", appauthor=False))


def load(folder: Path | None = None) -> Settings:
    """Read the settings; the defaults of a first start if there are none.

    :raises SettingsError: for a file that holds no settings or cannot be read, which is kept; ``save`` renames it.
    """
    path = (folder or config_folder()) / "settings.json"
    try:
        settings = _read(path)
    except ValueError as error:
        if not os.path.isfile(path):
            raise SettingsError(error_text(error)) from error
        problem = (error.text if isinstance(error, files.FileRefused) else
                   say("expected settings as JSON, found something else ({error})", error=error))
        raise SettingsError(say("{path}: {wrong}; it is kept as {name} when new ones are stored", path=path,
                                wrong=problem, name=_unused_name(path).name)) from error
    return Settings(greeted=False) if settings is None else within_range(settings)


def _read(path: Path) -> Settings | None:
    """The settings in a file; None if there is no file.

    :raises ValueError: if it holds something else, or as ``FileRefused`` if it cannot be read.
    """
    if not os.path.lexists(path):
        return None
    try:
        return msgspec.convert(_converted(msgspec.json.decode(files.read(path, MAX_SETTINGS_BYTES))), type=Settings)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _converted(stored: Any) -> Any:
    """Settings converted from those of older versions, in which the legend was a boolean, False by default."""
    if isinstance(stored, dict) and isinstance(stored.get("legend"), bool):
        return {**stored, "legend": "open" if stored["legend"] else "automatic"}
    return stored


def _is_damaged(path: Path) -> bool:
    """Whether there is a file that holds no settings, or that cannot be read."""
    try:
        _read(path)
    except ValueError:
        return os.path.isfile(path)
    return False


def _unused_name(path: Path) -> Path:
    """An unused name beside a damaged file."""
    number = 1
    while os.path.lexists(unused_path := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")):
        number += 1
    return unused_path


def save(settings: Settings, folder: Path | None = None) -> None:
    """Write the settings atomically; a damaged old file is renamed first.

    :raises SettingsError: if the folder or disk refuses.
    """
    path = (folder or config_folder()) / "settings.json"
    try:
        content = msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"
        files.delete_abandoned(path, "settings.new")  # the name in older versions
        if _is_damaged(path):
            path.replace(_unused_name(path))
        files.write(path, content)
    except (OSError, files.FileRefused) as error:
        reason = error.text if isinstance(error, files.FileRefused) else say(
            "cannot be written: {error}", error=files.os_error_text(error))
        raise SettingsError(say("{path}: {text}", path=path, text=reason)) from error
    except UnicodeEncodeError as error:
        raise SettingsError(
            say("{path}: cannot be written ({text!r} contains characters that a file cannot hold)", path=path,
                text=error.object)
        ) from error


def storable(name: str) -> str:
    r"""A file name in the form the settings hold it: bytes that are not UTF-8 are escaped as ``\xff``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def within_range(settings: Settings) -> Settings:
    """Clamp volume, scale, speeds and window size to their ranges; return the settings. The steps of
    unfinished lessons are not clamped here: a lesson limits its own when it is opened."""
    settings.volume = min(1.0, max(0.0, settings.volume))
    settings.interface_scale = min(INTERFACE_SCALES[1], max(INTERFACE_SCALES[0], settings.interface_scale))
    settings.speed = min(SPEEDS[-1], max(SPEEDS[0], settings.speed))
    settings.watching_speed = min(SPEEDS[-1], max(SPEEDS[0], settings.watching_speed))
    if settings.window is not None:
        settings.window = (max(MIN_WINDOW[0], settings.window[0]), max(MIN_WINDOW[1], settings.window[1]))
    return settings


def next_value(values: Sequence[Number], current: Number, step: int) -> Number:
    """The value of a list ``step`` places after the current one, or before it if negative, but not beyond the ends. If
    the current value is not in the list, the nearest one counts as current."""
    nearest = min(range(len(values)), key=lambda i: abs(values[i] - current))
    return values[max(0, min(len(values) - 1, nearest + step))]
