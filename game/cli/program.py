"""The command line: play, demo, learn, present, edit, replay, simulate, bench, fit, referee, check, list.

Modules are imported only when needed: the referee and self-play never load pygame, the screen never loads rich.
"""

from __future__ import annotations

import json
import logging
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from game import catalog
from game.cli import grammar
from game.cli.control_characters import escape_control_characters
from game.cli.grammar import Command, Parser, parsers
from game.cli.naming import (
    WrongArgument,
    comma_list,
    parse_bench_plan,
    parse_budget,
    parse_executor,
    parse_fit_plan,
    parse_lesson,
    parse_players,
    parse_scenario,
    parse_system,
    refuse_unexpected,
)
from game.cli.signals import ended_by_signals
from game.core.message import MessageError, error_text, say
from game.i18n import words
from game.match.setup import read_position
from game.match.start import Start
from game.streams import INTERRUPTED_STATUS

GAMES = say("Games")
"""The label of a progress bar that counts games."""

READING_SECONDS = 0.3
"""Seconds that ``replay`` reads a record, looking for faults, before the window opens; chosen by hand."""


def command_line(line: Sequence[str]) -> int:
    """Run the command line; return the exit status: 0, 1 for an unusable file or cluster, 2 for an invalid argument."""
    notices = _Notices()
    logging.getLogger("game").addHandler(notices)
    try:
        with escape_control_characters():
            return _run(line)
    finally:
        logging.getLogger("game").removeHandler(notices)


def _run(line: Sequence[str]) -> int:
    """Run the command line, with any error printed; return the exit status."""
    try:
        args = _read(line)
        return args.run(args) or 0
    except (WrongArgument, catalog.UnusableName) as error:
        _print_error(error)
        return 2
    except MessageError as error:
        _print_error(error)
        return 1
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 1
    except KeyboardInterrupt:
        return INTERRUPTED_STATUS


def _read(line: Sequence[str]) -> Namespace:
    """Parse a command line and switch to its language, also for help and error messages.

    :raises game.catalog.UnknownName: for an unknown language, command, system or option.
    :raises WrongArgument: for an argument out of place, or a language whose catalog cannot be read.
    """
    language_parser = Parser()
    grammar.LANGUAGE.add(language_parser)
    language_args, rest = language_parser.parse_known_args(line)
    _choose_language(language_args.language)
    command = COMMANDS.get(rest[0]) if rest else None
    if rest and command is None and not rest[0].startswith("-"):
        raise catalog.UnknownName(say("command"), rest[0], list(COMMANDS))
    seats: Sequence[str] = ()
    if command is not None and command.seats and len(rest) > 1 and rest[1] != "--help":
        seats = list(parse_system(rest[1]).seats)
    program, parser_of = parsers(COMMANDS.values(), seats)
    args, unknown = program.parse_known_args(rest)
    if unknown:
        refuse_unexpected(unknown, parser_of[rest[0]].options() if command is not None else program.options())
    players = {seat: values for seat in seats if (values := getattr(args, grammar.seat(seat).settings["dest"], []))}
    return Namespace(**{"run": _title} | vars(args) | {"language": language_args.language, "players": players})


def _choose_language(language: str) -> None:
    """Switch to a language until the end of the command.

    :raises game.catalog.UnknownName: listing the installed languages.
    :raises WrongArgument: if its catalog cannot be read, naming the file.
    """
    unreadable = words.unreadable_languages() if language else ()
    fault = next((each.fault for each in unreadable if each.code == language), None)
    if fault is not None:
        raise WrongArgument(fault)
    if language and language not in (codes := [each.code for each in words.languages()]):
        raise catalog.UnknownName(say("language"), language, codes)
    words.set_language(language)


# The functions of the commands, in the order of ``COMMANDS``: each runs its command with the parsed arguments and
# returns the exit status, where None counts as 0.


def _title(args: Namespace) -> int:
    """Open the title screen, as without a command."""
    return _open(args, Start())


def _play(args: Namespace) -> int:
    rules = parse_system(args.system)
    scenario = parse_scenario(args.scenario, args.battle)
    if args.position is None:
        position = None
        scenario_name = catalog.scenario(rules, scenario).name
        options = catalog.options(rules, comma_list(*args.options))
    else:
        position = read_position(rules, args.position, scenario, comma_list(*args.options))
        scenario_name, options = position["scenario"], tuple(position["options"])
    players = parse_players(rules, args.players, people=True)
    return _open(args, Start(screen="play", system=rules.name, scenario=scenario_name, options=options,
                             players=players, seed=args.seed, position=position))


def _demo(args: Namespace) -> int:
    from game.match import lessons

    systems = [catalog.rules(args.system)] if args.system is not None else catalog.usable()[0]
    rules = next((rules for rules in systems if lessons.paths(rules.name)), systems[0])
    names = [lesson.path.stem for lesson in lessons.all_lessons(rules)]
    if not names:
        raise WrongArgument(say("{system} has no lessons", system=rules.name))
    lesson = args.lesson or names[0]
    if lesson not in names:
        raise catalog.UnknownName(say("lesson"), lesson, names)
    return _open(args, Start(screen="demo", system=rules.name, scenario=lesson, autoplay=True))


