"""The army lists of Renaissance: those of the facts page, and lists written by players."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from game import catalog
from game.cli.checking import faults
from game.cli.naming import listing
from game.core.capability import OwnFiles, capability
from game.core.codec import BadPosition
from game.rules.renaissance.engine.armies import (
    ArmyError,
    as_json,
    built_in,
    load,
    own_folder,
    own_lists,
    pairs,
    read,
)
from game.rules.renaissance.engine.tables import ELEMENTS
from tests.rules.table import facts

LISTS = """
swedish    3 forest   gn1 pi3 lh1 pk2 sh4 gu1             lh>dr sh>gu
imperial   3 arable   gn1 pi3 lh1 pk4 sh2 ca1             lh>dr pk>sh
spanish    3 arable   gn1 pi2 lh1 pk4 sh3 ca1             pi>kn
royalist   2 arable   gn1 pi4 dr1 pk2 sh3 ca1             ca>sh dr>sk
parliament 2 arable   gn1 pi4 dr1 pk2 sh4                 pi>gu
ottoman    4 hilly    gn1 cv3 lh3 sh2 ax1 hd1 ca1         lh>cm ax>bd
french     3 arable   gn1 kn3 lh1 pk3 sh1 bw1 sk1 ca1     bw>sh ca>gu
japanese   1 hilly    gn1 cv2 bd2 pk3 sh3 bw1             cv>kn bw>sk
polish     2 steppe   gn1 kn3 cv3 lh2 dr1 sh1 gu1         cv>lh sh>ww
swiss      3 hilly    gf1 pk7 bd2 sk2                     sk>sh bd>gu
scots      2 hilly    gn1 pi1 wb4 sh4 ra1 sk1             sh>pk ra>wb
mughal     3 dry      gn1 cv4 lh2 el1 sh1 sk1 hd1 ca1     cv>el hd>bw
moroccan   1 dry      gn1 lh3 cv2 cm1 sh3 sk1 ca1         sh>dr
aztec      1 tropical gf1 bd4 ra3 wb2 sk2                 ra>bd
dutch      1 littoral gn1 pi3 pk3 sh4 gu1                 pi>dr
"""
GOOD = """title = "My own"
aggression = 2
topography = "steppe"
elements = {gn = 1, cv = 6, lh = 5}

