"""Before the battle: army options, deployment, swaps (4, 14.2). Each phase is one class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations

from game.core.action import Action
from game.core.decision import Answer, Done, apply_steps
from game.core.event import Noted
from game.core.indices import Seat, Slot, by_seat, by_slot, other
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.offer import Offer, Picked
from game.core.pose import Pose
from game.core.prompt import Duty
from game.core.verdict import Reason
from game.rules.renaissance.engine.actions import END, ChooseOption, RenaissanceEnd, RenaissancePlace, Swap
from game.rules.renaissance.engine.bases import bases_at, camp_at
from game.rules.renaissance.engine.decisions import PhasingSideDecision, begin_phase
from game.rules.renaissance.engine.edges import MAX_LANDED, inward_pose, why_no_landing, why_outside
from game.rules.renaissance.engine.events import Deployed
from game.rules.renaissance.engine.scoring import CLOSE_COMBAT_ROWS
from game.rules.renaissance.engine.state import BLUE, RED, SEATS, SIDES, BaseState, RenaissanceState, roster_of
from game.rules.renaissance.engine.tables import DISTANCES, GENERALS
from game.rules.renaissance.engine.words import MU, count_text, refuse, rule

DEFENDER_OPTION = "defender"
"""Name of the option for the defending side."""
MAX_SWAPS = 2
"""The most pairs of bases that may be swapped (14.2.8)."""


class Muster(PhasingSideDecision):
    """A side's choice of options of its army list (14.1.1)."""

    name = "muster"
    rule = rule("14.1.1")

    def question(self, state: RenaissanceState) -> Message:
        army = state.armies[state.seat]
        counts = Counter(army.army(state.army_options[state.seat]))
        elements = and_list(count_text(count, kind) for kind, count in counts.items())
        text = say("{army}: {elements}. Choose options, or accept the army", army=army.title, elements=elements)
        return text if army.options else say("{army}: {elements}", army=army.title, elements=elements)

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        yield Answer(END, label=say("Accept army"), is_default=True)
        army = state.armies[state.seat]
        for option in army.options:
            taken = option.name in state.army_options[state.seat]
            label = say("Undo: {option}", option=option.title) if taken else option.title
            yield Answer(ChooseOption(option.name), label=label)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if isinstance(action, ChooseOption):
            return refuse("14.1.1", say("The list has no option {name!r}", name=action.option))
        return super().why_not(state, action)

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        if isinstance(action, ChooseOption):
            taken = {*state.army_options[state.seat]} ^ {action.option}
            chosen = list(state.army_options)
            all_options = state.armies[state.seat].options
            chosen[state.seat] = tuple(option.name for option in all_options if option.name in taken)
            return muster_armies(replace(state, army_options=(chosen[0], chosen[1]))), ()
        titles = [option.title for option in state.armies[state.seat].options if option.name in
                  state.army_options[state.seat]]
        text = say("{side} takes: {options}", side=SIDES[state.seat], options=joined(titles, "; "))
        return apply_steps((state, (Noted(self.rule, text),) if titles else ()), _after_muster)


def _after_muster(state: RenaissanceState) -> Done[RenaissanceState]:
    """Let the other side muster its army, or begin the next phase."""
    if state.seat == RED:
        return begin_phase(state, "muster", BLUE)
    if state.terrain_pieces is None:
        return begin_phase(state, "camp", state.defender)
    return begin_phase(state, "aggression", RED) if given_defender(state.options) is None else begin_phase(
        state, "terrain", state.defender)


def given_defender(options: Sequence[str]) -> Seat | None:
    """The seat that the option ``defender`` sets; None for that of the scenario."""
    return next((seat for seat, name in by_seat(SEATS) if f"{DEFENDER_OPTION}={name}" in options), None)


def muster_armies(state: RenaissanceState) -> RenaissanceState:
    """The state with the bases of both armies, none of them deployed."""
    roster = roster_of([*army.army(options), "cf"]
                       for army, options in zip(state.armies, state.army_options, strict=True))
    return replace(state, roster=roster, units=tuple(BaseState(lost=base.kind == "cf") for base in roster))


