"""Words of the command line that depend on the system: seats, levels, positions; and what there is to choose from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from game import catalog
from game.core.contract import System
from game.core.message import MessageError, Text, plain, say, told
from game.i18n.words import Language, damaged, fallen, languages, said
from game.levels import HUMAN, LEVELS, TEMPERS, computer_players, everyone
from game.selfplay.cluster import is_address

if TYPE_CHECKING:
    from game.match.lessons import Lesson
    from game.selfplay.bench import BenchPlan
    from game.selfplay.gathering import GatherPlan

SMALLEST_BUDGET = 0.001
"""The smallest share of a player's positions."""


class WrongWord(MessageError, ValueError):
    """A word that cannot stand where it does."""


def system_word(word: str) -> System[Any]:
    """The rules of the system a word names.

    :raises WrongWord: where an option stands in the system's place.
    :raises game.catalog.UnknownName: listing the systems.
    """
    if word.startswith("-"):
        raise WrongWord(say("name the system before {word}; available: {names}", word=word,
                            names=', '.join(catalog.names())))
    return catalog.rules(word)


def scenario_word(scenario: str | None, word: str | None) -> str | None:
    """The scenario, as its option or the word after the system names it; None where nothing does.

    :raises WrongWord: where both do.
    """
    if scenario is not None and word is not None:
        raise WrongWord(say("two scenarios are named: {words} and {scenario}", words=word, scenario=scenario))
    return scenario if word is None else word


def left_over(words: Sequence[str], flags: Sequence[str]) -> NoReturn:
    """Refuse what a command does not take.

    :param flags: the command's options, for suggestions.
    :raises WrongWord: for a word out of place.
    :raises game.catalog.UnknownName: for an option that there is not.
    """
    word = words[0].partition("=")[0]
    if word.startswith("-"):
        raise catalog.UnknownName(say("option"), word, flags)
    if not flags:
        raise WrongWord(say("unexpected word {word!r}", word=word))
    raise WrongWord(say("unexpected word {word!r}; options begin with '--': {names}", word=word,
                        names=', '.join(flags)))


def lesson_word(file: Path) -> Lesson:
    """The lesson of a file, which is played by hand.

    :raises game.match.lessons.LessonError: where it cannot be read, is a programme, or nothing in it is the player's.
    """
    from game.match.lessons import LessonError
    from game.match.programmes import Programme, read_either

    found = read_either(file)
    if isinstance(found, Programme):
        raise LessonError(file, say("a programme can be presented; expected a lesson"))
    if not found.by_hand:
        raise LessonError(file, say("nothing in it is played by hand; expected a step with {key!r}", key="yours"))
    return found


def fit_words(system: str, scenario: str | None, seed: int, budget: float) -> tuple[GatherPlan, str]:
    """The games to learn from, and whose weights are learnt: those of a scenario, or without one those of all battles
    together, which have the system's name.

    :raises WrongWord: for a system without computer players, an example of play, or a budget that is none.
    :raises game.catalog.UnknownName: listing the scenarios.
    """
    from game.selfplay.bench import battles
    from game.selfplay.fit import judge_of
    from game.selfplay.gathering import GatherPlan
    from game.selfplay.regression import FitError

    rules = system_word(system)
    try:
        judge_of(rules)
    except FitError as error:
        raise WrongWord(told(error)) from None
    if scenario is None:
        return GatherPlan(rules.name, battles(rules), seed, share_word(budget)), rules.name
    info = catalog.scenario(rules, scenario)
    if info.example:
        raise WrongWord(say("{scenario} is an example of play, not a battle", scenario=info.name))
    return GatherPlan(rules.name, (info.name,), seed, share_word(budget)), info.name


def bench_words(
    system: str, scenarios: Sequence[str], options: Sequence[str], player: str, rival: str, against: Sequence[str],
    games: int, seed: int, budget: float,
) -> BenchPlan:
    """Who is tried on the bench, and against whom.

    :param scenarios: those named; all battles where none is.
    :param rival: who plays the same games for comparison; "" for nobody.
    :param against: the opponents named; the whole pool where none is.
    :raises WrongWord: for a budget that is none, or a rival that is the player.
    :raises game.catalog.UnknownName: for a scenario, an option, a level or a script that there is not.
    """
    from game.ai.players import players_for
    from game.selfplay.bench import BenchPlan, battles, pool, scripts

    rules = system_word(system)
    named = [catalog.scenario(rules, name).name for name in comma_list(*scenarios)]
    levels = list(players_for(rules))
    for level in filter(None, (player, rival)):
        if level not in levels:
            raise catalog.UnknownName(say("player"), level, levels)
    if rival == player:
        raise WrongWord(say("--compare {level}: name a level other than the one being tested", level=rival))
    for name in (opponents := comma_list(*against)):
        if name not in (known := (*levels, *scripts(rules, named))):
            raise catalog.UnknownName(say("opponent"), name, known)
    return BenchPlan(rules.name, tuple(named) or battles(rules), catalog.options(rules, comma_list(*options)), player,
                     opponents or pool(rules, player), games, seed, share_word(budget), rival)


