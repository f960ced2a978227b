"""Faults of a map's objects are found and described, with the layer and the object's id."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.maps import FaultKind, check
from tests.maps.map_drafts import Draft, add, facts, found, one, part

MakeDraft = Callable[..., Draft]


def test_unknown_object_class(draft: MakeDraft) -> None:
    """An object of an unknown class is a fault."""
    spoilt = draft()
    thing = spoilt.object("Wadi")
    thing.set("type", "canal")
    canal = facts(one(spoilt.save()))
    assert (FaultKind.CLASS, "Wadi", int(thing.attrib["id"]), "canal") == canal[:4]
    assert "wadi" in canal[4:]


def test_object_without_class(draft: MakeDraft) -> None:
    """An object without a class is a fault."""
    spoilt = draft()
    thing = spoilt.object("Trench")
    del thing.attrib["type"]
    nameless = facts(one(spoilt.save()))
    assert (FaultKind.CLASS, "Trench", int(thing.attrib["id"])) == nameless[:3]
    assert "trench" in nameless[3:]


@pytest.mark.parametrize(
    ("layer", "kind", "drawn", "expected"),
    [
        ("Wadi", "water", "polyline", ("polygon",)), ("Water", "trench", "polygon", ("polyline",)),
        ("Hills", "deployment-zone", "polygon", ("point",)), ("Hills", "label", "polygon", ("point", "text")),
    ],
)
def test_wrong_shape(draft: MakeDraft, layer: str, kind: str, drawn: str, expected: tuple[str, ...]) -> None:
    """A class drawn with the wrong shape is a fault."""
    spoilt = draft()
    thing = spoilt.object(layer)
    thing.set("type", kind)
    assert (FaultKind.SHAPE, layer, int(thing.attrib["id"]), kind, drawn, *expected) == facts(one(spoilt.save()))


def test_point_off_the_corners(draft: MakeDraft) -> None:
    """A polyline point that is not a hex corner is reported with the nearest one; its two segments add no further
    fault."""
    spoilt = draft()
    number = add(spoilt, "Wadi", {"type": "wadi", "x": "390", "y": "468"}, '<polyline points="0,0 -30,31"/>')
    assert (FaultKind.PLACE, "Wadi", number, "wadi", 360, 499, "(360, 520)") == facts(one(spoilt.save()))


def test_segment_that_is_no_hexside(draft: MakeDraft) -> None:
    """A segment from corner to corner through a hex, or of no length, is a fault."""
    spoilt = draft()
    number = add(spoilt, "Wadi", {"type": "wadi", "x": "390", "y": "572"}, '<polyline points="0,0 60,-104 60,-104"/>')
    wadi = FaultKind.STEP, "Wadi", number, "wadi"
    assert [(*wadi, "(390, 572)", "(450, 468)"), (*wadi, "(450, 468)", "(450, 468)")] == found(spoilt.save())


def test_side_at_the_edge_of_the_board(draft: MakeDraft) -> None:
    """A hexside at the board's edge has a hex on one side only, which is a fault."""
    spoilt = draft()
    number = add(spoilt, "Trench", {"type": "trench", "x": "30", "y": "52"}, '<polyline points="0,0 60,0"/>')
    trench = FaultKind.OFF_BOARD, "Trench", number, "0100", "0101", "trench", "(30, 52)", "(90, 52)"
    assert trench == facts(one(spoilt.save()))


def test_side_drawn_twice(draft: MakeDraft) -> None:
    """The same side drawn twice, the second time in reverse, is a fault."""
    spoilt = draft()
    number = add(spoilt, "Wadi", {"type": "wadi", "x": "210", "y": "52"}, '<polyline points="0,0 -30,52"/>')
    assert (FaultKind.TWICE, "Wadi", number, "0301", "0201", "wadi") == facts(one(spoilt.save()))


@pytest.mark.parametrize("layer", ["Lettering", "Deployment", "Objectives"])
def test_duplicate_name(draft: MakeDraft, layer: str) -> None:
    """Two labels, zones or objectives with the same name are a fault."""
    spoilt = draft()
    twin = {"Lettering": "KASSALA", "Deployment": "north", "Objectives": "Kassala"}[layer]
    first = spoilt.object(layer, {"Lettering": "UDAKA", "Deployment": "south", "Objectives": "Udaka"}[layer])
    first.set("name", twin)
    (second,) = (told for told in found(spoilt.save()) if twin in told)
    assert (FaultKind.TWICE, layer) == second[:2]


def test_label_without_text(draft: MakeDraft) -> None:
    """A label without text is a fault."""
    spoilt = draft()
    label = spoilt.object("Lettering", "LAKE")
    part(label, "text").text = ""
    assert (FaultKind.NO_TEXT, "Lettering", int(label.attrib["id"])) == facts(one(spoilt.save()))


@pytest.mark.parametrize("size", ["0", "-5", "401", "9999999"])
def test_impossible_label_size(draft: MakeDraft, size: str) -> None:
    """Letters that cannot be seen, or higher than any sheet needs, are a fault."""
    spoilt = draft()
    label = spoilt.object("Lettering", "LAKE")
    part(label, "text").set("pixelsize", size)
    assert (FaultKind.PROPERTY, "Lettering", int(label.attrib["id"]), int(size)) == facts(one(spoilt.save()))


