"""Many dice on the tray: every kind and face, in rows in the rolled order, by groups, with hits ringed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import pygame
import pytest

from game.core.chance import COIN, D6, D10, DiceGroup, Die, Roll, coins
from game.core.event import Rolled, RolledOnTable
from game.core.message import say
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.dice.coin_rows import TrayBox
from game.ui.dice.dice_layout import MAX_EDGE, Group, RollLayout, complete_groups, groups_of, lay_out, lines_beside
from game.ui.dice.dice_pictures import die_among_many, die_width
from game.ui.dice.dice_tray import baize, draw_caption, felt_area
from game.ui.dice.tray import MIN_SHRINK, NO_TEXT, SlipText, Tray, pending_slip_text, split_lines
from game.ui.kit.fonts import font
from game.ui.kit.pictures import drop_pictures
from game.ui.play.playback import RollResult
from tests.ui.clock import Clock
from tests.ui.hand import Hand
from tests.ui.pictures import digest

RULE = RuleRef("toy", "1")
SIZES = [(344, 250), (520, 380)]
D20, FUDGE, D4 = Die("d20", tuple(range(1, 21))), Die("fudge die", (-1, 0, 1)), Die("d4", (1, 2, 3, 4))


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures need a display, at least a dummy one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.init()
    pygame.display.set_mode((600, 400))


def drawn(tray: Tray, size: tuple[int, int] = (344, 250)) -> pygame.Surface:
    surface = pygame.Surface(size)
    tray.draw(surface, surface.get_rect())
    return surface


def rolled(dice: Sequence[Die], faces: Sequence[int], groups: tuple[Group, ...] = (),
           size: tuple[int, int] = (344, 250), lines: SlipText = NO_TEXT) -> pygame.Surface:
    """The tray with a roll at rest."""
    tray = Tray(Clock())
    tray.roll_pending(tuple(dice), tuple(faces), lines, 1.0, groups=groups)
    tray.skip()
    return drawn(tray, size)


def laid_in(size: tuple[int, int], count: int, groups: tuple[Group, ...] = ()) -> RollLayout:
    felt = felt_area(size)
    return lay_out(TrayBox(felt.x, felt.y, felt.w, felt.h), complete_groups(count, groups))


def cell(picture: pygame.Surface, at: tuple[float, float], edge: float) -> pygame.Surface:
    """The part of a picture around a die."""
    box = pygame.Rect(0, 0, round(edge * 1.4), round(edge * 1.5))
    box.center = (round(at[0]), round(at[1]))
    return picture.subsurface(box.clip(picture.get_rect()))


def different(one: pygame.Surface, other: pygame.Surface, least: int = 24) -> float:
    """The share of pixels that clearly differ in grey."""
    a, b = (pygame.image.tobytes(pygame.transform.grayscale(part), "RGB")[::3] for part in (one, other))
    return sum(abs(x - y) > least for x, y in zip(a, b, strict=True)) / len(a)


@pytest.mark.every(2)
@pytest.mark.parametrize("many", [1, 2, 9])
def test_every_face_of_a_ten_sided_die_looks_different(many: int) -> None:
    """Alone, in twos, and in a row: ten pictures that differ in grey, apart from the die's place."""
    pictures = [rolled([D10] * many, [face] * many) for face in range(10)]
    assert 10 == len({digest(picture) for picture in pictures})
    faces = [die_among_many(D10, face, 0, 0, 48) for face in range(10)]
    for one, other in combinations(faces, 2):
        assert different(one, other) > 0.02


def test_a_zero_is_printed_as_a_zero() -> None:
    """The number on the upper face is the rolled one: 0 to 9 and 1 to 10 differ in the first only."""
    ten = Die("d10", tuple(range(1, 11)))
    assert different(die_among_many(D10, 0, 0, 0, 80), die_among_many(ten, 1, 0, 0, 80)) > 0.02
    middle = die_among_many(D10, 0, 0, 0, 80).subsurface((30, 24, 20, 36))
    assert different(middle, die_among_many(D10, 8, 0, 0, 80).subsurface((30, 24, 20, 36))) > 0.02
    dark = [middle.get_at((x, y)).r < 110 for y in range(36) for x in range(20)]
    assert 30 < sum(dark) < 360


