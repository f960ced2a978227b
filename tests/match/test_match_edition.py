"""Games started under another edition of a system's rules are refused in a sentence everywhere, and left unchanged."""

from pathlib import Path

import msgspec
import pytest

from game import catalog
from game.cli.program import command_line
from game.match.errors import RecordError
from game.match.loading import load, resume
from game.match.match import Match
from game.match.record import Do, Header, seal
from game.match.store import describe
from tests.referee.talk import Talk

SENTENCE = (
    "begun under an older edition of the rules of Africa 1859-60 (1; this program has 4): it cannot be "
    "resumed, and the file is unchanged"
)


def older(path: Path, edition: int = 1) -> bytes:
    """An interrupted game of Africa of this edition, with its bytes."""
    match = Match.begin(catalog.rules("africa"), "castillejos", seed=1)
    first, before = seal(msgspec.structs.replace(match.header, edition=edition), "")
    match.play("done")
    step = match.plies[0]
    line, _ = seal(Do(1, 1, step.action.notation, step.hash), before)
    path.write_bytes(b"\n".join([first, line, b""]))
    return path.read_bytes()


def test_a_record_names_its_edition(tmp_path: Path) -> None:
    """A new game has the rules' edition; a header without one, as in old records, counts as the first edition."""
    for name in ("africa", "kassala"):
        rules = catalog.rules(name)
        match = Match.begin(rules, rules.scenarios[0].name, seed=1, record=tmp_path / f"{name}.jsonl")
        assert match.header.edition == rules.edition
        assert load(tmp_path / f"{name}.jsonl").fault is None
    plain = msgspec.to_builtins(match.header)
    del plain["edition"]
    assert msgspec.convert(plain, Header).edition == 1
    assert catalog.rules("kassala").edition == 1


@pytest.mark.parametrize("read", [load, resume], ids=["load", "resume"])
def test_an_older_edition_is_refused(tmp_path: Path, read: object) -> None:
    """A record of an older or newer edition is neither read nor continued, and no file is made beside it."""
    path = tmp_path / "old.jsonl"
    before = older(path)
    assert callable(read)
    with pytest.raises(RecordError) as refused:
        read(path)
    assert str(refused.value) == f"{path}: {SENTENCE}"
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])
    older(path, 5)
    with pytest.raises(RecordError, match="a newer edition"):
        read(path)


def test_the_list_shows_an_older_edition(tmp_path: Path) -> None:
    """The entry still has battle and players, and is not offered for recovery."""
    path = tmp_path / "old.jsonl"
    older(path)
    save = describe(path)
    assert (save.fault, save.system, save.scenario, save.interrupted) == (SENTENCE, "africa", "castillejos", False)


def test_command_line_and_referee_refuse_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both refuse it with the same sentence, and the file stays unchanged."""
    path = tmp_path / "old.jsonl"
    before = older(path)
    assert command_line(["replay", str(path)]) == 1
    assert SENTENCE in capsys.readouterr().err
    talk = Talk()
    for more in ({}, {"recover": True}):
        assert SENTENCE in talk.refused("bad-file", "load", path=str(path), **more)["message"]
    assert path.read_bytes() == before


def test_the_list_on_the_command_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list shows the same sentence beside the file."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    path = tmp_path / "games" / "old.jsonl"
    path.parent.mkdir()
    older(path)
    assert command_line(["list"]) == 0
    (line,) = (each for each in capsys.readouterr().out.splitlines() if "old.jsonl" in each)
    assert line.endswith(SENTENCE)
