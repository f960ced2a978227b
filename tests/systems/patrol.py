"""A patrol of Pickets from its first roll to its last: every action in order, by any kind of input.

A hand has a method for each: ``march`` (an order, a move and a facing at once), ``react``, ``hold``, and so on.
"""

from __future__ import annotations

from typing import Protocol

VOLLEY = (4, 5, 6, 1, 2, 3, 1, 2, 4, 5, 6, 4, 1, 1, 1, 2, 3, 2, 3, 2)
"""The faces of the battery's dice: eight at one hex, twelve at the other, with three ones side by side."""


class Player(Protocol):
    """The actions of a patrol, for any kind of input."""

    def faces(self, text: str) -> None:
        """Type the faces of real dice."""

    def pad(self, faces: tuple[int, ...]) -> None:
        """Enter the faces of real dice on the pad."""

    def roll(self) -> None:
        """Let the program roll."""

    def march(self, unit: str, place: str, angle: int) -> None:
        """Order a counter to a hex and a facing."""

    def arrive(self, unit: str, place: str) -> None:
        """Bring a counter from its box onto the map."""

    def leave(self, unit: str, box: str) -> None:
        """Take a counter off the map."""

    def react(self, unit: str, place: str) -> None:
        """Fire at the moving counter."""

    def not_this_phase(self) -> None:
        """Decline all reactions of this phase."""

    def main(self) -> None:
        """Press the main button."""

    def declare(self, unit: str, words: str) -> None:
        """Declare, change or withdraw by the label of its button."""

    def share(self, unit: str, amounts: tuple[int, ...]) -> None:
        """Share out a battery's dice."""

    def resolve(self, unit: str) -> None:
        """Choose the combat to resolve."""


def play(hand: Player) -> None:
    """Play the whole battle."""
    hand.faces("1,0")
    hand.march("bf08", "2624", 0)
    hand.react("gf07", "2525")
    hand.faces("1")
    hand.main()  # grey foot 8 holds its fire: the rest of the path is followed
    hand.not_this_phase()
    hand.main()  # done
    hand.march("bg01", "2825", 0)  # nobody is asked any more
    hand.main()
    hand.arrive("bh02", "2734")
    hand.main()
    hand.march("bh01", "3610", 0)
    hand.leave("bh01", "blue-exits")
    hand.main()  # to combat
    hand.declare("bf07", "Fires at 2623")
    hand.declare("bg01", "Volley: 20 at 2823")
    hand.share("bg01", (8, 12))
    hand.declare("bf08", "Assaults 2623")
    hand.declare("bf08", "Withdraws: Assaults 2623")
    hand.declare("bf08", "Assaults 2623")
    hand.main()  # resolve them
    hand.resolve("bg01")
    hand.pad(VOLLEY)
    hand.resolve("bf07")
    hand.faces("6")
    hand.resolve("bf08")
    hand.roll()
    hand.arrive("gh02", "2510")
    hand.main()
    hand.march("gh01", "1734", 180)
    hand.leave("gh01", "grey-exits")
    hand.main()
    hand.main()
    hand.faces("0,9")  # the player turns are swapped
    hand.main()
    hand.main()
    hand.march("bh03", "3210", 0)
    hand.leave("bh03", "blue-exits")


PLIES = [
    "roll 1,0",
    "order bf08", "move bf08 2525-2624/n", "react gf07", "roll 1", "decline", "decline", "done",
    "order bg01", "move bg01 2825/n", "decline", "done", "enter bh02 2734", "done",
    "order bh01", "move bh01 3611-3610/n", "exit bh01", "end",
    "fire bf07 2624-2623", "volley bg01 20@2823", "volley bg01 8@2623,12@2823",
    "assault bf08 2623", "withdraw bf08", "assault bf08 2623", "begin",
    "resolve bg01", "roll " + ",".join(map(str, VOLLEY)), "resolve bf07", "roll 6", "resolve bf08", "roll ",
    "enter gh02 2510", "done", "order gh01", "move gh01 1733-1734/s", "exit gh01", "end", "end",
    "roll 0,9", "end", "end", "order bh03", "move bh03 3211-3210/n", "exit bh03",
]
"""The plies in the record afterwards; the program's own rolls match any faces."""
