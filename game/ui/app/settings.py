"""What the player has set: volume, scale, motion. A JSON file in the user's configuration folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec

from game import files
from game.core.message import MessageError, say, told

Number = TypeVar("Number", int, float)

Legend = Literal["automatic", "open", "folded"]
LEGENDS: tuple[Legend, ...] = get_args(Legend)
"""How the legend can be laid out."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""How many times as fast as usual a game can be shown."""
LARGEST = 2**20
"""Bytes of a settings file, at most."""


class SetUpChoices(msgspec.Struct, frozen=True):
    """How a game was set up."""

    players: dict[str, str] = {}
    """Seat -> ``human`` or a computer level."""
    options: tuple[str, ...] = ()


class Settings(msgspec.Struct, kw_only=True, forbid_unknown_fields=False):
    """Every setting with its range. Values out of range are brought back into it on loading."""

    volume: float = 0.7
    """0 to 1."""
    muted: bool = False
    reduced_motion: bool = False
    interface_scale: int = 100
    """Per cent, 80 to 200."""
    full_screen: bool = False
    auto_roll: bool = False
    """Roll the program's dice without being asked."""
    speed: float = 1.0
    """Where a person plays, animations run this many times as fast, 0.25 to 8."""
    watching_speed: float = 1.0
    """The same where nobody plays: games of computers, replays and examples of play."""
    zones_of_control: bool = False
    hex_numbers: bool = True
    unit_symbols: bool = False
    """On a table without a grid, show unit symbols on the bases rather than figures."""
    follow_action: bool = True
    """Zoom and pan the map by itself to what happens and what is asked for."""
    minimap: bool = True
    """Show a small map in a corner while only a part of the sheet is in view."""
    legend: Legend = "automatic"
    """Open: the title and the legend of the sheet lie beside the map. Automatic: only the legend does, where there is
    room. Folded: neither."""
    turned: dict[str, bool] = {}
    """System -> whether its sheet is to lie a quarter turn clockwise, where a player has said so; else it does where it
    is shown much larger."""
    objectives: bool = True
    """Show the strip of objectives and conditions of victory above the map."""
    end_turn_by_hand: bool = True
    """Stop after a person's last fight until the player ends the turn."""
    step_by_step: bool = False
    """Wait for the key of the main button after each action of a computer player against people."""
    hand_over: bool = True
    """Show a banner when the screen passes from one person to another."""
    declined: dict[str, tuple[str, ...]] = {}
    """System and seat, as ``system/seat`` -> the kinds of interrupts for which that person is not asked any more."""
    always: dict[str, tuple[str, ...]] = {}
    """System and seat, as ``system/seat`` -> the kinds of interrupts that are done without asking that person."""
    moments: dict[str, tuple[str, ...]] = {}
    """System and seat, as ``system/seat`` -> the moments at which that person is asked whether to interrupt."""
    tables: dict[str, SetUpChoices] = {}
    """System and scenario, as ``system/scenario`` -> how a game of it was set up the last time; the
    latest last."""
    projector: bool = False
    """Present in heavy print and strong colours, for a projector in a lit room."""
    put_off: str = ""
    """File name, as ``storable`` writes it, of the record of a game that was cut off and is not to be offered again;
    empty: of none."""
    greeted: bool = True
    """Whether a newcomer has been offered a first lesson; not where there are no settings yet."""
    learnt: tuple[str, ...] = ()
    """Lessons that were played by hand to their end, as ``system/lesson``."""
    left: dict[str, int] = {}
    """Lesson, as in ``learnt`` -> the step, counted from 0, at which it was left by hand before its end."""
    language: str = ""
    """Code of the language everything is said in; empty: as the environment says."""
    window: tuple[int, int] | None = None
    """Pixels; None until a window has been sized."""


class SettingsError(MessageError, OSError):
    """The settings file cannot be read or written; names the file and what is wrong."""


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
    """The stored settings, or those of a first start where there are none.

    :raises SettingsError: for a file that is no settings file; it stays, and ``save`` gives it another name.
    """
    path = (folder or config_folder()) / "settings.json"
    try:
        found = _read(path)
    except (files.FileRefused, OSError) as error:
        raise SettingsError(told(error)) from error
    except ValueError as error:
        wrong = say("expected settings as JSON, found something else ({error})", error=error)
        raise SettingsError(say("{path}: {wrong}; it is kept as {name} when new ones are stored", path=path,
                                wrong=wrong,
                                name=_aside(path).name)) from error
    return Settings(greeted=False) if found is None else within_range(found)


def _read(path: Path) -> Settings | None:
    """The settings in a file, None where there is none.

    :raises ValueError: where it holds something else.
    """
    if not os.path.lexists(path):
        return None
    try:
        return msgspec.convert(_as_today(msgspec.json.decode(files.read(path, LARGEST))), type=Settings)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _as_today(found: Any) -> Any:
    """Settings as older programs wrote them, as this one does: the legend was on or off, and off for everybody first.
    """
    if isinstance(found, dict) and isinstance(found.get("legend"), bool):
        return {**found, "legend": "open" if found["legend"] else "automatic"}
    return found


def _damaged(path: Path) -> bool:
    """Whether a file is there and holds no settings."""
    try:
        _read(path)
    except ValueError:
        return path.is_file()
    return False


def _aside(path: Path) -> Path:
    """A name beside a damaged file that nothing has yet."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")):
        number += 1
    return aside


def save(settings: Settings, folder: Path | None = None) -> None:
    """Write the settings beside the old file and put them in its place; a damaged one gets another name first.

    :raises SettingsError: when the folder or disk refuses.
    """
    path = (folder or config_folder()) / "settings.json"
    beside = files.beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for left in files.left_behind(path.parent, f".{path.name}.*.new", "settings.new"):  # older programs' name
            left.unlink(missing_ok=True)
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
        if _damaged(path):
            path.replace(_aside(path))
        beside.replace(path)
    except OSError as error:
        raise SettingsError(
            say("{path}: cannot be written ({strerror})", path=path, strerror=error.strerror)
        ) from error
    except UnicodeEncodeError as error:
        raise SettingsError(
            say("{path}: cannot be written ({text!r} is not text that a file can hold)", path=path, text=error.object)
        ) from error


def storable(name: str) -> str:
    """A file name as settings can hold it: bytes that are no UTF-8 are written as ``\\xff``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def within_range(settings: Settings) -> Settings:
    """The settings with every number brought into its range."""
    settings.volume = min(1.0, max(0.0, settings.volume))
    settings.interface_scale = min(200, max(80, settings.interface_scale))
    settings.speed = min(8.0, max(0.25, settings.speed))
    settings.watching_speed = min(8.0, max(0.25, settings.watching_speed))
    if settings.window is not None:
        settings.window = (max(800, settings.window[0]), max(600, settings.window[1]))
    return settings


def next_value(values: Sequence[Number], now: Number, step: int) -> Number:
    """The neighbouring value of a list; the nearest one where the present is not in it."""
    nearest = min(range(len(values)), key=lambda i: abs(values[i] - now))
    return values[max(0, min(len(values) - 1, nearest + step))]