class Deploy(PhasingSideDecision):
    """A side's deployment of its army in its zone (14.2.6)."""

    name = "deployment"
    rule = rule("14.2.6")
    mode = "place"
    complete = False

    def question(self, state: RenaissanceState) -> Message:
        to_deploy = len(bases_to_deploy(state))
        if to_deploy and state.armies[state.seat].may_land and state.ground.pieces("waterway"):
            return say("Deploy, or land up to {most} bases near the shore; {left} left",
                       most=MAX_LANDED, left=to_deploy)
        if to_deploy:
            return say("Deploy your bases in the zone; {left} left", left=to_deploy)
        return say("Adjust the deployment, or accept it")

    def main(self, state: RenaissanceState) -> tuple[Action, Text]:
        to_deploy = len(bases_to_deploy(state))
        deployable = sum(base.seat == state.seat and base.kind != "cf" for base in state.roster)
        return END, (say("Deploy all as proposed") if to_deploy == deployable else say("Deploy the rest") if to_deploy
                     else say("Accept deployment"))

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        to_deploy = bases_to_deploy(state)
        for slot in to_deploy[:1]:
            base = state.roster[slot]
            pose = next(proposed_poses(state, slot), None)
            if pose is not None:
                yield Answer(RenaissancePlace(base.id, pose), (base.id,), pose.text)
            camp = state.camps[state.seat]
            if camp is not None and why_not_there(state, slot, camp.pose) is None:
                yield Answer(RenaissancePlace(base.id, camp.pose), (base.id,), camp.pose.text)
        yield Answer(END, is_default=True)

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        match action:
            case RenaissanceEnd():
                return None
            case RenaissancePlace(unit, pose):
                return why_not_there(state, state.slots[unit], pose)
        return refuse("14.2.6", say("Only deployment is possible now"))

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        if isinstance(action, RenaissancePlace):
            return deploy_base(state, state.slots[action.unit], action.pose)
        to_deploy = bases_to_deploy(state)
        if to_deploy:
            order = sorted(to_deploy, key=lambda slot: state.kind(slot) in WING_KINDS)
            return apply_steps((state, ()), *(partial(deploy_at_proposed, slot=slot) for slot in order))
        return begin_phase(state, "camp", other(state.defender)) if state.seat == state.defender else begin_phase(
            state, "swap", state.defender)

    def duties(self, state: RenaissanceState) -> tuple[Duty, ...]:
        to_deploy = bases_to_deploy(state)
        if not to_deploy:
            return ()
        text = plural("{count} base still to be deployed", "{count} bases still to be deployed", len(to_deploy))
        return (Duty(tuple(state.id(slot) for slot in to_deploy), text, rule("14.2.6")),)


def bases_to_deploy(state: RenaissanceState) -> tuple[Slot, ...]:
    """The bases of the side to decide that are still to be deployed."""
    garrisons = {camp.garrison for camp in state.camps if camp is not None}
    return tuple(slot for slot, unit in by_slot(state.units)
                 if unit.pose is None and not unit.lost and state.roster[slot].seat == state.seat
                 and state.id(slot) not in garrisons)


def deploy_at_proposed(state: RenaissanceState, slot: Slot) -> Done[RenaissanceState]:
    """Deploy a base at the best of its proposed poses."""
    return deploy_base(state, slot, next(proposed_poses(state, slot)))


def deploy_base(state: RenaissanceState, slot: Slot, pose: Pose) -> Done[RenaissanceState]:
    """Deploy a base: on the table, or in its camp if the pose is the camp's."""
    base = state.roster[slot]
    camp = state.camps[base.seat]
    assert camp is not None
    in_camp = pose == camp.pose
    if in_camp:
        state = state.with_camp(base.seat, garrison=base.id)
    elif camp.garrison == base.id:
        state = state.with_camp(base.seat, garrison="")
    state = state.with_base(slot, pose=None if in_camp else pose)
    return state, (Deployed(rule("14.2.6"), base.id, base.name, pose.text, _place_text(state, pose, in_camp)),)


def _place_text(state: RenaissanceState, pose: Pose, in_camp: bool) -> Message:
    """Where a base is, as seen from its side: in the camp, on a wing, in the centre."""
    if in_camp:
        return say("in the camp")
    edge = state.base_edges[state.seat]
    (length, _), (along, _) = state.ground.extent(edge), state.ground.from_edge(edge, pose.spot)
    third = 3 * (along if edge in ("south", "west") else length - along) // length
    return (say("on the left wing"), say("in the centre"), say("on the right wing"))[min(third, 2)]


