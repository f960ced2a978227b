"""The grammar of the command line: commands, their arguments and options, and ``--help``.

All of it is parsed by ``argparse``. Texts are messages that are translated when a parser is built, so the language must
be chosen first.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from game.cli.naming import WrongArgument
from game.core.message import Text, say
from game.i18n.words import translate
from game.match.dice import SEEDS

CommandFunction = Callable[[argparse.Namespace], int | None]
"""Runs a command and returns the exit status; None counts as 0."""


class Argument:
    """An argument or option of a command."""

    def __init__(self, *names: str, help: Text, **settings: Any) -> None:
        """:param settings: further keywords of ``ArgumentParser.add_argument``."""
        self.names, self.help, self.settings = names, help, settings

    def add(self, group: Any) -> None:
        """Add it to a group of a parser."""
        group.add_argument(*self.names, help=_help_text(self.help), **self.settings)


@dataclass(frozen=True)
class Command:
    """A command: its name, help text, arguments and function."""

    name: str
    run: CommandFunction
    arguments: tuple[Argument, ...]
    about: tuple[Text, ...]
    """Paragraphs of its help page; the first is also shown in the list of commands."""
    seats: bool = False
    """Whether it takes an option for the player of each seat of the system, e.g. ``--moslem PLAYER``."""


def _whole_number(least: int, most: int = SEEDS[-1]) -> Callable[[str], int]:
    """A reader of whole numbers within bounds; the default upper bound is that of seeds."""

    def read(text: str) -> int:
        """The number that a text states.

        :raises argparse.ArgumentTypeError: if it states none within the bounds.
        """
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            fault = say("{text!r} is not a whole number from {least} to {most}", text=text, least=least, most=most)
            raise argparse.ArgumentTypeError(translate(fault))
        return number

    return read


# The arguments and options of the commands. Their names and placeholders are not translated.
SYSTEM = Argument("system", nargs="?", default="", metavar="SYSTEM",
                  help=say("A system; the command 'list' shows all."))
SCENARIO = Argument("--scenario", metavar="NAME",
                    help=say("A scenario; needed only if the system has several battles."))
BATTLE = Argument("battle", nargs="?", metavar="SCENARIO",
                  help=say("A scenario; needed only if the system has several battles."))
OPTIONS = Argument("--options", "--option", action="append", default=[], metavar="NAMES",
                   help=say("Optional rules, separated by commas; NAME=CHOICE for one with alternatives."))
SEED = Argument("--seed", type=_whole_number(0), metavar="N",
                help=say("A whole number; the same seed gives the same rolls."))
FIRST_SEED = Argument("--seed", type=_whole_number(0), default=1, metavar="N",
                      help=say("A whole number; the same seed gives the same rolls (default: 1)."))
POSITION = Argument("--position", type=Path, metavar="FILE",
                    help=say("A position file, as saved by the position editor or printed by the referee."))
GAMES = Argument("--games", type=_whole_number(1), default=100, metavar="N",
                 help=say("Number of games (default: 100)."))
JOBS = Argument("--jobs", type=_whole_number(1), metavar="N",
                help=say("Number of parallel processes (default: one per core)."))
CLUSTER = Argument("--cluster", metavar="ADDRESS",
                   help=say("Scheduler address of a Dask cluster that plays the games instead of local processes, "
                            "such as tcp://127.0.0.1:8786."))
AS_JSON = Argument("--json", action="store_true", help=say("Print one JSON object instead of a report."))
RECORD = Argument("record", type=Path, metavar="FILE", help=say("A record, such as a saved game."))
FILES = Argument("files", type=Path, nargs="+", metavar="FILE",
                 help=say("Maps (.tmx), records (.jsonl), lessons, programmes and army lists (.toml)."))
DEMO_SYSTEM = Argument("system", nargs="?", metavar="SYSTEM",
                       help=say("A system (default: the first with a lesson)."))
LESSON = Argument("lesson", nargs="?", metavar="LESSON",
                  help=say("A lesson, such as an example of play (default: the first)."))
LEARN_SYSTEM = Argument("system", nargs="?", metavar="SYSTEM|FILE",
                        help=say("A system or a lesson file (default: the first system with a lesson played by hand)."))
PRESENT_SYSTEM = Argument("system", nargs="?", metavar="SYSTEM|FILE",
                          help=say("A system, or a lesson or programme file (default: a list of all)."))
PRESENTATION = Argument("what", nargs="?", metavar="LESSON|PROGRAMME",
                        help=say("A lesson, 'programme', or a file of either (default: the system's programme)."))
EDIT_FILE = Argument("what", nargs="?", metavar="FILE|SYSTEM",
                     help=say("A position file or a system (default: a list of both)."))
SELF_PLAY = Argument("--games", type=_whole_number(0), metavar="N",
                     help=say("Number of games to play and learn from (default: 200, or none with --from)."))
KEEP_FILE = Argument("--keep", default="", metavar="FILE",
                     help=say("Append the games played to a file, to learn from them again later."))
GAMES_FROM = Argument("--from", dest="games_from", nargs="+", action="extend", default=[], metavar="FILE",
                      help=say("Learn from the games in these files; games of other battles are skipped."))
FIT_BUDGET = Argument("--budget", type=float, default=0.1, metavar="SHARE",
                      help=say("The share of its usual positions that the player examines in a player turn "
                               "(default: 0.1)."))
BUDGET = Argument("--budget", type=float, default=1.0, metavar="SHARE",
                  help=say("The share of its usual work that a planning player does in a player turn (default: 1, "
                           "all of it)."))
BATTLES = Argument("--scenario", "--scenarios", action="append", default=[], metavar="NAMES",
                   help=say("Scenarios, separated by commas (default: all battles)."))
TESTED_LEVEL = Argument("--player", default="veteran", metavar="LEVEL",
                        help=say("The level to test (default: veteran)."))
OPPONENTS = Argument("--against", nargs="+", action="extend", default=[], metavar="NAME",
                     help=say("Its opponents: levels, and scripts in the form script:NAME (default: itself, the "
                              "other levels except 'random', and every script of the other side)."))
BENCH_GAMES = Argument("--games", type=_whole_number(0), default=20, metavar="N",
                       help=say("Number of games per side and opponent (default: 20; 0 for the puzzles only)."))
RIVAL_LEVEL = Argument("--compare", default="", metavar="LEVEL",
                       help=say("Another level that plays the same games, for comparison."))
DRY_RUN = Argument("--dry-run", action="store_true", help=say("Print everything and write nothing."))
LANGUAGE = Argument("--language", default="", metavar="LANGUAGE",
                    help=say("The language to use, such as 'en'; 'list' shows all."))


def seat(name: str) -> Argument:
    """The option for the player of a seat. It collects the players it is given in a list, "" for a missing one; the
    command refuses more than one, and a missing one."""
    return Argument(f"--{name}", dest=f"seat-{name}", nargs="?", const="", action="append", default=[],
                    metavar="PLAYER",
                    help=say("Who plays the {seat} side: 'human' or a level; 'list' shows the levels.", seat=name))


class Parser(argparse.ArgumentParser):
    """A parser that reports bad arguments in a sentence, like every other refusal."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=_Page, add_help=False, allow_abbrev=False)

    def add_arguments(self, arguments: Iterable[Argument]) -> None:
        """Add arguments and options under their headings, and ``--help``."""
        arguments = list(arguments)
        help_option = Argument("--help", action="help", help=say("Show this help."))
        for heading, members in (
            (say("Arguments"), [each for each in arguments if not each.names[0].startswith("-")]),
            (say("Options"), [*(each for each in arguments if each.names[0].startswith("-")), help_option]),
        ):
            group = self.add_argument_group(translate(heading))
            for each in members:
                each.add(group)

    def options(self) -> list[str]:
        """The names of the options it takes, except ``--help``."""
        return [name for action in self._actions for name in action.option_strings if name != "--help"]

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        :raises WrongArgument: with argparse's reason and the usage line.
        """
        usage = " ".join(self.format_usage().split())
        raise WrongArgument(say("{reason}. {usage}", reason=message, usage=usage))


class _Page(argparse.HelpFormatter):
    """A help page: translated heading, and paragraphs separated by blank lines."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, translate(say("Usage:")) + " " if prefix is None else prefix)

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        """Show an option's value as required: the command itself refuses a missing one and lists the possible
        values."""
        may_lack_value = action.nargs == "?" and action.option_strings
        return str(action.metavar) if may_lack_value else super()._format_args(action, default_metavar)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(textwrap.fill(part, width, initial_indent=indent, subsequent_indent=indent)
                           for part in text.split("\n\n"))


def parsers(commands: Iterable[Command], seats: Iterable[str] = ()) -> tuple[Parser, dict[str, Parser]]:
    """The program's parser, and the parser of each command.

    :param seats: seats of the system that the line names: commands with seat options get one for each.
    """
    program = Parser(description=_page(say("Historical wargames on one table: the computer knows the rules, people "
                                           "play."), say("Without a command the title screen opens.")))
    program.add_arguments([LANGUAGE])
    subparsers = program.add_subparsers(title=translate(say("Commands")), metavar="COMMAND")
    parser_of: dict[str, Parser] = {}
    for command in commands:
        parser = subparsers.add_parser(command.name, help=_help_text(command.about[0]),
                                       description=_page(*command.about))
        parser.add_arguments([*command.arguments, *(map(seat, seats) if command.seats else ())])
        parser.set_defaults(run=command.run)
        parser_of[command.name] = parser
    return program, parser_of


def _help_text(text: Text) -> str:
    """A translated text for ``argparse``, which fills in what follows a single ``%``."""
    return translate(text).replace("%", "%%")


def _page(*paragraphs: Text) -> str:
    """The translated paragraphs of a help page, separated by blank lines."""
    return "\n\n".join(map(translate, paragraphs))
