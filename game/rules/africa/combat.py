"""Reading the rolls: fire, artillery and shock results."""

from __future__ import annotations

from game.core.chance import D6
from game.core.event import Event, Noted, Rolled
from game.core.message import Brief, say, several
from game.core.verdict import RuleRef
from game.rules.africa import artillery, fire_coins, shock
from game.rules.africa.coin_tables import (
    ALL_DEMORALIZED,
    ALL_RETREAT,
    ALL_STRUCK,
    DEMORALIZED,
    DESTROYED,
    FIRE_RESULTS,
    HIT,
    MEANING,
    MISS,
    RESULT_COINS,
    RETREAT,
    barrage_result,
    flipped,
    severity,
)
from game.rules.africa.events import Decided, Revealed, WentBack
from game.rules.africa.outcome import capture, demoralize, flee, remove, strike
from game.rules.africa.state import (
    BY_ARTILLERY,
    BY_FIRE,
    BY_SHOCK,
    LIMIT,
    UNFOUGHT,
    Activation,
    Barrage,
    Clash,
    Losses,
    Shot,
    State,
    put,
)
from game.rules.africa.units import DIE_PLUS, HIDDEN, NONE, SIDES, rule

Applied = tuple[State, list[Event]]


def shot_fell(state: State, frame: Shot, faces: tuple[int, ...]) -> Applied:
    """A roll of a fire: the unit's own die, the coins that may hit, or the three of the result (6.1)."""
    setting = state.setting
    unit = setting.units[frame.unit]
    if fire_coins.fire_factor(state, frame.unit) < NONE and not frame.factor:
        plus = 1 if fire_coins.fire_factor(state, frame.unit) == DIE_PLUS else 0
        ahead = frame._replace(factor=faces[0])
        count = fire_coins.coin_count(state, frame.unit, frame.area, frame.leader, frame.defensive, faces[0])
        rolls = say("{unit} rolls {die} for its fire", unit=unit.name, die=f"{faces[0]} + 1" if plus else faces[0])
        note = Decided(rule("11.W.3"), rolls, several("{count} coin", "{count} coins", count))
        if count < HIT:
            return _pop(state), [note, Noted(rule("6.1"), several(
                "{count} coin cannot show {hit} heads: no hit", "{count} coins cannot show {hit} heads: no hit", count,
                hit=HIT))]
        return state._replace(frames=(*state.frames[:-1], ahead)), [note]
    if not frame.hit:
        count = fire_coins.coin_count(state, frame.unit, frame.area, frame.leader, frame.defensive, frame.factor)
        hit = faces[0] >= HIT
        target = setting.units[frame.target].name
        event = Rolled(rule("6.1"), (flipped(count, setting.cup),), faces, "hit" if hit else MISS,
                       say("a hit") if hit else say("no hit"),
                       say("{unit} at {target}", unit=unit.name, target=target), needed=HIT,
                       places=(setting.ground.ids[frame.area],))
        if not hit:
            return _pop(state), [event]
        return state._replace(frames=(*state.frames[:-1], frame._replace(hit=True))), [event]
    result = FIRE_RESULTS[faces[0]]
    target = setting.units[frame.target].name
    state = _struck(_pop(state), frame.target)
    fell = Rolled(rule("6.1"), (flipped(RESULT_COINS, setting.cup),), faces, result, MEANING[result], target,
                  places=(setting.ground.ids[frame.area],))
    after, events = _suffer(state, frame.target, result)
    return after, [fell, *events]


def _struck(state: State, slot: int) -> State:
    """The state in which fire has hit a unit: for the rest of the phase the next below is the target (ruling 22)."""
    frame, bit = state.frame, 1 << slot
    if isinstance(frame, Activation):
        return state._replace(frames=(*state.frames[:-1], frame._replace(struck=frame.struck | bit)))
    return state._replace(struck=state.struck | bit)


