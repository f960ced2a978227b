"""Options that a system does not have are refused with the names of those it has."""

from __future__ import annotations

import pytest

from game.core.message import say
from game.core.option import Alternative, OptionInfo, need_known
from game.core.verdict import RuleRef

OPTIONS = (OptionInfo("cannon", say("Cannon"), RuleRef("game", "1")),
           OptionInfo("army", say("Army"), RuleRef("game", "2"), alternatives=(
               Alternative("swiss", "Swiss"), Alternative("gothic", "Gothic"))))


def test_switches_and_choices_of_the_system_are_accepted() -> None:
    """A switch is known by its name, a choice by its text form."""
    need_known(["army=gothic", "cannon"], OPTIONS)


@pytest.mark.parametrize("text", ["guns", "army", "army=french"])
def test_an_unknown_option_or_choice_is_refused_by_name(text: str) -> None:
    """The error names the option that is wrong and every option of the system."""
    with pytest.raises(KeyError, match=f"no option '{text}'; the options are cannon, army=gothic"):
        need_known([text], OPTIONS)
