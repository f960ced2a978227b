"""Golden records: stored games that must always replay to the same hashes."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game import catalog
from game.core.contract import System
from game.core.decision import Decision, DecisionSystem
from game.core.interrupts import Interrupts
from game.match.hashing import hash_state
from game.match.history import Ply
from game.match.loading import Loaded, load
from game.match.match import Match
from game.match.replay import Replay
from tests.contract.option_sets import mixes, sided
from tests.records.make_golden import ending

FOLDER = Path(__file__).parent
RECORDS = [path for system in catalog.names() for path in sorted((FOLDER / system).glob("*.jsonl"))]

NAMED = [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in RECORDS]


@cache
def golden(path: Path) -> Loaded:
    """A golden record, loaded with each action checked and each hash compared."""
    return load(path)


@cache
def games(system: str) -> tuple[Match[object], ...]:
    """Every golden game of a system."""
    return tuple(golden(path).match for path in RECORDS if path.parent.name == system)


@pytest.fixture(scope="module", autouse=True)
def _drop_games() -> Iterator[None]:
    """Clear the caches after this module: no other test reads all these games, and garbage collection of the million
    objects in them would slow down the tests that follow."""
    yield
    golden.cache_clear()
    games.cache_clear()


@pytest.mark.every(8)
@pytest.mark.parametrize("path", NAMED)
def test_a_golden_record_replays(path: Path) -> None:
    """A golden record replays: actions are legal, hashes agree, and the game is over at the end."""
    loaded = golden(path)
    assert loaded.fault is None
    assert loaded.match.closed
    assert loaded.match.result is not None


@pytest.mark.every(24)
@pytest.mark.parametrize("path", NAMED)
@pytest.mark.parametrize("begin_every", [10, pytest.param(1, marks=pytest.mark.soak)])
def test_positions_and_notations_round_trip_all_along(path: Path, begin_every: int) -> None:
    """After each action of a record, its notation parses to the same action and the position loads with the same hash.

    A match begun from a position has that hash, too. Usually a match is begun after every tenth action; ``make soak``
    begins one after every action, too.
    """
    match = golden(path).match
    rules: System[object] = match.rules
    replay = Replay(match)
    while ply := replay.forward():
        assert ply.action == rules.parse(ply.action.notation)
        position = rules.position(replay.state)
        assert ply.hash == hash_state(rules, rules.from_position(position))
        if replay.actions_shown % begin_every == 0:
            other = Match.begin(rules, match.header.scenario, match.header.options, position=position)
            assert ply.hash == other.hash


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_every_scenario_and_option_set_has_one(system: str) -> None:
    """A scenario or a battle's mix of options without a golden record fails."""
    rules = catalog.rules(system)
    found = {(game.header.scenario, game.header.options) for game in games(system)}
    wanted: set[tuple[str, tuple[str, ...]]] = {(info.name, ()) for info in rules.scenarios}
    wanted |= {(info.name, mix) for info in rules.scenarios if not info.example for mix in mixes(rules, info)
               if not sided(rules, mix)}
    assert wanted - found == set()


@pytest.mark.every(6)
@pytest.mark.parametrize("system", catalog.names())
def test_every_ending_has_one(system: str) -> None:
    """Every ending of a battle listed beside the records has a golden record, and no record ends otherwise."""
    listed = set((FOLDER / system / "endings.txt").read_text("utf-8").splitlines())
    assert listed == {ending(game) for game in games(system)}


@pytest.mark.every(2)
@pytest.mark.parametrize("system", [name for name in catalog.names()
                                    if isinstance(catalog.rules(name), DecisionSystem)])
def test_every_decision_has_one(system: str) -> None:
    """Every class of decision of a system is pending somewhere in its golden records."""
    rules = catalog.rules(system)
    assert isinstance(rules, DecisionSystem)
    pending = {type(rules.decision(state)) for game in games(system)
               for state in (game.history.first_state, *(ply.state for ply in game.plies))}
    classes: list[type] = [Decision]
    for each in classes:  # a list that grows while it is read
        classes += each.__subclasses__()
    own = {each for each in classes
           if each.__module__.startswith(f"game.rules.{system}.") and not each.__subclasses__()}
    assert set() == own - pending


@pytest.mark.parametrize("system", catalog.names())
def test_golden_records_include_undo_dice_and_interrupts(system: str) -> None:
    """Golden records include undone actions, dice, and interrupts in systems that have them."""
    text = b"".join(path.read_bytes() for path in (FOLDER / system).glob("*.jsonl"))
    assert b'"line":"undo"' in text
    assert b'"action":"roll ' in text
    if isinstance(catalog.rules(system), Interrupts):
        assert any(ply.actor != seat for game in games(system) for ply, seat in plies_with_seat_to_act(game))


def plies_with_seat_to_act(game: Match[object]) -> list[tuple[Ply[object], str | None]]:
    """Every action of a game with the seat that had to act before it; another seat's action is an interrupt."""
    states = [game.history.first_state, *(ply.state for ply in game.plies)]
    return [(ply, game.rules.to_act(state)) for ply, state in zip(game.plies, states, strict=False)]