[[options]]
name = "camels"
replaces = "lh"
by = "cm"
count = 2
"""


@pytest.mark.rule("14.1.1")
def test_the_fifteen_lists() -> None:
    rows = [line.split() for line in LISTS.strip().splitlines()]
    assert [name for name, *_ in rows] == list(built_in())
    for name, aggression, topography, *words in rows:
        army = built_in()[name]
        counts = {word[:2]: int(word[2:]) for word in words if ">" not in word}
        assert (army.aggression, army.topography) == (int(aggression), topography), name
        assert Counter(army.army()) == counts, name
        assert [f"{one.replaces}>{one.by}" for one in army.options] == [word for word in words if ">" in word], name
        assert {one.count for one in army.options} == {1}, name
        assert army.title, name
        assert army.years, name
        told = dict(army.provenance)
        assert told.get("elements and options") == "reconstructed" or told["elements"] == "measured", name


@pytest.mark.rule("14.1.1")
def test_each_choice_of_options_leaves_twelve_elements_with_one_general() -> None:
    for army in built_in().values():
        names = [one.name for one in army.options]
        for choice in product((False, True), repeat=len(names)):
            elements = army.army([name for name, taken in zip(names, choice, strict=True) if taken])
            assert len(elements) == 12
            assert elements[0] in ("gn", "gf")
            assert sum(kind in ("gn", "gf") for kind in elements) == 1


@pytest.mark.rule("14.1.1")
def test_an_option_changes_one_element() -> None:
    army = built_in()["ottoman"]
    assert Counter(army.army(["camelry"])) == Counter(army.army()) - Counter(["lh"]) + Counter(["cm"])
    with pytest.raises(KeyError):
        army.army(["elephants"])


@pytest.mark.rule("2.5")
def test_only_armies_without_mounted_elements_have_a_general_on_foot() -> None:
    on_foot = {name for name, army in built_in().items() if "gf" in army.elements}
    assert on_foot == {"swiss", "aztec"}
    for name, army in built_in().items():
        kinds = (*army.elements, *(one.by for one in army.options))
        assert any(ELEMENTS[kind].mounted for kind in kinds) == (name not in on_foot), name


def test_historic_pairs() -> None:
    order = list(built_in())
    numbers = [(order.index(one) + 1, order.index(other) + 1) for one, other in pairs()]
    assert numbers == [(1, 2), (4, 5), (3, 15), (3, 7), (7, 10), (6, 2), (6, 9), (8, 8), (11, 5), (12, 12), (13, 3),
                       (14, 3), (9, 1)]


@pytest.mark.rule("14.2.7")
def test_littoral_armies_land() -> None:
    assert {name for name, army in built_in().items() if army.may_land} == {"dutch"}


def test_a_record_can_carry_a_list() -> None:
    for army in built_in().values():
        assert read(json.loads(json.dumps(as_json(army))), "armies/red") == army


def test_a_players_own_list(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, "utf-8")
    found = own_lists(tmp_path)
    assert not found.errors
    army = found.lists["mine"]
    assert army.army() == ("gn", *("cv",) * 6, *("lh",) * 5)
    assert army.army(["camels"]) == ("gn", *("cv",) * 6, *("lh",) * 3, "cm", "cm")
    assert (2,) == facts(army.options[0].title)
    assert read(as_json(army), "army") == army


def test_a_broken_list_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD, "utf-8")
    (tmp_path / "swiss.toml").write_text(GOOD, "utf-8")
    (tmp_path / "torn.toml").write_text(GOOD[:33], "utf-8")
    (tmp_path / "folder.toml").mkdir()
    found = own_lists(tmp_path)
    assert list(found.lists) == ["mine"]
    named = [re.search(r"\w+\.toml", str(error)) for error in found.errors.values()]
    assert [name and name[0] for name in named] == ["folder.toml", "swiss.toml", "torn.toml"]


def test_a_broken_list_has_its_reason_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported as an option, by ``check`` and in ``list``."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    folder = own_folder()
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(GOOD, "utf-8")
    (folder / "eleven.toml").write_text(GOOD.replace("cv = 6", "cv = 5"), "utf-8")
    why = "eleven.toml/elements: expected 12 elements in all, the general among them, not 11"
    rules = catalog.rules("renaissance")
    capability(rules, OwnFiles).reread()
    try:
        with pytest.raises(catalog.UnusableOption) as error:
            catalog.options(rules, ["army-red=eleven"])
        assert str(error.value) == why
        assert catalog.options(rules, ["army-red=mine"]) == ("army-red=mine",)
        assert f"eleven.toml: broken ({why})" in listing()
    finally:
        monkeypatch.undo()
        capability(rules, OwnFiles).reread()
    assert [str(fault) for fault in faults(folder / "eleven.toml")] == [why]
    assert faults(folder / "mine.toml") == []


def test_no_folder_has_no_lists(tmp_path: Path) -> None:
    assert own_lists(tmp_path / "none") == ({}, {})


@pytest.mark.parametrize(("old", "new", "told"), [
    ("cv = 6", "cv = 7", "/elements: expected 12 elements in all, the general among them, not 13"),
    ("cv = 6", "cv = 0", "/elements/cv: expected a whole number from 1 to 12"),
    ("cv = 6", "cv = true", "/elements/cv: expected a whole number from 1 to 12"),
    ("cv = 6", "cv = 5, cx = 1", "/elements: there is no type 'cx'"),
    ("cv = 6", "cv = 5, cf = 1", "/elements: expected no camp followers: they are chosen at deployment"),
    ("cv = 6", "cv = 5, gf = 1", "/elements: expected exactly one general, gn or gf"),
    ("gn = 1", "kn = 1", "/elements: expected exactly one general, gn or gf"),
    ("gn = 1", "gf = 1", "/elements: expected a mounted general, gn: only an army that can have no mounted element has "
     "one on foot"),
    ("elements = {gn = 1, cv = 6, lh = 5}", "elements = 3", "/elements: expected a table such as {gn = 1, pk = 11}"),
    ("aggression = 2", "aggression = 5", "/aggression: expected a whole number from 0 to 4"),
    ("aggression = 2", "", ": expected the key 'aggression'"),
    ('"steppe"', '"moor"', "/topography: there is no 'moor'"),
    ('title = "My own"', 'title = ""', "/title: expected a name"),
    ("count = 2", "count = 6", "/options/0/count: expected at most 5 replaced: the army has only so many of 'lh'"),
    ('replaces = "lh"', 'replaces = "pk"', "/options/0/count: expected at most 0 replaced"),
    ('replaces = "lh"', 'replaces = "gn"', "/options/0/replaces: expected an element other than the general"),
    ('by = "cm"', 'by = "gf"', "/options/0/by: expected another element, neither a general nor camp followers"),
    ('by = "cm"', 'by = "lh"', "/options/0/by: expected another element, neither a general nor camp followers"),
    ('name = "camels"', 'name = "Camels"', "/options/0/name: expected small letters, digits and hyphens"),
    ("count = 2", "much = 2", "/options/0: there is no key 'much'"),
    ("aggression = 2", 'aggression = 2\nname = "swedish"', ": there is no key 'name'"),
    ("aggression = 2", "aggression = 2\nprovenance = 3", "/provenance: expected texts"),
    ("aggression = 2", "aggression = ", ": not written as TOML"),
])
def test_a_broken_list_is_refused_in_words(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The message has the file, the key and the expected value."""
    assert old in GOOD
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(ArmyError) as error:
        load(path)
    assert str(error.value).startswith(f"mine.toml{told}"), error.value


@pytest.mark.parametrize(("key", "value"), [
    ("elements", ["gn", "pk"]), ("elements", ["pk"] * 12), ("aggression", "3"), ("name", "No Name"), ("title", 4),
    ("options", [{"name": "a"}]), ("topography", None),
])
def test_a_spoilt_list_in_a_record_is_refused(key: str, value: object) -> None:
    with pytest.raises(BadPosition, match=f"army/{key}"):
        read({**as_json(built_in()["swiss"]), key: value}, "army")


def test_the_order_of_the_types_in_a_record() -> None:
    """Neither generals nor followers are in it."""
    swiss = as_json(built_in()["swiss"])
    with pytest.raises(BadPosition, match=r"in this order: kn, .*, ww$"):
        read({**swiss, "elements": swiss["elements"][::-1]}, "army")


def test_a_list_whose_file_name_is_no_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "My Army.toml"
    path.write_text(GOOD, "utf-8")
    with pytest.raises(ArmyError, match="not 'My Army'"):
        load(path)


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "army-lists.md").read_text("utf-8")
    (tmp_path / "venetian.toml").write_text(page.partition("```toml\n")[2].partition("```")[0], "utf-8")
    found = own_lists(tmp_path)
    assert (["venetian"], {}) == (list(found.lists), found.errors)
    assert [one.name for one in found.lists["venetian"].options] == ["crossbows", "galleots"]
