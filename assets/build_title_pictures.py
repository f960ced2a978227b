"""Draws the pictures of battles on the title's cards, and of lessons under Present:
``python -m assets.build_title_pictures [SYSTEM ...]``.

Run by hand whenever maps, counters or set-ups look different; its pictures are committed, and a test compares them with
what the program draws now.
"""

from __future__ import annotations

import os
import sys
from functools import partial

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import catalog, systems
from game.match import lessons
from game.match.lessons import Lesson
from game.ui.screens.battle_picture import draw_battle, draw_lesson, lesson_file, picture_file


def main(names: list[str]) -> None:
    """Draw the pictures of the named systems, or of all systems, and delete pictures of removed battles and lessons."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    for name in names or systems.by_difficulty():
        rules = catalog.rules(name)
        battles = {picture_file(name, info.name): partial(draw_battle, rules, info.name, met=True)
                   for info in rules.scenarios if not info.example}
        lesson_pictures = {lesson_file(name, lesson.name): partial(draw_lesson, rules, lesson)
                           for lesson in lessons.all_lessons(rules) if isinstance(lesson, Lesson)}
        for pictures in (battles, lesson_pictures):
            folder = next(iter(pictures)).parent
            folder.mkdir(exist_ok=True)
            for outdated in set(folder.glob("*.jpg")) - set(pictures):
                outdated.unlink()
            for file, draw in pictures.items():
                pygame.image.save(draw(), file)


if __name__ == "__main__":
    main(sys.argv[1:])