def why_not_deployable(state: RenaissanceState, slot: Slot) -> Reason | None:
    """Why the side to deploy may not deploy a base at all; None if it may (14.2.5, 14.2.6)."""
    base = state.roster[slot]
    if base.seat != state.seat:
        return refuse("14.2.6", say("{unit} is an enemy", unit=base.name))
    if base.kind == "cf":
        return refuse("14.2.5", say("Camp followers stay in the camp"))
    return None


def why_not_there(state: RenaissanceState, slot: Slot, pose: Pose) -> Reason | None:
    """Why a base may not be deployed at a pose; None if it may (14.2.6, 14.2.7)."""
    base = state.roster[slot]
    why = why_not_deployable(state, slot)
    if why is not None:
        return why
    camp = state.camps[base.seat]
    if camp is not None and pose == camp.pose:
        if base.element.mounted:
            return refuse("14.2.5", say("Only foot may be deployed in a camp"))
        if camp.garrison not in ("", base.id):
            return refuse("14.2.5", say("The camp holds one base"))
        return None
    outline = base.element.base.corners(pose)
    why = why_outside(state, base.seat, outline)
    if why is not None and (why := why_no_landing(state, slot, outline, why)) is not None:
        return why
    kinds_under = state.ground.kinds_under(outline)
    if "waterway" in kinds_under or "river" in kinds_under:
        return refuse("14.2.6", say("No base may be deployed in a river or a waterway"))
    if base.element.wheeled and state.ground.going(outline) == "bad":
        return refuse("14.2.6", say("{unit} may not be deployed in bad going", unit=base.name))
    overlapped = next(bases_at(state, outline, (slot,)), None)
    if overlapped is not None:
        return refuse("14.2.6", say("The base would overlap {unit}", unit=state.name(overlapped)))
    if camp_at(state, outline) is not None:
        return refuse("14.2.6", say("The base would overlap a camp"))
    return None


WING_KINDS = ("lh", "cv", "kn", "pi", "cm", "dr", "el")
"""Types proposed for the wings (chosen by hand)."""
WING_DISTANCE = 12 * MU
"""The farthest from the middle of the base edge, in units, at which a base of a wing is proposed before all others
(chosen by hand): beside a line of foot."""
PROPOSED_ROWS = (8 * MU, 6 * MU, 4 * MU, 2 * MU)
"""Distances in units of proposed poses from the base edge, the best first (chosen by hand)."""
GENERAL_ROWS = (4 * MU, 6 * MU, 2 * MU)
"""The same for a general."""
FINE_STEP = MU // 5
"""Distance in units between the poses that are proposed if none of those in rows is free (chosen by hand)."""


