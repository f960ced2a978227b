"""What the built program runs: itself, a process of a pool, or the one of the computer players.

Both are started with this program in Python's place.
"""

from __future__ import annotations

import sys
from multiprocessing import freeze_support

from game.ai.player_process import WORKER_COMMAND

if __name__ == "__main__":
    freeze_support()
    if sys.argv[1:] == [*WORKER_COMMAND[1:]]:
        from game.ai import worker

        worker.main()
    else:
        from game.__main__ import main

        sys.exit(main())
