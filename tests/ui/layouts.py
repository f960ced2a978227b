"""Key events of five layouts as X sends them to pygame: recorded with ``setxkbmap`` and pygame-ce 2.5 under Xvfb."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.kit.strokes import US_CHARACTERS

PLACES = {name: place for place, name in US_CHARACTERS.items()}
"""The keys that type a character on a US keyboard."""
SHIFT, CONTROL, ALT_GR = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_RALT
ROW = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./"
"""The keys of a US keyboard in the order in which layouts list theirs."""
DEAD = 1 << 30
"""SDL's code of a dead key, which only changes the next one."""


@dataclass(frozen=True)
class Layout:
    """The characters of a keyboard in the order of a US keyboard's keys: plain, with Shift, some with AltGr."""

    plain: str
    shifted: str
    third: str = ""

    def event(self, place: str, mod: int = 0) -> pygame.event.Event:
        """The event of the key in the place of a US one; ``~`` among the characters is a dead key. SDL names a key of
        the upper row by its digit if Shift types that digit."""
        at = ROW.index(place)
        plain = self.plain[at]
        typed = (self.third if mod & ALT_GR else self.shifted if mod & SHIFT else self.plain)[at]
        digit = self.shifted[at] if place.isdigit() and self.shifted[at].isdigit() else plain
        code = DEAD if plain == "~" else ord(digit)
        if typed == "~":
            typed = ""
        if mod & CONTROL:
            typed = chr(ord(typed) & 31) if typed.isascii() and typed.isalpha() else typed
        return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed.strip(), scancode=PLACES[place])

    def key_of(self, character: str) -> tuple[str, int]:
        """The place of the key that types a character, and its modifier."""
        for row, mod in ((self.plain, 0), (self.shifted, SHIFT), (self.third, ALT_GR)):
            if character in row:
                return ROW[row.index(character)], mod
        raise KeyError(character)

    def types(self, character: str) -> pygame.event.Event:
        """The stroke that types a character."""
        return self.event(*self.key_of(character))


LAYOUTS = {
    "us": Layout("`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./", '¬!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'),
    "de": Layout("~1234567890ß~qwertzuiopü+asdfghjklöäyxcvbnm,.-", '°!"§$%&/()=?~QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_',
                 "′¹²³¼½¬{[]}\\~@ł€¶ŧ←↓→øþ~~æſðđŋħ ĸł~~»«¢„“”µ·…–"),
    "fr": Layout("²&é\"'(-è_çà)=azertyuiop~$qsdfghjklmùwxcvbn,;:!", '~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§',
                 "¬¹~#{[|`\\^@]}æ«€¶ŧ←↓→øþ~¤@ßðđŋħ ĸłµ~ł»¢“”n´•·~"),
    "ru": Layout("ё1234567890-=йцукенгшщзхъфывапролджэячсмитьбю.", 'Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,'),
    "gr": Layout("`1234567890-=;ςερτυθιοπ[]ασδφγηξκλ~'ζχψωβνμ,./", '~!@#$%^&*()_+:΅ΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>?'),
}
