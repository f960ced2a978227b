"""The sheets that save a copy of a game, among the saved games or in a given file, and rename a saved game."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pygame

from game.core.message import MessageError, Text, error_text, plural, say
from game.i18n.words import translate
from game.match.copies import Occupied
from game.match.errors import MatchError
from game.match.game_names import copy_name, shown_name
from game.match.match import Match
from game.match.naming import rename
from game.match.record import MAX_TITLE_LENGTH, one_line
from game.match.store import SUFFIX, SavedFile, Store
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import EntrySheet
from game.ui.app.screen import Host
from game.ui.kit.gui import text_entry
from game.ui.kit.notice import Notice
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import ALARM, FAINT
from game.ui.screens.save_details import battle_of

MAX_PATH_LENGTH = 200
"""Most characters of a file's path."""

SAVING = say("Saving the copy …")

FORBIDDEN = ':*?"<>|'
"""Characters not allowed in typed file names, because some operating systems cannot store them."""


class BadName(MessageError, ValueError):
    """The text typed is not a valid name or file; the message says why."""


class SaveAs(EntrySheet):
    """The sheet that writes a named copy of the game's record. The game itself keeps its own record, saved after every
    action."""

    title = say("Save a copy")
    size = (820, 440)
    min_size = (680, 440)
    note_offset = 152

    def __init__(self, app: Host, match: Match[Any], notice: Notice, store_picture: Callable[[Path], None],
                 saved: Callable[[], None] | None = None) -> None:
        """:param notice: shows where the copy was saved.
        :param store_picture: callback that writes the game's picture beside a copy.
        :param saved: called after the copy is written and this sheet is closed."""
        super().__init__(app)
        self._match, self._notice, self._store_picture, self._saved = match, notice, store_picture, saved
        self._name = match.title or copy_name(match)
        """The game's own name, or one proposed for an unnamed game, as the copy's record would have it."""
        self._shown_name = translate(shown_name(self._name, match.rules.name, match.header.scenario))
        """The same in the user's language."""
        self.text = self._shown_name

    def fill(self) -> None:
        body = self.body
        self.entry = text_entry(
            pygame.Rect(body.x, body.y + self.px(92), body.width, self.px(50)),
            self.manager,
            MAX_PATH_LENGTH,
            text=self.text,
            placeholder=translate(say("a name such as club night, or a file such as ~/kassala{suffix}", suffix=SUFFIX)),
        )
        self.entry.focus()
        if self.text == self._shown_name and not self._match.title:
            self.entry.select_range = [0, len(self.text)]  # typing replaces it
        self.lay_buttons(say("Save"))

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow(
            [
                TextRun(
                    say("The game is saved action by action as you play. A named copy stays as it is now; play "
                        "continues in the original."),
                    "text",
                    20,
                    FAINT,
                )
            ]
        )
        if self.fault or self._match.record is None:
            self.print_below(pen, self.fault)
        else:
            text = say("This game: file {file}, seed {seed}", file=self._match.record.name,
                       seed=self._match.header.seed)
            self.print_below(pen, text, FAINT)

    def accept(self) -> None:
        """Write the copy: among the saved games if a name was typed, or to the file given by its path."""
        name = self.entry.get_text().strip()
        try:
            path = file_of(self._recorded(name))
            if path is None and (older_copy := self._copy_named(name)) is not None:
                self._ask_replace_copy(name, older_copy)
                return
            if path is None:
                self._save_in_list(name)
            else:
                self._write(path)
        except Occupied as error:
            self.fault = translate(say("{path} holds {held}.", path=error.path, held=error.content))
            self._ask_replace_file(error.path)
        except (BadName, MatchError, OSError) as error:
            self.fault = translate(error_text(error))
        else:
            self._finish(name if path is None else _path_text(path))

    def _recorded(self, name: str) -> str:
        """A name as the record has it: in English if the program has given it."""
        return self._name if name == self._shown_name else name

    def _save_in_list(self, name: str, replaced: Path | None = None) -> None:
        """Save a copy among the saved games, in place of an older one if given."""
        self.app.busy(SAVING)
        match = self._match
        copy = replaced or Store().new_path(match.rules.name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        match.save(copy, self._recorded(name), replace=replaced is not None)
        self._store_picture(copy)

    def _copy_named(self, name: str) -> Path | None:
        """The latest copy of a game of the same system that has this name; None if there is none."""
        wanted = self._match.rules.name, self._recorded(name)
        saves = (save for save in Store().saves() if save.copy and (save.system, save.title) == wanted)
        return next((save.path for save in saves), None)

    def _ask_replace_copy(self, name: str, older_copy: Path) -> None:
        """Ask whether to replace an older copy of the same name; if not, propose another name."""

        def replace() -> None:
            try:
                self._save_in_list(name, older_copy)
            except (MatchError, OSError) as error:
                self.fault = translate(error_text(error))
            else:
                self._finish(name)

        def keep() -> None:
            names = {save.title for save in Store().saves()}
            self.entry.set_text(next(new for n in count(2) if (new := f"{name} {n}") not in names))
            self.fault = translate(say("{name} is kept. Save the new copy under another name.", name=name))

        text = say("A copy called {name} already exists. Replacing it deletes it for good.",
                   name=name)
        title = say("Replace that copy?")
        self.app.push(QuestionSheet(self.app, title, text, say("Replace it"), replace, say("Keep it"), keep,
                                    irreversible=True))

    def _write(self, path: Path, *, replace: bool = False) -> None:
        """Save a copy in a file; if the game's own record cannot be written, the game continues in that file."""
        self.app.busy(SAVING)
        if self._match.trouble is not None:
            self._match.continue_in(path, replace=replace)
        else:
            self._match.save(path, replace=replace)

    def _ask_replace_file(self, path: Path) -> None:
        """Ask whether to replace the record in the file."""

        def replace() -> None:
            try:
                self._write(path, replace=True)
            except MatchError as error:
                self.fault = translate(error_text(error))
            else:
                self._finish(_path_text(path))

        text = say("{fault} Replacing it deletes it for good.", fault=self.fault)
        self.app.push(QuestionSheet(self.app, say("Replace that record?"), text, say("Replace it"), replace,
                                    say("Keep it"), irreversible=True))

    def _finish(self, name: str) -> None:
        """Close the sheet and say where the copy was saved."""
        self.app.pop()
        if self._saved is not None:
            self._saved()
        self._notice.say(say("Saved as {name}", name=name))


def _path_text(path: Path) -> str:
    """The full path of a copy, with a remark if it is not in the list of saved games."""
    is_listed = path.parent.resolve() == Store().folder.resolve()
    if is_listed:
        return str(path.absolute())
    return translate(say("{path}, which is not in the list of saved games", path=path.absolute()))


def file_of(name: str, suffix: str = SUFFIX) -> Path | None:
    """The file that a text names by its path; None if the text is only a name for the list of saved games or positions.

    :param suffix: the file suffix, added if missing.
    :raises BadName: for a text that is neither a valid name nor the full path of a file.
    """
    if not name:
        raise BadName(say("Type a name first."))
    if ".." in re.split(r"[/\\]", name):
        raise BadName(say("A name cannot contain \"..\"."))
    folder_fault = say("{name} is a folder. Add a file name.", name=name)
    if name == ".":
        raise BadName(folder_fault)
    if not (name.startswith("~") or Path(name).is_absolute()):
        if "/" in name or "\\" in name:
            raise BadName(say("Names cannot contain / or \\. To save elsewhere, type a full path, e.g. ~/kassala."))
        if len(name) > MAX_TITLE_LENGTH:
            raise BadName(plural(
                "A name has at most {count} character, this one has {number}.",
                "A name has at most {count} characters, this one has {number}.", MAX_TITLE_LENGTH, number=len(name)))
        return None
    try:
        path = Path(name).expanduser()
    except RuntimeError:
        raise BadName(say("{name}: there is no such user.", name=name)) from None
    if forbidden := [mark for mark in FORBIDDEN if mark in path.name]:
        raise BadName(say("A file name cannot contain {marks}.", marks=" ".join(forbidden)))
    if name.endswith(("/", "\\")) or not path.name or path.is_dir():
        raise BadName(folder_fault)
    return path if path.suffix == suffix else path.with_name(path.name + suffix)


class RenameSheet(EntrySheet):
    """The sheet that renames a saved game. Nothing else changes, not even its date in the list."""

    title = say("Rename")
    size = (820, 360)
    min_size = (680, 360)
    note_offset = 104

    def __init__(self, app: Host, save: SavedFile, done: Callable[[], None]) -> None:
        """:param done: called after the save has been renamed."""
        super().__init__(app)
        self.save, self.done = save, done
        self._shown_name = one_line(translate(shown_name(save.title, save.system, save.scenario)), MAX_TITLE_LENGTH)
        """The present name in the user's language."""
        self.text = self._shown_name

    def fill(self) -> None:
        body, px = self.body, self.px
        room = pygame.Rect(body.x, body.y + px(44), body.width, px(50))
        self.entry = text_entry(room, self.manager, MAX_TITLE_LENGTH, text=self.text, placeholder=self._battle)
        self.to_focus = True
        self.lay_buttons(say("Rename"))

    @property
    def _battle(self) -> str:
        """The title of the game's battle: the game is called this if it has no name of its own."""
        return battle_of(self.save)[0]

    @property
    def full_note(self) -> Text:
        """A note that the text field is full; empty while it is not."""
        if len(self.entry.get_text()) < MAX_TITLE_LENGTH:
            return ""
        return plural("A name has at most {count} character", "A name has at most {count} characters", MAX_TITLE_LENGTH)

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(say("Without a name it is called {battle}.", battle=self._battle), "text", 20, FAINT)])
        self.print_below(pen, self.fault or self.full_note, ALARM if self.fault else FAINT)

    def accept(self) -> None:
        """Store the name, through the open match if the game is open here, else in its file."""
        typed = self.entry.get_text().strip()
        name = self.save.title if typed == self._shown_name else typed
        match = self.app.navigator.open_match(self.save.path)
        try:
            if match is not None:
                match.set_title(name)
            else:
                rename(self.save.path, name)
        except MatchError as error:
            self.fault = translate(error_text(error))
            return
        self.app.pop()
        self.done()