@pytest.mark.every(2)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("die", [D6, D10, D20])
@pytest.mark.parametrize("count", [4, 7, 20, 40, 60])
def test_many_dice_lie_apart_on_the_felt(size: tuple[int, int], die: Die, count: int) -> None:
    """No two pictures of dice touch, whatever they show, and none is on the frame."""
    laid = laid_in(size, count)
    places = laid.blocks[0].places
    assert count == len(places)
    px = max(6, round(laid.edge * die_width(die, die.faces[0])))
    boxes = []
    for k, (x, y) in enumerate(places):
        image = die_among_many(die, die.faces[k % len(die.faces)], k % 3 - 1, 0, px)
        opaque = pygame.mask.from_surface(image, 100).get_bounding_rects()[0]
        boxes.append(opaque.move(image.get_rect(center=(round(x), round(y))).topleft))
    for one, other in combinations(boxes, 2):
        assert not one.colliderect(other)
    assert all(felt_area(size).contains(box) for box in boxes)


def test_forty_dice_are_as_large_as_the_wanted_tray_allows() -> None:
    """The tray wants more room for more dice, up to a limit; forty are legible in it, a few keep their size."""
    wanted = []
    for count in (1, 6, 12, 20, 40, 60):
        tray = Tray(Clock())
        tray.roll((3,) * count, 0.0)
        wanted.append(tray.wanted_size)
    assert (344, 250) == wanted[0] == wanted[1]
    assert wanted == sorted(wanted)
    assert (520, 380) == wanted[-1] == wanted[-2]
    assert laid_in(wanted[4], 40).edge >= 26
    tray.set_pending((D6,))
    assert (344, 250) == tray.wanted_size
    tray.set_pending((D6,) * 6, groups=(Group("French", (0, 1, 2)), Group("Russian", (3, 4, 5))))
    assert tray.wanted_size > (344, 250)


def test_dice_lie_in_the_order_they_fell() -> None:
    """They are in rows from the left; another order gives another picture, each die in its own place."""
    faces = [1, 6, 2, 5, 3, 4, 1, 1, 6, 6]
    laid = laid_in((344, 250), 10)
    places = laid.blocks[0].places
    assert [*places] == sorted(places, key=lambda place: (place[1], place[0]))
    picture = rolled([D6] * 10, faces)
    swapped = rolled([D6] * 10, [6, 1, *faces[2:]])
    change = [different(cell(picture, at, laid.edge), cell(swapped, at, laid.edge)) for at in places]
    assert min(change[:2]) > 0.03 > max(change[2:])


def test_groups_keep_the_order_they_name() -> None:
    """Every die is shown once: in the first group that names it, the rest at the end."""
    groups = complete_groups(7, (Group("A", (4, 2, 2, 9)), Group("B", (2, 0), frozenset((0,)))))
    assert [("A", (4, 2)), ("B", (0,)), ("", (1, 3, 5, 6))] == [(group.title, group.dice) for group in groups]
    laid = laid_in((344, 250), 7, groups)
    assert [2, 1, 4] == [len(block.places) for block in laid.blocks]
    assert [True, True, False] == [block.caption_box.height > 0 for block in laid.blocks]