def test_unknown_label_style(draft: MakeDraft) -> None:
    """An unknown style of lettering is a fault."""
    spoilt = draft()
    part(spoilt.object("Lettering", "LAKE"), "properties/property[@name='style']").set("value", "neon")
    styles = ("hill", "letter", "place", "town", "water")
    kind, layer, _, *told = facts(one(spoilt.save()))
    assert (FaultKind.PROPERTY, "Lettering", ["neon", *styles]) == (kind, layer, told)


def test_unknown_provenance(draft: MakeDraft) -> None:
    """A source other than the four known ones is a fault."""
    spoilt = draft()
    part(spoilt.object("Hills"), "properties/property[@name='provenance']").set("value", "guess")
    kind, layer, _, *told = facts(one(spoilt.save()))
    sources = ["figure", "history", "reconstructed", "rulebook"]
    assert (FaultKind.PROPERTY, "Hills", ["guess", *sources]) == (kind, layer, told)


def test_objective_without_hexes(draft: MakeDraft) -> None:
    """An objective off the board is a fault."""
    spoilt = draft()
    spoilt.object("Objectives", "Udaka").set("x", "-900")
    number = int(spoilt.object("Objectives", "Udaka").attrib["id"])
    assert (FaultKind.PLACE, "Objectives", number, "Udaka") == facts(one(spoilt.save()))


def test_unnamed_objective(draft: MakeDraft) -> None:
    """An objective without a name is a fault."""
    spoilt = draft()
    thing = spoilt.object("Objectives", "Udaka")
    del thing.attrib["name"]
    assert (FaultKind.NO_NAME, "Objectives", int(thing.attrib["id"]), "objective") == facts(one(spoilt.save()))


def test_unreachable_objective(draft: MakeDraft) -> None:
    """An objective disconnected from the rest of the board is reported with its unreachable hexes."""
    spoilt = draft("example-c")
    box = '<polygon points="0,0 100,0 100,100 0,100"/>'
    number = add(spoilt, "Lettering", {"type": "objective", "name": "Camp", "x": "190", "y": "262"}, box)
    for x, y in ((2, 1), (1, 2), (1, 3), (2, 0), (0, 2), (0, 1), (1, 1)):
        spoilt.set_tile(x, y, 0)
    assert (FaultKind.UNREACHABLE, "Lettering", number, "Camp", "0303") == facts(one(spoilt.save()))


def test_hexes_in_no_zone(draft: MakeDraft) -> None:
    """A part of the board without a zone point is a fault."""
    spoilt = draft()
    spoilt.layer("Deployment").remove(spoilt.object("Deployment", "north"))
    kind, layer, thing, *hexes = facts(one(spoilt.save()))
    assert (FaultKind.ZONES, None, None) == (kind, layer, thing)
    assert (["0101", "0102"], "0802") == (hexes[:2], hexes[-1])


def test_hexes_in_both_zones(draft: MakeDraft) -> None:
    """Without the dotted line every hex would be in both zones, which is a fault."""
    spoilt = draft()
    spoilt.layer("Deployment").remove(spoilt.object("Deployment"))
    kind, *_, last, one_zone, other = facts(one(spoilt.save()))
    assert (FaultKind.ZONES, "0807", "north", "south") == (kind, last, one_zone, other)


def test_zone_in_no_hex(draft: MakeDraft) -> None:
    """A zone point in the river is a fault."""
    spoilt = draft()
    point = spoilt.object("Deployment", "south")
    point.set("x", "-200")
    assert (FaultKind.PLACE, "Deployment", int(point.attrib["id"]), "south") in found(spoilt.save())


@pytest.mark.parametrize("value", ["nan", "inf", "-1e999"])
@pytest.mark.parametrize("layer", ["Water", "Wadi", "Deployment", "Objectives", "Lettering"])
def test_invalid_numbers(draft: MakeDraft, layer: str, value: str) -> None:
    """Coordinates that are not finite numbers are faults."""
    spoilt = draft()
    for thing in spoilt.layer(layer).iter("object"):
        thing.set("x", value)
    first = check(spoilt.save())[0]
    assert (FaultKind.PLACE, layer) == (first.kind, first.layer)


@pytest.mark.parametrize(
    ("layer", "tag", "drawn", "told"),
    [
        ("Water", "polygon", "0,0 9,9", (2, "water", 3)), ("Water", "polygon", "", (0, "water", 3)),
        ("Wadi", "polyline", "0,0", (1, "wadi", 2)),
    ],
)
def test_too_few_points(
    draft: MakeDraft, layer: str, tag: str, drawn: str, told: tuple[int, str, int]
) -> None:
    """A line or shape with too few points is a fault."""
    spoilt = draft()
    thing = spoilt.object(layer)
    part(thing, tag).set("points", drawn)
    assert (FaultKind.OUTLINE, layer, int(thing.attrib["id"]), *told) == facts(one(spoilt.save()))
