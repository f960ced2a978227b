"""Resigning and agreeing on a draw: actions of the match, the same for every system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.core.action import BadNotation
from game.core.verdict import Illegal, IllegalAction
from game.match.captions import caption
from game.match.captions import describe as describe_action
from game.match.errors import NotNow
from game.match.loading import branch, load, resume
from game.match.match import Match
from game.match.record import FORMAT, Header, seal
from game.match.replay import Replay
from game.match.store import describe


def opened(rules: Any, record: Path | None = None) -> Match[Any]:
    """A game in which the left side has started and both sides can act in turn."""
    return Match.begin(rules, seed=3, record=record)


def acted(match: Match[Any]) -> str:
    """Do an action in the game, except a roll; return the seat that did it."""
    while match.to_act == "chance":
        match.roll()
    return match.play(match.rules.candidates(match.state)[-1]).actor


def acted_by(match: Match[Any], seat: str) -> None:
    """Play on until a seat has acted."""
    while acted(match) != seat:
        pass


@pytest.mark.parametrize("system", ["kassala", "tours", "adua", "africa", "pebbles"])
def test_a_side_resigns(system: str, tmp_path: Path) -> None:
    """A side may resign at any time and out of turn; the other side wins, no further action is possible, and the record
    says so."""
    path = tmp_path / "game.jsonl"
    rules = catalog.rules(system)
    scenario = next(info.name for info in rules.scenarios if not info.example)
    match: Match[Any] = Match.begin(rules, scenario, seed=3, record=path)
    loser, winner = rules.seats
    before = match.hash, match.state
    match.resign(loser)
    result = match.result
    assert result is not None
    assert (winner, "resignation", "resignation") == (result.winner, result.ending, str(result.rule))
    assert "resigns" in str(result.text)
    assert before == (match.hash, match.state)
    assert match.to_act is None
    assert ("over", None, ()) == (match.prompt.mode, match.prompt.to_act, match.agreements)
    with pytest.raises(NotNow, match="over"):
        match.resign(winner)
    with pytest.raises(NotNow, match="over"):
        match.play(rules.candidates(match.state)[0])
    assert isinstance(match.check(rules.candidates(match.state)[0]), Illegal)
    match.release()
    again = load(path)
    assert again.fault is None
    assert str(result.text) == str(again.match.result and again.match.result.text)
    save = describe(path)
    assert (winner, str(result.text), False) == (save.winner, save.result, save.interrupted)


def test_a_draw_is_offered_and_accepted(rules: Any) -> None:
    """The other side may accept a draw at any time while the offer is open."""
    match = opened(rules)
    acted_by(match, "left")
    assert match.draw_offer is None
    match.offer_draw("left")
    assert match.draw_offer == "left"
    assert match.result is None
    assert {"accept-draw right", "decline-draw right", "resign left", "resign right"} == {
        action.notation for action in match.agreements}
    match.answer_draw(accept=True)
    result = match.result
    assert result is not None
    assert ("draw", "agreement") == (result.winner, result.ending)


@pytest.mark.parametrize(("actions", "stands"), [
    ((), True), (("own",), True), (("own", "other"), False), (("other",), False), (("decline",), False),
])
def test_an_offer_stands_until_the_other_side_acts(rules: Any, actions: tuple[str, ...], stands: bool) -> None:
    """Actions of the offering side and dice leave the offer open."""
    match = opened(rules)
    acted_by(match, "left")
    offering = "right" if actions[:1] == ("own",) and match.to_act == "right" else "left"
    if actions[:1] == ("own",):
        while match.to_act == "chance":
            match.roll()
        offering = str(match.to_act)
    elif actions[:1] == ("other",):
        while match.to_act == "chance":
            match.roll()
        offering = next(seat for seat in rules.seats if seat != match.to_act)
    match.offer_draw(offering)
    for what in actions:
        if what == "decline":
            match.answer_draw(accept=False)
        elif what == "own":
            assert acted(match) == offering
        else:
            acted_by(match, next(seat for seat in rules.seats if seat != offering))
    assert stands == (match.draw_offer == offering)
    if not stands:
        with pytest.raises(NotNow, match="no draw"):
            match.answer_draw(accept=True)


def test_refused_agreements_say_why(rules: Any) -> None:
    """A side cannot accept without an offer or accept its own offer, and cannot repeat an offer at will."""
    match = opened(rules)
    for wrong in ("accept-draw left", "decline-draw right"):
        with pytest.raises(IllegalAction, match="No draw is offered"):
            match.play(wrong)
    match.offer_draw("left")
    with pytest.raises(IllegalAction, match="No draw is offered to the Left side"):
        match.play("accept-draw left")
    with pytest.raises(IllegalAction, match="accept or decline"):
        match.play("offer-draw right")
    with pytest.raises(IllegalAction, match="already"):
        match.play("offer-draw left")
    match.answer_draw(accept=False)
    with pytest.raises(IllegalAction, match="must act before"):
        match.play("offer-draw left")
    acted_by(match, "left")
    match.offer_draw("left")
    for wrong in ("resign nobody", "resign left right", "accept-draw x"):
        with pytest.raises(BadNotation, match="left or right"):
            match.play(wrong)


def test_the_seat_may_be_left_out(rules: Any) -> None:
    """An offer without a seat is made by the seat to act; an answer comes from the seat that was offered a draw."""
    match = opened(rules)
    while match.to_act == "chance":
        match.roll()
    seat = match.to_act
    assert f"resign {seat}" == match.parse("resign").notation == match.parse(" resign ").notation
    assert seat == match.play("offer-draw").actor
    assert seat != match.play("accept-draw").actor


def test_dice_do_not_depend_on_offers(rules: Any) -> None:
    """The same actions give the same rolls, whatever draw offers are made in between."""
    faces = []
    for offers in (False, True):
        match, found = opened(rules), []
        for _ in range(12):
            if match.to_act is None:
                break
            if match.to_act == "chance":
                found.append(match.roll().action.notation)
            else:
                if offers and not isinstance(match.check(match.parse("offer-draw")), Illegal):
                    match.play("offer-draw")
                acted(match)
        faces.append(found)
    assert faces[0]
    assert faces[0] == faces[1]


@pytest.mark.parametrize("actions", [("resign left",), ("offer-draw left",), ("offer-draw left", "accept-draw right")])
def test_undo_needs_consent(rules: Any, path: Path, actions: tuple[str, ...]) -> None:
    """Undoing an offer needs the other side's consent, because it has seen the offer; the game then continues as
    before, also in the record."""
    match = opened(rules, path)
    while match.to_act == "chance":
        match.roll()
    count = len(match.plies)
    for action in actions:
        match.play(action)
    with pytest.raises(NotNow, match="consent"):
        match.undo(count)
    match.undo(count, consent=True)
    assert match.result is None
    assert match.draw_offer is None
    acted(match)
    match.release()
    again = load(path)
    assert again.fault is None
    assert again.match.hash == match.hash


def test_a_replay_shows_resignations_and_offers(rules: Any, path: Path) -> None:
    """A replay shows them as steps with words and an event; a new game can be started before them."""
    match = opened(rules, path)
    acted(match)
    match.offer_draw("left")
    match.answer_draw(accept=False)
    match.resign("right")
    replay = Replay(match)
    replay.go(len(replay))
    shown: list[Any] = []
    while (ply := replay.back()) is not None:
        shown.extend(ply.events[-1:])
    assert [("right", "resign"), ("right", "decline-draw"), ("left", "offer-draw")] == [
        (event.seat, event.action) for event in shown[:3]]
    assert str(shown[0].text) == str(describe_action(rules, match.state, match.plies[-1].action))
    fork = branch(match, len(match.plies) - 1)
    assert fork.result is None
    acted(fork)


def test_older_records_are_read_and_can_end_so(rules: Any, path: Path) -> None:
    """A record of format 3 is continued in its file, and reads back with its end."""
    match = opened(rules)
    header = match.header
    old = Header(**{name: getattr(header, name) for name in header.__struct_fields__} | {"drumhead": 3})
    line, _ = seal(old, "")
    path.write_bytes(line + b"\n")
    assert FORMAT == 5
    loaded = resume(path)
    assert loaded.fault is None
    loaded.match.resign("left")
    loaded.match.release()
    again = load(path)
    assert again.fault is None
    assert again.match.result is not None
    assert (3, "right") == (again.match.header.drumhead, again.match.result.winner)


@pytest.mark.parametrize(("record", "told"), [
    ("kassala", "Christians: end of the movement phase"), ("kassala", 'Moslems: "Skip advance"'),
    ("tours", 'Franks: "Resolve the attacks"'),
])
def test_the_end_of_a_phase_is_told_as_such(record: str, told: str) -> None:
    """A caption is no command: an action that has only a button's label is the end of its phase, or quoted."""
    match = load(Path("tools/games") / f"{record}.jsonl").match
    before, captions = match.history.first_state, list[str]()
    for ply in match.plies:
        if ply.actor in match.rules.seats:
            captions.append(str(caption(match.rules, before, ply.action, ply.state, ply.actor)))
        before = ply.state
    assert told in captions
    assert not [text for text in captions if ": End" in text]
