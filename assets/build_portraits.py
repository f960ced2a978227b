"""Draws the officers of Africa's counters as a family of engraved busts: ``python -m assets.build_portraits``.

Run by hand; its pictures are committed. Each is a bust without a ground, 44 x 62 in two colours, ``currentColor`` and
``PAPER``, composed of shoulders, head, hat and beard. Likenesses are free inventions in the fashions of 1859.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent / "africa" / "counters"
INK, PAPER = "currentColor", "PAPER"


def shape(path: str, fill: str = INK, line: float = 0.0, opacity: float = 1.0) -> str:
    """A filled path; ``line`` is the width of an outline in ink, 0 for none."""
    outline = f' stroke="{INK}" stroke-width="{line}" stroke-linejoin="round"' if line else ""
    fill_opacity = f' fill-opacity="{opacity}"' if opacity < 1 else ""
    return f'<path d="{path}" fill="{fill}"{fill_opacity}{outline}/>'


def stroke(path: str, width: float, colour: str = INK) -> str:
    """A line with round ends."""
    return (f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
            'stroke-linejoin="round"/>')


# The parts of the portraits, as SVG elements
COAT = (
    shape("M2.4 59.8C2.4 49 9 46 17 43.5H27C35 46 41.6 49 41.6 59.8Z")
    + shape("M16 38H28L29.5 45L22 48L14.5 45Z", INK)
    + stroke("M16.5 42.5L22 45.5L27.5 42.5", 1.4, PAPER)
)
EPAULETTES = (
    shape("M2.6 50C2.6 46.5 5.6 45.5 8.1 46L11.1 48.5L10.6 52.5L3.1 54Z", PAPER, 1.0)
    + shape("M41.4 50C41.4 46.5 38.5 45.5 36 46L33 48.5L33.5 52.5L41 54Z", PAPER, 1.0)
    + stroke("M3.5 51V55M5.5 51V55M7.5 51V54.5M9.5 51V54M34.5 51V54M36.5 51V54.5M38.5 51V55M40.5 51V55", 0.9,
             PAPER)
)
BUTTONS = "".join(f'<circle cx="22" cy="{y}" r="1.15" fill="{PAPER}"/>' for y in (50, 54, 58))
SASH = stroke("M11 48.5L31 60", 3.2, PAPER)
STAR = shape("M29 50.5L30 53L32.7 53.2L30.7 55L31.3 57.7L29 56.2L26.7 57.7L27.3 55L25.3 53.2L28 53Z", PAPER)
HEAD = (
    shape("M12.8 24C12.8 14 16.5 9.5 22 9.5C27.5 9.5 31.2 14 31.2 24C31.2 33 27.5 41 22 41C16.5 41 12.8 33 12.8 24Z",
          PAPER, 1.3)
    + shape("M25 11C31 13 31.4 20 31 26C30.5 33 27 39.5 22.5 40.7C27 34 26 20 25 11Z", INK, 0, 0.22)
    + shape("M12.9 23C10.8 23 11 28.5 13.6 29Z", PAPER, 1.0) + shape("M31.1 23C33.2 23 33 28.5 30.4 29Z", PAPER, 1.0)
    + stroke("M15.6 22.4C16.8 21.2 19 21.2 20.2 22.2M23.8 22.2C25 21.2 27.2 21.2 28.4 22.4", 1.3)
    + f'<circle cx="18" cy="24.8" r="1.15" fill="{INK}"/><circle cx="26" cy="24.8" r="1.15" fill="{INK}"/>'
    + stroke("M22.4 24.5L20.9 30L23.2 30.6", 1.0)
    + stroke("M19.8 35.2H24.4", 1.0)
)
HAIR = shape("M12.3 24C11 13 16 7.5 22.5 7.5C29 7.5 33 13 31.7 24L30 19.5C28.5 15 25 15.5 21 15"
             "C17 14.5 14.8 16 14 19.5Z")
MOUSTACHE = shape("M22 31.8C19.5 31 16.5 32.5 14.5 35.5C17.5 35.6 20 35.2 22 33.9C24 35.2 26.5 35.6 29.5 35.5"
                  "C27.5 32.5 24.5 31 22 31.8Z")
GOATEE = shape("M19.8 36.8C21 36.2 23 36.2 24.2 36.8L23.8 42L22 45.5L20.2 42Z")
WHISKERS = (shape("M12.6 24L12.8 33C13.5 38 16.5 40.5 19 40.6C17 37 15.6 32 15.4 26Z")
            + shape("M31.4 24L31.2 33C30.5 38 27.5 40.5 25 40.6C27 37 28.4 32 28.6 26Z"))
BEARD = shape("M12.7 26C12.5 36 15.5 45.5 22 47.5C28.5 45.5 31.5 36 31.3 26C30 30 28.5 31.5 26 32C24 31 20 31 18 32"
              "C15.5 31.5 14 30 12.7 26Z") + stroke("M20.2 35.4H23.8", 1.3, PAPER)
WHITE_BEARD = (shape("M12.7 26C12.5 37 15.5 48 22 52C28.5 48 31.5 37 31.3 26C30 30 28.5 31.5 26 32C24 31 20 31 18 32"
                     "C15.5 31.5 14 30 12.7 26Z", PAPER, 1.3)
               + stroke("M17 36C17.5 41 19 45 20.5 47M22 38V49M27 36C26.5 41 25 45 23.5 47", 0.8)
               + stroke("M20.2 35.4H23.8", 1.2))
KEPI = (shape("M11.5 19L14 6.5C18 4.5 27 4.5 30.5 7.5L32.5 19Z")
        + stroke("M12.6 15.2C18 17 26 17 31.8 15.2", 1.4, PAPER)
        + stroke("M13.2 12.2C18 13.8 26 13.8 31.2 12.2", 0.9, PAPER)
        + shape("M10.5 18.5C16 21 28 21 33.5 18.5C34 20.5 33 21.5 31.5 22C26 20.5 18 20.5 12.5 22"
                "C11 21.5 10 20.5 10.5 18.5Z"))
ROS = (shape("M11.8 18.5L12.6 4.2C18 2.6 26 2.6 31.4 4.2L32.2 18.5C26 20 18 20 11.8 18.5Z", PAPER, 1.5)
       + shape("M11.9 17.6L12.1 13.6C18 15.2 26 15.2 31.9 13.6L32.1 17.6C26 19.4 18 19.4 11.9 17.6Z")
       + f'<circle cx="22" cy="9" r="2.7" fill="{INK}"/><circle cx="22" cy="9" r="1.1" fill="{PAPER}"/>'
       + shape("M20.5 5C19.5 3 20 1.5 22 0.6C24 1.5 24.5 3 23.5 5Z")
       + shape("M10.5 18C16 20.5 28 20.5 33.5 18C34.3 20.8 33.3 22 31.5 22.5C26 21 18 21 12.5 22.5"
               "C10.7 22 9.7 20.8 10.5 18Z"))
BICORNE = (shape("M2.8 19.5C6 8.5 14 3.5 22 3.5C30 3.5 38 8.5 41.2 19.5C36 16 30 15.6 22 16.6C14 15.6 8 16 2.8 19.5Z")
           + stroke("M5.5 14.5C9 7.5 15 5 22 5C29 5 35 7.5 38.5 14.5", 2.0, PAPER)
           + f'<circle cx="27.5" cy="12" r="2.6" fill="{PAPER}"/><circle cx="27.5" cy="12" r="1.1" fill="{INK}"/>')
COVER = (shape("M10.5 20L9 40C12 41 13.5 38 13.6 33L13 22ZM33.5 20L35 40C32 41 30.5 38 30.4 33L31 22Z", PAPER, 1.2)
         + shape("M11.5 19L13.5 7.5C18 5 27 5 30.5 7.5L32.5 19C26 17.5 18 17.5 11.5 19Z", PAPER, 1.5)
         + stroke("M15 10L14.5 15M19 8.5V14M24 8.5L24.5 14M28.5 10L29.5 15", 0.7)
         + shape("M10.5 18.5C16 20.5 28 20.5 33.5 18.5C34 20.5 33 22 31.5 22.3C26 20.8 18 20.8 12.5 22.3"
                 "C11 22 10 20.5 10.5 18.5Z"))
BALD = shape("M12.5 25C11.3 21 12 17.5 13.8 15.5C14.6 18 14.8 21 14.3 24ZM31.5 25C32.7 21 32 17.5 30.2 15.5"
             "C29.4 18 29.2 21 29.7 24Z")
BURNOUS = (shape("M2.4 59.8C3 48.5 10 43.5 22 43.5C34 43.5 41 48.5 41.6 59.8Z", PAPER, 1.4)
           + stroke("M15 46C17 51 18 55 18.5 59M29 46C27 51 26 55 25.5 59M8 50C10 53 11 56 11.5 59M36 50"
                    "C34 53 33 56 32.5 59", 0.9)
           + shape("M18 44.5L22 59.5L26 44.5Z"))
CAFTAN = (shape("M2.4 59.8C3 48.5 10 43.5 22 43.5C34 43.5 41 48.5 41.6 59.8Z")
          + stroke("M17 45L22 59M27 45L22 59", 1.5, PAPER) + stroke("M8 49.5L12 59M36 49.5L32 59", 1.0, PAPER))
TURBAN = (shape("M9 17.5C6.5 9 13 3 22 3C31 3 37.5 9 35 17.5C30 21.5 14 21.5 9 17.5Z", PAPER, 1.5)
          + stroke("M9.5 15C16 8 27 6 33 8M10.5 18.5C19 14 28 10 34.8 12.5M17 20C23 18 30 16 35 15.5M12 9.5"
                   "C16 6 22 4.5 27 4.5", 1.0))
HAIK = (shape("M9.5 16C5 24 5 38 3.5 50C7 50 11 48 13.5 45C11 38 11.5 27 12.8 20ZM34.5 16C39 24 39 38 40.5 50"
             "C37 50 33 48 30.5 45"
             "C33 38 32.5 27 31.2 20Z", PAPER, 1.3)
             + stroke("M8.5 28C8 35 7.5 41 6.5 46M35.5 28C36 35 36.5 41 37.5 46", 0.8))
CAP = shape("M16 9C16 3 19 1.5 22 1.5C25 1.5 28 3 28 9Z")
HOOD = (shape("M22 1.2C15 5 9.5 11 8 22C6.5 33 5 41 3.5 51C9 52 14 50 15.5 47C12 40 11.5 28 13.5 21"
              "C16 14.5 28 14.5 30.5 21"
              "C32.5 28 32 40 28.5 47C30 50 35 52 40.5 51C39 41 37.5 33 36 22C34.5 11 29 5 22 1.2Z", PAPER, 1.5)
        + shape("M13.4 21.5C16 14.5 28 14.5 30.6 21.5C28 18.5 16 18.5 13.4 21.5Z")
        + stroke("M22 3.5V12M17 8C15.5 10 14 12.5 13 15.5M27 8C28.5 10 30 12.5 31 15.5M9.5 30C9 37 8 43 7 48"
                 "M34.5 30C35 37 36 43 37 48", 0.9))
FEZ = (shape("M13 18L16.5 2.8H27.5L31 18C26 20 18 20 13 18Z") + stroke("M22 3C27 4.5 31.5 7 33.5 15M33.5 15V21", 1.2)
       + shape("M11 18.5C10.5 15 13 13.5 22 13.5C31 13.5 33.5 15 33 18.5C33 22 28 22.5 22 22.5"
               "C16 22.5 11 22 11 18.5Z", PAPER, 1.3)
       + stroke("M12.5 19C18 15.5 26 15 31.5 15.8M15 21.5C21 18.5 28 18 32.5 18.5", 0.9))

OFFICERS = {
    "prim": COAT + EPAULETTES + BUTTONS + STAR + HEAD + MOUSTACHE + GOATEE + KEPI,
    "odonnell": COAT + EPAULETTES + SASH + HEAD + MOUSTACHE + BICORNE,
    "zabala": COAT + EPAULETTES + BUTTONS + HEAD + HAIR + WHISKERS + MOUSTACHE,
    "ros-de-olano": COAT + EPAULETTES + BUTTONS + HEAD + MOUSTACHE + ROS,
    "rios": COAT + EPAULETTES + SASH + HEAD + BALD + WHITE_BEARD + MOUSTACHE,
    "echague": COAT + EPAULETTES + BUTTONS + HEAD + WHISKERS + MOUSTACHE + COVER,
    "abbas": BURNOUS + HEAD + BEARD + HAIK + TURBAN,
    "achmet": CAFTAN + HEAD + BEARD + TURBAN + CAP,
    "omar": BURNOUS + HEAD + BEARD + HOOD,
    "barhums": CAFTAN + HEAD + WHITE_BEARD + FEZ,
}


def main() -> None:
    """Write every portrait."""
    for name, elements in OFFICERS.items():
        text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 62" width="44" height="62">\n'
                f"  {elements}\n</svg>\n")
        (HERE / f"{name}.svg").write_text(text.replace("/><", "/>\n  <"), encoding="utf-8")


if __name__ == "__main__":
    main()
