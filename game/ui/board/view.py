"""The board on screen (sheet, counters, signs and animations), for every kind of board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pygame

from game.board.plane import PlaneBoard
from game.core.contract import Counter
from game.core.event import Event
from game.core.layer import Layer
from game.core.message import Text
from game.core.theme import Theme
from game.i18n.words import capitalised, translate
from game.ui.board.animation import Animator, on_map
from game.ui.board.arrows import (
    LinkNumber,
    MapFight,
    draw_attack_arrows,
    draw_lines_of_command,
    draw_marches,
    draw_plan_above,
    number_at,
)
from game.ui.board.board_picture import BoardPicture, FrameCache, MovingMap, print_covered_numbers, snapshot
from game.ui.board.command_ground import CommandGrounds, draw_highlights
from game.ui.board.counters import RestingCounters, draw_arrows, draw_ghost, draw_moving, draw_resting, facing_at
from game.ui.board.far_view import Mass
from game.ui.board.held import NOTHING, draw_held
from game.ui.board.label_placement import NameTag, PlacedNames, tags_of_covered_names
from game.ui.board.layers import LayersShown
from game.ui.board.overlay import ViewOptions
from game.ui.board.places import plainly
from game.ui.board.pointer import BoardPointer
from game.ui.board.signs import (
    Ruler,
    draw_arcs,
    draw_costs,
    draw_dangers,
    draw_outline_signs,
    draw_places,
    draw_texts_below_costs,
)
from game.ui.board.stacks import counter_width
from game.ui.board.trace import FadingTrace, Trace, blend, draw_eliminated, draw_trace_arrows
from game.ui.board.view_parts import FlagPlaces, SheetOrientation, view_parts_of
from game.ui.counters.marks import FLAG_HEIGHT, FLAG_RATIO, draw_flags
from game.ui.kit.camera import Box, Camera
from game.ui.kit.notice import Notice, SignMeanings, topmost_meaning
from game.ui.kit.theme import large_number_theme
from game.ui.sheets.hex_ground import CLEAR_SCALE, FITTING_SCALE, LEGIBLE_SCALE
from game.ui.sheets.lettering import MapText
from game.ui.sheets.sheet import AnyBoard
from game.ui.sheets.tiles import SheetTiles


class BoardView(BoardPointer):
    """Draws a board with its counters and answers hit tests. Knows no rules."""

    def __init__(self, board: AnyBoard, theme: Theme, *, turned: bool = False) -> None:
        """:param turned: whether a hex sheet is rotated a quarter turn clockwise.

        :raises AssetError: if the system's style or pictures cannot be used.
        """
        self.board, self.theme = board, theme
        super().__init__()
        self.options = ViewOptions()
        self.notice = Notice(self.worded)
        self._laid = SheetOrientation(board, theme, turned)
        self.sheet = self._laid.sheet
        self.camera = Camera(self.sheet.with_rim, self.rect.copy())
        self.tiles = SheetTiles(self.sheet, self.camera)
        self._fitted = 0
        """How many times the board-specific parts have been created."""
        self._fit_out()
        self.animator = Animator(lambda unit, place: self.stacks.spot_of(unit, place))
        self._fight = MapFight()
        self.held = NOTHING
        """What is held over a table without a grid, and measuring sticks on it."""
        self.holders: Mapping[str, str] = {}
        self._layers = LayersShown()
        self._shown_layers: tuple[Layer, ...] = ()
        self.trace = FadingTrace()
        self._visited: str | None = None
        """The last seen place of the keyboard cursor."""
        self._frame_cache, self._moving, self._grounds = FrameCache(), MovingMap(), CommandGrounds()
        self.tooltips: SignMeanings = []
        """The signs drawn last: their window rectangles and tooltips."""
        self._over: tuple[pygame.Rect, ...] = ()
        """What covered parts of the map when it was last drawn, e.g. the dice tray: flags of commands avoid it."""
        self.sharp = 0.0
        """Pixels per sheet unit at which pictures are rendered: the camera's scale, or while zooming the scale
        before."""

    def _fit_out(self) -> None:
        """Create the parts that depend on the kind of board and the sheet's rotation."""
        board = self._laid.board
        self._fittings = view_parts_of(board, self.sheet, self.camera, self.theme)
        self.geometry, self.signs = self._fittings.geometry, self._fittings.signs
        self.stacks = self._fittings.stacks
        self.flags = FlagPlaces(self.sheet.flag_spots, self.geometry, self.stacks)
        self._names = PlacedNames(board)
        self.name_tags: list[NameTag] = []
        """The tags of names that counters cover, in the frame being drawn."""
        self.stacks.flag_obstacles = lambda: (
            self._names.boxes(self.sheet), self.uncovered()[1], self._over, self.sheet.layout.shown_field)
        self._fitted += 1
        self._ground = self._new_ground()

    def _new_ground(self, picture: pygame.Surface | None = None) -> BoardPicture:
        return BoardPicture(self._laid.board, self.geometry, self.theme, self.sheet.style, self.tiles, self.camera,
                            picture)

    def show_board(self, board: AnyBoard) -> None:
        """Show the board of another state: a table's terrain may be placed and removed during a game."""
        if board is not self.board and isinstance(board, PlaneBoard) and board != self.board:
            self.board, before = board, self.sheet
            self._laid.take_board(board)
            self._reprint(self._laid.sheet.boxes_changed_from(before))
            self._fit_out()

    def use_symbols(self, symbols: bool) -> None:
        """Show bases with type symbols or with figures."""
        if symbols != self.theme.symbols:
            self.theme = replace(self.theme, symbols=symbols)
            self._fit_out()

    def print_larger(self, larger: float) -> None:
        """Show counters with large numbers instead of small print, up to ``larger`` times their usual width."""
        if any(info.small_print_width != larger for info in self.theme.seats):
            self.theme = large_number_theme(self.theme, larger)
            self._fit_out()

    @property
    def turned(self) -> bool:
        """Whether the sheet is rotated a quarter turn clockwise."""
        return self._laid.turned

    def turn(self, turned: bool) -> None:
        """Rotate a hex sheet a quarter turn clockwise, or back; the whole sheet is then in view."""
        if self._laid.turn(turned):
            self.skip()
            self.carry.put_down()
            self._reprint()
            self._fit_out()
            self.camera.world = self.sheet.with_rim
            self.camera.fit()

    def resize(self, rect: pygame.Rect, *, keep_scale: bool = False) -> None:
        """Draw into another rectangle of the window, in the current language; the view is kept, or opened again if it
        has not been moved since it was opened.

        :param keep_scale: whether a view of only part of the sheet keeps its scale in pixels too.
        """
        if self._laid.update_language():
            self._reprint()
        with self._usual_view():
            self.rect = rect.copy()
            self._resize_camera(rect, keep_scale=keep_scale)

    def _reprint(self, changed: Sequence[Box] | None = None) -> None:
        """Draw the sheet again, after a rotation or a change of terrain or language.

        :param changed: the boxes that differ; None if everything may differ.
        """
        self.sheet = self._laid.sheet
        self.tiles.replace_sheet(self.sheet, changed)
        self._ground.forget()

    def fold(self, folded: bool) -> None:
        """Fold or unfold the legend; the view is kept, or the whole sheet if all of it was in view."""
        if folded == self.sheet.folded:
            return
        self.sheet.fold(folded)
        self.tiles.discard()
        self._ground.forget()
        self._auto_view.move_automatically(self.camera, lambda: self.camera.set_world(self.sheet.with_rim))

    @property
    def near_enough_for_numbers(self) -> bool:
        """Whether hex numbers are large enough to print. With the whole sheet in view they must be clear of everything
        else, unless the player asked for them."""
        if self.options.hex_numbers_forced:
            least = LEGIBLE_SCALE
        else:
            least = CLEAR_SCALE if self.camera.fitted else FITTING_SCALE
        return self.camera.scale >= least * self.camera.pixel_density

    def zoom_to_read(self, place: str) -> tuple[int, int] | None:
        """Zoom in if hex numbers are too small to read, and return the window pixel of a place; None if it is off the
        map."""
        if not self.near_enough_for_numbers:
            self.zoom(FITTING_SCALE * self.camera.pixel_density / self.camera.scale, self.rect.center)
        return self.point_on_map(place)

    @property
    def shows_numbers(self) -> bool:
        """Whether hex numbers are printed now."""
        return self.options.hex_numbers and self.near_enough_for_numbers

    def worded(self, text: Text) -> str:
        """A text for the reader: with hex numbers if they are printed on the map now, else with descriptions."""
        return translate(text) if self.shows_numbers else plainly(self.board, text)

    def set_counters(self, counters: Sequence[Counter], beside: Sequence[Counter] = ()) -> None:
        """Set the position: the places of counters that are not in motion.

        :param beside: counters in boxes beside the map, which can be carried onto it.
        """
        self.counters = {counter.unit: counter for counter in counters}
        self._beside = {counter.unit: counter for counter in beside}

    @property
    def standing(self) -> object:
        """Changes whenever a counter changes place."""
        return tuple((unit, counter.place) for unit, counter in self.counters.items())

    def set_holders(self, holders: Mapping[str, str]) -> None:
        """Set the places that fly a flag, and the seat of each flag."""
        self.holders = dict(holders)

    def set_layers(self, ask: Callable[[str | None], Sequence[Layer]]) -> None:
        """Set the callback that asks the rules for map layers, in general (None) or for a selected unit."""
        self._layers.ask_rules = ask

    def set_trace(self, trace: Trace) -> None:
        """Set the trace of the last actions; an empty one lets the previous trace fade."""
        self.trace.replace(trace, at_once=self.options.reduced_motion)

    @property
    def sound(self) -> Callable[[str], None]:
        """Called with a sound's name when an animation starts."""
        return self.animator.sound

    @sound.setter
    def sound(self, play: Callable[[str], None]) -> None:
        self.animator.sound = play

    def play(self, events: Sequence[Event], *, in_parallel: bool = False) -> None:
        """Queue events for animation, or moves in parallel with it; a fanned-out stack is folded."""
        self.stacks.spread.fold()
        known = (on_map(event, self.geometry.knows) for event in events)
        self.animator.play([event for event in known if event is not None], in_parallel=in_parallel)

    @property
    def busy(self) -> bool:
        """Whether an animation is running."""
        return self.animator.busy

    @property
    def changes_by_itself(self) -> bool:
        """Whether the picture changes by itself: an animation, a notice, or the sheet still being drawn."""
        printing = not (self.tiles.resting and self.tiles.settled)
        return self.busy or self.carry.returning or self.trace.fades or bool(self.notice.text) or printing

    def skip(self) -> None:
        """Show the final position at once."""
        self.animator.skip()

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._keep_seconds_left = max(0.0, self._keep_seconds_left - dt)
        self._auto_view.pass_time(dt)
        self.fold(not self.options.legend)
        reduced = self.options.reduced_motion
        self.animator.reduced = self.carry.reduced = self.stacks.spread.reduced = reduced
        self.animator.speed = max(0.1, self.options.speed)
        self.animator.update(dt)
        self.stacks.update(dt)
        held = (self.overlay.selected or "", *self.overlay.participants) if self.has_selection else ()
        self.stacks.raised = frozenset(held)
        if self.overlay.cursor != self._visited:
            self._visited = self.overlay.cursor
            self.stacks.fan_out_at(self._visited if self._visited and self._may_open(self._visited) else None)
        spread = self.stacks.spread
        if spread.place is not None and not self._pressed and not self._may_open(spread.place):
            spread.fold()
        self.carry.update(dt)
        self.notice.update(dt)
        if self.camera_span is None:
            self.trace.update(dt)  # fading after a camera movement, which shows one picture
            self._moving.forget()
        printed = self.tiles.update(dt) if self.camera_span is None else None
        if printed is not None:
            self._ground.mark_stale(printed)
        if self.tiles.resting:
            self.sharp = self.camera.scale

    def draw(self, surface: pygame.Surface, over: Sequence[pygame.Rect] = ()) -> None:
        """Draw everything into ``rect`` of the window's surface; ``over`` lists rectangles that something else will
        cover."""
        clip, self._over = surface.get_clip(), tuple(over)
        surface.set_clip(self.rect.clip(clip))
        poses, marks = self._lay(), self.overlay
        self._shown_layers = self._layers_now()
        key: tuple[object, ...] = (
            self._fitted, self.turned, replace(marks, reach=dict(marks.reach)), tuple(self.counters.values()),
            self.stacks.condition, self.holders, self.trace.shown, self.trace.opacity, self.trace.hides_arrows,
            self.selected_units, self._shown_layers, self.lit)
        span = self.camera_span
        if span is None or poses or not self._moving.show(surface, self.camera, span, self.tiles, key,
                                                          self._draw_whole):
            self._refresh_ground(self._ground)
            key = *key, self._ground.edition, self.sharp
            if not self._frame_cache.show(surface, self.rect, key):
                self.tooltips = []
                self._ground.draw(surface)
                self._draw_resting(surface)
                self._frame_cache.keep(surface, self.rect, key)
        for unit, pose in poses.items():
            if unit in self.counters:
                at = self.camera.to_screen(pose.at)
                draw_moving(surface, self.counters[unit], self.theme, pose, at, self.stacks.px)
        if self.animator.current is not None:
            self._fight.draw(surface, self.animator.current, self._standing(), self.stacks.boxes(0), self.point_on_map,
                             self.camera.scale, self.options.reduced_motion)
        for unit, (pose, at) in self.carry.poses(self.stacks.spots(), self.stacks.px).items():
            draw_moving(surface, self.counters.get(unit) or self._beside[unit], self.theme, pose, at, self.stacks.px)
        draw_held(surface, self.held, self.counters, self.theme, self.camera, self.stacks.px)
        if self.notice.text:
            area, drawn_over = self.uncovered()
            self.notice.draw(surface, area, self.choice_boxes, self._pointer, self.to_keep_visible,
                             [*drawn_over, *over])
        surface.set_clip(clip)

    @property
    def lit(self) -> tuple[Mass, ...]:
        """The outlined commands in the far view: the one pointed at, or those selected by leader or as a whole."""
        selected = (self.overlay.selected,) if self.overlay.selected else ()
        return self.stacks.lit((*selected, *self.overlay.participants))

    @property
    def selected_units(self) -> tuple[str, ...]:
        """Units held by the player: a ghost of each is drawn in its place."""
        return self.carry.units or tuple(unit for unit, _ in self.held.poses)

    def _draw_resting(self, surface: pygame.Surface) -> None:
        """Draw signs, flags and resting counters."""
        ruler = Ruler(self.geometry, self.camera, self.sharp or self.camera.scale)
        self._grounds.draw(surface, self.stacks.masses, self.camera, self.geometry)
        covered = *self.stacks.boxes(self.stacks.px // 8).values(), *(flag.rect for flag in self.stacks.banners)
        if not self.trace.hides_arrows:
            blend(surface, self.trace.opacity, lambda onto: draw_trace_arrows(
                onto, self.trace.shown, self.theme, self.point_on_map, self.camera.scale, self._fittings.arrow_end_gap,
                covered, self.tooltips, self._fittings.arrow_bend))
        draw_marches(surface, self.overlay.plan, ruler)
        draw_places(surface, self.overlay, self.signs, ruler)
        if self.shows_numbers:
            print_covered_numbers(surface, self._laid.board, self.sheet.style, ruler, self.stacks, self.overlay)
        carried = frozenset(self.selected_units)
        lie = RestingCounters(self.stacks, self.counters, self.theme, counter_width(ruler.sharp), ruler.stretch,
                              carried, self.geometry.turn, self._names.placed(self.sheet), self._draw_below_flags)
        draw_resting(surface, lie, self.overlay, self._draw_over, self.tooltips)

    def _draw_below_flags(self, surface: pygame.Surface) -> None:
        """Draw the outlines of ``lit`` commands."""
        draw_highlights(surface, self.lit, self.camera, self.geometry)

    def _draw_over(self, surface: pygame.Surface) -> None:
        """Draw what lies above flags of commands: the counters that were eliminated lately, flags of places, costs and
        keys."""
        blend(surface, self.trace.opacity, lambda onto: draw_eliminated(
            onto, self.trace.shown, self.theme, self.counters, self.point_on_map, self.stacks.px, self.tooltips,
            tuple(self.stacks.boxes(0).values())))
        ruler = Ruler(self.geometry, self.camera, self.sharp or self.camera.scale)
        surface.blits([(tag.picture, tag.place) for tag in self.name_tags])
        if self.holders:
            draw_flags(surface, self.holders, self.theme, self.flags.at, self.camera, ruler.sharp)
        ghost = self.overlay.ghost
        if ghost is not None and (spot := self.point_on_map(ghost.place)) is not None:
            counter = self.counters[ghost.unit]
            facing = ghost.angle + self.geometry.turn if ghost.angle is not None else None
            draw_ghost(surface, counter, self.theme, facing, spot, self.stacks.px)
        draw_lines_of_command(surface, self._shown_layers, ruler, self.tooltips)
        draw_outline_signs(surface, self._shown_layers, ruler, list(self.stacks.boxes(0).values()), self.tooltips)
        draw_attack_arrows(surface, self._shown_layers, ruler, self.tooltips)
        draw_costs(surface, self.overlay, ruler, self.stacks.cost_at, self.stacks.key_at, self.tooltips)
        draw_texts_below_costs(surface, self.overlay, ruler, self.stacks.cost_at, self.tooltips)
        draw_plan_above(surface, self.overlay.plan, ruler, self.stacks.spots(), self.tooltips)
        draw_dangers(surface, self.overlay.dangers, ruler, self.tooltips)
        draw_arcs(surface, self.overlay.arcs, ruler, self.tooltips, [flag.rect for flag in self.stacks.flags])
        at = self.point_on_map(self.overlay.facing_at or "")
        if at is not None:
            seen = {angle + self.geometry.turn: taken for angle, taken in self.overlay.facings.items()}
            draw_arrows(surface, seen, at, self.camera.scale, self.tooltips)

    @property
    def flag_boxes(self) -> list[pygame.Rect]:
        """The window rectangles of the holders' flags."""
        boxes = []
        for centre, share in filter(None, map(self.flags.at, self.holders)):
            height = FLAG_HEIGHT * share * self.camera.scale
            box = pygame.Rect(0, 0, round(height * FLAG_RATIO), round(height))
            box.center = tuple(map(round, self.camera.to_screen(centre)))
            boxes.append(box)
        return boxes

    def facing_at(self, pos: tuple[int, int]) -> int | None:
        """The facing whose arrow is under a point of the window, in degrees of the rules' map."""
        at, turn = self.point_on_map(self.overlay.facing_at or ""), self.geometry.turn
        if at is None:
            return None
        seen = {angle + turn: taken for angle, taken in self.overlay.facings.items()}
        facing = facing_at(seen, at, self.camera.scale, pos)
        return facing - turn if facing is not None else None

    def at_arcs(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is within the arcs shown, or on one of their letters."""
        arcs = self.overlay.arcs
        signs = {capitalised(translate(arc.title)) for arc in arcs}
        return bool(arcs) and (self.place_at(pos) == arcs[0].place or topmost_meaning(self.tooltips, pos) in signs)

    def number_at(self, pos: tuple[int, int]) -> LinkNumber | None:
        """The adjustable number of an arrow at a point of the window."""
        return number_at(self._layers_now(), Ruler(self.geometry, self.camera, self.sharp or self.camera.scale), pos)

    def snapshot(self, size: tuple[int, int]) -> pygame.Surface:
        """A small picture of the board's part of the sheet with its counters."""
        self.stacks.lay(tuple(self.counters.values()), {}, ())
        return snapshot(self.tiles.preview, self.sheet.layout, self.stacks.lying(), self.theme, size)

    def _standing(self) -> dict[str, str | None]:
        """The place where every unit is shown."""
        held = self.animator.held
        return {unit: held.get(unit, counter.place) for unit, counter in self.counters.items()}

    def _refresh_ground(self, ground: BoardPicture) -> None:
        """Bring table, sheet, names, layers and hex numbers up to date. A name on a tag is not printed."""
        self.name_tags = self._tags_now()
        tagged = {line for tag in self.name_tags for line in tag.lines}
        names = tuple(name for name in self.names if name not in tagged) if tagged else self.names
        ground.refresh(names, self._shown_layers, self.shows_numbers, self.sharp or self.camera.scale, self.stacks)

    def _tags_now(self) -> list[NameTag]:
        """The tags for names of objectives that counters cover; none in the far view, which prints names on masses."""
        if self.stacks.masses:
            return []
        tray = self.stacks.tray()
        return tags_of_covered_names(
            self._names.of_objectives(self.sheet, self.geometry), [*self.stacks.boxes(0).values()],
            lambda: (*self.flag_boxes, *map(self.camera.on_screen, self._names.boxes(self.sheet))), self.camera,
            [tray[1]] if tray is not None else [])

    def _draw_whole(self, picture: pygame.Surface) -> None:
        """Draw everything at rest, without the lamp's light."""
        self.tooltips = []
        self._refresh_ground(self._new_ground(picture))
        self._draw_resting(picture)

    @property
    def layers_seen(self) -> tuple[Layer, ...]:
        """The layers over whole places that were drawn last."""
        return tuple(layer for layer in self._shown_layers if not layer.pointed)

    def _layers_now(self) -> tuple[Layer, ...]:
        unit = self.overlay.selected if self.has_selection else self.overlay.layers_unit
        return self._layers.shown(unit, on=self.options.layers, keep=self.busy)

    @property
    def names(self) -> tuple[MapText, ...]:
        """The map's names as printed; they do not depend on the counters."""
        return self._names.placed(self.sheet)
