""""Ask the rules": two clicks, or the keyboard cursor and Enter, choose a counter and a target; a card shows the
answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Counter
from game.core.message import Text, say
from game.core.pose import Pose, read_pose
from game.match.asking import RulesAnswer, ask
from game.ui.board import places
from game.ui.cards.card import Card
from game.ui.cards.slip import draw_ring, free_corner, write_answers
from game.ui.kit.fonts import font
from game.ui.kit.strokes import key_commands, strokes
from game.ui.kit.theme import GOLD, INK, Metrics
from game.ui.play.cursor import ARROW_KEYS, SHIFT_NUDGES, place_in_direction
from game.ui.screens.rulebook import Rulebook

if TYPE_CHECKING:
    from game.ui.screens.map_screen import MapScreen

CARD_WIDTH = 520
"""Width of the card, in layout units."""
MAP_GAP = 14
"""The card's gap to the map's edges, in layout units."""
QUESTION_MARK_SIDE = 26
"""Size of the question mark at the pointer, in layout units."""
CORNERS = ("topleft", "topright", "bottomleft", "bottomright")
"""Corners of the map for the card, in order of preference."""
CLICK_COUNTER = say("Ask the rules: click a counter first, or go to one with the arrows and press Enter")
"""The notice while the first click of a question is awaited."""
CLICK_TARGET = say("{unit}: click a target or a destination", unit="")
"""The notice while the second click is awaited."""
SCROLL_STEP = 48
"""Scroll distance per notch of the wheel, in layout units."""


@dataclass(frozen=True, slots=True)
class AnswerPrint:
    """How the answer card is printed."""

    metrics: Metrics
    share: float
    """Largest share of the area's width for the card."""
    area: pygame.Rect
    """Area in window pixels with the card in one of its corners."""
    brief: bool
    """Whether a combat shows only its total and chances, without the arithmetic."""


VIEW_COMMANDS = ("ask-rules", "fit", "keys", "legend", "minimap", "numbers", "objectives", "pan", "panel", "zones",
                 "zoom")
"""The commands whose keys work while a question awaits its clicks. Other letters and digits do nothing: somebody may
begin to type the question."""


