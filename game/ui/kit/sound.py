"""Sounds by name; silence, not an error, where there is no audio device."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game import systems
from game.art import AssetError
from game.core.message import Text, say, told

NAMES = ("die", "march", "gun", "click", "elimination", "victory")


class Sounds:
    """Plays the sounds of ``assets/sounds``. The device is opened at the first sound."""

    def __init__(self, volume: float = 0.7, muted: bool = False) -> None:
        self.muted = muted
        self._volume = min(1.0, max(0.0, volume))
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        self._device: bool | None = None

    @property
    def volume(self) -> float:
        """Loudness, 0..1."""
        return self._volume

    @volume.setter
    def volume(self, value: float) -> None:
        self._volume = min(1.0, max(0.0, value))
        for sound in self._loaded.values():
            sound.set_volume(self._volume)

    def play(self, name: str) -> None:
        """Play a sound; an empty name is no sound.

        :raises AssetError: for a name that is not one of ``NAMES``, or a file that is missing or unreadable.
        """
        if not name:
            return
        if name not in NAMES:
            raise AssetError(say("there is no sound {name!r}; expected one of {names}", name=name,
                                 names=', '.join(NAMES)))
        if self.muted or self._volume == 0 or not self._open():
            return
        if name not in self._loaded:
            path = systems.ASSETS / "sounds" / f"{name}.wav"
            try:
                self._loaded[name] = pygame.mixer.Sound(path)
            except (OSError, pygame.error) as error:
                raise AssetError(
                    say("{path}: cannot be read as a sound: {error}", path=path, error=told(error))
                ) from error
            self._loaded[name].set_volume(self._volume)
        self._loaded[name].play()

    def _open(self) -> bool:
        """Whether there is a device; asked once."""
        if self._device is None:
            try:
                if not pygame.mixer.get_init():
                    pygame.mixer.init(frequency=22050, channels=1, buffer=512)
                self._device = True
            except pygame.error:
                self._device = False
        return self._device


class Speakers(Sounds):
    """Sounds that fall silent, and say so once, when a sound's file cannot be used."""

    report: Callable[[Text], None]

    def play(self, name: str) -> None:
        try:
            super().play(name)
        except AssetError as error:
            self.muted = True
            self.report(say("{error}\nThe game goes on without sound.", error=told(error)))
