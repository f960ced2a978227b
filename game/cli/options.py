"""The words that commands take, each with its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

System = Annotated[str, typer.Argument(help="A system; 'list' shows them.", metavar="SYSTEM")]
Scenario = Annotated[
    str | None, typer.Option(help="A scenario; needed only where a system has several battles.", metavar="NAME")
]
Options = Annotated[
    list[str],
    typer.Option("--options", "--option", metavar="NAMES",
                 help="Optional rules, separated by commas; NAME=CHOICE where there is a choice."),
]
Seed = Annotated[
    int | None, typer.Option(help="A whole number: with the same one the dice fall alike.", metavar="N", min=0,
                             max=2**63 - 1)
]
Position = Annotated[
    Path | None, typer.Option(help="A file with a position as the referee prints it, to begin from.", metavar="FILE")
]
Games = Annotated[int, typer.Option(help="How many games; 100 when left out.", metavar="N", min=1)]
Jobs = Annotated[
    int | None, typer.Option(help="Processes that play at once; as many as there are cores when left out.", metavar="N",
                             min=1)
]
Cluster = Annotated[
    str | None, typer.Option(help="A Dask cluster whose workers play instead of processes here: its scheduler's "
                                  "address, such as tcp://127.0.0.1:8786.", metavar="ADDRESS")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a report.")]
Record = Annotated[Path, typer.Argument(help="A record, such as a saved game.", metavar="FILE")]
Files = Annotated[list[Path], typer.Argument(
    help="Maps (.tmx), records (.jsonl), lessons, programmes and army lists (.toml).", metavar="FILE...")]
Shown = Annotated[
    str | None, typer.Argument(help="A system; the first that has a lesson when left out.", metavar="SYSTEM")
]
Lesson = Annotated[
    str | None, typer.Argument(help="A lesson, such as an example of play; the first one when left out.",
                               metavar="LESSON")
]
Learnt = Annotated[
    str | None, typer.Argument(help="A system, or a file of a lesson; the first system that has a lesson played by "
                               "hand when left out.", metavar="SYSTEM|FILE")
]
Presented = Annotated[
    str | None, typer.Argument(help="A system, or a file of a lesson or programme; the list of all "
                               "when left out.", metavar="SYSTEM|FILE")
]
Presentation = Annotated[
    str | None, typer.Argument(help="A lesson, 'programme', or a file of either; the system's programme when left out.",
                               metavar="LESSON|PROGRAMME")
]
Edited = Annotated[
    str | None, typer.Argument(help="A position file, or a system; all of both are offered when left out.",
                               metavar="FILE|SYSTEM")
]
Battle = Annotated[
    str | None, typer.Argument(help="A scenario; needed only where a system has several battles.", metavar="SCENARIO")
]
SelfPlay = Annotated[int, typer.Option("--games", help="How many games to learn from; 200 when left out. One in five "
                                       "is not learnt from but tells how good the weights are.", metavar="N", min=2)]
Match = Annotated[int, typer.Option(help="How many games the new weights play against the old ones; 500 when left "
                                    "out.", metavar="N", min=1)]
Share = Annotated[float, typer.Option("--budget", help="The share of its usual positions that the player looks at in a "
                                      "player turn; 0.1, a tenth, when left out.", metavar="SHARE")]
SimulatedShare = Annotated[float, typer.Option("--budget", help="The share of its usual work that a player who plans "
                                               "does in a player turn; 1, all of it, when left out.", metavar="SHARE")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print everything and write nothing.")]
