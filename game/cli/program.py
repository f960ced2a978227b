"""The command line: play, demo, present, edit, replay, simulate, fit, referee, check, list.

Nothing is imported before it is needed: the referee and the laboratory never see pygame, the screen never sees rich.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from game import catalog
from game.board.fault import MapError
from game.cli import options as take
from game.cli.helping import Command, Program
from game.cli.naming import (
    WrongWord,
    comma_list,
    fit_words,
    lesson_word,
    scenario_word,
    seat_words,
    share_word,
    system_word,
    where_words,
)
from game.core.contract import BadPosition
from game.core.message import say, told
from game.i18n import words
from game.match.errors import MatchError
from game.match.setup import read_position
from game.match.start import Start
from game.selfplay.cluster import ClusterError
from game.weights import WeightsError

app = typer.Typer(
    cls=Program,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
_asked = {"language": ""}
"""What was said before the command."""
_SEATS = {"allow_extra_args": True, "ignore_unknown_options": True}
READ_FIRST = 0.3
"""Seconds for which ``replay`` looks for a fault of a record before the window opens."""

NONE: list[str] = []


def command_line(line: Sequence[str]) -> int:
    """Run the command line and return the exit status: 0, 1 if a file or cluster cannot be used, 2 for a wrong word."""
    notices = _Notices()
    logging.getLogger("game").addHandler(notices)
    try:
        with words.only_print():
            return _obey(line)
    finally:
        logging.getLogger("game").removeHandler(notices)


def _obey(line: Sequence[str]) -> int:
    commands = [command.name or "" for command in app.registered_commands]
    try:
        if line and not line[0].startswith("-") and line[0] not in commands:
            raise catalog.UnknownName(say("command"), line[0], commands)
        status = app(list(line), standalone_mode=True)
    except (WrongWord, catalog.UnknownName) as error:
        _complain(error)
        return 2
    except (MatchError, MapError, BadPosition, catalog.BrokenSystem, ClusterError, WeightsError) as error:
        _complain(error)
        return 1
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 1
    except KeyboardInterrupt:
        return 130
    return status or 0


def _speak(language: str) -> str:
    """The language of everything that is said from here on, help and complaints too.

    :raises game.catalog.UnknownName: listing those that are installed.
    :raises WrongWord: for one whose catalog cannot be read, naming the file.
    """
    fault = next((each.fault for each in words.damaged() if each.code == language), None) if language else None
    if fault is not None:
        raise WrongWord(fault)
    if language and language not in (known := [found.code for found in words.languages()]):
        raise catalog.UnknownName(say("language"), language, known)
    words.speak(language)
    _asked["language"] = language
    return language


Language = Annotated[
    str, typer.Option(help="The language to speak, such as 'en', named before the command; 'list' shows all.",
                      metavar="LANGUAGE", is_eager=True, callback=_speak)
]


@app.callback(invoke_without_command=True)
def first(
    context: typer.Context,
    language: Language = "",
) -> None:
    """Historical wargames on one table: the computer knows the rules, people play.

    Without a command the title screen opens.
    """
    if context.invoked_subcommand is None:
        _run(Start())


@app.command("play", cls=Command, context_settings=_SEATS)
def play(
    context: typer.Context,
    system: take.System = "",
    scenario: take.Scenario = None,
    options: take.Options = NONE,
    seed: take.Seed = None,
    position: take.Position = None,
) -> None:
    """Play a game on screen.

    Each seat is an option of its own: --SEAT human, or --SEAT LEVEL for a computer player; 'list' shows seats and
    levels. The scenario may also be named right after the system.
    """
    rules = system_word(system)
    scenario, rest = scenario_word(scenario, context.args)
    if position is None:
        place = None
        named = catalog.scenario(rules, scenario).name
        chosen = catalog.options(rules, comma_list(*options))
    else:
        place = read_position(rules, position, scenario, comma_list(*options))
        named, chosen = place["scenario"], tuple(place["options"])
    _run(
        Start(
            screen="play",
            system=system,
            scenario=named,
            options=chosen,
            players=seat_words(rules, rest, _parameters(context), people=True),
            seed=seed,
            position=place,
        )
    )


@app.command("demo", cls=Command)
def demo(
    system: take.Shown = None,
    lesson: take.Lesson = None,
) -> None:
    """Show a lesson on screen, such as an example of play."""
    from game.match import lessons

    known = [catalog.rules(system)] if system is not None else catalog.usable()[0]
    rules = next((rules for rules in known if lessons.paths(rules.name)), known[0])
    found = [one.path.stem for one in lessons.listed(rules)]
    if not found:
        raise WrongWord(say("{system} has no lessons", system=rules.name))
    lesson = lesson or found[0]
    if lesson not in found:
        raise catalog.UnknownName(say("lesson"), lesson, found)
    _run(Start(screen="demo", system=rules.name, scenario=lesson, autoplay=True))


@app.command("learn", cls=Command)
def learn(
    system: take.Learnt = None,
    lesson: take.Lesson = None,
) -> None:
    """Play a lesson by hand, such as a first battle: it says what to do, and judges it."""
    from game.match import lessons
    from game.match.lessons import Lesson, LessonError

    file = next((Path(word) for word in (lesson, system) if word is not None and word.endswith(".toml")), None)
    if file is not None:
        try:
            start = Start(screen="learn", system=lesson_word(file).system, record=file)
        except LessonError as error:
            _complain(error)
            raise typer.Exit(1) from None
        _run(start)
        return
    known = [catalog.rules(system)] if system is not None else catalog.usable()[0]
    rules, found = known[0], list[str]()
    for rules in known:
        found = [one.name for one in lessons.listed(rules) if isinstance(one, Lesson) and one.by_hand]
        if found:
            break
    if not found:
        raise WrongWord(say("{system} has no lessons that are played by hand", system=rules.name))
    lesson = lesson or found[0]
    if lesson not in found:
        raise catalog.UnknownName(say("lesson"), lesson, found)
    _run(Start(screen="learn", system=rules.name, scenario=lesson))


@app.command("present", cls=Command)
def present(
    system: take.Presented = None,
    what: take.Presentation = None,
) -> None:
    """Present a lesson or an evening to an audience, by the keys of a remote."""
    from game.match.lessons import LessonError
    from game.match.programmes import chosen, read_either

    file = Path(system) if system is not None and what is None and system.endswith(".toml") else None
    try:
        if file is not None:
            read_either(file)
        elif system is not None:
            chosen(system_word(system), what)
    except LessonError as error:
        _complain(error)
        raise typer.Exit(1) from None
    _run(Start(screen="present", record=file) if file is not None else
         Start(screen="present", system=system or "", scenario=what))


@app.command("edit", cls=Command)
def edit(what: take.Edited = None) -> None:
    """Set up a position on screen, and save it for games, lessons and the referee."""
    from game.match.draft import SUFFIX, Draft, system_of

    path = Path(what or "")
    if what is None or not (path.suffix == SUFFIX or path.is_file()):
        _run(Start(screen="edit", system="" if what is None else system_word(what).name))
        return
    system = system_of(path)
    Draft.read(catalog.rules(system), path)
    _run(Start(screen="edit", system=system, record=path))


@app.command("replay", cls=Command)
def replay(record: take.Record) -> None:
    """Step through a recorded game on screen."""
    from game.match.loading import Reading

    reading = Reading(record)
    late = monotonic() + READ_FIRST
    reading.go_on(lambda: monotonic() > late)  # the window reads a long one, and shows how far it is
    if reading.fault:
        fault = say("{fault}; the replay ends there", fault=told(reading.fault))
        print(f"drumhead: {words.said(fault)}", file=sys.stderr)
    _run(Start(screen="replay", system=reading.match.rules.name, record=record))


@app.command("simulate", cls=Command, context_settings=_SEATS)
def simulate(
    context: typer.Context,
    system: take.System = "",
    scenario: take.Scenario = None,
    options: take.Options = NONE,
    games: take.Games = 100,
    seed: take.Seed = 1,
    budget: take.SimulatedShare = 1.0,
    jobs: take.Jobs = None,
    cluster: take.Cluster = None,
    as_json: take.Json = False,
) -> None:
    """Let computer players play many games, and report.

    Each seat is an option of its own: --SEAT LEVEL, 'random' when left out. The scenario may also be named right after
    the system.
    """
    from game.cli.simulation_report import progress, show
    from game.selfplay.simulate import Plan
    from game.selfplay.simulate import simulate as play_all
    from game.selfplay.workshare import ended_by_signals

    rules = system_word(system)
    scenario, rest = scenario_word(scenario, context.args)
    levels = dict.fromkeys(rules.seats, "random") | seat_words(rules, rest, _parameters(context), people=False)
    plan = Plan(
        system, catalog.scenario(rules, scenario).name, catalog.options(rules, comma_list(*options)), levels, seed or 0,
        share_word(budget),
    )
    where = where_words(jobs, cluster)
    with ended_by_signals(), progress(games) as on_game:
        report = play_all(plan, games, where, on_game)
    if as_json:
        print(json.dumps(report.as_json()))
    else:
        show(report)


@app.command("fit", cls=Command)
def fit(
    system: take.System = "",
    scenario: take.Battle = None,
    games: take.SelfPlay = 200,
    match: take.Match = 500,
    seed: take.Seed = 1,
    budget: take.Share = 0.1,
    jobs: take.Jobs = None,
    cluster: take.Cluster = None,
    dry_run: take.DryRun = False,
) -> None:
    """Fit what the computer players of a system go by to the results of their own games.

    The veteran plays itself, one player turn in ten being the recruit's, and weights are fitted to the results. They
    are written into the system's folder when they do not lose a match against the old ones.
    """
    from game.cli.fit_report import show_ending, show_fitted, show_standing
    from game.cli.simulation_report import progress
    from game.selfplay import fit as fitting
    from game.selfplay.workshare import ended_by_signals

    plan = fit_words(system, scenario, seed or 0, budget)
    where = where_words(jobs, cluster)
    if not dry_run:
        fitting.try_to_keep(plan)
    with ended_by_signals(), progress(games) as on_game:
        fitted = fitting.fit(plan, games, where, on_game)
    show_fitted(plan, fitted)
    with ended_by_signals(), progress(match) as on_game:
        standing = fitting.compare(plan, fitted.new, match, where, on_game)
    show_standing(plan, standing)
    file = None if dry_run or standing.is_lost else fitting.keep(plan, fitted, standing)
    show_ending(standing, file)


@app.command("referee", cls=Command)
def referee() -> None:
    """Play or check a game for another program.

    It reads requests as JSON lines on standard input and answers on standard output, always in English.
    """
    from game.referee import run

    raise typer.Exit(run())


@app.command("check", cls=Command)
def check(files: take.Files) -> None:
    """Say everything that is wrong with maps, records, lessons, programmes and army lists.

    The exit status is 1 where something is.
    """
    from game.cli.checking import faults
    from game.cli.simulation_report import reading_bar

    wrong = False
    for file in files:
        with reading_bar() as on_line:
            found = faults(file, on_line)
        wrong = wrong or bool(found)
        print("\n".join(map(words.said, found or [say("{file}: nothing wrong", file=file)])))
    raise typer.Exit(1 if wrong else 0)


@app.command("list", cls=Command)
def list_() -> None:
    """List systems, scenarios, optional rules, seats, computer players, languages and saved games."""
    from game.cli.naming import listing

    print(listing())


class _Notices(logging.Handler):
    """What happens meanwhile and ends nothing, such as a worker that is dropped, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"drumhead: {words.said(record.msg)}", file=sys.stderr)


def _complain(error: Exception) -> None:
    print(f"drumhead: {words.said(told(error))}", file=sys.stderr)


def _run(start: Start) -> None:
    from game.ui.program import run

    if status := run(replace(start, language=_asked["language"])):
        raise typer.Exit(status)


def _parameters(context: typer.Context) -> list[str]:
    """The long options a command knows apart from seats."""
    return [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]