@pytest.mark.parametrize("size", [*SIZES, (900, 250), (1040, 760)])
@pytest.mark.parametrize("counts", [(12, 9), (20,), (1, 30), (5, 5, 5, 5), (0, 8)])
def test_groups_lie_apart_below_their_captions(size: tuple[int, int], counts: tuple[int, ...]) -> None:
    """No die is on another, on a caption or off the felt."""
    dice = iter(range(sum(counts)))
    groups = tuple(Group(f"Unit {k}", tuple(next(dice) for _ in range(count))) for k, count in enumerate(counts))
    laid = laid_in(size, sum(counts), groups)
    edge = laid.edge
    dies = [pygame.FRect(x - edge * 0.7, y - edge * 0.75, edge * 1.4, edge * 1.5)
            for block in laid.blocks for x, y in block.places]
    captions = [block.caption_box for block in laid.blocks]
    heads = [pygame.FRect(box.x, box.y, box.width, box.height) for box in captions]
    felt = felt_area(size).inflate(2, 2)
    assert all(felt.contains(box) for box in (*dies, *heads))
    for one, other in combinations((*dies, *heads), 2):
        assert not one.colliderect(other)
    for left, right in combinations(heads, 2):
        assert left.y != right.y or left.right + 12 < right.left


@pytest.mark.parametrize(("names", "lines"), [
    (("Red guns 1", "Blue shot 1"), 1), (("Red light horse 1", "Blue shot 1"), 2)])
def test_a_long_name_above_a_die_has_two_lines(names: tuple[str, str], lines: int) -> None:
    """In the smallest tray of two compared dice, which hardly shrink, its print stays as large as that of a short
    name."""
    size = 218, 158
    groups = tuple(Group(name, (k,)) for k, name in enumerate(names))
    laid = laid_in(size, 2, groups)
    assert {lines} == {block.caption_lines for block in laid.blocks}
    assert {14} == {block.caption_size for block in laid.blocks}
    assert laid.edge > 0.95 * laid_in(size, 2, tuple(Group("Red", group.dice) for group in groups)).edge
    frame = pygame.Surface(size, pygame.SRCALPHA)
    for block in laid.blocks:
        draw_caption(frame, block, "")
        box = block.caption_box
        assert pygame.Rect(box.x, box.y, box.width, box.height).inflate(2, 2).contains(frame.get_bounding_rect())
        frame.fill((0, 0, 0, 0))


def test_groups_lie_beside_one_another_where_that_makes_dice_larger() -> None:
    """This holds in a wide flat tray; in a normal one captions keep their whole width."""
    groups = (Group("French", tuple(range(5))), Group("Russian", tuple(range(5, 9))))
    one, other = laid_in((900, 250), 9, groups).blocks
    assert one.caption_box.y == other.caption_box.y
    assert one.caption_box.x < other.caption_box.x
    one, other = laid_in((520, 380), 9, groups).blocks
    assert one.caption_box.x == other.caption_box.x


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("die", [D6, D10])
def test_hits_are_told_from_misses_without_colour(size: tuple[int, int], die: Die) -> None:
    """A counted die differs in grey from the same die uncounted, and from one where nothing is counted."""
    every = tuple(range(20))
    groups = [Group("Guard", every, frozenset((3,))), Group("Guard", every, frozenset()), Group("Guard", every)]
    laid = laid_in(size, 20, (groups[0],))
    hit, miss, bare = (cell(rolled([die] * 20, [3] * 20, (group,), size), laid.blocks[0].places[3], laid.edge)
                       for group in groups)
    assert different(hit, miss) > 0.2
    assert different(hit, bare) > 0.03
    assert different(miss, bare) > 0.1


def test_hits_are_counted_in_the_caption() -> None:
    """The number of hits is beside the title: other dice with as many hits leave the caption unchanged."""
    def caption(marked: Sequence[int] | None, title: str = "Guard") -> str:
        group = Group(title, tuple(range(20)), None if marked is None else frozenset(marked))
        head = laid_in((344, 250), 20, (group,)).blocks[0].caption_box
        box = pygame.Rect(round(head.x), round(head.y), round(head.width), int(head.height) - 3)
        return digest(rolled([D6] * 20, [4] * 20, (group,)).subsurface(box).copy())

    assert caption((0, 1, 2)) == caption((9, 17, 19))
    assert 5 == len({caption(None), caption(()), caption((5,)), caption((5, 6)), caption((5,), "Line")})