class RulesQuestion:
    """The current question to the rules, and the card with its answer."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self.awaiting_click = False
        """Whether the next click chooses part of the question."""
        self.unit: str | None = None
        """The counter that the question is about: the selected one, or the one clicked first."""
        self._unit_clicked = False
        """Whether that counter was clicked for the question; a selected one is replaced by a click on a counter of its
        own side."""
        self.target: str | None = None
        """The enemy counter clicked second; None if the second click was on anything else."""
        self.place: str | None = None
        """The place clicked second, or the place of the counter clicked second."""
        self.answers: tuple[RulesAnswer, ...] = ()
        self.card = Card()
        self._counters: dict[str, Counter] = {}
        """Unit -> its counter, when the question was asked."""
        self._question: Text = ""
        self._shown = False
        self.cursor = MapCursor(screen)
        self._pointer = (-1, -1)
        """The pointer's position in window pixels; off the window before it has moved."""
        self._pressed = False
        """Whether the button press was part of a question, so that its release is ignored."""

    @property
    def busy(self) -> bool:
        """Whether a question is being asked or its answer is on screen."""
        return self.awaiting_click or self._shown

    @property
    def _chosen(self) -> list[tuple[str | None, str]]:
        """Pairs of unit and place, as far as chosen: first the counter, then its target or destination, where the unit
        is None if an enemy was not clicked."""
        origin = self._counters[self.unit].place if self.unit is not None else None
        pairs = ((self.unit, origin), (self.target, self.place))
        return [(unit, place) for unit, place in pairs if place] if self.busy else []

    @property
    def places(self) -> list[str]:
        """The places of the counter and of its target or destination, as far as chosen."""
        return [place for _, place in self._chosen]

    @property
    def shown(self) -> bool:
        """Whether an answer is on screen."""
        return self._shown

    def toggle(self) -> None:
        """Start a new question, about the selected counter if there is one, or cancel the current one."""
        starts = not self.awaiting_click
        self._reset()
        if starts:
            self.awaiting_click = True
            self._read_counters()
            self.unit = self._screen.selected_unit
            self._screen.view.notice.say(self._request)
        else:
            self._screen.view.notice.dismiss()
        self._screen.changed()

    def dismiss(self) -> bool:
        """Close the question and its answer; return whether there was one."""
        was_busy = self.busy
        self._reset()
        if was_busy:
            self._screen.view.notice.dismiss()
            self._screen.changed()
        return was_busy

    def _reset(self) -> None:
        """Forget the question, its answer and the keyboard's cursor."""
        self.awaiting_click = self._shown = self._unit_clicked = False
        self.unit = self.target = self.place = None
        self.cursor.forget()

    def _read_counters(self) -> None:
        """Look up the counters of the present state."""
        state: Any = self._screen.state
        self._counters = {counter.unit: counter for counter in self._screen.rules.counters(state)}

    @property
    def _request(self) -> Text:
        """The notice that says what to click next."""
        return CLICK_COUNTER if self.unit is None else CLICK_TARGET.with_values(unit=self._counters[self.unit].name)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether it belonged to a question."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            return False
        if event.type == pygame.KEYDOWN:
            return self.dismiss() if "escape" in strokes(event) else self.awaiting_click and (
                self._handle_key(event) or self._blocks(event))
        if event.type == pygame.MOUSEWHEEL and self._over_card(self._pointer):
            self.card.scroll(-event.y * self._screen.px(SCROLL_STEP))
            return True
        if getattr(event, "button", 0) != 1:
            return False
        if event.type == pygame.MOUSEBUTTONUP:
            was_pressed, self._pressed = self._pressed, False
            return was_pressed
        if event.type != pygame.MOUSEBUTTONDOWN:
            return False
        self._pressed = self._over_card(event.pos) or (self.awaiting_click and self._screen.layout.on_map(event.pos))
        if self._over_card(event.pos):
            rule = self.card.link_at(event.pos)
            if rule is not None:
                self._screen.app.push(Rulebook(self._screen.app, rule.system, rule.number))
            else:
                self.dismiss()
        elif self._pressed:
            view = self._screen.view
            unit, place = view.unit_at(event.pos), view.place_at(event.pos)
            if self._screen.rules.traits.board == "plane" and unit is None:
                place = Pose(*view.spot_at(event.pos), 0).text
            self._take(place, unit)
        return self._pressed

    def _over_card(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on the answer's card."""
        return self._shown and self.card.rect.collidepoint(pos)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that moves the cursor or chooses the place under it; return whether it did."""
        cursor, screen = self.cursor, self._screen
        for command, key, _ in key_commands(event, "asking", features=screen.features):
            if command == "ask-move":
                cursor.move(key)
            elif command == "ask-next":
                cursor.next(-1 if key.startswith("shift") else 1)
            elif command == "ask-take" and (screen.cursor_place is not None or cursor.place is not None):
                cursor.start()
                counter = cursor.counter
                self._take(cursor.place, counter.unit if counter is not None else None)
                return True
            else:
                cursor.start()
            screen.view.notice.say(say("{cursor}. Enter: ask about it", cursor=cursor.text))
            screen.changed()
            return True
        return False

    def _blocks(self, event: pygame.event.Event) -> bool:
        """Whether a key has no effect until the question is asked or cancelled; then say what to click."""
        screen = self._screen
        commands = key_commands(event, screen.key_screens, features=screen.features)
        is_typed = bool(event.unicode) or event.key in (pygame.K_RETURN, pygame.K_SPACE)
        is_shortcut = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
        if is_shortcut or not is_typed or any(each.command in VIEW_COMMANDS for each in commands):
            return False
        screen.view.notice.say(self._request)
        return True

    def _take(self, place: str | None, unit: str | None) -> None:
        """Record a click: the first chooses the counter unless one was selected, the next its target or destination;
        then the question is answered."""
        screen = self._screen
        state: Any = screen.state
        self._read_counters()
        screen.changed()
        if self.unit is None or (unit is not None and not self._unit_clicked
                                 and self._counters[unit].seat == self._counters[self.unit].seat):
            self.unit, self._unit_clicked = unit, unit is not None
            screen.view.notice.say(self._request)
            return
        if place is None and unit is None:
            return
        self.target = unit if unit is not None and self._counters[unit].seat != self._counters[self.unit].seat else None
        self.place = self._counters[unit].place if unit is not None else place
        self.answers = ask(screen.rules, state, self.unit, self.place, self.target)
        target: Text = self._counters[self.target].name if self.target is not None else places.title(
            screen.rules.board(state), self.place or "") if screen.rules.traits.board != "plane" else say("that spot")
        values: dict[str, Text] = {"unit": self._counters[self.unit].name, "target": target}
        own_seat = self._counters[self.unit].seat
        has_enemy = any(each.place == self.place and each.seat != own_seat for each in self._counters.values())
        is_attack = has_enemy or any(each.offer.preview is not None for each in self.answers)
        self._question = (say("Can {unit} attack {target}?", **values) if is_attack
                          else say("Can {unit} move to {target}?", **values))
        self.awaiting_click, self._shown = False, True
        screen.view.notice.dismiss()
        screen.app.sounds.play("click")

    # --- picture

    def draw(self, target: pygame.Surface) -> None:
        """Draw the rings around counter and target, the card, and the question mark at the pointer."""
        screen = self._screen
        area = screen.layout.free
        clip = target.get_clip()
        target.set_clip(area)
        spots = self._spots()
        for spot in spots:
            draw_ring(target, spot, screen.view.stacks.px, screen.px(4))
        if self.awaiting_click and self.cursor.place is not None:
            self.cursor.draw(target)
        if len(spots) > 1:
            pygame.draw.line(target, GOLD, spots[0], spots[1], screen.px(3))
        if self.awaiting_click and area.collidepoint(self._pointer):
            self._draw_mark(target)
        target.set_clip(clip)
        if self._shown:
            self._place_card(spots)
            self.card.draw(target)

    def _spots(self) -> list[tuple[int, int]]:
        """The points of the counter and of its target or destination in window pixels, if they are on the map."""
        view, counters = self._screen.view, self._screen.view.stacks.spots()
        points = (counters.get(unit or "") or view.point_on_map(place) for unit, place in self._chosen)
        return [spot for spot in points if spot is not None]

    def _place_card(self, spots: list[tuple[int, int]]) -> None:
        """Write the card and put it in a corner of the map where it covers neither the counter nor its target."""
        screen, form = self._screen, self._screen.answer_print
        m, area, gap = form.metrics, form.area, screen.px(MAP_GAP)
        width = min(m.px(CARD_WIDTH),
                    round(area.width * form.share)) if area.width > m.px(CARD_WIDTH) else area.width - 2 * gap
        key = (self._question, self.answers and id(self.answers))
        self.card.set_wording(screen.view.worded, (id(screen.view.board), screen.view.shows_numbers))
        self.card.write(
            key, width, m, lambda pen: write_answers(pen, screen.rules, self._counters, self._question, self.answers,
                                                     brief=form.brief), area.height - 2 * gap)
        height = min(self.card.height, area.height - 2 * gap)
        box = free_corner(area.inflate(-2 * gap, -2 * gap), (width, height), spots, screen.view.stacks.px, CORNERS)
        self.card.place(box.x, box.y, box.height)

    def _draw_mark(self, target: pygame.Surface) -> None:
        """Draw a brass disc with a question mark beside the pointer."""
        px = self._screen.px
        centre = self._pointer[0] + px(QUESTION_MARK_SIDE), self._pointer[1] + px(QUESTION_MARK_SIDE)
        pygame.draw.circle(target, GOLD, centre, px(QUESTION_MARK_SIDE) * 2 // 3)
        pygame.draw.circle(target, INK, centre, px(QUESTION_MARK_SIDE) * 2 // 3, px(2))
        mark = font("title", px(QUESTION_MARK_SIDE)).render("?", True, INK)
        target.blit(mark, mark.get_rect(center=centre))


class MapCursor:
    """The keyboard's cursor on the map. Without a grid the arrows jump from base to base; with Shift they move over the
    open table."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self.place: str | None = None
        """The cursor's place; None before its first use."""
        self._level = 0
        """Index of the chosen counter in the stack, from the top."""

    def forget(self) -> None:
        """Remove the cursor from the map."""
        self.place, self._level = None, 0

    @property
    def stack(self) -> list[Counter]:
        """The counters at the cursor, top first."""
        counters = self._screen.rules.counters(self._screen.state) if self.place is not None else ()
        return [counter for counter in reversed(counters) if counter.place == self.place]  # rules list the top one last

    @property
    def counter(self) -> Counter | None:
        """The counter under the cursor; None if there is none."""
        stack = self.stack
        return stack[self._level % len(stack)] if stack else None

    @property
    def text(self) -> Text:
        """The counter or place under the cursor, as text."""
        board, stack, counter = self._screen.rules.board(self._screen.state), self.stack, self.counter
        place: Text = "" if board.kind == "plane" or self.place is None else places.title(board, self.place)
        if counter is None:
            return place or say("the table")
        if len(stack) > 1:
            return say("{unit}, {number} of {count}, {place}", unit=counter.name, number=stack.index(counter) + 1,
                       count=len(stack), place=place)
        return say("{unit}, {place}", unit=counter.name, place=place) if place else counter.name

    def start(self) -> bool:
        """If the cursor has no place yet, put it at the screen's own cursor or else at the first counter; return
        whether that was necessary."""
        if self.place is not None:
            return False
        screen = self._screen
        board = screen.rules.board(screen.state)
        candidates = (screen.cursor_place, *self._occupied_places())
        self._go(next((place for place in candidates if place is not None and board.knows(place)), None))
        return True

    def _occupied_places(self) -> list[str]:
        """The places with counters, each once."""
        counters = self._screen.rules.counters(self._screen.state)
        return list(dict.fromkeys(counter.place for counter in counters if counter.place is not None))

    def move(self, key: str) -> None:
        """Move the cursor by an arrow key."""
        screen = self._screen
        board = screen.rules.board(screen.state)
        if self.start() or self.place is None:
            return
        direction, pose = key.removeprefix("shift+"), read_pose(self.place)
        if direction != key and board.kind == "plane" and pose is not None:
            distance, (x, y) = screen.rules.theme.nudge * SHIFT_NUDGES, ARROW_KEYS[direction]
            place = Pose(max(0, pose.x + x * distance), max(0, pose.y + y * distance), 0).text
            self._go(place if screen.view.point_on_map(place) is not None else self.place)
        else:
            occupied = set(self._occupied_places())
            self._go(place_in_direction(screen.view, board, self.place, direction, occupied) or self.place)

    def next(self, step: int) -> None:
        """Go to the next counter of the stack, or the previous one for a step of -1, wrapping round; with fewer than
        two counters there, go to the next stack. The first use only places the cursor."""
        if self.start():
            return
        if len(self.stack) > 1:
            self._level += step
            return
        occupied = self._occupied_places()
        if occupied:
            current = occupied.index(self.place) if self.place in occupied else -1 if step > 0 else 0
            self._go(occupied[(current + step) % len(occupied)])

    def _go(self, place: str | None) -> None:
        """Put the cursor on a place, at the top of its stack, and scroll the map to it."""
        self.place, self._level = place, 0
        if place is not None:
            self._screen.view.show(place)

    def draw(self, target: pygame.Surface) -> None:
        """Draw brackets around the counter or place under the cursor."""
        screen, counter = self._screen, self.counter
        counter_spot = screen.view.stacks.spots().get(counter.unit) if counter is not None else None
        spot = counter_spot or (screen.view.point_on_map(self.place) if self.place is not None else None)
        if spot is None:
            return
        width = screen.view.stacks.px * 3 // 2
        for colour, line_width in ((INK, 7), (GOLD, 4)):
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = spot[0] + x * width // 2, spot[1] + y * width // 2
                pygame.draw.lines(target, colour, False, (
                    (corner[0] - x * width // 4, corner[1]), corner, (corner[0], corner[1] - y * width // 4)),
                    screen.px(line_width))
