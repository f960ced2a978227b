"""Every request of the protocol, with the toy system."""

from typing import Any

import pytest

from game import VERSION, catalog
from game.match.record import FORMAT
from tests.referee.talk import Talk

PROMPT = {"to_act", "may_interject", "phase", "turn", "text", "rule", "duties", "open", "roll", "draw_offer",
          "match_actions", "result"}


@pytest.fixture
def talk() -> Talk:
    """A conversation with a game of the toy."""
    talk = Talk()
    talk.ask("new", system="pebbles", seed=7)
    return talk


def test_systems(talk: Talk) -> None:
    """Every system is listed with all its details."""
    found = {system["name"]: system for system in talk.ask("systems")["systems"]}["pebbles"]
    assert found["title"] == catalog.rules("pebbles").theme.title
    assert found["scenarios"] == ["ring", "lesson"]
    assert found["options"][0] == {"name": "misere", "title": "Misere", "rule": "4"}
    assert found["seats"] == ["left", "right"]
    assert "random" in found["players"]


@pytest.mark.parametrize(("system", "name"), [("tours", "facts-values"), ("africa", "facts-values"),
                                              ("adua", "behind-the-line")])
def test_options_have_descriptions(talk: Talk, system: str, name: str) -> None:
    """An option has the screen's description, a choice those of its alternatives, if any."""
    found = {each["name"]: each for each in talk.ask("systems")["systems"]}[system]
    option = next(each for each in found["options"] if each["name"] == name)
    info = next(each for each in catalog.rules(system).options if each.name == name)
    assert str(info.summary) == option.get("summary", "")
    assert [str(each.summary) for each in info.alternatives] == [
        each.get("summary", "") for each in option.get("choices", ())]
    assert option.get("summary") or all(each["summary"] for each in option["choices"])


def test_new_is_answered_like_prompt() -> None:
    """The reply to ``new`` has the same fields as ``prompt``."""
    talk = Talk()
    assert {"ok", *PROMPT} == set(talk.ask("new", system="pebbles", scenario="ring", options=["misere"], seed=1))


def test_prompt(talk: Talk) -> None:
    """The prompt has the seat, the decision and its rule; duties have units, rule and ruling."""
    reply = talk.ask("prompt")
    assert (reply["to_act"], reply["phase"], reply["turn"], reply["rule"]) == ("left", "take", 1, "1")
    (duty,) = reply["duties"]
    assert duty.pop("text")
    assert duty == {"units": ["hand"], "rule": "1", "ruling": 2}
    assert reply["roll"] is None
    assert reply["result"] is None


def test_prompt_with_a_pending_roll(talk: Talk) -> None:
    """The prompt has the dice with their faces, and the outcomes with their chances as fractions."""
    reply = talk.ask("play", action="flip")
    assert reply["to_act"] == "chance"
    assert reply["roll"]["dice"] == [{"name": "coin", "faces": [0, 1]}]
    assert reply["roll"]["outcomes"] == {"less": "1/2", "more": "1/2"}


def test_prompt_at_the_end() -> None:
    """No seat is to act, and the result names the winner and the rule."""
    talk = Talk()
    talk.ask("new", system="pebbles", scenario="lesson")
    reply = talk.ask("play", action="take 2 0101")
    assert reply["to_act"] is None
    assert reply["result"] == {"winner": "left", "text": "left wins", "rule": "4", "ending": "last-pebble"}
    talk.refused("not-now", "play", action="take 1 0101")
    talk.refused("not-now", "roll")
    talk.refused("not-now", "suggest", player="random")
    assert talk.ask("legal") == {"ok": True, "actions": [], "complete": True}


def test_board(talk: Talk) -> None:
    """Places have names, terrain and the features of each border, the same from both sides."""
    places = talk.ask("board")["places"]
    assert {"0101", "0102", "0201"} == set(places)
    assert places["0201"]["name"] == "Saucer"
    assert places["0101"]["terrain"] == ["cup"]
    assert places["0101"]["neighbours"]["0102"] == [{"kind": "rim", "here": True}]
    assert places["0102"]["neighbours"]["0101"] == [{"kind": "rim", "here": False}]
    assert places["0101"]["directions"]["0102"] == "s"


