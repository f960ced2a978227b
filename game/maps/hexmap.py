"""Conversion of a Tiled map of hexes to a ``HexBoard``, collecting all faults on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from game.board.fault import MAX_LISTED, FaultKind
from game.board.hexgrid import COMMON_GRID, HexBoard, Label, Outline, Road, SideFeature
from game.board.polygon import contains
from game.core.message import plural, say
from game.maps.lattice import Lattice
from game.maps.numbering import read_lattice, whole_property
from game.maps.reading import COMPARISON_STEPS, Reading, alternatives, enumeration, middle, position_text
from game.maps.regions import regions
from game.maps.roads import road_hexes
from game.maps.tiled import object_class, object_layers, points, tile_class, tile_layers, tile_level
from game.maps.vocabulary import Vocabulary

_LINE, _ZONE, _OBJECTIVE, _LABEL = "deployment-line", "deployment-zone", "objective", "label"
"""Classes of objects on every map of hexes."""
NORTH = "north"
"""Map property: the direction of north, in degrees clockwise from the top of the map (default 0)."""
MAX_LEVEL = 9
"""The highest level that a hex may have; chosen by hand."""
Tile = Mapping[str, Any]
"""The values of a tile for a fault message, by name."""


class HexMapReader(Reading):
    """Reads one map. ``faults`` is complete once ``board`` has returned."""

    def __init__(self, path: Path, tmx: Any) -> None:
        super().__init__(path, tmx)
        self.sides: dict[tuple[str, str], tuple[SideFeature, ...]] = {}
        """The hexsides with features, as in ``HexBoard``."""
        self.lines: set[frozenset[str]] = set()
        """The hexsides on a deployment line."""
        self.zone_points: dict[str, str] = {}
        """Zone name -> the hex that contains its point."""
        self.objectives: dict[str, frozenset[str]] = {}
        """Objective name -> its hexes."""
        self.drawn_objects: dict[str, tuple[Any, Any]] = {}
        """Objective name -> its layer and object."""
        self.labels: dict[str, Label] = {}
        """The unique name of each label -> the label."""
        self.outlines: list[Outline] = []
        self.terrain: dict[str, str] = {}
        """Hex id -> terrain class."""
        self.levels: dict[str, int] = {}
        """Hex id -> level, for hexes above the lowest level."""
        self.roads: list[Road] = []

    def board(self) -> HexBoard | None:
        """The board, or None if the faults are too serious."""
        grid = read_lattice(self)
        vocabulary = self.vocabulary
        self._terrain(vocabulary, grid)
        for layer in object_layers(self.tmx):
            for obj in layer:
                if self._can_read(vocabulary, layer, obj) and grid is not None and self.terrain:
                    self._object(vocabulary, grid, layer, obj)
        north = whole_property(self, NORTH, 0, 0, 359)
        if grid is None or not self.terrain or north is None:
            return None
        board = HexBoard(
            name=self.path.stem,
            title=str(self.tmx.properties.get("title", self.path.stem)),
            hexes=tuple(sorted(self.terrain)),
            terrain=self.terrain,
            sides=self.sides,
            zones=self._zones(grid),
            objectives=self.objectives,
            labels=tuple(self.labels.values()),
            outlines=tuple(self.outlines),
            grid=grid.grid,
            levels=self.levels,
            roads=tuple(self.roads),
            north=north,
        )
        main_region = max(regions(grid.grid, self.terrain), key=len)
        for name, hexes in self.objectives.items():
            if hexes - main_region:
                found = say("the objective '{name}' cannot be reached in {names}", name=name,
                            names=enumeration(hexes - main_region))
                self.fault(FaultKind.UNREACHABLE, found, say("a path of hexes from the rest of the board"),
                           *self.drawn_objects[name])
        return board

    def _terrain(self, vocabulary: Vocabulary, lattice: Lattice | None) -> None:
        """Read the tiles: each is a hex; its class is the terrain, its property ``level`` the level."""
        grid = lattice.grid if lattice is not None else COMMON_GRID
        layers = tile_layers(self.tmx)
        if len(layers) != 1:
            self.fault(FaultKind.LAYERS,
                       plural("the map has {count} tile layer", "the map has {count} tile layers", len(layers)),
                       say("one tile layer, holding the terrain"))
        for layer in layers[:1]:
            tiles = list(layer.iter_data())
            size = f"{self.tmx.width} x {self.tmx.height}"
            has_map_size = (layer.width, layer.height) == (self.tmx.width, self.tmx.height)
            if len(tiles) != self.tmx.width * self.tmx.height:
                self.fault(FaultKind.SIZE,
                           plural("the layer holds {count} tile", "the layer holds {count} tiles", len(tiles)),
                           say("{size} tiles", size=size), layer)
            elif not has_map_size:
                found = say("the layer is {width} x {height} tiles", width=layer.width, height=layer.height)
                self.fault(FaultKind.SIZE, found, say("{size} tiles, as the map", size=size), layer)
            if not has_map_size:
                # Its tiles are misplaced, so any further faults would only be consequences.
                return
            tiles_by_wrong_class: dict[str, list[Tile]] = defaultdict(list)
            tiles_by_wrong_level: dict[str, list[Tile]] = defaultdict(list)
            # Tiles beyond the map's size are ignored: hexes there have no names.
            for x, y, gid in (tile for tile in tiles if tile[0] < self.tmx.width and tile[1] < self.tmx.height):
                kind = tile_class(self.tmx, gid) if gid else None
                name = grid.name(grid.first_column + x, grid.first_row + y)
                if gid and kind not in vocabulary.terrain:
                    tiles_by_wrong_class[kind or ""].append({"x": x, "y": y, "name": name})
                if gid:
                    self.terrain[name] = kind or ""
                    if not self._store_level(name, level := tile_level(self.tmx, gid)):
                        tiles_by_wrong_level[str(level)].append({"name": name, "level": level})
            for kind, tiles in tiles_by_wrong_class.items():
                self._note_wrong_classes(layer, kind, tiles)
            for tiles in tiles_by_wrong_level.values():
                self._note_wrong_levels(layer, tiles)
            if not self.terrain:
                self.fault(FaultKind.EMPTY, say("the map has no hexes"), say("at least one terrain tile"), layer)

    def _note_wrong_classes(self, layer: Any, kind: str, tiles: Sequence[Tile]) -> None:
        """Note faults for tiles of a class that is no terrain: a few one by one, many as the first with a count."""
        expected = say("class {names}", names=alternatives(self.vocabulary.terrain))
        if len(tiles) > MAX_LISTED:
            values = {"count": len(tiles), **tiles[0]}
            found = (say("{count} tiles have class '{kind}', the first at ({x}, {y}), hex {name}", kind=kind, **values)
                     if kind else say("{count} tiles have no class, the first at ({x}, {y}), hex {name}", **values))
            self.fault(FaultKind.CLASS, found, expected, layer)
            return
        for tile in tiles:
            found = (say("the tile at ({x}, {y}), hex {name}, has class '{kind}'", kind=kind, **tile) if kind
                     else say("the tile at ({x}, {y}), hex {name}, has no class", **tile))
            self.fault(FaultKind.CLASS, found, expected, layer)

    def _note_wrong_levels(self, layer: Any, tiles: Sequence[Tile]) -> None:
        """Note faults for tiles with an invalid level: a few one by one, many as the first with a count."""
        expected = say("a whole number (type int) from 0 to {highest}", highest=MAX_LEVEL)
        if len(tiles) > MAX_LISTED:
            found = say("the level of {count} tiles is '{level}', the first in hex {name}", count=len(tiles),
                        **tiles[0])
            self.fault(FaultKind.PROPERTY, found, expected, layer)
            return
        for tile in tiles:
            self.fault(FaultKind.PROPERTY, say("the level of the tile in hex {name} is '{level}'", **tile), expected,
                       layer)

    def _store_level(self, name: str, level: Any) -> bool:
        """Store the level of a hex (0 is not stored), and return whether it is valid."""
        if isinstance(level, bool) or not isinstance(level, int) or not 0 <= level <= MAX_LEVEL:
            return False
        if level:
            self.levels[name] = level
        return True

    def _can_read(self, vocabulary: Vocabulary, layer: Any, obj: Any) -> bool:
        """Whether an object's class, shape and provenance are known."""
        shapes: dict[str, tuple[str, ...]] = {_LINE: ("polyline",), _ZONE: ("point",), _OBJECTIVE: ("polygon",)}
        shapes |= {_LABEL: ("text", "point")}
        shapes |= dict.fromkeys(vocabulary.hexsides | vocabulary.roads, ("polyline",))
        shapes |= dict.fromkeys(vocabulary.outlines, ("polygon",))
        return self.can_read(shapes, layer, obj)

    def _object(self, vocabulary: Vocabulary, lattice: Lattice, layer: Any, obj: Any) -> None:
        """Process an object of a known class and shape."""
        kind = object_class(obj) or ""
        if kind in vocabulary.outlines:
            self.outlines.append(Outline(kind, tuple(map(lattice.radii, points(obj))), obj.name or ""))
        elif kind in vocabulary.hexsides or kind == _LINE:
            self._line(lattice, layer, obj, kind)
        elif kind in vocabulary.roads:
            hexes = road_hexes(self, lattice, self.terrain, layer, obj)
            if hexes:
                self.roads.append(Road(kind, hexes, obj.name or ""))
        elif kind == _LABEL:
            self._label(vocabulary, lattice, layer, obj)
        elif not obj.name:
            self.fault(FaultKind.NO_NAME, say("the {kind} has no name", kind=kind), say("a name"), layer, obj)
        elif obj.name in (self.zone_points if kind == _ZONE else self.objectives):
            self.fault(FaultKind.TWICE, say("a second {kind} is named '{name}'", kind=kind, name=obj.name),
                       say("each name once"), layer, obj)
        elif kind == _ZONE:
            self.spend(COMPARISON_STEPS * len(self.terrain))
            hex_ = lattice.hex_at((obj.x, obj.y), list(self.terrain))
            if hex_ is None:
                self.fault(FaultKind.PLACE, say("the zone '{name}' is in no hex", name=obj.name),
                           say("a point inside a hex"), layer, obj)
            else:
                self.zone_points[obj.name] = hex_
        else:
            shape = points(obj)
            self.spend(len(self.terrain) * (len(shape) + COMPARISON_STEPS))
            hexes_inside = frozenset(name for name in self.terrain if contains(shape, lattice.centre(name)))
            self.objectives[obj.name] = hexes_inside
            self.drawn_objects[obj.name] = layer, obj
            if not hexes_inside:
                found = say("the objective '{name}' contains no hex", name=obj.name)
                self.fault(FaultKind.PLACE, found, say("a polygon round the centre of at least one"), layer, obj)

    def _line(self, lattice: Lattice, layer: Any, obj: Any, kind: str) -> None:
        """Read a polyline along hexsides; the hexes on its left are those on the marked side."""
        drawn_points = points(obj)
        corners = [lattice.corner(point) for point in drawn_points]
        for point, corner in zip(drawn_points, corners, strict=True):
            if corner is None:
                self.spend(COMPARISON_STEPS * len(lattice.touching))
                nearest = "({}, {})".format(*lattice.nearest(point))
                found = say("the {kind} point ({x:g}, {y:g}) lies on no hex corner", kind=kind, x=point[0], y=point[1])
                self.fault(FaultKind.PLACE, found, say("a hex corner such as the nearest, {near}", near=nearest),
                           layer, obj)
        for i, (start, end) in enumerate(pairwise(corners)):
            if start is None or end is None:
                continue
            pair = lattice.crossing(start, end)
            ends = {"kind": kind, "start": position_text(drawn_points[i]), "end": position_text(drawn_points[i + 1])}
            if pair is None:
                self.fault(FaultKind.STEP, say("the {kind} from {start} to {end} follows no hexside", **ends),
                           say("a step along one hexside"), layer, obj)
            elif not (pair[0] in self.terrain and pair[1] in self.terrain):
                found = say("the {kind} from {start} to {end} runs between {one} and {other}, off the board",
                            one=pair[0], other=pair[1], **ends)
                self.fault(FaultKind.OFF_BOARD, found, say("a hexside between two hexes of the board"), layer, obj)
            elif kind == _LINE:
                self.lines.add(frozenset(pair))
            elif any(feature.kind == kind for feature in self.sides.get(pair, ())):
                found = say("the hexside between {one} and {other} already has {kind}", one=pair[0], other=pair[1],
                            kind=kind)
                self.fault(FaultKind.TWICE, found, say("each hexside drawn once"), layer, obj)
            else:
                for side, here in ((pair, True), (pair[::-1], False)):
                    self.sides[side] = (*self.sides.get(side, ()), SideFeature(kind, here))

    def _label(self, vocabulary: Vocabulary, lattice: Lattice, layer: Any, obj: Any) -> None:
        """Read lettering: centred in a text box, or at a point; its name, or else its text, is unique."""
        text = (obj.text if obj.object_type == "text" else obj.name) or ""
        name = obj.name or text
        style = str(obj.properties.get("style", "place"))
        if style not in vocabulary.lettering:
            self.fault(FaultKind.PROPERTY, say("the label's style is '{style}'", style=style),
                       alternatives(vocabulary.lettering), layer, obj)
        if not text.strip():
            self.fault(FaultKind.NO_TEXT, say("the label is empty"), say("a text"), layer, obj)
        elif name in self.labels:
            self.fault(FaultKind.TWICE, say("the label '{name}' occurs twice", name=name), say("each label once"),
                       layer, obj)
        elif (named := str(obj.properties.get("hex", ""))) and named not in self.terrain:
            self.fault(FaultKind.PROPERTY, say("the label's hex is '{name}'", name=named), say("a hex of the board"),
                       layer, obj)
        elif obj.object_type != "text" or self.is_letter_size(obj.pixel_size, layer, obj):
            size = {"size": lattice.scale(obj.pixel_size)} if obj.object_type == "text" else {}
            at = lattice.radii(middle(obj))
            self.labels[name] = Label(" ".join(text.split()), *at, style, obj.rotation, **size,
                                      word=obj.properties.get("word") is True, hex=named)

    def _zones(self, lattice: Lattice) -> dict[str, frozenset[str]]:
        """The regions into which deployment lines divide the board, each under the name of the zone point in it."""
        zones: dict[str, frozenset[str]] = {}
        if not (self.lines or self.zone_points):
            return zones
        for region in regions(lattice.grid, self.terrain, self.lines):
            names = [name for name, hex_ in self.zone_points.items() if hex_ in region]
            zones |= dict.fromkeys(names, region)
            if len(names) != 1:
                hexes = enumeration(region)
                found = (say("{hexes} lie in the deployment zones {names} at once", hexes=hexes,
                             names=enumeration(names))
                         if names else say("{hexes} lie in no deployment zone", hexes=hexes))
                self.fault(FaultKind.ZONES, found,
                           say("one deployment-zone point in each part the deployment lines cut off"))
        return zones