def test_a_long_name_is_not_cut() -> None:
    """Above its dice a name too long for the line is printed smaller or narrower: its last character is there."""
    pictures = set()
    for number in (1, 2):
        group = Group(f"Uascium Guangul: light infantry {number}", (0,), frozenset())
        block = laid_in((344, 250), 1, (group,)).blocks[0]
        frame = pygame.Surface((344, 250), pygame.SRCALPHA)
        draw_caption(frame, block, "0 hits of 1")
        pictures.add(digest(frame))
    assert 2 == len(pictures)


def test_captions_beside_dice_are_whole_and_of_one_size() -> None:
    """A short name is not printed larger than a long one. No name is cut."""
    numbers = {"I Bersaglieri": 10, "II Infantry": 6, "I Mountain Artillery": 5, "V Infantry": 8, "Taitu": 2}
    firsts = [sum([*numbers.values()][:n]) for n in range(len(numbers))]
    groups = tuple(Group(name, tuple(range(first, first + numbers[name])), frozenset((first,)))
                   for name, first in zip(numbers, firsts, strict=True))
    blocks = laid_in((320, 234), sum(numbers.values()), groups).blocks
    size, = {block.size_beside for block in blocks}
    assert size >= 11
    for block in blocks:
        lines = lines_beside(str(block.group.title), size, block.caption_box.width, block.caption_box.height)
        assert str(block.group.title) == " ".join(lines)


@pytest.mark.parametrize("size", [*SIZES, (480, 420), (500, 460)])
def test_no_count_lies_under_dice(size: tuple[int, int]) -> None:
    """With five units, each unit's dice are in the line of their caption, the last in two rows."""
    numbers = (2, 2, 2, 1, 10)
    firsts = [sum(numbers[:n]) for n in range(len(numbers))]
    groups = tuple(Group(f"Gabeiehu: infantry {n}", tuple(range(first, first + number)), frozenset((first,)))
                   for n, (first, number) in enumerate(zip(firsts, numbers, strict=True)))
    laid = laid_in(size, sum(numbers), groups)
    for block in laid.blocks:
        frame = pygame.Surface(size, pygame.SRCALPHA)
        draw_caption(frame, block, f"{len(block.places)} of {len(block.places)}")
        if block.line_width:
            right = round(block.caption_box.x + block.caption_box.width)
            frame.fill((0, 0, 0, 0), (0, 0, right, size[1]))  # the title
            printed = frame.get_bounding_rect()
            assert not any(printed.collidepoint(x + laid.edge / 2, y) for x, y in block.places)


def test_a_pool_of_dice_rolls_slides_and_is_counted() -> None:
    """Ready, in the air, in rows, counted: every moment differs; skipping shows the last at once."""
    clock, group = Clock(), Group("Guard", tuple(range(12)), frozenset((1, 4, 6)))
    tray = Tray(clock)
    tray.set_pending((D6,) * 12, groups=(group,))
    seen = [digest(drawn(tray))]
    tray.roll_pending((D6,) * 12, (1, 6, 2, 3, 5, 4, 6, 1, 1, 2, 3, 4), NO_TEXT, 1.0, groups=(group,))
    for clock.now in (100, 300, 500, 700, 900, 1000):
        seen.append(digest(drawn(tray)))
    assert 7 == len(set(seen))
    assert not tray.busy
    tray.roll((2, 2), 0.0)
    assert digest(drawn(tray)) not in seen
    again = Tray(clock)
    again.roll_pending((D6,) * 12, (1, 6, 2, 3, 5, 4, 6, 1, 1, 2, 3, 4), NO_TEXT, 1.0, groups=(group,))
    again.skip()
    assert seen[-1] == digest(drawn(again))


def test_tumbling_many_dice_again_traces_nothing() -> None:
    """Pictures are cached by kind, face, rotation and size: forty dice rolled again need no new ones."""
    clock = Clock()
    tray = Tray(clock)
    for die in (D6, D10):
        made = []
        drop_pictures()
        for _ in range(2):
            clock.now += 5000
            tray.roll(tuple(die.faces[k % 6] for k in range(40)), 1.0, (die,) * 40)
            began = clock.now
            for step in range(0, 1001, 50):
                clock.now = began + step
                drawn(tray, (520, 380))
            made.append(die_among_many.cache_info().misses)
        assert made[0] <= 160
        assert made[1] - made[0] <= 18


