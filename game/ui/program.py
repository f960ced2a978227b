"""The graphical program, from the splash screen to the exit."""

from __future__ import annotations

import sys

import pygame

from game.art import AssetError
from game.core.message import error_text, say
from game.i18n.words import translate
from game.match.start import Start
from game.ui.app.application import App
from game.ui.app.window import NoDisplay
from game.ui.kit.fonts import check_all
from game.ui.screens.splash import draw_splash, window_icon


def run(start: Start) -> int:
    """Open the window at a screen and run until it is closed. Return the exit status.

    Without a display, or if a font or picture is missing, the program reports that and ends. No game is lost, as
    every action is recorded at once; a missing sound does not end the program.
    """
    try:
        app = App(language=start.language)
        try:
            _open_window(app, start)
        except AssetError:
            app.close()
            raise
        app.loop()
    except (NoDisplay, AssetError) as error:
        print(f"drumhead: {translate(error_text(error))}", file=sys.stderr)
        return 1
    return 0


def _open_window(app: App, start: Start) -> None:
    """Show the splash screen, then open the first screens."""
    check_all()
    draw_splash(app.window, app.sheet_metrics)
    pygame.display.flip()
    pygame.display.set_icon(window_icon())
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