def share_word(budget: float) -> float:
    """The share of a player's usual work that ``--budget`` names.

    :raises WrongWord: unless it is from ``SMALLEST_BUDGET`` to 1.
    """
    if not SMALLEST_BUDGET <= budget <= 1:
        raise WrongWord(say("--budget {share:g}: must be from {least:g} to 1", share=budget, least=SMALLEST_BUDGET))
    return budget


def comma_list(*texts: str) -> tuple[str, ...]:
    """The names in comma-separated lists."""
    return tuple(name for text in texts for part in text.split(",") if (name := part.strip()))


def seat_words(rules: System[Any], given: Mapping[str, Sequence[str]], *, people: bool) -> dict[str, str]:
    """Who sits where.

    :param given: for each seat who was named each time that its option was given, "" where nobody was.
    :param people: whether a seat may be ``human``.
    :raises WrongWord: for a seat that is given twice or to nobody, or that a player cannot take.
    :raises game.catalog.UnknownName: for somebody who cannot take a seat.
    """
    from game.ai.players import CannotPlay, make

    who = everyone() if people else computer_players()
    seated: dict[str, str] = {}
    for seat, (player, *more) in given.items():
        flag = f"--{seat}"
        if more:
            raise WrongWord(say("{flag} is given twice", flag=flag))
        if not player:
            raise WrongWord(say("{flag} needs a player: {names}", flag=flag, names=', '.join(who)))
        if player not in who:
            raise catalog.UnknownName(say("player for {flag}", flag=flag), player, who)
        if player != HUMAN:
            try:
                make(player, rules, seat, 0)
            except CannotPlay as error:
                raise WrongWord(say("{flag}: {error}", flag=flag, error=told(error))) from None
        seated[seat] = player
    return seated


def where_words(jobs: int | None, cluster: str | None) -> int | str:
    """Who shares the work: so many processes, as many as there are cores where nothing is said, or a cluster.

    :raises WrongWord: where both are given, or what should be an address is none.
    """
    if cluster is None:
        return jobs or os.cpu_count() or 1
    if jobs is not None:
        raise WrongWord(say("--jobs and --cluster cannot be combined; a cluster sets its own number of workers"))
    if not is_address(cluster):
        raise WrongWord(say("--cluster {cluster!r}: an address looks like {example}", cluster=cluster,
                            example="tcp://127.0.0.1:8786"))
    return cluster


def listing() -> str:
    """Everything there is to choose from, for people."""
    from game.match.store import Store

    lines: list[Text] = []
    good, broken = catalog.usable()
    for rules in good:
        lines += [say("{name}: {title}", name=rules.name, title=rules.theme.title)]
        lines += [say("  seats: {names}", names=tuple(rules.seats)), say("  scenarios:")]
        lines += [_entry(info.name, info.title) for info in rules.scenarios]
        lines += [say("  options:")] if rules.options else []
        for option in rules.options:
            lines.append(_entry(option.name, say("{text} ({rule})", text=option.title, rule=option.rule.bracketed)))
            lines += [f"      {'=' + each.name:<14} {said(each.title)}" + (" *" if each.name == option.default else "")
                      for each in option.alternatives]
            lines += [f"      {said(each.title)} ({said(each.summary)})" for each in option.broken]
    lines += [told(error) for error in broken]
    lines += [say("computer players:"), *(_entry(level.name, level.description) for level in LEVELS.values())]
    lines += [say("personalities, as in {example}:", example=list(computer_players())[-1]),
              *(_entry(temper.name, temper.description) for temper in TEMPERS.values())]
    lines += [say("languages:"), *map(_language, languages())]
    lines += [_entry(language.code, say("cannot be used: {fault}", fault=language.fault)) for language in damaged()]
    saves = Store().saves()
    lines += [say("saved games:")] if saves else []
    for save in saves:
        date = f"{save.date.astimezone():%Y-%m-%d %H:%M}"
        about: Text = save.fault or say("{date} {system} turn {turn} {title}", date=date, system=save.system,
                                        turn=save.turn, title=save.title or save.result or "")
        lines.append(f"    {save.path}  {said(about).strip()}")
    return "\n".join(plain(said(line)) for line in lines)


def _language(language: Language) -> Text:
    """The line of a language, with how much of it stays English."""
    note = fallen(language)
    return _entry(language.code, say("{title} ({note})", title=language.title, note=note) if note else language.title)


def _entry(name: str, text: Text) -> str:
    return f"    {name:<16} {said(text)}"
