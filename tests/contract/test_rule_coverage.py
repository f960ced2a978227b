"""Every rule has a test, every citation a rule (DESIGN, held by tests 4); the detector is tested too (9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import systems
from tests.contract.rule_coverage import Fault, citations, faults, marks, read_rulebook, ruling_citations

FOLDER = Path(__file__).parents[1]
SYSTEMS = list(systems.folders().values())

BOOK = """# The rules

## II.D Movement
Words.

## II.D.7 Enough points
> **Ruling 3.** Words.

## IV.A.7.b Bombardment

# V Examples
"""
CODE = '''"""Moves (II.D.7, ruling 3)."""
def check():
    return refuse("II.D.7", "No", 3), rule("II.D" if x else "V"), RuleRef("toy", "IV.A.7.b", 3)
'''
TESTS = """
import pytest

@pytest.mark.rule("II.D")
@pytest.mark.rule("II.D.7")
def test_points(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("IV.A.7.b"))])
def test_guns(n): ...

@pytest.mark.rule("V")
def test_examples(): ...
"""


PLAIN_BOOK = """# Africa and elsewhere
# 6 Combat
> **Ruling 2.** Words.

## 6.1 Fire
## 11.C.3 Special rules
"""
PLAIN_CODE = '''"""Combat (6, 6.1, rulings 1 and 2)."""
CUP = (10, 10)
def check():
    # The ship stays at sea (11.C.3).
    return refused("6.1", "No"), ("6.1", "Not now"), rule("6", 2), f(6), (7, 8)
'''
PLAIN_TESTS = """
import pytest

@pytest.mark.rule("6")
@pytest.mark.rule("6.1")
@pytest.mark.rule("11.C.3")
def test_fire(): ...
"""


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A rulebook numbered 1, 1.1, 1.A.1, its code and its tests."""
    (tmp_path / "game" / "toy").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "toy").mkdir(parents=True)
    book = PLAIN_BOOK.replace("> **Ruling 2.", "> **Ruling 1.** Words.\n> **Ruling 2.")
    (tmp_path / "game" / "toy" / "rulebook.md").write_text(book, "utf-8")
    (tmp_path / "game" / "toy" / "combat.py").write_text(PLAIN_CODE, "utf-8")
    (tmp_path / "tests" / "rules" / "toy" / "test_toy.py").write_text(PLAIN_TESTS, "utf-8")
    return tmp_path


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A made-up system whose rulebook, code and tests match."""
    (tmp_path / "game" / "toy").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "toy").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "other").mkdir(parents=True)
    (tmp_path / "game" / "toy" / "rulebook.md").write_text(BOOK, "utf-8")
    (tmp_path / "game" / "toy" / "moves.py").write_text(CODE, "utf-8")
    (tmp_path / "tests" / "rules" / "toy" / "test_toy.py").write_text(TESTS, "utf-8")
    return tmp_path


def found(toy: Path) -> list[Fault]:
    return faults(toy / "game" / "toy", toy / "tests")


@pytest.mark.every(4)
@pytest.mark.parametrize("folder", SYSTEMS, ids=lambda p: p.name)
def test_rules_citations_and_tests_fit_together(folder: Path) -> None:
    """Every rule has a test, every citation and mark a rule, and every cited ruling is written down. A system's tests
    are here, or in its own folder."""
    own = folder / "tests"
    assert [] == faults(folder, own if own.is_dir() else FOLDER)


@pytest.mark.every(2)
@pytest.mark.parametrize("folder", SYSTEMS, ids=lambda p: p.name)
def test_every_ruling_is_cited(folder: Path) -> None:
    """A ruling that no code cites would never be shown to a player."""
    book = read_rulebook(folder / "rulebook.md")
    assert book.rulings == {number for number, _ in ruling_citations(folder)} & book.rulings


@pytest.mark.parametrize("folder", SYSTEMS, ids=lambda p: p.name)
def test_rulings_are_numbered_without_gaps(folder: Path) -> None:
    """Rulings are numbered from 1 without gaps."""
    book = read_rulebook(folder / "rulebook.md")
    assert set(range(1, len(book.rulings) + 1)) == book.rulings


def test_detector_reads_every_form(toy: Path) -> None:
    """Headings, marks in decorators and parameters, citations in calls and docstrings, and rulings are read."""
    book = read_rulebook(toy / "game" / "toy" / "rulebook.md")
    assert {"II.D", "II.D.7", "IV.A.7.b", "V"} == book.numbers
    assert {3} == book.rulings
    assert {"II.D", "II.D.7", "IV.A.7.b", "V"} == {n for n, _ in marks(toy / "tests", "toy")}
    assert {"II.D", "II.D.7", "IV.A.7.b", "V"} == {n for n, _ in citations(toy / "game" / "toy")}
    assert {3} == {n for n, _ in ruling_citations(toy / "game" / "toy")}
    assert [] == found(toy)


def test_detector_finds_a_rule_without_a_test(toy: Path) -> None:
    """A rule without a test is reported; another system's marks do not count."""
    book = toy / "game" / "toy" / "rulebook.md"
    book.write_text(BOOK + "\n## II.E.1 Neighbours only\n", "utf-8")
    other = toy / "tests" / "rules" / "other" / "test_other.py"
    other.write_text("import pytest\n@pytest.mark.rule('II.E.1')\ndef test_it(): ...\n", "utf-8")
    assert [Fault("untested", "II.E.1")] == found(toy)
    other.rename(toy / "tests" / "test_shared.py")
    assert [] == found(toy)