def test_position_round_trips(talk: Talk) -> None:
    """``new`` with a reply of ``position`` gives the same state with the same hash, at every step."""
    for action in ("take 1 0101", "peek", "flip"):
        talk.ask("play", action=action)
        position = talk.ask("position")["position"]
        assert {"system", "turn", "phase", "to_act", "units"} <= set(position)
        other = Talk()
        other.ask("new", position=position)
        assert talk.ask("hash") == other.ask("hash")
        assert position == other.ask("position")["position"]


def test_partial_position(talk: Talk) -> None:
    """Missing keys take the scenario's default; system and options may be given in either place."""
    talk.ask("new", position={"system": "pebbles", "cups": {"0101": 1, "0102": 0, "0201": 0}})
    assert talk.ask("position")["position"]["turn"] == 1
    talk.ask("new", system="pebbles", options=["misere"], position={"seat": "right"})
    assert talk.ask("prompt")["to_act"] == "right"
    assert talk.ask("position")["position"]["options"] == ["misere"]


def test_bad_positions_change_nothing(talk: Talk) -> None:
    """An invalid position is refused, and the old game continues."""
    talk.ask("play", action="take 1 0101")
    before = talk.ask("hash")
    wrong: list[dict[str, Any]] = [
        {"cup": {}}, {"cups": {"0101": -1}}, {"cups": 7}, {"seat": "north"}, {"options": "misere"}
    ]
    for position in wrong:
        talk.refused("bad-position", "new", position={"system": "pebbles", **position})
    talk.refused("bad-position", "new", position={"system": 5})
    talk.refused("bad-request", "new", position={})
    talk.refused("bad-request", "new", system="kassala", position={"system": "pebbles"})
    talk.refused("unknown-system", "new", position={"system": "halma"})
    assert before == talk.ask("hash")


def test_legal(talk: Talk) -> None:
    """``legal`` lists all actions or the first few, as ``complete`` tells; a unit's actions are those that name it."""
    every = talk.ask("legal")
    assert every["complete"] is True
    assert "take 3 0201" in every["actions"]
    few = talk.ask("legal", limit=2)
    assert few == {"ok": True, "actions": every["actions"][:2], "complete": False}
    assert talk.ask("legal", unit="hand") == {"ok": True, "actions": [], "complete": True}
    assert "did you mean 'hand'" in talk.refused("bad-request", "legal", unit="hnd")["message"]


def test_legal_for_chance(talk: Talk) -> None:
    """During a pending roll every roll is listed."""
    talk.ask("play", action="flip")
    assert talk.ask("legal")["actions"] == ["roll 0", "roll 1"]


def test_check(talk: Talk) -> None:
    """The reply is legal, or every reason with rule, ruling, text and values."""
    assert talk.ask("check", action="take 1 0101") == {"ok": True, "legal": True}
    reply = talk.ask("check", action="take 3 0101")
    assert reply["legal"] is True
    talk.ask("play", action="take 3 0101")
    reply = talk.ask("check", action="take 2 0101")
    assert reply == {
        "ok": True,
        "legal": False,
        "reasons": [
            {"rule": "2", "ruling": 1, "text": "The cup holds too few", "values": {"asked": 2, "there": 1}},
        ],
    }
    talk.refused("bad-action", "check", action="drop everything")


def test_preview(talk: Talk) -> None:
    """An action that leads to a roll has a preview; others have none."""
    reply = talk.ask("preview", action="flip")
    assert (reply["attack"], reply["defence"], reply["column"]) == (1, 1, "1-1")
    assert reply["modifiers"] == [{"value": 1, "name": "pebble", "rule": "3", "unit": "coin"}]
    assert reply["outcomes"] == {"less": "1/2", "more": "1/2"}
    talk.refused("bad-request", "preview", action="peek")
    talk.refused("bad-action", "preview", action="!")
    talk.ask("play", action="take 3 0101")
    error = talk.refused("illegal", "preview", action="take 2 0101")
    assert error["reasons"] == talk.ask("check", action="take 2 0101")["reasons"]


