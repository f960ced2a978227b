"""Command-line arguments that depend on the system: seats, levels, positions; and the list of what is available."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from game import catalog
from game.core.contract import System
from game.core.message import MessageError, Text, error_text, plain, say
from game.i18n.words import Language, languages, translate, unreadable_languages, unusable_text
from game.levels import HUMAN, LEVELS, PERSONALITIES, computer_players, player_names
from game.selfplay.cluster import is_address

if TYPE_CHECKING:
    from game.match.lessons import Lesson
    from game.selfplay.bench import BenchPlan
    from game.selfplay.gathering import GatherPlan

MIN_BUDGET = 0.001
"""The smallest budget, as a share of a player's usual work; chosen by hand."""


class WrongArgument(MessageError, ValueError):
    """A word on the command line is invalid or out of place."""


def parse_system(word: str) -> System[Any]:
    """The rules of the system that an argument names.

    :raises WrongArgument: if the argument is an option.
    :raises game.catalog.UnknownName: listing the systems.
    """
    if word.startswith("-"):
        raise WrongArgument(say("name the system before {word}; available: {names}", word=word,
                            names=', '.join(catalog.names())))
    return catalog.rules(word)


def parse_scenario(scenario: str | None, word: str | None) -> str | None:
    """The scenario named by its option or by the argument after the system; None if neither is given.

    :raises WrongArgument: if both are given.
    """
    if scenario is not None and word is not None:
        raise WrongArgument(say("two scenarios are named: {words} and {scenario}", words=word, scenario=scenario))
    return scenario if word is None else word


def refuse_unexpected(words: Sequence[str], flags: Sequence[str]) -> NoReturn:
    """Refuse arguments that a command does not take.

    :param flags: the command's options, for suggestions.
    :raises WrongArgument: for an unexpected word.
    :raises game.catalog.UnusableName: for an unknown or unusable option.
    """
    word = words[0].partition("=")[0]
    if word.startswith("-"):
        raise catalog.UnknownName(say("option"), word, flags)
    if not flags:
        raise WrongArgument(say("unexpected word {word!r}", word=word))
    raise WrongArgument(say("unexpected word {word!r}; options begin with '--': {names}", word=word,
                        names=', '.join(flags)))


def parse_lesson(file: Path) -> Lesson:
    """Read a lesson that is played by hand from a file.

    :raises game.match.lessons.LessonError: if it cannot be read, is a programme, or has no step for the player.
    """
    from game.match.lessons import LessonError
    from game.match.programmes import Programme, read_either

    content = read_either(file)
    if isinstance(content, Programme):
        raise LessonError(file, say("a programme can be presented; expected a lesson"))
    if not content.by_hand:
        raise LessonError(file, say("nothing in it is played by hand; expected a step with {key!r}", key="yours"))
    return content


def parse_fit_plan(system: str, scenario: str | None, seed: int, budget: float) -> tuple[GatherPlan, str]:
    """The games to learn from, and the name of the weights to fit: the scenario, or the system if no scenario is given
    and all battles are learnt from together.

    :raises WrongArgument: for a system without computer players, an example of play, or an invalid budget.
    :raises game.catalog.UnknownName: listing the scenarios.
    """
    from game.selfplay.bench import battles
    from game.selfplay.fit import evaluator_of
    from game.selfplay.gathering import GatherPlan
    from game.selfplay.regression import FitError

    rules = parse_system(system)
    try:
        evaluator_of(rules)
    except FitError as error:
        raise WrongArgument(error_text(error)) from None
    if scenario is None:
        return GatherPlan(rules.name, battles(rules), seed, parse_budget(budget)), rules.name
    info = catalog.scenario(rules, scenario)
    if info.example:
        raise WrongArgument(say("{scenario} is an example of play, not a battle", scenario=info.name))
    return GatherPlan(rules.name, (info.name,), seed, parse_budget(budget)), info.name


def parse_bench_plan(
    system: str, scenarios: Sequence[str], options: Sequence[str], player: str, rival: str, opponents: Sequence[str],
    games: int, seed: int, budget: float,
) -> BenchPlan:
    """The plan of a bench: the player tested and its opponents.

    A scenario or opponent that is named twice is played once: the same games again would say nothing new.

    :param scenarios: comma-separated lists of scenarios; all battles if empty.
    :param options: comma-separated lists of options.
    :param rival: a level that plays the same games for comparison; "" for none.
    :param opponents: comma-separated lists of levels and scripts; the whole pool if empty.
    :raises WrongArgument: for an invalid budget, or a rival that is the player.
    :raises game.catalog.UnknownName: for an unknown scenario, option, level or script.
    """
    from game.ai.players import players_for
    from game.selfplay.bench import BenchPlan, battles, pool, scripts

    rules = parse_system(system)
    scenario_names = list(dict.fromkeys(catalog.scenario(rules, name).name for name in comma_list(*scenarios)))
    levels = list(players_for(rules))
    for level in filter(None, (player, rival)):
        if level not in levels:
            raise catalog.UnknownName(say("player"), level, levels)
    if rival == player:
        raise WrongArgument(say("--compare {level}: name a level other than the one being tested", level=rival))
    opponent_names = comma_list(*opponents)
    for name in opponent_names:
        if name not in (available := (*levels, *scripts(rules, scenario_names))):
            raise catalog.UnknownName(say("opponent"), name, available)
    return BenchPlan(rules.name, tuple(scenario_names) or battles(rules), catalog.options(rules, comma_list(*options)),
                     player, opponent_names or pool(rules, player), games, seed, parse_budget(budget), rival)


