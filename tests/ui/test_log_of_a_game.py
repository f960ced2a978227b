"""The log of a game on screen: reasons survive saving, undone actions are removed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pygame
import pytest

from game import catalog
from game.core.verdict import RuleRef
from game.match.loading import load
from game.match.match import Match
from game.match.start import Start
from game.ui.cards.headline import LogEntry
from game.ui.cards.log import BELOW_HEADLINE, Log, head_height, least_height
from game.ui.kit.theme import Metrics
from game.ui.play.game_log import GameLog
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def lines(hand: Hand) -> list[str]:
    return [str(entry.text) for entry in hand.screen.column.log.entries]


def test_the_reasons_of_a_computer_player_are_there_after_loading(sit_down: Sit, folders: Path) -> None:
    """A recruit plays a little; after closing and resuming the game, the log is the same, reasons included."""
    watched = Start("play", "kassala", seed=3, players={"moslem": "recruit", "christian": "recruit"})
    hand = sit_down(watched, watching_speed=8.0)
    end = monotonic() + 60
    while len(hand.game.match.plies) < 3:
        assert monotonic() < end
        hand.wait(0.1)
        sleep(0.005)
    hand.key("space")
    hand.settle()
    before, record = lines(hand), hand.game.match.record
    assert record is not None
    reasons = [line for line in before if str(line).startswith("Recruit: ")]
    assert reasons
    hand.close()
    assert [f"Recruit: {step.why}" for step in load(record).match.plies if step.why] == reasons
    again = sit_down()
    again.top.saves()
    again.key("enter")
    assert before == lines(again)[: len(before)], "the recruit may have gone on by now"


def test_undone_actions_are_not_listed_twice(sit_down: Sit) -> None:
    """After move, undo, move, the log has one move and the note of an undo."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    move = game.rules.parse("move m-tcav1 0501-0502")

    def named() -> list[bool]:
        """For each line about the move, whether it is the note of the undo."""
        return ["Undone" in line for line in lines(hand) if "moves" in line]

    for is_again in range(2):
        game.play(move)
        hand.settle()
        assert named() == [True] * is_again + [False]
        hand.key("backspace")
        hand.settle()
        assert named() == [True]
    game.play(move)
    hand.settle()
    assert named() == [True, False]


def test_a_summary_stays_in_the_log_unless_its_shots_are_taken_back(sit_down: Sit) -> None:
    """A line that is no event keeps its place after a later undo, and disappears with its own actions."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    for notation in ("move m-tcav1 0501-0502", "move m-tcav2 0502-0602"):
        action = next(a for a in game.rules.candidates(game.match.state) if a.notation.split()[0] == "move")
        game.play(action)
        hand.settle()
        game.game_log.remark(notation, "result")
    hand.key("backspace")
    hand.settle()
    assert "move m-tcav1 0501-0502" in lines(hand)
    assert "move m-tcav2 0502-0602" not in lines(hand)


def test_an_entry_is_fully_visible_or_hidden() -> None:
    """An entry without room for all its lines is left out if enough others are in view, so that its result or rule
    number is not cut off."""
    pygame.font.init()
    metrics = Metrics(1280, 720, 1.0)
    rule = RuleRef("kassala", "II.D.5")
    long = LogEntry("Nubian infantry and two more have moved next to the Ethiopian cavalry beside the wadi", rule)
    log = Log(bare=True)
    log.add(long, *(LogEntry(f"line {number}") for number in range(3)))
    alone = Log(bare=True)
    alone.add(long)
    ground = pygame.Surface((300, 400))
    alone.draw(ground, pygame.Rect(0, 0, 300, 300), metrics)
    assert alone.lines > 1
    seen = set()
    for height in range(80, 200):
        log.draw(ground, pygame.Rect(0, 0, 300, height), metrics)
        seen.add(log.lines)
        assert bool(log.links) == (log.lines > 3)
    assert seen == {3, 3 + alone.lines}
    assert alone.links


def test_the_same_reason_is_not_repeated() -> None:
    """A repeated reason of one player in one phase appears once, live or reloaded; in another phase, or after another
    reason, it appears again."""
    rules = catalog.rules("adua")
    match = Match.begin(rules, "adua", seed=1, players={"italian": "veteran", "abyssinian": "veteran"})
    live = GameLog(match, Log())
    live.read()
    for notation, why in (
        ("place i-ascari 2410", "one"), ("place iv-ascari 2413", "one"), ("place vii-ascari 2510", "two"),
        ("place viii-ascari 2513", "one"), ("end", "one"), ("place tecla-f1 0507", "one"), ("end", "one"),
        ("end", "one"), ("end", "one"),
    ):
        ply = match.play(notation, why)
        live.log_reason(ply, ())
        live.log_events(ply.events)
    again = GameLog(match, Log())
    again.read()

    def told(log: GameLog) -> list[str]:
        return [str(entry.text) for entry in log.log.entries]

    assert told(live) == told(again)
    assert ["Veteran: one", "Veteran: two", "Veteran: one", "Veteran: one", "Veteran: one", "Veteran: one"] == [
        line for line in told(live) if line.startswith("Veteran")]


@pytest.mark.usefixtures("folders")
def test_a_line_that_is_begun_has_no_gap_above_it() -> None:
    """In a log too low for two entries, the first lines of the older one begin at its upper edge."""
    pygame.init()
    pygame.display.set_mode((400, 300))
    log, m = Log(), Metrics(1280, 720, 1.0)
    log.add(LogEntry(" ".join(["A shot at the pikes"] * 12), kind="result"), LogEntry("Close combat", kind="result"))
    gaps = []
    for height in range(least_height(m, 2), least_height(m, 3)):
        target = pygame.Surface((300, height))
        log.draw(target, target.get_rect(), m)
        top = head_height(m, bare=True)
        first = next(y for y in range(top, height) if log.line_at((150, y)) is not None)
        gaps.append(first - top)
    assert max(gaps) <= m.px(BELOW_HEADLINE)


def test_the_newest_entry_shows_its_beginning_if_it_has_no_room() -> None:
    """The headline has its result anyway."""
    pygame.init()
    pygame.display.set_mode((400, 700))
    log, m, first_lines = Log(bare=True), Metrics(1280, 720, 1.0), []
    log.add(LogEntry(" ".join(f"shot {number}" for number in range(40)), kind="result"))
    for height in (600, 80):
        target = pygame.Surface((300, height))
        log.draw(target, target.get_rect(), m)
        first_lines.append(target.subsurface((0, 0, 300, m.px(18))).copy())
    assert digest(first_lines[0], "RGB") == digest(first_lines[1], "RGB")
