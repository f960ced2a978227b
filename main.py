"""Drumhead. Without words: the title screen."""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def main() -> int:
    """Do what the command line says and return the exit status."""
    if len(sys.argv) == 1:
        from game.match.start import Start
        from game.ui.app import run

        run(Start())
        return 0
    from game.cli import command_line

    return command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
