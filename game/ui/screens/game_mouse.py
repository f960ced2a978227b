"""The mouse on the game screen: pointing explains, clicking picks up and goes, dragging carries."""

from __future__ import annotations

from math import hypot

import pygame

from game.board.measuring import Outline
from game.core.chance import CHANCE
from game.core.message import say
from game.core.pose import BASE
from game.core.verdict import Reason, RuleRef
from game.ui.board.held import peg_size
from game.ui.play.measuring import outline_of
from game.ui.play.pointing import Over
from game.ui.play.proposals import SCREEN, Refusal
from game.ui.screens import game_sheets as sheets
from game.ui.screens import phase_list
from game.ui.screens.facing_mouse import GRIP, AimingMouse, FacingMouse
from game.ui.screens.game_frame import GameFrame
from game.ui.sheets.plane_geometry import WIDTH

DOUBLE_SECONDS = 0.45
"""Between the two clicks of a double one, at most."""


class Mouse:
    """What the pointer's moves and the left button mean."""

    def __init__(self, screen: GameFrame) -> None:
        self._screen, self.game = screen, screen.game
        game, self._view, self._stage = screen.game, screen.view, screen.stage
        self._flow, self._controller, self._selection = game.flow, game.controller, game.selection
        self._pointing, self._hand, self._measuring, self._band = game.pointing, game.hand, game.measuring, game.band
        self._down: tuple[int, int] | None = None
        """Where the button went down on a counter that is in hand now."""
        self._puts_down = False
        """Whether letting go without carrying puts that counter down."""
        self._gathered = False
        """Whether the press picked up a group, which lies in hand until the pointer is away from it."""
        self._either: tuple[str, str, tuple[int, int]] | None = None
        """A counter pressed where what is in hand may go, its place, and where: letting go sends the one in hand there,
        moving the pointer carries the one pressed."""
        self._pressed: tuple[str | None, float] = (None, -9.0)
        """The counter pressed last, and when."""
        self._gripped: tuple[int, int] | None = None
        """Where what is held over a table without a grid was gripped."""
        self.dragging = False
        """Whether it is held by the button: letting that go puts it down."""
        self._now = 0.0
        self.facing, self._aiming = FacingMouse(screen), AimingMouse(screen)
        self.at = (-1, -1)
        """Where the pointer is."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a mouse event; whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            return self._turn(event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 3 and self._screen.on_map(event.pos):
            self._selection.clear()
            return True
        return False

    def _point(self, pos: tuple[int, int]) -> None:
        """Move the pointer: what it is over explains itself; what it has gripped follows it."""
        game, self.at = self.game, pos
        self._pointing.at = pos
        if self._screen.minimap.pull(pos, self._screen.px(100) / 100):
            game.dirty = True
            return
        self._carry(pos)
        self.facing.pull(pos)
        self._hold(pos)
        tray = game.tray_shown and self._screen.tray_rect.collidepoint(pos)
        self._pointing.hover = self._screen.place_at(pos) if not tray else None
        self._pointing.over = self._screen.unit_at(pos) if self._pointing.hover is not None else None
        self._pointing.keyboard = False
        self._pointing.line, self._pointing.sign = phase_list.meant_at(self._screen, pos)
        self._tell()
        self._pointing.named = self._named_at(pos)
        told = self._pointing.named or self._screen.places_told_at(pos)
        self._screen.app.point_at_link(self._link_at(pos) is not None or bool(told))

    def _tell(self) -> None:
        """Say to the middle card what the pointer is over."""
        pos = self.at
        card = Over.CARD if self._screen.column.middle.rect.collidepoint(pos) else Over.ELSEWHERE
        over = Over.MAP if self._screen.on_table(pos) else card
        self._pointing.explained.point(over, self._pointing.hover, self._pointing.over)

    def _link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is printed at a point, on whatever paper lies there; on the slip not while something is
        held over a table without a grid, which may be put down below it."""
        above = self._screen.rule_of_objectives(pos)
        slip = self._screen.slip.link_at(pos) if not self._hand.units else None
        return above or slip or self._screen.column.link_at(pos)

    def _named_at(self, pos: tuple[int, int]) -> tuple[str, ...]:
        """The units on the map that the line of print at a point names."""
        return self.game.named_units.units(self._screen.told_at(pos))

    def look(self, dt: float) -> None:
        """Let ``dt`` seconds pass: a stack may have spread or folded beneath a pointer at rest."""
        self._now += dt
        over = self._screen.unit_at(self.at) if self._pointing.hover is not None else None
        if over != self._pointing.over:
            self._pointing.over, self.game.dirty = over, True
            self._tell()
        if self._pointing.named and self._pointing.named != (named := self._named_at(self.at)):
            self._pointing.named, self.game.dirty = named, True
        if self._pointing.explained.update(dt, (self.game.situation.state, self._selection.selected)):
            self.game.dirty = True

    def let_go(self) -> None:
        """What is carried goes back to where it was, though the button is still down."""
        self._down, self._puts_down, self._either, self.dragging = None, False, None, False
        self.facing.let_go()
        self._view.carry.put_back()
        self._hand.put_back()
        self.game.dirty = True

    def relaid(self) -> None:
        """The window has been laid out again: what is carried goes back, and the pointer is over what lies there."""
        if self._view.carry.held or self.dragging:
            self.let_go()
        self._down, self._puts_down, self._either = None, False, None
        if self._pointing.hover is not None:
            self._pointing.hover = self._screen.place_at(self.at)

    def _hold(self, pos: tuple[int, int]) -> None:
        """Let a stick that is laid, or what is held over a table without a grid, follow the pointer."""
        game = self.game
        if not self._screen.on_map(pos):
            return
        at = self._view.spot_at(pos)
        self._measuring.move(self._end(pos))
        if self._band.drawn:
            self._band.move(at)
            game.dirty = True
        elif self._hand.units and not self._measuring.out:
            self._hand.move(at)
            game.dirty = True

    def _end(self, pos: tuple[int, int]) -> Outline:
        """The end of a measuring stick at a point: the base there, else the point."""
        unit = self._screen.unit_at(pos)
        return outline_of(self.game.situation.counters.get(unit or ""), self._view.spot_at(pos))

    def _turn(self, notches: int) -> bool:
        """A notch of the wheel turns what is held."""
        game = self.game
        if self.facing.wheel(notches, self.at) or self._step(notches):
            return True
        if not self._hand.units or not self._screen.on_map(self.at):
            return False
        self._hand.turn(-notches)
        game.dirty = True
        return True

    def _step(self, notches: int = 0) -> bool:
        """A press on a sign at an arrow's number, or a notch of the wheel on it, makes it less or more; whether it was
        meant so."""
        game = self.game
        if not self._screen.on_map(self.at) or not self._flow.is_human(self._flow.seat):
            return False
        if self._stage.busy and self._view.number_at(self.at) is not None:
            game.skip()
        number = self._view.number_at(self.at)
        if number is None:
            return False
        signed = [action for _, box, action in number.signs if box.collidepoint(self.at)]
        if not notches and not signed:
            return False
        action = signed[0] if not notches else number.more if notches > 0 else number.less
        if action is not None and game.may_act:
            game.play(action)
        return True

    def _carry(self, pos: tuple[int, int]) -> None:
        """Lift what the button went down on once the pointer has gone far enough, and let it follow."""
        view, held = self._view, self._selection
        if self._view.carry.held:
            view.carry.move(pos)
            return
        if self._either is not None and hypot(pos[0] - self._either[2][0], pos[1] - self._either[2][1]) > GRIP:
            (unit, _, self._down), self._either = self._either, None
            held.select(unit)
        if self._down is None or held.selected is None or not held.active:
            return
        if hypot(pos[0] - self._down[0], pos[1] - self._down[1]) > GRIP:
            if self._hand.units:
                self.dragging = True
                return
            view.lift((held.selected, *held.group, *held.coming), self._down)
            view.carry.move(pos)

    def _press(self, pos: tuple[int, int]) -> bool:
        self._down, self._puts_down, self._either = None, False, None
        game = self.game
        rule = self._link_at(pos)
        if rule is not None:
            sheets.open_rulebook(game, rule)
            return True
        if phase_list.press(game, self._screen.column.overview, pos):
            return True
        if self._screen.minimap.press(pos, self._screen.px(100) / 100):
            game.dirty = True
            return True
        spot = self._screen.column.middle.spot_at(pos)
        if spot is not None:
            game.commands.pick_spot(spot)
            return True
        named, happened = self._named_at(pos), self._screen.places_told_at(pos)
        if named or happened:
            game.named_units.show(named, happened)
            return True
        if not self._screen.on_table(pos) or (game.hint is not None and self._screen.slip.rect.collidepoint(pos)):
            return False
        game.hint = game.hint if self._flow.seat == CHANCE else None
        if self._stage.rolled is not None and not self._stage.busy:
            self._stage.rolled = None
        if self._flow.seat == CHANCE and not self._stage.busy and not game.held:
            self._roll(pos)
            return True
        if self._measuring.out:
            self._measuring.begin(self._end(pos))
            return True
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            self._join(pos)
            self._hand.put_back(until_away=True)
            return True
        self.at = pos
        free = game.may_act and self._selection.selected is None and self._screen.unit_at(pos) is None
        if free and game.rules.traits.board == "plane" and game.situation.prompt.mode == "move":
            self._band.begin(self._view.spot_at(pos))
        if not self._step():
            self._press_counter(pos)
        return True

    def _roll(self, pos: tuple[int, int]) -> None:
        """A press while dice are due: on the tray it rolls them; on a place or a counter it is said that they wait."""
        game = self.game
        if self._screen.tray_rect.collidepoint(pos):
            game.roll()
            return
        place = self._screen.place_at(pos)
        if place is not None and self._flow.is_human(self._flow.roller):
            waits = Reason(SCREEN, say("The dice come first: they lie ready in the tray"))
            self._selection.refusal = Refusal(place, (waits,))

    def picks_up(self, pos: tuple[int, int]) -> bool:
        """Whether a press there does no more than pick a counter up: one that can do something, with none in hand."""
        game, held = self.game, self._selection
        if not self._screen.on_map(pos) or self._screen.tray_rect.collidepoint(pos):
            return False
        free = held.selected is None and game.interruption.moment is None
        return free and self._screen.unit_at(pos) in held.able

    def _press_counter(self, pos: tuple[int, int]) -> None:
        """Press on the map: a counter in hand waits for what follows, anything else is clicked at once."""
        game, selection = self.game, self._selection
        angle = self._view.facing_at(pos)
        if angle is not None:
            game.play(self._controller.face(angle))
            return
        parked, lies = self._hand.parked, self._hand.lies
        if parked and self._grip(pos):
            self._down = pos
            return
        place, unit = self._screen.place_at(pos), self._screen.unit_at(pos)
        if lies and unit is None:
            unit = self._just_beside(pos)
        twice = unit is not None and unit == self._pressed[0] and self._now - self._pressed[1] <= DOUBLE_SECONDS
        self._pressed = unit, self._now
        control = pygame.key.get_mods() & pygame.KMOD_CTRL
        held = self._in_hand(unit)
        self._aiming.press(unit, pos)
        self._screen.app.sounds.play("click")
        if control and self._hand.lifted:
            self._hand.bend()
            return
        if control and selection.route is not None and selection.route.legs:
            game.commands.plan(place)
            return
        if control and game.planning.plan(place):
            return
        whole = unit is not None and bool(control or (twice and held))
        taken = whole and game.stacks.take(place)
        if taken or game.interruption.call_on(unit):
            self._pressed = (None, -9.0)
        elif self._lets_go(pos, place, unit, lies):
            self._put_down()
            return
        elif held and place not in selection.choices.meanings:
            selection.refusal, self._puts_down = None, not parked
        elif place is not None and unit is not None and self._means_either(place, unit):
            self._either = unit, place, pos
            return
        elif self.facing.press(place, unit, pos):
            return
        elif (choice := game.choosing.outlined(self._view.spot_at(pos))) is not None:
            game.choosing.choose(choice)
            return
        else:
            game.play(self._controller.click(place, unit))
        self._down = pos if taken or self._in_hand(unit) else None
        if self._down is not None and self._hand.units and not self._hand.lifted:
            self._grip(pos)
            self._gathered = taken

    def _join(self, pos: tuple[int, int]) -> None:
        """A click with Shift: the counter there goes along, or its whole stack where nothing is picked up yet."""
        game, held = self.game, self._selection
        unit, place = self._view.unit_at(pos), self._view.place_at(pos)
        game.dirty = True
        if not held.active or unit is None:
            return
        if place is not None:
            held.cursor, held.steered = place, True
        if held.selected is None and not any(one in held.able for one in game.situation.stacks.get(
                place or "", (unit,))):
            game.play(self._controller.click(place, unit))  # it says why nothing there is picked up
        elif held.selected is None:
            game.stacks.join_all()
        else:
            game.stacks.join(unit)

    def _put_down(self) -> None:
        """Put down what is held by the mouse; what is refused lies where it stands again, still in hand."""
        if not self.game.put_down():
            self._hand.put_back()

    def _just_beside(self, pos: tuple[int, int]) -> str | None:
        """What lies in hand, if a point is hardly beside it: that grips it, and sends it nowhere."""
        around = (0, GRIP), (0, -GRIP), (GRIP, 0), (-GRIP, 0)
        return next((unit for dx, dy in around if (unit := self._screen.unit_at((pos[0] + dx, pos[1] + dy)))
                     in self._hand.units), None)

    def _grip(self, pos: tuple[int, int]) -> bool:
        """Take hold of what is in hand at a point; whether at a corner, to turn it. Elsewhere it is carried."""
        view = self._view
        self._gripped = pos
        return self._hand.grip(view.spot_at(pos), round(2 * peg_size(view.stacks.px) * BASE / (
            WIDTH * view.camera.scale)))

    def _lets_go(self, pos: tuple[int, int], place: str | None, unit: str | None, lies: bool) -> bool:
        """Whether a press puts down what is held over a table without a grid: not where it means something else, or
        where the pointer has hardly moved since it was gripped."""
        hand, held = self._hand, self._selection
        if lies and unit is None:
            at = self._view.spot_at(pos)
            hand.follow(at, near=True)
            hand.move(at)
        if not hand.lifted or place in held.choices.meanings:
            return False
        if self._in_hand(unit):
            return self._gripped is None or hypot(pos[0] - self._gripped[0], pos[1] - self._gripped[1]) > GRIP
        return unit not in held.able

    def _means_either(self, place: str, unit: str) -> bool:
        """Whether what is in hand may go where a counter lies that could be carried itself."""
        situation, held = self.game.situation, self._selection
        aside = held.selected is not None and situation.counters[held.selected].place != place
        carried = held.active and not situation.composing and unit in held.able
        return carried and aside and place in held.choices.meanings

    def _in_hand(self, unit: str | None) -> bool:
        situation, held = self.game.situation, self._selection
        return unit is not None and not situation.composing and unit in (held.selected, *held.group)

    def _release(self, pos: tuple[int, int]) -> bool:
        """Let go: what was carried is dropped, what was only clicked again is put down."""
        game, held, controller = self.game, self._selection, self._controller
        carrying, dragging = self._view.carry.held, self.dragging
        puts_down, self._down, self._puts_down, self.dragging = self._puts_down, None, False, False
        either, self._either = self._either, None
        gathered, self._gathered = self._gathered, False
        if self._screen.minimap.release():
            return True
        if self._measuring.laying:
            self._measuring.end()
            return True
        if self._band.end():
            self._hand.put_back(until_away=True)
            game.dirty = True
            return True
        if dragging:
            if not self._screen.on_map(pos):
                controller.refuse_beside()
                self._hand.put_back()
            else:
                self._put_down()
            return True
        if either is not None:
            game.play(controller.click(either[1], either[0]))
            return True
        if gathered:
            self._hand.put_back(until_away=True)
            game.dirty = True
            return True
        if self.facing.release(pos) or self._aiming.release(pos):
            return True
        if not carrying:
            if puts_down and game.planning.ends_at(held.stands):
                game.play(controller.finish())
            elif puts_down:
                held.select(None)
            game.dirty = game.dirty or puts_down
            return puts_down
        if self.facing.beside(pos) and held.stands == game.situation.counters[held.selected or ""].place:
            self._view.carry.put_down()
            game.play(controller.finish())
            return True
        on_top = game.stacks.dropped_on_top(self._screen.unit_at(pos))
        if held.selected is None or on_top:
            if on_top:
                game.put_on_top(held.selected)
            self._view.carry.put_down()
            return True
        inside = self._screen.on_table(pos)
        action = controller.drop(self._screen.place_at(pos) if inside else None)
        if action is None:
            self._view.carry.put_back()
        else:
            self._view.land()
            game.play(action)
        game.dirty = True
        return True