def _suffer(state: State, slot: int, result: str) -> Applied:
    """A fire result strikes one unit (6.1)."""
    if result == DESTROYED:
        return strike(state, slot, rule("6.1"))
    events: list[Event] = []
    if result == DEMORALIZED:
        state, events = demoralize(state, slot, rule("6.1"))
    assert result in (DEMORALIZED, RETREAT)
    return flee(state, (slot,), BY_FIRE), events


def barrage_fell(state: State, frame: Barrage, faces: tuple[int, ...]) -> Applied:
    """A gun's coins and die: the result holds for every unit of the area (9)."""
    setting = state.setting
    unit = setting.units[frame.unit]
    distance = setting.ground.ranges(state.at[frame.unit])[frame.area]
    result = barrage_result(faces[0], faces[1], distance)
    count = artillery.coin_count(state, frame.unit, frame.area, frame.leader)
    words = {ALL_RETREAT: say("all retreat"), ALL_DEMORALIZED: say("all demoralized"), ALL_STRUCK: say("all struck")}
    title = say("{unit} at {area}, range {distance}", unit=unit.name, area=setting.ground.titles[frame.area],
                distance=distance)
    fell = Rolled(rule("9"), (flipped(count, setting.cup), D6), faces, result, words.get(result, say("no effect")),
                  title, places=(setting.ground.ids[frame.area],))
    state = _pop(state)
    seat = 1 - unit.seat
    struck = shock.losers(state, frame.area, seat)
    events: list[Event] = []
    leaving = struck
    if result == ALL_STRUCK:
        regulars = [i for i in struck if setting.regulars >> i & 1]
        others = [i for i in struck if i not in regulars]
        for slot in regulars + others[:1]:
            state, more = strike(state, slot, rule("9"))
            events += more
        leaving = tuple(others[1:])
        result = ALL_DEMORALIZED
    if result == ALL_DEMORALIZED:
        for slot in leaving:
            state, more = demoralize(state, slot, rule("9"))
            events += more
    if result in (ALL_DEMORALIZED, ALL_RETREAT):
        state = flee(state, _with_company(state, leaving, frame.area, seat), BY_ARTILLERY)
    return state, [fell, *events]


def _with_company(state: State, leaving: tuple[int, ...], area: int, seat: int) -> tuple[int, ...]:
    """The units that artillery drives off; where none of their troops stays, convoys go before them and officers
    after them (9, rulings 8 and 27)."""
    setting = state.setting
    going = tuple(i for i in leaving if not setting.units[i].fixed)
    if not going or set(shock.losers(state, area, seat)) - set(going):
        return going
    company = [i for i in state.own(area, seat) if i not in going]
    convoys = [i for i in company if setting.convoys >> i & 1]
    return (*convoys, *going, *(i for i in company if setting.officers >> i & 1))


def clash_fell(state: State, frame: Clash, faces: tuple[int, ...]) -> Applied:
    """A roll of a shock combat: one unit's factor, or both sides' coins (6.2)."""
    setting = state.setting
    missing = shock.unknown(state, frame.area, frame.thrown)
    if missing:
        slot = missing[0][0]
        unit = setting.units[slot]
        hidden = unit.shock[0] == HIDDEN
        if hidden:
            state = state._replace(revealed=tuple(sorted((*state.revealed, (slot, faces[0])))))
        else:
            frame = frame._replace(thrown=(*frame.thrown, (slot, faces[0])))
        state = state._replace(frames=(*state.frames[:-1], frame))
        return state, [Revealed(rule("2.1"), unit.id, unit.name, faces[0], hidden)]
    dice = shock.dice(state, frame)
    ours, theirs = (die.coins for die in dice)
    winner: int | None
    title = say("Shock in {area}", area=setting.ground.titles[frame.area])
    if faces[0] == faces[1]:
        winner, row, meaning, name = None, 0, say("a tie; {meaning}", meaning=shock.TIE), shock.result_name(None, 0)
        verdict = Brief(say("A tie"), shock.TIE)
    else:
        winner = frame.attacker if faces[0] > faces[1] else 1 - frame.attacker
        row = severity(ours - faces[0] if winner == frame.attacker else theirs - faces[1])
        tails = several("{count} cross", "{count} crosses", row) if row < 4 else say("4 or more crosses")
        meaning = say("{side} wins, {crosses}: {meaning}", side=SIDES[winner], crosses=tails,
                      meaning=shock.MEANING[row])
        verdict = Brief(say("{side} wins", side=SIDES[winner]), Brief(tails, shock.MEANING[row]).text)
        name = shock.result_name(winner, row)
    fell = Rolled(rule("6.2"), dice, faces, name, meaning, title, groups=shock.GROUPS[frame.attacker],
                  places=(setting.ground.ids[frame.area],), verdict=verdict)
    state = _pop(state)
    if winner is None:
        after, events = go_back(state, frame.area, frame.attacker, rule("6.2", 10), BY_SHOCK)
    else:
        after, events = lose(state, frame.area, 1 - winner, row)
    return after, [fell, *events]