def _learn(args: Namespace) -> int:
    from game.match import lessons
    from game.match.lessons import Lesson

    words_given = (args.lesson, args.system)
    file = next((Path(word) for word in words_given if word is not None and word.endswith(".toml")), None)
    if file is not None:
        return _open(args, Start(screen="learn", system=parse_lesson(file).system, file=file))
    systems = [catalog.rules(args.system)] if args.system is not None else catalog.usable()[0]
    rules, names = systems[0], list[str]()
    for rules in systems:
        names = [each.name for each in lessons.all_lessons(rules) if isinstance(each, Lesson) and each.by_hand]
        if names:
            break
    if not names:
        raise WrongArgument(say("{system} has no lessons played by hand", system=rules.name))
    lesson = args.lesson or names[0]
    if lesson not in names:
        if any(isinstance(each, Lesson) and each.name == lesson for each in lessons.all_lessons(rules)):
            raise WrongArgument(say("lesson {lesson!r} is shown, not played by hand: use 'demo {system} {lesson}'",
                                    lesson=lesson, system=rules.name))
        raise catalog.UnknownName(say("lesson"), lesson, names)
    return _open(args, Start(screen="learn", system=rules.name, scenario=lesson))


def _present(args: Namespace) -> int:
    from game.match.programmes import lesson_or_programme, read_either

    system, what = args.system, args.what
    if system is not None and what is None and system.endswith(".toml"):
        read_either(Path(system))
        return _open(args, Start(screen="present", file=Path(system)))
    if system is not None:
        lesson_or_programme(parse_system(system), what)
    return _open(args, Start(screen="present", system=system or "", scenario=what))


def _edit(args: Namespace) -> int:
    from game.match.draft import SUFFIX, Draft, system_of

    path = Path(args.what or "")
    if args.what is None or not (path.suffix == SUFFIX or path.is_file()):
        system = "" if args.what is None else parse_system(args.what).name
        return _open(args, Start(screen="edit", system=system))
    system = system_of(path)
    Draft.read(catalog.rules(system), path)
    return _open(args, Start(screen="edit", system=system, file=path))


def _replay(args: Namespace) -> int:
    from game.match.loading import RecordReading

    reading = RecordReading(args.record)
    deadline = monotonic() + READING_SECONDS
    reading.read_on(lambda: monotonic() > deadline)  # the window reads the rest of a long one, with a progress bar
    if reading.fault:
        fault = say("{fault}; the replay ends there", fault=error_text(reading.fault))
        print(f"drumhead: {words.translate(fault)}", file=sys.stderr)
    return _open(args, Start(screen="replay", system=reading.match.rules.name, file=args.record))


def _simulate(args: Namespace) -> None:
    from game.cli.simulation_report import progress, show
    from game.selfplay.simulate import SimulationPlan, simulate

    rules = parse_system(args.system)
    scenario = parse_scenario(args.scenario, args.battle)
    levels = dict.fromkeys(rules.seats, "random") | parse_players(rules, args.players, people=False)
    plan = SimulationPlan(
        rules.name, catalog.scenario(rules, scenario).name, catalog.options(rules, comma_list(*args.options)), levels,
        args.seed, parse_budget(args.budget),
    )
    executor = parse_executor(args.jobs, args.cluster)
    with ended_by_signals(), progress(args.games, GAMES) as on_game:
        report = simulate(plan, args.games, executor, on_game)
    if args.json:
        print(json.dumps(report.as_json()))
    else:
        show(report)


def _bench(args: Namespace) -> None:
    from game.cli.bench_report import as_json, show
    from game.cli.simulation_report import progress
    from game.selfplay.bench import bench, step_count

    plan = parse_bench_plan(args.system, args.scenario, args.options, args.player, args.compare, args.against,
                            args.games, args.seed, args.budget)
    executor = parse_executor(args.jobs, args.cluster)
    with ended_by_signals(), progress(step_count(plan), say("Games and puzzles")) as on_step:
        report = bench(plan, executor, on_step)
    if args.json:
        print(json.dumps(as_json(report)))
    else:
        show(report)


def _fit(args: Namespace) -> None:
    from game.cli.fit_report import show_ending, show_fitted
    from game.cli.simulation_report import progress
    from game.selfplay import fit as fitting
    from game.selfplay.gathering import DEFAULT_GAMES, append_game, gather, read_games
    from game.selfplay.workshare import map_ordered

    plan, scenario = parse_fit_plan(args.system, args.battle, args.seed, args.budget)
    executor, files = parse_executor(args.jobs, args.cluster), [Path(name) for name in args.games_from]
    game_count = args.games if args.games is not None else 0 if files else DEFAULT_GAMES
    if not args.dry_run:
        fitting.check_writable(plan.system)
    games = list(read_games(files, plan.system, plan.scenarios))
    with ended_by_signals(), progress(game_count, GAMES) as on_game:
        for game in gather(plan, range(game_count), executor):
            if args.keep:
                append_game(Path(args.keep), game)
            games.append(game)
            on_game()
        fitted = fitting.fit(plan.system, scenario, list(map_ordered(fitting.learning_game, games, executor)))
    show_fitted(plan.system, scenario, fitted)
    file, budgets = None, {game.budget for game in games}
    if fitted.is_better and not args.dry_run:
        file = fitting.write_weights(plan.system, scenario, fitted, budgets)
    show_ending(fitted, file)


