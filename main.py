"""Drumhead. Without words: the title screen."""

import io
import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def main() -> int:
    """Do what the command line says and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if len(sys.argv) == 1:
        from game.match.start import Start
        from game.ui.program import run

        return run(Start())
    from game.cli import command_line

    return command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
