"""A list to choose from, long enough to scroll."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame_gui import UIManager
from pygame_gui.elements import UISelectionList


class ScrolledList(UISelectionList):
    """A list that can be made anew where it was, and in which what is chosen can be seen."""

    def __init__(
        self, room: pygame.Rect, items: Sequence[str | tuple[str, str]], manager: UIManager, chosen: int | None,
        top: float = 0.0,
    ) -> None:
        """:param chosen: the number of the row that is chosen, None where none is.

        :param top: rows that lie above the first one seen; as many more or fewer as it takes to see the chosen one.
        """
        super().__init__(room, list(items), manager, default_selection=items[chosen] if chosen is not None else None)
        if self.scroll_bar is None or self.list_and_scroll_bar_container is None or chosen is None:
            return
        seen = self.list_and_scroll_bar_container.relative_rect.height / self.list_item_height
        top = max(min(top, chosen), chosen + 1 - seen)
        self.scroll_bar.set_scroll_from_start_percentage(top / len(items))
        self.update(0)

    @property
    def top(self) -> float:
        """Rows that lie above the first one seen."""
        return self.scroll_bar.start_percentage * len(self.item_list) if self.scroll_bar is not None else 0.0
