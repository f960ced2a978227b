"""The program on screen from its first picture to its last."""

from __future__ import annotations

import sys

import pygame

from game.art import AssetError
from game.core.message import say, told
from game.i18n.words import said
from game.match.start import Start
from game.ui.app.application import App
from game.ui.app.window import NoDisplay
from game.ui.kit.fonts import check_all
from game.ui.screens.splash import draw_splash, icon


def run(start: Start) -> int:
    """Open the window at a screen and stay until it is closed. Returns the exit status.

    Without a display, a typeface or a picture there is nothing to play on: the program says what is missing and ends.
    Games are on record by then; a sound that is missing ends nothing.
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
        print(f"drumhead: {said(told(error))}", file=sys.stderr)
        return 1
    return 0


def _open_window(app: App, start: Start) -> None:
    """The name on the table first, then the screens a start asks for."""
    check_all()
    draw_splash(app.window, app.sheet_metrics)
    pygame.display.flip()
    pygame.display.set_icon(icon())
    open_first(app, start)


def open_first(app: App, start: Start) -> None:
    """Lay the screens a start asks for; what cannot be opened leads to the title with the reason.

    What takes long to read is imported when the first picture is seen: the title after the name on the table, the
    screens of a game after the title where that is what was asked for.
    """
    from game.ui.screens.title import Title

    title = Title(app)
    app.push(title)
    if start.screen == "title":
        app.show()
    from game.ui.screens.opening import Opening

    app.ways = opening = Opening(app)
    opening.first(start)
    if start.screen == "title":
        title.known.on_complete = opening.offer
    if app.trouble:
        app.error(say("The settings could not be read"),
                  say("{trouble}\nThe program uses its defaults.", trouble=app.trouble))
