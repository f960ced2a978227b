"""The strip of paper that says what was done."""

from __future__ import annotations

import pygame

from game.ui.notice import Notice

AREA = pygame.Rect(0, 0, 900, 600)


def inked(notice: Notice, clear: pygame.Rect | None) -> pygame.Rect:
    """What the notice covers of an empty area."""
    pygame.font.init()
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    notice.draw(surface, AREA, clear)
    return surface.get_bounding_rect()


def test_a_notice_leaves_a_spread_stack_clear() -> None:
    """It lies at the top of the map, and at its foot where a stack is spread up there."""
    notice = Notice()
    notice.say("Moroccan breaks in")
    top = inked(notice, None)
    assert top.bottom < AREA.centery
    assert top == inked(notice, pygame.Rect(0, 300, 900, 100))
    stack = pygame.Rect(300, 0, 300, 90)
    moved = inked(notice, stack)
    assert moved.top > AREA.centery
    assert not moved.colliderect(stack)
