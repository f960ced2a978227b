"""The graphical program, from the splash screen to the exit."""

from __future__ import annotations

import os
import sys
from contextlib import closing, suppress
from traceback import format_exc

import pygame

from game import files, systems
from game.art import AssetError
from game.core.message import Text, error_text, say
from game.i18n.words import translate
from game.match.start import Start
from game.ui.app.application import App
from game.ui.app.window import HIDDEN_DRIVERS, NoDisplay
from game.ui.kit import fonts
from game.ui.kit.pictures import load_picture
from game.ui.screens.splash import draw_splash

ERROR_REPORT = "error-report.txt"
"""The name of the file in the user's folder with the details of the latest crash."""
WINDOW_ICON = systems.ASSETS / "icons" / "64x64" / "drumhead.png"
GAMES_KEPT = say("Every game is saved up to its last action; Resume on the title screen continues it.")


def run(start: Start) -> int:
    """Open the window at the screen to start with, and run until it is closed. Return the exit status.

    Without a display, or if a font or picture is missing or damaged, the reason is printed and the status is 1. After
    any other error the details are written to ``ERROR_REPORT``, and the program crashes. If there is a display, a
    message box shows the reason as well, as a program started from a desktop has no visible standard error. No game is
    lost, as every action is recorded at once. A missing sound does not end the program.

    :raises Exception: the error of a crash.
    """
    try:
        with closing(App(language=start.language)) as app:
            _show_splash_and_screens(app, start)
            app.loop()
    except NoDisplay as error:
        _print_reason(error_text(error))
    except AssetError as error:
        _print_reason(error_text(error))
        _show_reason(say("{reason}\n\nA file of the program is missing or damaged. Please install it again.\n\n{kept}",
                         reason=error_text(error), kept=GAMES_KEPT))
    except Exception as error:
        _show_reason(say("Drumhead has crashed: {error}\n\n{report}\n\n{kept}", report=_write_report(format_exc()),
                         error=f"{type(error).__name__}: {error}", kept=GAMES_KEPT))
        raise
    else:
        return 0
    return 1


def _print_reason(reason: Text) -> None:
    """Print why the program ends on standard error."""
    print(f"drumhead: {translate(reason)}", file=sys.stderr)


def _show_reason(reason: Text) -> None:
    """Show the reason in the desktop's own message box, which needs no file of the program; nothing without a
    visible display."""
    if not set(os.environ.get("SDL_VIDEODRIVER", "").split(",")).isdisjoint(HIDDEN_DRIVERS):
        return
    with suppress(pygame.error):
        pygame.display.message_box(translate(say("Drumhead has to stop")), translate(reason), "error")


def _write_report(details: str) -> Text:
    """Write the details of an error into the user's folder, and return a sentence that names the file."""
    path = files.data_folder() / ERROR_REPORT
    try:
        files.write(path, details.encode(errors="backslashreplace"))
    except files.FileRefused as error:
        return say("Its details could not be written: {error}", error=error_text(error))
    return say("Its details are in {path}. Please send us this file.", path=path)


def _show_splash_and_screens(app: App, start: Start) -> None:
    """Show the splash screen, then open the first screens.

    :raises game.art.AssetError: if a font or picture is missing or damaged.
    """
    fonts.check_all()
    draw_splash(app.window, app.sheet_metrics)
    pygame.display.flip()
    pygame.display.set_icon(load_picture(WINDOW_ICON))
    open_first(app, start)


def open_first(app: App, start: Start) -> None:
    """Open the requested screens; if one cannot be opened, the title shows the reason.

    Slow modules are imported after the first frame: the title after the splash screen, the game screens after the title
    if that is the first screen.
    """
    from game.ui.screens.title import Title

    title = Title(app)
    app.push(title)
    if start.screen == "title":
        app.show()
    from game.ui.screens.screen_opener import ScreenOpener

    app.navigator = opener = ScreenOpener(app)
    opener.open_first(start)
    if start.screen == "title":
        title.save_reader.on_complete = opener.offer_resume
    if app.trouble:
        app.error(say("The settings could not be read"),
                  say("{trouble}\nThe program uses its defaults.", trouble=app.trouble))
