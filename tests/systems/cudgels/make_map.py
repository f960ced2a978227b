"""Writes the map of Cudgels as a Tiled file: ``python -m tests.systems.cudgels.make_map`` from the top folder.

A table of 16 by 12 base widths with a pond's reeds, a thicket and a road across.
"""

from __future__ import annotations

from pathlib import Path

PIXELS = 60
"""Pixels of a base width."""
WIDE, HIGH = 16, 12
THICKET = ((0, 0), (1.6, -0.5), (3.1, 0.1), (3.4, 1.3), (2.2, 1.9), (0.7, 1.7))
ROAD = ((0, 0), (3.0, 0.5), (6.2, -0.3), (10.1, 0.4), (13.0, 0), (16, 0.6))


def _points(spots: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x * PIXELS:g},{y * PIXELS:g}" for x, y in spots)


def written() -> str:
    """The content of the file."""
    said = {"provenance": "reconstructed", "system": "cudgels", "title": "The village green"}
    things = (
        f'  <object id="1" type="road" x="0" y="{6.1 * PIXELS:g}"><properties><property name="line-width" type="float" '
        f'value="0.5"/></properties><polyline points="{_points(ROAD)}"/></object>',
        f'  <object id="2" type="rough" name="The Thicket" x="{2.2 * PIXELS:g}" y="{4.3 * PIXELS:g}"><polygon '
        f'points="{_points(THICKET)}"/></object>',
        f'  <object id="3" type="rough" name="Reeds" x="{10.6 * PIXELS:g}" y="{6.6 * PIXELS:g}" '
        f'width="{3 * PIXELS:g}" height="{1.8 * PIXELS:g}"><ellipse/></object>',
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" renderorder="right-down" width="{WIDE}" '
        f'height="{HIGH}" tilewidth="{PIXELS}" tileheight="{PIXELS}" infinite="0" nextlayerid="2" nextobjectid="4">\n'
        f' <properties>\n  <property name="base-width" type="float" value="{PIXELS}"/>\n'
        + "".join(f'  <property name="{name}" value="{value}"/>\n' for name, value in said.items())
        + ' </properties>\n <objectgroup id="1" name="Terrain">\n' + "\n".join(things) + "\n </objectgroup>\n</map>\n"
    )


if __name__ == "__main__":
    (Path(__file__).parent / "maps" / "green.tmx").write_text(written(), "utf-8")