def proposed_poses(state: RenaissanceState, slot: Slot) -> Iterator[Pose]:
    """Legal poses for a base, the best first: good going before bad if bad going would harm it, then those that form a
    battle line: foot and guns in the middle, horse on the wings, the general behind; after these any others."""
    base = state.roster[slot]
    edge = state.base_edges[base.seat]
    length, on_wing = state.ground.extent(edge)[0], base.kind in WING_KINDS
    columns = sorted(range(DISTANCES.zone_side + MU, length - DISTANCES.zone_side, 2 * MU),
                     key=lambda along: -abs(along - length // 2) if on_wing else abs(along - length // 2))
    if on_wing:
        columns = [along for along in columns if abs(along - length // 2) <= WING_DISTANCE] + columns
    rows = GENERAL_ROWS if base.kind in GENERALS else PROPOSED_ROWS
    poses = [inward_pose(state, edge, along, depth) for depth in rows for along in columns]
    if base.element.mounted or base.element.wheeled or CLOSE_COMBAT_ROWS["bad-going"].applies(base.kind):
        poses.sort(key=lambda pose: state.ground.going(base.element.base.corners(pose)) == "bad")
    others = (inward_pose(state, edge, along, depth) for depth in range(DISTANCES.zone_depth, 0, -FINE_STEP)
              for along in range(DISTANCES.zone_side + MU, length - DISTANCES.zone_side, FINE_STEP))
    return (pose for pose in chain(poses, others) if why_not_there(state, slot, pose) is None)


class Swaps(PhasingSideDecision):
    """Swaps of up to two pairs of the defender's bases (14.2.8)."""

    name = "swap"
    rule = rule("14.2.8")
    asks = say("Swap up to two pairs of bases, or begin the battle")

    def answers(self, state: RenaissanceState) -> Iterator[Answer]:
        yield Answer(END, label=say("Begin the battle"), is_default=True)
        if _swaps_over(state):
            return
        swappable = [slot for slot in state.slots.values() if _why_fixed(state, slot) is None]
        for first, second in combinations(swappable, 2):
            if why_no_swap(state, first, second) is None:
                first_base, second_base = state.roster[first], state.roster[second]
                ids = first_base.id, second_base.id
                label = say("Swap {unit} and {other}", unit=first_base.name, other=second_base.name)
                yield Answer(Swap(*ids), ids, short_label=label)

    def offers(self, state: RenaissanceState, picked: Picked) -> Sequence[Offer]:
        """With one base selected, the bases it may be swapped with; with two, their swap."""
        offers = super().offers(state, picked)
        if len(picked.units) == 2:
            return [offer for offer in offers if set(offer.units) == set(picked.units)] or offers[:1]
        if not picked.units or not any(offer.actions for offer in offers):
            return offers
        return [Offer(units=(unit,)) for offer in offers for unit in offer.units if unit != picked.units[0]]

    def why_not(self, state: RenaissanceState, action: Action) -> Reason | None:
        if not isinstance(action, Swap):
            return refuse("14.2.8", self.question(state))
        return why_no_swap(state, state.slots[action.unit], state.slots[action.other])

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        if not isinstance(action, Swap):
            return begin_phase(state, "pips", other(state.defender))
        first, second = state.slots[action.unit], state.slots[action.other]
        text = say("{unit} and {other} swap places", unit=state.name(first), other=state.name(second))
        swapped = (*state.swapped_bases, *(state.id(slot) for slot in sorted((first, second))))
        new_poses = (first, _deployed_pose(state, second)), (second, _deployed_pose(state, first))
        after = _without_bases(state, first, second)
        for slot, pose in new_poses:
            after, _ = deploy_base(after, slot, pose)
        return replace(after, swapped_bases=swapped), (Noted(rule("14.2.8"), text),)


def why_no_swap(state: RenaissanceState, first: Slot, second: Slot) -> Reason | None:
    """Why two bases may not be swapped; None if they may (14.2.8)."""
    if _swaps_over(state):
        return refuse("14.2.8", say("Two pairs have been swapped already"))
    if first == second:
        return refuse("14.2.8", say("A swap needs two different bases"))
    why = _why_fixed(state, first) or _why_fixed(state, second)
    if why is not None:
        return why
    first_pose, second_pose = _deployed_pose(state, first), _deployed_pose(state, second)
    without_both = _without_bases(state, first, second)
    return why_not_there(without_both, first, second_pose) or why_not_there(
        deploy_base(without_both, first, second_pose)[0], second, first_pose)


def _swaps_over(state: RenaissanceState) -> bool:
    """Whether no further pair may be swapped."""
    return len(state.swapped_bases) >= 2 * MAX_SWAPS


def _why_fixed(state: RenaissanceState, slot: Slot) -> Reason | None:
    """Why a base may not be swapped with any other; None if it may."""
    name = state.name(slot)
    if state.roster[slot].seat != state.seat:
        return refuse("14.2.8", say("{unit} is an enemy", unit=name))
    if state.outline(slot) is None:
        return refuse("14.2.8", say("{unit} is not on the table", unit=name))
    if state.id(slot) in state.swapped_bases:
        return refuse("14.2.8", say("{unit} has been swapped already", unit=name))
    return None


def _deployed_pose(state: RenaissanceState, slot: Slot) -> Pose:
    """The pose of a deployed base: its own, or that of the camp it holds."""
    camp = state.camp_of(slot)
    return state.placed_base(slot).pose if camp is None else camp.pose


def _without_bases(state: RenaissanceState, *slots: Slot) -> RenaissanceState:
    """The state with the given bases neither on the table nor in their camp."""
    for slot in slots:
        if state.camp_of(slot) is not None:
            state = state.with_camp(state.roster[slot].seat, garrison="")
    return state.with_bases({slot: {"pose": None} for slot in slots})
