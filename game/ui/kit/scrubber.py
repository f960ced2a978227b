"""A slider whose thumb goes where its track is clicked."""

from __future__ import annotations

import pygame
import pygame_gui
from pygame_gui.elements import UIHorizontalSlider


class Scrubber(UIHorizontalSlider):
    """A slider of whole steps."""

    def process_event(self, event: pygame.event.Event) -> bool:
        """A press on the track beside the thumb chooses a step; the thumb, there by then, follows the pointer until the
        button is let go. Everything else it does by itself."""
        press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.is_enabled
        track = self.button_container.get_rect() if self.button_container is not None else None
        thumb = self.sliding_button
        if not press or track is None or not track.collidepoint(event.pos) or thumb is None or (
                thumb.get_abs_rect().collidepoint(event.pos)):
            return bool(super().process_event(event))
        room = max(1, track.width - thumb.rect.width)
        share = min(1.0, max(0.0, (event.pos[0] - track.left - thumb.rect.width / 2) / room))
        least, most = self.value_range
        self.set_current_value(round(least + share * (most - least)), warn=False)
        moved = {"value": self.get_current_value(), "ui_element": self, "ui_object_id": self.most_specific_combined_id}
        pygame.event.post(pygame.event.Event(pygame_gui.UI_HORIZONTAL_SLIDER_MOVED, moved))
        thumb.process_event(event)
        return True
