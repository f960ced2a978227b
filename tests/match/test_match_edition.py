"""Games begun under another edition of a system's rules: refused in a sentence everywhere, and left untouched."""

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
    "begun under an older edition of the rules of Africa 1859-60 (1, here 3): it cannot be resumed here, "
    "and the file is unchanged"
)


def older(path: Path, edition: int = 1) -> bytes:
    """A game of Africa that was interrupted after an action, of an edition; its bytes."""
    match = Match.begin(catalog.rules("africa"), "castillejos", seed=1)
    first, before = seal(msgspec.structs.replace(match.header, edition=edition), "")
    match.play("done")
    step = match.plies[0]
    line, _ = seal(Do(1, 1, step.action.notation, step.hash), before)
    path.write_bytes(b"\n".join([first, line, b""]))
    return path.read_bytes()


def test_a_record_names_its_edition(tmp_path: Path) -> None:
    """New games name that of the rules; a header that names none, as all did before, is of the first."""
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
    """Neither read nor gone on with; no file is made beside it. A newer one likewise."""
    path = tmp_path / "old.jsonl"
    before = older(path)
    assert callable(read)
    with pytest.raises(RecordError) as refused:
        read(path)
    assert str(refused.value) == f"{path}: {SENTENCE}"
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])
    older(path, 4)
    with pytest.raises(RecordError, match="a newer edition"):
        read(path)


def test_the_list_says_so_and_offers_no_rescue(tmp_path: Path) -> None:
    """Its entry keeps battle and players; it counts as no game to be rescued."""
    path = tmp_path / "old.jsonl"
    older(path)
    save = describe(path)
    assert (save.fault, save.system, save.scenario, save.interrupted) == (SENTENCE, "africa", "castillejos", False)


def test_command_line_and_referee_refuse_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the same sentence, and the file stays byte for byte."""
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
    """Beside the file, in the same sentence."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    path = tmp_path / "games" / "old.jsonl"
    path.parent.mkdir()
    older(path)
    assert command_line(["list"]) == 0
    (line,) = (each for each in capsys.readouterr().out.splitlines() if "old.jsonl" in each)
    assert line.endswith(SENTENCE)