@pytest.mark.parametrize(("dice", "faces"), [
    ((D20,), (17,)), ((Die("always five", (5,)),), (5,)), ((FUDGE,) * 4, (-1, 0, 1, 0)),
    ((D4, D6, D10, D20, COIN, FUDGE), (4, 6, 0, 20, 1, -1)),
    ((D6,), (9,)), ((D10,), (10,)), ((D20, D20), (0, 1000)), ((), ()), ((D6,) * 200, (6,) * 200), ((COIN,), (0,)),
    ((coins(5), D10), (2, 0)), ((coins(5), D6, D6), (2, 4, 1)), ((coins(3), D20, FUDGE), (3, 19, -1)),
])
def test_unusual_dice_and_faces_are_shown(dice: tuple[Die, ...], faces: tuple[int, ...]) -> None:
    """Ready, falling and at rest, in the smallest and the largest tray, with and without text: no error occurs."""
    for size, lines in ((SIZES[0], NO_TEXT), (SIZES[1], SlipText("fallen", "meaning"))):
        clock = Clock()
        tray = Tray(clock)
        tray.set_pending(dice, lines, (Group("All", tuple(range(len(dice)))),))
        seen = {digest(drawn(tray, size))}
        tray.roll_pending(dice, faces, lines, 1.0)
        for clock.now in (200, 800, 1600):
            seen.add(digest(drawn(tray, size)))
        assert len(seen) > 1
        still = digest(drawn(tray, size))
        felt = pygame.Surface(size)
        felt.blit(baize(*size), (0, 0))
        assert not dice or still != digest(felt)


def test_two_dice_of_a_roll_with_coins_or_words_do_not_hide_each_other() -> None:
    """Either die's face changes the picture."""
    words = SlipText("fallen", "meaning")
    for others in ((), (coins(5),)):
        pictures = {digest(rolled([*others, D6, D6], [3] * len(others) + [a, b], lines=words))
                    for a, b in ((1, 6), (1, 1), (6, 1), (6, 6))}
        assert 4 == len(pictures)


def test_pending_dice_show_no_face() -> None:
    """Other dice give other pictures; pending ten-sided dice are blank."""
    tray, seen = Tray(Clock()), set()
    for dice in ((D6,), (D10,), (D20,), (D10,) * 8, (D20,) * 8):
        tray.set_pending(dice)
        seen.add(digest(drawn(tray)))
    assert 5 == len(seen)
    tray.set_pending((Die("d20", tuple(range(20, 0, -1))),))
    blank = digest(drawn(tray))
    tray.set_pending((D20,))
    assert blank == digest(drawn(tray))


def test_dice_of_any_kind_need_no_words() -> None:
    """A ten-sided die is not a marker from the cup."""
    assert NO_TEXT == pending_slip_text(Roll((D10,), say(""), RULE, {}))
    assert NO_TEXT == pending_slip_text(Roll((D10, D6), say(""), RULE, {}))


def test_the_game_screen_shows_the_kind_of_die_that_fell(sit_down: Callable[..., Hand]) -> None:
    """A ten-sided die's three for a results table differs from a six-sided die's."""
    stage = sit_down(Start("play", "kassala", seed=1)).game.stage
    event = RolledOnTable(RULE, (D10,), (3,), "none", say("nothing happens"), column="1-1", row=3)
    stage.play((event,), lambda: None, RollResult(Roll((D10,), say(""), RULE, {}), (3,)))
    stage.skip()
    assert digest(rolled([D10], [3])) == digest(drawn(stage.tray))


