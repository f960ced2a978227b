"""Hex numbers that counters half cover are not printed."""

from __future__ import annotations

import pygame

from game import catalog
from game.board.hexgrid import HexBoard
from game.ui.kit.camera import Camera
from game.ui.sheets.hex_ground import unreadable_numbers


def test_a_number_half_covered_by_a_counter_is_omitted() -> None:
    """Only the number of its own hex is left out; one that only touches its edge stays."""
    rules = catalog.rules("tours")
    board = rules.board(rules.initial("tours"))
    assert isinstance(board, HexBoard)
    camera = Camera((0.0, 0.0, 60.0, 60.0), pygame.Rect(0, 0, 1600, 1600))
    scale = camera.scale
    x, y = board.centres["1513"]
    top = pygame.Rect(0, 0, round(scale), round(scale / 2))
    top.midbottom = camera.to_screen((x, y - 0.78))
    assert frozenset({"1513"}) == unreadable_numbers(board, camera, scale, [top])
    assert frozenset() == unreadable_numbers(board, camera, scale, [top.move(0, -round(scale / 4))])
    assert frozenset() == unreadable_numbers(board, camera, scale, [])