def _referee(args: Namespace) -> int:
    from game.referee import run

    return run()


def _check(args: Namespace) -> int:
    from game.cli.checking import faults
    from game.cli.simulation_report import reading_bar

    any_fault = False
    for file in args.files:
        with reading_bar() as show_progress:
            faults_found = faults(file, show_progress)
        any_fault = any_fault or bool(faults_found)
        print("\n".join(map(words.translate, faults_found or [say("{file}: no faults", file=file)])))
    return 1 if any_fault else 0


def _list(args: Namespace) -> None:
    from game.cli.naming import listing

    print(listing())


# Name of a command -> the command, in the order of the help page.
COMMANDS = {command.name: command for command in (
    Command("play", _play,
            (grammar.SYSTEM, grammar.BATTLE, grammar.SCENARIO, grammar.OPTIONS, grammar.SEED, grammar.POSITION), (
        say("Play a game on screen."),
        say("Each seat has its own option: --SEAT human, or --SEAT LEVEL for a computer player; 'list' shows seats and "
            "levels. The scenario can also be named right after the system."),
    ), seats=True),
    Command("demo", _demo, (grammar.DEMO_SYSTEM, grammar.LESSON), (
        say("Show a lesson on screen, such as an example of play."),
    )),
    Command("learn", _learn, (grammar.LEARN_SYSTEM, grammar.LESSON), (
        say("Play a lesson by hand, such as a first battle: it says what to do and checks your moves."),
    )),
    Command("present", _present, (grammar.PRESENT_SYSTEM, grammar.PRESENTATION), (
        say("Present a lesson or a programme to an audience, with a remote control."),
    )),
    Command("edit", _edit, (grammar.EDIT_FILE,), (
        say("Set up a position on screen and save it for games, lessons and the referee."),
    )),
    Command("replay", _replay, (grammar.RECORD,), (say("Step through a recorded game on screen."),)),
    Command("simulate", _simulate, (grammar.SYSTEM, grammar.BATTLE, grammar.SCENARIO, grammar.OPTIONS, grammar.GAMES,
                                    grammar.FIRST_SEED, grammar.BUDGET, grammar.JOBS, grammar.CLUSTER, grammar.AS_JSON),
            (
        say("Let computer players play many games and report the results."),
        say("Each seat has its own option: --SEAT LEVEL (default: random). The scenario can also be named right after "
            "the system."),
    ), seats=True),
    Command("bench", _bench, (grammar.SYSTEM, grammar.BATTLES, grammar.OPTIONS, grammar.TESTED_LEVEL, grammar.OPPONENTS,
                              grammar.BENCH_GAMES, grammar.RIVAL_LEVEL, grammar.FIRST_SEED, grammar.BUDGET,
                              grammar.JOBS, grammar.CLUSTER,
                              grammar.AS_JSON), (
        say("Test a computer player against a pool of others and on puzzles."),
        say("The player takes each side against itself, the other levels, and scripts: simple players that follow one "
            "plan through the whole game. The report gives its score, the puzzles it fails, and how accurate its "
            "predicted odds are."),
    )),
    Command("fit", _fit, (grammar.SYSTEM, grammar.BATTLE, grammar.SELF_PLAY, grammar.KEEP_FILE, grammar.GAMES_FROM,
                          grammar.FIRST_SEED, grammar.FIT_BUDGET, grammar.JOBS, grammar.CLUSTER, grammar.DRY_RUN), (
        say("Fit the odds that computer players quote to the results of games."),
        say("The veteran plays itself and others, and weights of the system's features are fitted to the results. The "
            "new weights are written to the system's folder if they improve the odds in held-out games."),
    )),
    Command("referee", _referee, (), (
        say("Play or check games for another program."),
        say("It reads requests as JSON lines on standard input and answers on standard output, always in English."),
    )),
    Command("check", _check, (grammar.FILES,), (
        say("List every fault in maps, records, lessons, programmes and army lists."),
        say("The exit status is 1 if there is any."),
    )),
    Command("list", _list, (), (
        say("List systems, scenarios, optional rules, seats, computer players, languages and saved games."),
    )),
)}


class _Notices(logging.Handler):
    """Log handler that prints warnings which do not end the command, such as a dropped worker, to standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"drumhead: {words.translate(record.msg)}", file=sys.stderr)


def _print_error(error: Exception) -> None:
    print(f"drumhead: {words.translate(error_text(error))}", file=sys.stderr)


def _open(args: Namespace, start: Start) -> int:
    """Open the window in the requested language; return its exit status."""
    from game.ui.program import run

    return run(replace(start, language=args.language))
