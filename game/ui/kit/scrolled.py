"""A list to choose from, long enough to scroll."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import pygame
from pygame_gui import UIManager
from pygame_gui.elements import UISelectionList


class ScrolledList(UISelectionList):
    """A list that can be made again at the same position, and that shows which entry is chosen."""

    def __init__(
        self, room: pygame.Rect, items: Sequence[str | tuple[str, str]], manager: UIManager, chosen: int | None,
        top: float = 0.0,
    ) -> None:
        """:param chosen: the number of the row that is chosen, None where none is.

        :param top: rows that lie above the first one seen; as many more or fewer as it takes to see the chosen one.
        """
        super().__init__(room, list(items), manager, default_selection=items[chosen] if chosen is not None else None)
        self._end_with_a_row(room)
        if self.scroll_bar is None or self.list_and_scroll_bar_container is None or chosen is None:
            return
        seen = self.list_and_scroll_bar_container.relative_rect.height / self.list_item_height
        top = max(min(top, chosen), ceil(chosen + 1 - seen))
        self.scroll_bar.set_scroll_from_start_percentage(top / len(items))
        self.update(0)

    def _end_with_a_row(self, room: pygame.Rect) -> None:
        """Make the list as much lower as it takes to end with a whole row."""
        container = self.list_and_scroll_bar_container
        if container is not None and (part := container.relative_rect.height % self.list_item_height):
            self.set_dimensions((room.width, room.height - part))

    def update(self, time_delta: float) -> None:
        """Let time pass; the list begins with a whole row wherever it is scrolled to."""
        bar, container = self.scroll_bar, self.list_and_scroll_bar_container
        moved = bar is not None and bar.has_moved_recently
        super().update(time_delta)
        if not moved or bar is None or container is None:
            return
        most = len(self.item_list) - container.relative_rect.height // self.list_item_height
        first = min(round(bar.start_percentage * len(self.item_list)), most)
        for number, item in enumerate(self.item_list):
            if item["button_element"] is not None:
                item["button_element"].set_relative_position((0, (number - first) * self.list_item_height))

    @property
    def top(self) -> float:
        """Rows that lie above the first one seen."""
        return self.scroll_bar.start_percentage * len(self.item_list) if self.scroll_bar is not None else 0.0