def parse_budget(budget: float) -> float:
    """Check the share of a player's usual work given as ``--budget``, and return it.

    :raises WrongArgument: unless it is from ``MIN_BUDGET`` to 1.
    """
    if not MIN_BUDGET <= budget <= 1:
        raise WrongArgument(say("--budget {share:g}: must be from {least:g} to 1", share=budget, least=MIN_BUDGET))
    return budget


def comma_list(*texts: str) -> tuple[str, ...]:
    """The names in comma-separated lists, each once."""
    return tuple(dict.fromkeys(name for text in texts for part in text.split(",") if (name := part.strip())))


def parse_players(rules: System[Any], players: Mapping[str, Sequence[str]], *, people: bool) -> dict[str, str]:
    """Seat -> its player.

    :param players: seat -> the players given with its option, in order; "" if one was missing.
    :param people: whether a seat may be ``human``.
    :raises WrongArgument: for a seat given twice or without a player, or that the player cannot take.
    :raises game.catalog.UnknownName: for an unknown player.
    """
    from game.ai.players import CannotPlay, make

    allowed = player_names() if people else computer_players()
    player_of: dict[str, str] = {}
    for seat, (player, *repeated) in players.items():
        flag = f"--{seat}"
        if repeated:
            raise WrongArgument(say("{flag} is given twice", flag=flag))
        if not player:
            raise WrongArgument(say("{flag} needs a player: {names}", flag=flag, names=', '.join(allowed)))
        if player not in allowed:
            raise catalog.UnknownName(say("player for {flag}", flag=flag), player, allowed)
        if player != HUMAN:
            try:
                make(player, rules, seat, 0)
            except CannotPlay as error:
                raise WrongArgument(say("{flag}: {error}", flag=flag, error=error_text(error))) from None
        player_of[seat] = player
    return player_of


def parse_executor(jobs: int | None, cluster: str | None) -> int | str:
    """Where to run the work: a number of processes, by default one per core, or the address of a cluster.

    :raises WrongArgument: if both are given, or the address is malformed.
    """
    if cluster is None:
        return jobs or os.cpu_count() or 1
    if jobs is not None:
        raise WrongArgument(say("--jobs and --cluster cannot be combined; a cluster sets its own number of workers"))
    if not is_address(cluster):
        raise WrongArgument(say("--cluster {cluster!r}: an address looks like {example}", cluster=cluster,
                            example="tcp://127.0.0.1:8786"))
    return cluster


def listing() -> str:
    """The text of ``list``: everything there is to choose from."""
    from game.match.game_names import TURN, shown_name
    from game.match.store import Store

    lines: list[Text] = []
    usable_rules, errors = catalog.usable()
    for rules in usable_rules:
        lines += [say("{name}: {title}", name=rules.name, title=rules.theme.title)]
        lines += [say("  seats: {names}", names=tuple(rules.seats)), say("  scenarios:")]
        lines += [_entry(info.name, info.title) for info in rules.scenarios]
        lines += [say("  options:")] if rules.options else []
        for option in rules.options:
            lines.append(_entry(option.name, say("{text} ({rule})", text=option.title, rule=option.rule.citation)))
            lines += [_entry(f"  ={each.name}", say("{title} (default)", title=each.title)
                             if each.name == option.default else each.title) for each in option.alternatives]
            lines += [f"      {translate(each.title)} ({translate(each.summary)})" for each in option.broken]
    lines += [error_text(error) for error in errors]
    lines += [say("computer players:"), *(_entry(level.name, level.description) for level in LEVELS.values())]
    lines += [say("personalities, as in {example}:", example=list(computer_players())[-1]),
              *(_entry(personality.name, personality.description) for personality in PERSONALITIES.values())]
    lines += [say("languages:"), *map(_language_entry, languages())]
    lines += [_entry(language.code, say("cannot be used: {fault}", fault=language.fault))
              for language in unreadable_languages()]
    saves, nouns = Store().saves(), {rules.name: rules.theme.turn_noun for rules in usable_rules}
    lines += [say("saved games:")] if saves else []
    for save in saves:
        date = f"{save.date.astimezone():%Y-%m-%d %H:%M}"
        description: Text = save.fault or say(
            "{date} {system} {turn} {title}", date=date, system=save.system,
            turn=TURN.with_values(turn_noun=nouns.get(save.system, say("turn")), turn=save.turn),
            title=shown_name(save.title, save.system, save.scenario) or save.result or "")
        lines.append(f"    {save.path}  {translate(description).strip()}")
    return "\n".join(plain(translate(line)) for line in lines)


def _language_entry(language: Language) -> Text:
    """The line of a language, with a note on how much of it is not translated."""
    note = unusable_text(language)
    return _entry(language.code, say("{title} ({note})", title=language.title, note=note) if note else language.title)


def _entry(name: str, text: Text) -> str:
    """An indented line of the list: a name, and its text in a column of its own."""
    return f"    {name:<24} {translate(text)}"
