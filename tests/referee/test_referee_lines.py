"""Lines that are not requests, long lines, and the process itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.referee import MAX_LINE
from game.referee.requests import REQUEST_NAMES
from tests.referee.talk import Talk, replies

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad-json"),
        (b"hello", "bad-json"),
        (b"{", "bad-json"),
        (b'{"do": "prompt"} {}', "bad-json"),
        (b'{"do": "new", "seed": NaN}', "bad-json"),
        (b'{"do": "new", "seed": Infinity}', "bad-json"),
        (b'{"do": "new", "seed": 1e999}', "bad-json"),
        (b'{"do": "\xff"}', "bad-json"),
        (b'\xef\xbb\xbf{"do": "prompt"}', "bad-json"),
        (b'{"do": "\\ud800"}', "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b'{"do": "new", "position": ' + b"[" * 200 + b"]" * 200 + b"}", "bad-json"),
        (b"null", "bad-request"),
        (b"[]", "bad-request"),
        (b'"prompt"', "bad-request"),
        (b"3", "bad-request"),
        (b"{}", "bad-request"),
        (b'{"do": null}', "bad-request"),
        (b'{"do": 3}', "bad-request"),
        (b'{"do": "Prompt"}', "bad-request"),
        (b'{"do": "prompt", "please": true}', "bad-request"),
        (b'{"do": "play"}', "bad-request"),
        (b'{"do": "play", "action": 3}', "bad-request"),
        (b'{"do": "roll", "faces": 3}', "bad-request"),
        (b'{"do": "roll", "faces": [1.5]}', "bad-request"),
        (b'{"do": "roll", "faces": ["1"]}', "bad-request"),
        (b'{"do": "roll", "faces": [true]}', "bad-request"),
        (b'{"do": "new", "system": "pebbles", "seed": -1}', "bad-request"),
        (b'{"do": "new", "system": "pebbles", "seed": 123456789012345678901234567890}', "bad-request"),
        (b'{"do": "new", "system": "pebbles", "options": "misere"}', "bad-request"),
        (b'{"do": "new", "position": []}', "bad-request"),
        (b'{"do": "new"}', "bad-request"),
        (b'{"do": "undo", "consent": "yes"}', "bad-request"),
        (b'{"do": "legal", "limit": -1}', "bad-request"),
        (b'{"do": "suggest", "player": "random", "limit_s": "long"}', "bad-request"),
    ],
)
def test_lines_that_are_not_requests(line: bytes, code: str) -> None:
    """Each has its code and a message, and leaves the game unchanged."""
    talk = Talk()
    talk.ask("new", system="pebbles", seed=1)
    before = talk.ask("hash")
    reply = talk.reply_to(line)
    assert reply["ok"] is False
    assert code == reply["error"]["code"]
    assert reply["error"]["message"]
    assert before == talk.ask("hash")


def test_one_reply_a_line_in_order() -> None:
    """Each line has exactly one reply, also the last one without a line break."""
    found = replies(b'{"do":"hash"}\n\n{"do":"new","system":"pebbles"}\r\nx\n{"do":"hash"}')
    assert [False, False, True, False, True] == [reply["ok"] for reply in found]


def test_nothing_is_read_after_quit() -> None:
    """``quit`` gets a reply and ends the conversation."""
    assert replies(b'{"do":"quit"}\n{"do":"prompt"}\n') == [{"ok": True}]


@pytest.mark.parametrize("ending", [b"\n", b""])
def test_the_longest_line(ending: bytes) -> None:
    """A line of 1 MiB is read; one more byte is an error, and the next line is answered normally."""
    start = b'{"do":"check","action":"'
    fits = start + b"x" * (MAX_LINE - len(start) - 2) + b'"}'
    assert len(fits) == MAX_LINE
    assert replies(fits + ending)[0]["error"]["code"] == "not-now"
    for length in (MAX_LINE + 1, MAX_LINE * 2, MAX_LINE * 3 + 7):
        found = replies(b" " * length + b'\n{"do":"systems"}' + ending)
        assert found[0]["error"]["code"] == "bad-request"
        assert "1048576" in found[0]["error"]["message"]
        assert len(found) == 2
        assert found[1]["ok"] is True


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["system", "scenario", "options", "seed", "position", "unit", "limit", "action", "faces", "consent", "player",
     "limit_s", "recover", "seat"]
)
SENSE = st.sampled_from(
    ["pebbles", "ring", "lesson", ["misere"], "flip", "take 1 0101", "roll 1", [1], "hand", "random", {}, 3, True,
     {"system": "pebbles", "cups": {"0101": 1, "0102": 0, "0201": 0}}, "left", "spanish", "moroccan", "africa",
     "tetuan", ["marker-cup"], "done", "activate s-reserva", "activate m-okla", "bombard s-reserva al-khaliq",
     "fire s-zamora al-razzaq", "move s-zamora 3", "top s-luchana", "m-okla", [3], [2, 5], "roll 3"]
)
REQUEST = st.builds(
    lambda do, keys: {"do": do, **keys},
    st.sampled_from([name for name in REQUEST_NAMES if name != "quit"]) | st.text(max_size=5),
    st.dictionaries(KEYS, SENSE | JSON, max_size=3),
)
LINE = REQUEST.map(lambda v: json.dumps(v).encode()) | JSON.map(lambda v: json.dumps(v).encode()) | st.binary()
CODES = {
    "bad-json", "bad-request", "unknown-system", "bad-position", "bad-action", "illegal", "not-now", "bad-roll",
    "bad-file",
}


@pytest.mark.soak
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINE, max_size=12), game=st.sampled_from([("pebbles", "ring"), ("africa", "tetuan")]))
def test_random_lines(lines: list[bytes], game: tuple[str, str]) -> None:
    """Every line gets one JSON reply; errors have a known code and change nothing."""
    talk = Talk()
    talk.ask("new", system=game[0], scenario=game[1], seed=1)
    for line in lines:
        before = talk.ask("hash")
        reply = talk.reply_to(line)
        assert isinstance(reply["ok"], bool)
        if not reply["ok"]:
            assert reply["error"]["code"] in CODES
            assert before == talk.ask("hash")


def referee(text: bytes, **more: object) -> subprocess.CompletedProcess[bytes]:
    """A process of the real program."""
    return subprocess.run(
        [sys.executable, "main.py", "referee"], input=text, cwd=ROOT, capture_output=True, timeout=60, check=False
    )


def test_the_process() -> None:
    """The end of input ends it with status 0; standard output has only the replies."""
    done = referee(b'{"do":"systems"}\n{"do":"new","system":"kassala","seed":5}\n{"do":"hash"}\n')
    assert done.returncode == 0
    assert done.stderr == b""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [True, True, True] == [reply["ok"] for reply in found]


def test_no_input() -> None:
    """Without input there is no output."""
    done = referee(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_quit_ends_the_process() -> None:
    """``quit`` ends the process although input continues."""
    done = referee(b'{"do":"quit"}\n{"do":"systems"}\n')
    assert (done.returncode, done.stdout) == (0, b'{"ok":true}\n')


def test_the_referee_never_imports_the_screen() -> None:
    """The referee imports neither pygame nor rich, so that it starts fast and without a display."""
    code = (
        "import sys, game.referee as r; from io import BytesIO; "
        'r.converse(BytesIO(b\'{"do":"new","system":"kassala"}\\n{"do":"suggest","player":"random"}\'), BytesIO()); '
        "assert not {'pygame', 'pygame_gui', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_stray_prints_go_to_standard_error() -> None:
    """A print in the rules does not disturb the protocol."""
    code = (
        "import os, sys; sys.argv = ['main.py', 'referee']; import main, game.referee as r; real = r.converse\n"
        "def noisy(i, o):\n    print('noise'); os.write(1, b'more noise'); real(i, o)\n"
        "r.converse = noisy\nsys.exit(main.main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b'{"do":"quit"}\n', cwd=ROOT, capture_output=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout) == (0, b'{"ok":true}\n')
    assert b"noise" in done.stderr
    assert b"more noise" in done.stderr
