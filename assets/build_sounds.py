"""Makes the program's sounds from noise and sine waves: ``python assets/build_sounds.py``.

Run by hand; the .wav files are committed. Everything is seeded: the same script makes the same sounds. Times are in
seconds, pitches in hertz; they and the levels are chosen by ear.
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np

RATE = 22050
"""Samples per second."""
HERE = Path(__file__).resolve().parent / "sounds"
Array = np.ndarray


def time(seconds: float) -> Array:
    """Sample times of a sound of this many seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def lowpassed(signal: Array, hertz: float) -> Array:
    """A signal without the frequencies above a limit (soft edge)."""
    spectrum = np.fft.rfft(signal)
    pitch = np.fft.rfftfreq(len(signal), 1 / RATE)
    return np.fft.irfft(spectrum / (1 + (pitch / hertz) ** 4), len(signal))


def highpassed(signal: Array, hertz: float) -> Array:
    """A signal without the frequencies below a limit (soft edge)."""
    rest: Array = signal - lowpassed(signal, hertz)
    return rest


def mix(track: Array, sound: Array, at: float, level: float = 1.0) -> None:
    """Mix a sound into a track at a time; what is longer than the track is cut off."""
    start = round(at * RATE)
    part = sound[: max(0, len(track) - start)]
    track[start : start + len(part)] += level * part


def knock(rng: np.random.Generator, pitches: tuple[float, ...], decay: float, noise: float) -> Array:
    """A blow on a hard object: a few ringing modes and a tick of noise.

    :param decay: the time in which the first mode falls to 1/e.
    :param noise: the level of the tick.
    """
    t = time(decay * 7)
    ring = sum(np.sin(2 * np.pi * p * t + rng.random() * 6) * np.exp(-t / decay * (1 + k * 0.6)) / (k + 1)
               for k, p in enumerate(pitches))
    tick = rng.standard_normal(len(t)) * np.exp(-t / 0.0025)
    return ring + noise * tick


def save(name: str, signal: Array, peak: float) -> None:
    """Write 16-bit mono with a short fade at the end.

    :param peak: the loudest sample, as a share of the largest possible one.
    """
    fade = min(len(signal), RATE // 50)
    signal = signal - signal.mean()
    signal[-fade:] *= np.linspace(1, 0, fade)
    data = (signal / np.abs(signal).max() * peak * 32767).astype("<i2")
    with wave.open(str(HERE / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())


def die() -> None:
    """A die rolled on baize over wood: knocks that come faster and softer."""
    rng = np.random.default_rng(6)
    track = np.zeros(round(1.05 * RATE))
    at, gap, level = 0.02, 0.21, 1.0
    while at < 0.92:
        body = knock(rng, (310 + 50 * rng.random(), 690, 1240), 0.016, 0.5)
        rattle = knock(rng, (2300 + 700 * rng.random(), 3900), 0.006, 0.9)
        mix(track, lowpassed(body, 1700), at, level)
        mix(track, rattle, at, 0.30 * level)
        mix(track, rattle, at + 0.011 + 0.014 * rng.random(), 0.16 * level)
        at += gap * (0.8 + 0.4 * rng.random())
        gap, level = gap * 0.80 + 0.012, level * 0.80
    save("die", track, 0.75)


def march() -> None:
    """Four soft steps of many feet in sand."""
    rng = np.random.default_rng(4)
    track = np.zeros(round(0.62 * RATE))
    for k in range(4):
        for _ in range(7):
            t = time(0.09)
            step = lowpassed(rng.standard_normal(len(t)), 900) * np.exp(-t / 0.020) * np.minimum(1, t / 0.004)
            mix(track, step, 0.02 + 0.145 * k + 0.022 * rng.random(), 0.5 + 0.5 * rng.random())
        t = time(0.10)
        mix(track, np.sin(2 * np.pi * 82 * t) * np.exp(-t / 0.03), 0.025 + 0.145 * k, 0.9)
    save("march", track, 0.42)


def gun() -> None:
    """A field gun: crack, boom, rolling echo."""
    rng = np.random.default_rng(1)
    t = time(1.5)
    noise = rng.standard_normal(len(t))
    crack = highpassed(noise, 900) * np.exp(-t / 0.018)
    boom = lowpassed(noise, 260) * np.exp(-t / 0.16) * 5
    thump = np.sin(2 * np.pi * (48 + 60 * np.exp(-t / 0.05)) * t) * np.exp(-t / 0.20) * 1.8
    rolling = lowpassed(rng.standard_normal(len(t)), 150) * np.exp(-t / 0.45) * np.minimum(1, t / 0.12) * 3
    save("gun", crack * 0.5 + boom + thump + rolling * 0.6, 0.80)


def click() -> None:
    """A counter put down on paper."""
    rng = np.random.default_rng(3)
    track = np.zeros(round(0.12 * RATE))
    mix(track, lowpassed(knock(rng, (420, 980), 0.008, 0.8), 3000), 0.004)
    mix(track, knock(rng, (2100,), 0.003, 0.6), 0.012, 0.25)
    save("click", track, 0.40)


def elimination() -> None:
    """Two falling beats of a muffled drum."""
    rng = np.random.default_rng(8)
    track = np.zeros(round(0.85 * RATE))
    for at, pitch, level in ((0.01, 128, 1.0), (0.22, 92, 0.9)):
        t = time(0.55)
        skin = np.sin(2 * np.pi * (pitch + 30 * np.exp(-t / 0.03)) * t) * np.exp(-t / 0.13)
        slap = lowpassed(rng.standard_normal(len(t)), 700) * np.exp(-t / 0.03) * 0.9
        mix(track, skin + slap, at, level)
    save("elimination", track, 0.62)


def victory() -> None:
    """A short fanfare of natural horns."""
    track = np.zeros(round(2.9 * RATE))
    notes = ((0.00, 0.20, 392.0), (0.20, 0.20, 392.0), (0.40, 0.20, 392.0), (0.60, 0.50, 523.25), (1.10, 0.24, 392.0),
             (1.34, 1.35, 659.26), (1.34, 1.35, 523.25), (1.34, 1.35, 392.0), (1.34, 1.35, 261.63))
    for at, length, pitch in notes:
        t = time(length + 0.12)
        swell = np.minimum(1, t / 0.03) * np.where(t < length, 1.0, np.exp(-(t - length) / 0.05)) * np.exp(-t / 1.6)
        bright = np.minimum(1.0, t / 0.09)
        wobble = 1 + 0.004 * np.sin(2 * np.pi * 5.2 * t) * np.minimum(1, t / 0.4)
        tone = sum(np.sin(2 * np.pi * pitch * k * t * wobble) * (bright if k > 2 else 1.0) / k**1.15
                   for k in range(1, 9))
        mix(track, tone * swell, at, 0.6)
    echo = np.zeros_like(track)
    for delay, level in ((0.09, 0.30), (0.17, 0.20), (0.29, 0.12)):
        mix(echo, track, delay, level)
    save("victory", lowpassed(track + echo, 4200), 0.62)


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for make in (die, march, gun, click, elimination, victory):
        make()