def test_play(talk: Talk) -> None:
    """The reply has the events, then the prompt."""
    reply = talk.ask("play", action="take 2 0101")
    (event,) = reply["events"]
    said = "left takes 2 from 0101"
    assert event == {"type": "noted", "text": said, "rule": "1", "sentence": said}
    assert reply["to_act"] == "right"
    assert PROMPT <= set(reply)


def test_play_refused(talk: Talk) -> None:
    """An illegal action is refused with reasons, invalid notation with the expected form; nothing changes."""
    before = talk.ask("hash")
    error = talk.refused("illegal", "play", action="take 9 0101")
    assert error["reasons"][0]["rule"] == "2"
    assert error["reasons"][0]["values"] == {"count": 9}
    assert "expected" in talk.refused("bad-action", "play", action="")["message"]
    assert before == talk.ask("hash")


def test_event_fields_are_json(talk: Talk) -> None:
    """Fractions in an event are given as text."""
    (event,) = talk.ask("play", action="peek")["events"]
    assert (event["type"], event["bonus"]) == ("revealed", "1/3")


def test_roll(talk: Talk) -> None:
    """The roll is the program's or is entered; after an undo it is the same."""
    talk.refused("not-now", "roll")
    talk.ask("play", action="flip")
    talk.refused("not-now", "play", action="take 1 0101")
    for faces in ([], [2], [0, 1], [-1]):
        talk.refused("bad-roll", "roll", faces=faces)
    first = talk.ask("roll")
    assert first["faces"] in ([0], [1])
    assert first["events"]
    talk.ask("undo", consent=True)
    assert first == talk.ask("roll")
    talk.ask("undo", consent=True)
    assert talk.ask("roll", faces=[1])["faces"] == [1]


def test_undo(talk: Talk) -> None:
    """Undo is free until a roll, needs consent past it, and is refused before the first action."""
    start = talk.ask("hash")
    talk.refused("not-now", "undo")
    talk.ask("play", action="take 1 0101")
    talk.ask("undo")
    assert start == talk.ask("hash")
    talk.ask("play", action="flip")
    talk.ask("roll")
    talk.refused("not-now", "undo")
    talk.refused("not-now", "undo", consent=False)
    assert talk.ask("undo", consent=True)["to_act"] == "chance"


def test_suggest(talk: Talk) -> None:
    """The suggestion is a legal action with a reason; the game stays unchanged."""
    before = talk.ask("hash")
    reply = talk.ask("suggest", player="random")
    assert talk.ask("check", action=reply["action"])["legal"] is True
    assert isinstance(reply["why"], str)
    assert before == talk.ask("hash")
    assert "did you mean 'random'" in talk.refused("bad-request", "suggest", player="radnom")["message"]
    talk.refused("bad-request", "suggest", player="random", limit_s=0)
    talk.ask("play", action="flip")
    talk.refused("not-now", "suggest", player="random")


def test_suggest_without_a_plan_says_so(talk: Talk) -> None:
    """A player that does not search has no plan and no odds to report."""
    reply = talk.ask("suggest", player="random")
    assert ([], None, None, []) == tuple(reply[key] for key in ("plan", "value", "odds", "alternatives"))


def test_hash_is_of_the_state(talk: Talk) -> None:
    """The hash is sixteen bytes in hex, and differs between states."""
    start = talk.ask("hash")["hash"]
    assert len(bytes.fromhex(start)) == 16
    talk.ask("play", action="take 1 0101")
    assert start != talk.ask("hash")["hash"]


def test_version_needs_no_game() -> None:
    """The reply has the versions of the protocol, the record format and the program, the last as in the package."""
    reply = Talk().ask("version")
    assert reply == {"ok": True, "protocol": 1, "program": f"Drumhead {VERSION}", "record_format": FORMAT}