def lose(state: State, area: int, loser: int, row: int) -> Applied:
    """The losing side suffers a row of the shock results; all that is left of it retreats (6.2, ruling 10)."""
    events: list[Event] = []
    if row == 0:
        for slot in shock.fighters(state, area, loser):
            state, more = strike(state, slot, rule("6.2"))
            events += more
        after, more = beaten(state, area, loser, False, False, destroyed=True)
        return after, events + more
    struck = shock.losers(state, area, loser)
    if row == 1 and struck:
        return state._replace(frames=(*state.frames, Losses(loser, area, (len(struck) + 1) // 2))), []
    return beaten(state, area, loser, row == 1 or row == 2, row == 3)


def beaten(state: State, area: int, loser: int, shaken: bool, far: bool, destroyed: bool = False) -> Applied:
    """What is left of the losing side retreats; officers whose troops were all destroyed are taken (ruling 11)."""
    setting = state.setting
    own = [i for i in state.own(area, loser) if not setting.convoys >> i & 1]
    events: list[Event] = []
    if destroyed and not any(setting.fighters >> i & 1 for i in own):
        for slot in own:
            state, more = remove(state, slot, rule("6.2", 11))
            events += more
        return state, events
    for slot in shock.losers(state, area, loser) if shaken else ():
        state, more = demoralize(state, slot, rule("6.2"))
        events += more
    return flee(state, own, BY_SHOCK, far), events


def go_back(state: State, area: int, attacker: int, cited: RuleRef, cause: str) -> Applied:
    """Attackers who have not fought it out go back where they came from, or retreat where they cannot.

    After a tie (ruling 10), and officers whose troops have been driven off (10). Nobody goes back aboard (11.C.3).
    """
    setting, ground = state.setting, state.setting.ground
    events: list[Event] = [Noted(cited, say("The attackers leave {area}", area=ground.titles[area]))]
    stuck = []
    for slot in state.own(area, attacker):
        home = state.came_from(slot)
        free = home >= 0 and not (state.held[1 - attacker] | setting.ground.sea) >> home & 1
        if free and state.points(home, attacker) + setting.points[slot] <= LIMIT:
            state = put(state, slot, home)._replace(came=tuple(p for p in state.came if p[0] != slot))
            unit, path = setting.units[slot], (area, home)
            events.append(WentBack(cited, unit.id, unit.name, tuple(ground.ids[a] for a in path),
                                   tuple(ground.titles[a] for a in path)))
        else:
            stuck.append(slot)
    after, more = capture(flee(state, stuck, cause))
    return after, [*events, *more]


def abandoned(state: State) -> Applied:
    """Attacking officers whose troops defensive fire has driven off fight no shock combat: they leave, unless other
    troops have joined them by then (10, ruling 28).

    Where one must choose how he retreats, the officers in other areas wait for him.
    """
    events: list[Event] = []
    seat = state.now.phasing
    for area in shock.clash_areas(state):
        if not shock.fighters(state, area, seat):
            state, more = go_back(state, area, seat, rule("10"), UNFOUGHT)
            events += more
            if state.frames:
                break
    return state, events


def _pop(state: State) -> State:
    return state._replace(frames=state.frames[:-1])
