"""Faults of a map's objects are found and put in words, with the layer and the object's id."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.maps import check
from tests.maps.map_drafts import Draft, add, one, part, words

MakeDraft = Callable[..., Draft]


def test_unknown_object_class(draft: MakeDraft) -> None:
    """An object of a class nobody knows."""
    spoilt = draft()
    thing = spoilt.object("Wadi")
    thing.set("type", "canal")
    fault = one(spoilt.save())
    assert ("Wadi", int(thing.attrib["id"]), "the class 'canal' is unknown") == (fault.layer, fault.object, fault.found)
    assert "wadi" in str(fault.expected)


def test_object_without_class(draft: MakeDraft) -> None:
    """An object of no class."""
    spoilt = draft()
    del spoilt.object("Trench").attrib["type"]
    assert "the object has no class" == one(spoilt.save()).found


@pytest.mark.parametrize(
    ("layer", "kind", "text"),
    [
        ("Wadi", "water", "the water is drawn as polyline; expected polygon"),
        ("Water", "trench", "the trench is drawn as polygon; expected polyline"),
        ("Hills", "deployment-zone", "the deployment-zone is drawn as polygon; expected point"),
        ("Hills", "label", "the label is drawn as polygon; expected point or text"),
    ],
)
def test_wrong_shape(draft: MakeDraft, layer: str, kind: str, text: str) -> None:
    """A class drawn with the wrong tool."""
    spoilt = draft()
    spoilt.object(layer).set("type", kind)
    assert text in str(one(spoilt.save()))


def test_point_off_the_corners(draft: MakeDraft) -> None:
    """A polyline point that is no hex corner is named with the nearest one; its two segments add no further fault."""
    spoilt = draft()
    number = add(spoilt, "Wadi", {"type": "wadi", "x": "390", "y": "468"}, '<polyline points="0,0 -30,31"/>')
    fault = one(spoilt.save())
    assert number == fault.object
    found = "the wadi point (360, 499) lies on no hex corner; expected a hex corner such as the nearest, (360, 520)"
    assert found == fault.text


def test_segment_that_is_no_hexside(draft: MakeDraft) -> None:
    """A segment from corner to corner straight through a hex, and one of no length."""
    spoilt = draft()
    add(spoilt, "Wadi", {"type": "wadi", "x": "390", "y": "572"}, '<polyline points="0,0 60,-104 60,-104"/>')
    assert [
        "the wadi from (390, 572) to (450, 468) follows no hex-side; expected a step along one hex-side",
        "the wadi from (450, 468) to (450, 468) follows no hex-side; expected a step along one hex-side",
    ] == [fault.text for fault in check(spoilt.save())]


def test_side_off_the_board(draft: MakeDraft) -> None:
    """A hex-side at the board's edge has a hex on one side only."""
    spoilt = draft()
    add(spoilt, "Trench", {"type": "trench", "x": "30", "y": "52"}, '<polyline points="0,0 60,0"/>')
    expected = (
        "the trench from (30, 52) to (90, 52) runs between 0100 and 0101, off the board; "
        "expected a hex-side between two hexes of the board"
    )
    assert expected == one(spoilt.save()).text


def test_side_drawn_twice(draft: MakeDraft) -> None:
    """The same side twice, the second time the other way round."""
    spoilt = draft()
    add(spoilt, "Wadi", {"type": "wadi", "x": "210", "y": "52"}, '<polyline points="0,0 -30,52"/>')
    fault = one(spoilt.save())
    assert "the side between 0301 and 0201 already is wadi; expected each hex-side drawn once" == fault.text


@pytest.mark.parametrize("layer", ["Lettering", "Deployment", "Objectives"])
def test_duplicate_name(draft: MakeDraft, layer: str) -> None:
    """Two labels, zones or objectives of one name."""
    spoilt = draft()
    twin = {"Lettering": "KASSALA", "Deployment": "north", "Objectives": "Kassala"}[layer]
    first = spoilt.object(layer, {"Lettering": "UDAKA", "Deployment": "south", "Objectives": "Udaka"}[layer])
    first.set("name", twin)
    found = [text for text in words(spoilt.save()) if twin in text]
    assert 1 == len(found)
    assert "once" in found[0]


def test_label_without_text(draft: MakeDraft) -> None:
    """A label that says nothing."""
    spoilt = draft()
    part(spoilt.object("Lettering", "LAKE"), "text").text = ""
    assert "the label says nothing; expected a text" == one(spoilt.save()).text