def test_dice_lie_as_their_roll_says() -> None:
    """They are by side and unit in the roll's order; counted dice are marked, even if only the rules know them."""
    guard, line = DiceGroup("Guard", (3, 2, 1), hits=frozenset((5, 6))), DiceGroup("Line", (0, 4, 5))
    roll, faces = Roll((D6,) * 6, say(""), RULE, {}, groups=(guard, line)), (6, 1, 6, 5, 6, 2)
    assert (Group("Guard", (3, 2, 1), frozenset()), Group("Line", (0, 4, 5))) == groups_of(roll)
    assert (Group("Guard", (3, 2, 1), frozenset((3, 2))), Group("Line", (0, 4, 5))) == groups_of(roll, faces)
    told = groups_of(roll, faces, frozenset((1, 5)))
    assert (Group("Guard", (3, 2, 1), frozenset((1,))), Group("Line", (0, 4, 5), frozenset((5,)))) == told


def test_dice_are_sorted_only_where_their_order_means_nothing() -> None:
    """The roll decides that: hits first, then the highest, each group separately."""
    faces = (2, 6, 1, 5, 3)
    assert () == groups_of(Roll((D6,) * 5, say(""), RULE, {}), faces)
    loose = Roll((D6,) * 5, say(""), RULE, {}, ordered=False)
    assert (Group("", (1, 3, 4, 0, 2)),) == groups_of(loose, faces)
    low = DiceGroup("Low wins", (0, 1, 2, 3), hits=frozenset((1, 2)))
    lows = Roll((D6,) * 5, say(""), RULE, {}, groups=(low,), ordered=False)
    assert (Group("Low wins", (0, 2, 1, 3), frozenset((0, 2))),) == groups_of(lows, faces)
    assert () == groups_of(Roll((D6, D6), say(""), RULE, {}, ordered=False), (1, 6)), "two dice lie where they fell"


def test_the_tray_lays_out_a_pool_as_its_roll_says(sit_down: Callable[..., Hand]) -> None:
    """From the roll to the felt, captions, order and rings are those of the same groups."""
    stage = sit_down(Start("play", "kassala", seed=1)).game.stage
    hits, faces = frozenset((4, 5, 6)), (1, 4, 6, 2, 3, 5, 6, 1)
    sides = (DiceGroup("French", (0, 1, 2, 3), hits=hits), DiceGroup("Russian", (4, 5, 6, 7), hits=hits))
    roll = Roll((D6,) * 8, say("Fire"), RULE, {}, groups=sides, ordered=False)
    stage.prepare_tray(roll)
    lying = (Group("French", (0, 1, 2, 3), frozenset()), Group("Russian", (4, 5, 6, 7), frozenset()))
    waiting = Tray(Clock())
    waiting.set_pending((D6,) * 8, groups=lying)
    assert digest(drawn(waiting)) == digest(drawn(stage.tray))
    event = Rolled(RULE, roll.dice, faces, "4 hits", say("both sides lose two"), groups=sides)
    stage.play((event,), lambda: None, RollResult(roll, faces))
    stage.skip()
    laid = (Group("French", (2, 1, 3, 0), frozenset((1, 2))), Group("Russian", (6, 5, 4, 7), frozenset((5, 6))))
    assert digest(rolled(roll.dice, faces, laid)) == digest(drawn(stage.tray))


def test_a_few_dice_stay_large() -> None:
    """Six dice are in two rows instead of one row of small dice."""
    laid = laid_in((344, 250), 6)
    assert 2 == len({y for _, y in laid.blocks[0].places})
    assert 50 < laid.edge <= MAX_EDGE[1] * 250


@pytest.mark.parametrize(("text", "count"), [
    ("One hit", 1), ("all units are demoralized and retreat", 2),
    ("1 cross: the loser eliminates half its units or takes a step from each; the rest retreat demoralized", 3),
])
def test_a_long_meaning_takes_a_further_line(text: str, count: int) -> None:
    """The slip prints all of it, on as few lines as possible."""
    high, room = 74, 205
    lines = split_lines(text, high, room, has_heading=True)
    assert " ".join(lines) == text
    assert len(lines) == count
    assert all(font("ui-bold", round(high * 0.2 * MIN_SHRINK)).size(line)[0] <= room for line in lines)
