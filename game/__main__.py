"""The entry point of ``main.py`` and of the command ``drumhead``. Without arguments it opens the title screen."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.core.message import Text

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
for desktop in ("X11", "WAYLAND"):  # a Linux desktop finds the menu entry and its icon by this name
    os.environ.setdefault(f"SDL_VIDEO_{desktop}_WMCLASS", "drumhead")
# Otherwise Windows scales the program's window, and text is blurred.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")


def main() -> int:
    """Run the command line and return the exit status."""
    from game.streams import run

    return run(_command, _translated)


def _command() -> int:
    """Open the title screen, or run the command line if there are arguments; return the exit status."""
    if len(sys.argv) == 1:
        from game.match.start import Start
        from game.ui.program import run

        return run(Start())
    from game.cli.program import command_line

    return command_line(sys.argv[1:])


def _translated(text: Text) -> str:
    """A text in the user's language; the catalogs are loaded only when one is needed."""
    from game.i18n.words import translate

    return translate(text)


if __name__ == "__main__":
    sys.exit(main())