def test_unknown_label_style(draft: MakeDraft) -> None:
    """A style of lettering nobody knows."""
    spoilt = draft()
    part(spoilt.object("Lettering", "LAKE"), "properties/property[@name='style']").set("value", "neon")
    assert "the label's style is 'neon'; expected hill, letter, place, town or water" == one(spoilt.save()).text


def test_unknown_provenance(draft: MakeDraft) -> None:
    """A source that is none of the four we distinguish."""
    spoilt = draft()
    part(spoilt.object("Hills"), "properties/property[@name='provenance']").set("value", "guess")
    fault = one(spoilt.save())
    assert "the provenance is 'guess'; expected figure, history, reconstructed or rulebook" == fault.text


def test_objective_without_hexes(draft: MakeDraft) -> None:
    """An objective that has been dragged off the board."""
    spoilt = draft()
    spoilt.object("Objectives", "Udaka").set("x", "-900")
    assert "the objective 'Udaka' holds no hex" == one(spoilt.save()).found


def test_unnamed_objective(draft: MakeDraft) -> None:
    """An objective without a name."""
    spoilt = draft()
    del spoilt.object("Objectives", "Udaka").attrib["name"]
    assert "the objective has no name; expected a name" == one(spoilt.save()).text


def test_unreachable_objective(draft: MakeDraft) -> None:
    """An objective cut off from the rest of the board, named with the hexes that nothing leads to."""
    spoilt = draft("example-c")
    box = '<polygon points="0,0 100,0 100,100 0,100"/>'
    number = add(spoilt, "Lettering", {"type": "objective", "name": "Camp", "x": "190", "y": "262"}, box)
    for x, y in ((2, 1), (1, 2), (1, 3), (2, 0), (0, 2), (0, 1), (1, 1)):
        spoilt.set_tile(x, y, 0)
    fault = one(spoilt.save())
    expected = "the objective 'Camp' cannot be reached in 0303; expected a path of hexes from the rest of the board"
    assert expected == fault.text
    assert ("Lettering", number) == (fault.layer, fault.object)


def test_hexes_in_no_zone(draft: MakeDraft) -> None:
    """A part of the board that no zone point names."""
    spoilt = draft()
    spoilt.layer("Deployment").remove(spoilt.object("Deployment", "north"))
    fault = one(spoilt.save())
    assert str(fault.found).startswith("0101, 0102, ")
    assert str(fault.found).endswith(" and 0802 lie in no deployment zone")


def test_hexes_in_both_zones(draft: MakeDraft) -> None:
    """Without the dotted line every hex lies in both zones."""
    spoilt = draft()
    spoilt.layer("Deployment").remove(spoilt.object("Deployment"))
    assert str(one(spoilt.save()).found).endswith("0807 lie in the deployment zones north and south at once")


def test_zone_in_no_hex(draft: MakeDraft) -> None:
    """A zone point in the river."""
    spoilt = draft()
    spoilt.object("Deployment", "south").set("x", "-200")
    found = words(spoilt.save())
    assert any("the zone 'south' stands in no hex; expected a point inside a hex" in text for text in found)


@pytest.mark.parametrize("value", ["nan", "inf", "-1e999"])
@pytest.mark.parametrize("layer", ["Water", "Wadi", "Deployment", "Objectives", "Lettering"])
def test_numbers_that_are_none(draft: MakeDraft, layer: str, value: str) -> None:
    """Coordinates that are no finite numbers."""
    spoilt = draft()
    for thing in spoilt.layer(layer).iter("object"):
        thing.set("x", value)
    assert "a coordinate is no finite number; expected pixels" in str(check(spoilt.save())[0])


@pytest.mark.parametrize(
    ("layer", "tag", "drawn", "text"),
    [
        ("Water", "polygon", "0,0 9,9", "the water has 2 points; expected at least 3"),
        ("Water", "polygon", "", "the water has 0 points; expected at least 3"),
        ("Wadi", "polyline", "0,0", "the wadi has 1 point; expected at least 2"),
    ],
)
def test_too_few_points(draft: MakeDraft, layer: str, tag: str, drawn: str, text: str) -> None:
    """A line or shape of too few points."""
    spoilt = draft()
    part(spoilt.object(layer), tag).set("points", drawn)
    assert text == one(spoilt.save()).text