@pytest.mark.parametrize(
    "line", ['rule("II.D.8")', 'refuse("II.D.8", "No")', 'RuleRef("toy", "II.D.8")', "# as II.D.8 says", 'f("II.D.8")',
             'rule("V" if x else "II.D.8")'])
def test_detector_finds_a_citation_without_a_rule(toy: Path, line: str) -> None:
    """A citation without a rule is reported in calls, comments and any other string."""
    (toy / "game" / "toy" / "more.py").write_text(f"x = f = rule = refuse = RuleRef = print\n{line}\n", "utf-8")
    assert {Fault("citation", "II.D.8", "more.py:2")} == set(found(toy))


@pytest.mark.parametrize("line", ['rule("II.D", 4)', 'refuse("II.D", "No", 4)', '"""Rulings apply (ruling 4)."""',
                                  '"""See rulings 3 and 4."""', 'rule("II.D", 4 if print else None)'])
def test_detector_finds_a_ruling_that_is_not_written_down(toy: Path, line: str) -> None:
    """A missing ruling is reported when cited in calls and in words."""
    (toy / "game" / "toy" / "more.py").write_text(f"{line}\n", "utf-8")
    assert {Fault("ruling", "4", "more.py:1")} == set(found(toy))


def test_citations_in_a_systems_own_tests_do_not_count(toy: Path) -> None:
    """Tests in a system's folder are not part of its code."""
    own = toy / "game" / "toy" / "tests"
    own.mkdir()
    (own / "test_more.py").write_text('"""As ruling 4 says."""\nrule("II.D.9")\n', "utf-8")
    assert [] == found(toy)
    assert {3} == {n for n, _ in ruling_citations(toy / "game" / "toy")}


def test_detector_finds_a_mark_without_a_rule(toy: Path) -> None:
    """A mark with a wrong number is reported."""
    path = toy / "tests" / "rules" / "toy" / "test_toy.py"
    path.write_text(TESTS.replace('"V"', '"VI"'), "utf-8")
    assert [Fault("untested", "V"), Fault("mark", "VI", "rules/toy/test_toy.py:11")] == found(toy)


def test_detector_finds_a_missing_rulebook(toy: Path) -> None:
    """A system without a rulebook is reported."""
    (toy / "game" / "toy" / "rulebook.md").unlink()
    assert [Fault("rulebook", where="toy")] == found(toy)


def test_detector_finds_a_citation_in_a_scenario(toy: Path) -> None:
    """Citations in examples of play are checked too."""
    (toy / "game" / "toy" / "example.toml").write_text('rule = "II.D.9"\n', "utf-8")
    assert [Fault("citation", "II.D.9", "example.toml:1")] == found(toy)


def test_detector_reads_plain_numbers(plain: Path) -> None:
    """Headings with plain numbers are read; citations in calls, texts, docstrings and comments are found, and nothing
    else."""
    book = read_rulebook(plain / "game" / "toy" / "rulebook.md")
    assert {"6", "6.1", "11.C.3"} == book.numbers
    assert ["11.C.3", "11.C.3", "6", "6", "6.1", "6.1", "6.1", "6.1"] == sorted(
        n for n, _ in citations(plain / "game" / "toy"))
    assert {1, 2} == {n for n, _ in ruling_citations(plain / "game" / "toy")}
    assert [] == found(plain)


@pytest.mark.parametrize(
    "line", ['refused("9", "No")', 'return_("6.9", "No")', 'rule("9" if x else "6")', '"""As printed (6, 9)."""',
             "x = 1  # stays behind (9)",
             "# the landing (11.C.9)", '"""As 11.C.9 says."""', '"""Here (9, ruling 2)."""'])
def test_detector_finds_a_plain_citation_without_a_rule(plain: Path, line: str) -> None:
    """A plain citation without a rule is reported wherever it may occur."""
    (plain / "game" / "toy" / "more.py").write_text(line + "\n", "utf-8")
    (fault,) = set(found(plain))
    assert ("citation", "more.py:1") == (fault.kind, fault.where)
    assert fault.number.endswith("9")


@pytest.mark.parametrize("heading", ["7 Rally", "7.1 Coins", "11.W Wad-Ras", "11.W.2 Victory"])
def test_detector_finds_a_plain_rule_without_a_test(plain: Path, heading: str) -> None:
    """A plain rule without a test is reported at every depth."""
    (plain / "game" / "toy" / "rulebook.md").open("a").write(f"\n## {heading}\n")
    assert Fault("untested", heading.split()[0]) in found(plain)