def test_rolls_name_their_seat_and_legal_takes_one(talk: Talk) -> None:
    """A roll names its seat; ``legal`` accepts the seat to act, and refuses another."""
    assert talk.ask("legal") == talk.ask("legal", seat="left")
    talk.refused("not-now", "legal", seat="right")
    attacker = talk.ask("new", system="kassala", scenario="example-c")["to_act"]
    attack = next(action for action in talk.ask("legal", seat=attacker)["actions"] if action.startswith("attack"))
    assert attacker == talk.ask("play", action=attack)["roll"]["seat"]


@pytest.mark.parametrize(
    ("do", "keys"),
    [("board", {}), ("position", {}), ("prompt", {}), ("legal", {}), ("check", {"action": "flip"}),
     ("preview", {"action": "flip"}), ("play", {"action": "flip"}), ("roll", {}), ("undo", {}),
     ("suggest", {"player": "random"}), ("save", {"path": "x"}), ("hash", {})],
)
def test_without_a_game(do: str, keys: dict[str, str]) -> None:
    """Requests that need a game are refused."""
    Talk().refused("not-now", do, **keys)


def test_unknown_names(talk: Talk) -> None:
    """Unknown systems have their own code; unknown scenarios and options are bad requests with a list of the known
    ones."""
    assert "did you mean 'pebbles'" in talk.refused("unknown-system", "new", system="pebles")["message"]
    assert "ring, lesson" in talk.refused("bad-request", "new", system="pebbles", scenario="x")["message"]
    assert "misere" in talk.refused("bad-request", "new", system="pebbles", options=["miser"])["message"]
    assert talk.ask("prompt")["turn"] == 1


@pytest.mark.parametrize(("system", "scenario", "times"), [("kassala", "kassala", 6), ("africa", "castillejos", 30)])
def test_a_suggestion_names_its_plan_and_the_next_best(system: str, scenario: str, times: int) -> None:
    """The plan starts with the action and can be played to its end; odds are the value as a chance of winning,
    both rounded; alternatives come best first; the plan is not among them, and no alternative has a higher value."""
    talk, planned, weighed = Talk(), 0, 0
    asked = talk.ask("new", system=system, scenario=scenario, seed=4)
    for _ in range(times):
        if asked["to_act"] == "chance":
            asked = talk.ask("roll")
            continue
        reply = talk.ask("suggest", player="veteran", limit_s=0.3)
        plan = reply["plan"] or [reply["action"]]
        assert plan[0] == reply["action"]
        found = [other["value"] for other in reply["alternatives"]]
        assert found == sorted(found, reverse=True)
        assert all(reply["value"] >= value for value in found)
        assert len(found) <= 3
        for each in (reply, *reply["alternatives"]):
            told = None if each["value"] is None else pytest.approx((1 + each["value"]) / 2, abs=0.01)
            assert each["odds"] == told
        assert all(other["plan"] != plan for other in reply["alternatives"])
        assert all(talk.ask("check", action=other["plan"][0])["legal"] for other in reply["alternatives"])
        planned, weighed = planned + (len(plan) > 1), weighed + bool(found)
        for notation in plan:
            asked = talk.ask("play", action=notation)
            if asked["to_act"] == "chance":
                break
    assert planned
    assert weighed


def test_the_actions_of_a_unit_are_all_listed(talk: Talk) -> None:
    """They are all listed even if those of all units are only sampled."""
    talk.ask("new", system="adua", scenario="adua", seed=1)
    for _ in range(4):
        talk.ask("play", action="end")
    assert not talk.ask("legal")["complete"]
    for unit in ("i-ascari", "i-bersaglieri", "quick-guns"):
        listed = talk.ask("legal", unit=unit)
        assert listed["complete"]
        assert listed["actions"]
        assert all(talk.ask("check", action=action)["legal"] for action in listed["actions"][:5])
