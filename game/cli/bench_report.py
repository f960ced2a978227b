"""The report of a bench, for people and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from game import catalog
from game.ai.players import SCRIPT_PREFIX
from game.cli.control_characters import terminal
from game.core.message import Text, plural, say
from game.i18n.words import number, translate
from game.match.player_titles import player_title
from game.selfplay.bench import ITSELF, LEVELS, SCRIPTS, BenchReport, Score
from game.selfplay.calibration import BIN_COUNT, Brier, Calibration


def show(report: BenchReport) -> None:
    """Print a bench report to standard output. Scenarios, options and scripts appear under their command-line names."""
    plan, rules = report.plan, catalog.rules(report.plan.system)
    console = Console(file=terminal(sys.stdout), highlight=False, markup=False)
    for scenario in plan.scenarios if plan.games else ():
        console.print(translate(say(
            "{title}, {scenario}, {options}: {player}, {games} per side and opponent, {budget:.3g} of its budget, seed "
            "{seed}",
            title=rules.theme.title, scenario=scenario, options=plan.options or say("no options"),
            player=player_title(plan.player), games=plural("{count} game", "{count} games", plan.games),
            budget=plan.budget, seed=plan.seed,
        )), style="bold")
        console.print(_scores(report, scenario))
        _show_calibration(console, report, scenario)
    _show_puzzles(console, report)


def _scores(report: BenchReport, scenario: str) -> Table:
    """The table of scores against each opponent."""
    plan = report.plan
    titles: dict[str, Text] = {seat.name: seat.title for seat in catalog.rules(plan.system).theme.seats}
    table = new_table([say("opponent"), say("side")], [
        say("wins"), say("draws"), say("losses"), say("share"), say("95 % interval"),
        *([player_title(plan.rival)] if plan.rival else []),
    ])
    for pairing, score in report.rows(scenario):
        rival = report.rival_score(pairing)
        opponent = pairing.opponent.removeprefix(SCRIPT_PREFIX)
        table.add_row(opponent if opponent != pairing.opponent else translate(player_title(opponent)),
                      translate(titles[pairing.seat]), *_figures(score), *([number(rival.share, ".1%")] if rival
                                                                           else []))
    total = report.score_against_others(scenario)
    if total.games:
        table.add_row(translate(say("all others")), "", *_figures(total))
    return table


def _figures(score: Score) -> list[str]:
    """The cells of a score: wins, draws, losses, share and its 95 % interval."""
    low, high = score.interval
    return [f"{score.won}", f"{score.drawn}", f"{score.games - score.won - score.drawn}", number(score.share, ".1%"),
            translate(say("{low:.1%} to {high:.1%}", low=low, high=high))]


OPPONENT_TITLES = {ITSELF: say("against itself"), LEVELS: say("against other levels"), SCRIPTS: say("against scripts")}
"""Kind of opponent -> its title in tables."""


def _show_calibration(console: Console, report: BenchReport, scenario: str) -> None:
    """Print how accurate the player's odds were in a scenario: Brier scores, and predicted against scored points."""
    calibrations = report.calibrations(scenario)
    if not calibrations:
        console.print(translate(say("It predicted no odds")))
        return
    silent = report.silent[scenario]
    console.print(translate(plural("Odds against an opponent of equal strength; none predicted at {count} position",
                                   "Odds against an opponent of equal strength; none predicted at {count} positions",
                                   silent) if silent else say("Odds against an opponent of equal strength")))
    table = new_table([say("Brier score"), say("forecast")],
                      [say("early"), say("middle"), say("late"), say("whole game"), say("positions"), say("games")])
    for kind, calibration in calibrations.items():
        briers = (*calibration.thirds, calibration.whole)
        table.add_row(translate(OPPONENT_TITLES[kind]), translate(say("predicted odds")),
                      *(_decimals(brier and brier.score) for brier in briers),
                      str(calibration.whole.positions), str(calibration.games))
        table.add_row("", translate(say("base rate")), *(_decimals(brier and brier.base) for brier in briers))
    console.print(table)
    table = new_table([say("predicted odds"), say("against")],
                      [say("predicted"), say("scored"), say("positions"), say("games")])
    for kind, calibration in calibrations.items():
        for each in calibration.bins:
            table.add_row(translate(say("{low:.0%} to {high:.0%}", low=each.low, high=each.low + 1 / BIN_COUNT)),
                          translate(OPPONENT_TITLES[kind]), number(each.odds, ".1%"), number(each.scored, ".1%"),
                          str(each.positions), str(each.games))
    console.print(table)


def _decimals(value: float | None) -> str:
    """A number with three decimals; empty for None."""
    return "" if value is None else number(value, ".3f")


def _show_puzzles(console: Console, report: BenchReport) -> None:
    """Print how many puzzles the player solved, and what it played in the others."""
    if not report.attempts:
        console.print(translate(say("No puzzles")))
        return
    console.print(translate(plural("{solved} of {count} puzzle solved", "{solved} of {count} puzzles solved",
                                   len(report.attempts), solved=report.solved)), style="bold")
    for attempt in report.attempts:
        if not attempt.solved:
            console.print(translate(say("Failed: {name} ({title}); it played {line}", name=attempt.name,
                                       title=attempt.title, line="; ".join(attempt.line))))


def new_table(left_aligned: Sequence[Text], right_aligned: Sequence[Text]) -> Table:
    """An empty table, from the headings of its columns."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in left_aligned:
        table.add_column(translate(heading))
    for heading in right_aligned:
        table.add_column(translate(heading), justify="right")
    return table


def as_json(report: BenchReport) -> dict[str, Any]:
    """A bench report as a JSON object."""
    plan = report.plan
    return {
        "system": plan.system, "player": plan.player, "options": list(plan.options), "budget": plan.budget,
        "seed": plan.seed, "games": plan.games,
        "scenarios": {scenario: _scenario_json(report, scenario) for scenario in plan.scenarios},
        "puzzles": [{"name": each.name, "solved": each.solved, "line": list(each.line)} for each in report.attempts],
        "solved": report.solved,
    }


def _scenario_json(report: BenchReport, scenario: str) -> dict[str, Any]:
    scores = []
    for pairing, score in report.rows(scenario):
        rival = report.rival_score(pairing)
        rival_json = {report.plan.rival: _score_json(rival)} if rival else {}
        scores.append({"opponent": pairing.opponent, "seat": pairing.seat, **_score_json(score), **rival_json})
    return {"scores": scores, "silent": report.silent[scenario],
            "calibration": {kind: _calibration_json(each) for kind, each in report.calibrations(scenario).items()}}


def _score_json(score: Score) -> dict[str, Any]:
    return {"games": score.games, "won": score.won, "drawn": score.drawn, "share": round(score.share, 4),
            "interval": [round(bound, 4) for bound in score.interval]}


def _calibration_json(calibration: Calibration) -> dict[str, Any]:
    early, middle, late = map(_brier_json, calibration.thirds)
    return {"games": calibration.games, "early": early, "middle": middle, "late": late,
            "whole": _brier_json(calibration.whole),
            "bins": [{**each._asdict(), "odds": round(each.odds, 4), "scored": round(each.scored, 4)}
                     for each in calibration.bins]}


def _brier_json(brier: Brier | None) -> dict[str, Any] | None:
    return brier and {"positions": brier.positions, "score": round(brier.score, 4), "base": round(brier.base, 4)}
