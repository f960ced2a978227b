"""Sounds by name; silent, without an error, if there is no audio device."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game import systems
from game.art import AssetError
from game.core.message import Text, error_text, say

SAMPLE_RATE = 22050
"""The samples per second at which sounds are played."""
BUFFER_SAMPLES = 512
"""The samples that the device holds ahead: 23 ms, so that a sound follows its action without a delay."""


class Sounds:
    """Plays the sounds of ``assets/sounds``, or a system's own ones in the folder ``sounds`` of its art.

    The device is opened at the first sound.
    """

    def __init__(self, volume: float = 0.7, muted: bool = False) -> None:
        self.muted = muted
        self._volume = min(1.0, max(0.0, volume))
        self._loaded: dict[Path, pygame.mixer.Sound] = {}
        self._has_device: bool | None = None
        """Whether there is an audio device; None until the first sound."""

    @property
    def volume(self) -> float:
        """The volume, 0 to 1."""
        return self._volume

    @volume.setter
    def volume(self, value: float) -> None:
        self._volume = min(1.0, max(0.0, value))
        for sound in self._loaded.values():
            sound.set_volume(self._volume)

    def play(self, name: str, art: str = "") -> None:
        """Play a sound; nothing for an empty name.

        :param art: the name of a system's folder of art, whose sound of that name is preferred; empty for none.
        :raises AssetError: for a file that is missing or unreadable.
        """
        if not name or self.muted or self._volume == 0 or not self._open():
            return
        system_path = systems.assets(art) / "sounds" / f"{name}.wav"
        path = system_path if system_path.is_file() else systems.ASSETS / "sounds" / f"{name}.wav"
        if path not in self._loaded:
            try:
                self._loaded[path] = pygame.mixer.Sound(path)
            except (OSError, pygame.error) as error:
                raise AssetError(
                    say("{path}: cannot be read as a sound: {error}", path=path, error=error_text(error))
                ) from error
            self._loaded[path].set_volume(self._volume)
        self._loaded[path].play()

    def _open(self) -> bool:
        """Open the audio device at the first call; return whether there is one."""
        if self._has_device is None:
            try:
                if not pygame.mixer.get_init():
                    pygame.mixer.init(frequency=SAMPLE_RATE, channels=1, buffer=BUFFER_SAMPLES)
                self._has_device = True
            except pygame.error:
                self._has_device = False
        return self._has_device


class FaultTolerantSounds(Sounds):
    """Sounds that mute themselves, and report it once, when a sound file cannot be used."""

    report: Callable[[Text], None]
    """Shows the player the message that a sound file cannot be used; set by the application."""

    def play(self, name: str, art: str = "") -> None:
        """Play a sound as the base class does, but raise nothing: mute all sounds and report it instead."""
        try:
            super().play(name, art)
        except AssetError as error:
            self.muted = True
            self.report(say("{error}\nThe game continues without sound.", error=error_text(error)))
