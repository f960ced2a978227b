"""Decodes the tile numbers of a layer from any of Tiled's encodings."""

from __future__ import annotations

import binascii
import struct
import zlib
from base64 import b64decode
from xml.etree import ElementTree

from game.board.fault import FaultKind
from game.core.message import say
from game.maps.limits import MAX_TILES, MAX_UNSIGNED, Refusal, shortened

FLIP_FLAGS = 0xF0000000
"""The bits of a tile number for flipping or turning its picture: three in every map, the fourth for a turn by 120
degrees on a map of hexes (Tiled's documentation of the format, "Tile flipping")."""
_PACKINGS = {"gzip": 31, "zlib": 15}
"""Tiled's compression methods -> the window size for unpacking them with zlib."""


def tile_numbers(data: ElementTree.Element) -> list[int]:
    """The number of each tile, row by row, without its flags; 0 means no tile.

    :raises Refusal: if they cannot be read, or unpack to more than a map may contain.
    """
    if data.find("chunk") is not None:
        raise Refusal(FaultKind.DATA, say("the layer is saved in chunks, as on an infinite map"),
                      say("a map of fixed size"))
    encoding, text = data.get("encoding"), data.text or ""
    if encoding == "base64":
        numbers = _unpacked(text, data.get("compression"))
    elif encoding == "csv":
        items = text.strip().removesuffix(",").split(",") if text.strip() else []
        numbers = [_number(item) for item in items]
    elif encoding is None:
        numbers = [_number(tile.get("gid", "0")) for tile in data.findall("tile")]
    else:
        raise Refusal(FaultKind.DATA,
                      say("the layer's data have the encoding '{encoding}'", encoding=shortened(encoding)),
                      say("CSV or Base64"))
    if len(numbers) > MAX_TILES:
        raise Refusal(FaultKind.TOO_MUCH, say("the layer's data hold more than {most} tiles", most=MAX_TILES),
                      say("at most that many"))
    return [number & ~FLIP_FLAGS for number in numbers]


def _number(item: str) -> int:
    """A tile number from its text.

    :raises Refusal: for anything but a whole number in the range of tile numbers.
    """
    try:
        number = int(item)
    except ValueError:
        number = -1
    if not 0 <= number <= MAX_UNSIGNED:
        raise Refusal(FaultKind.DATA,
                      say("the layer's data hold the tile number '{number}'", number=shortened(item.strip())),
                      say("whole numbers from 0 to {most}", most=MAX_UNSIGNED))
    return number


def _unpacked(text: str, compression: str | None) -> list[int]:
    """The tile numbers of a Base64 text. Compressed data are unpacked only as far as ``MAX_TILES``; of others there may
    be more.

    :raises Refusal: for data that cannot be unpacked, or compressed data that hold more tiles.
    """
    try:
        raw = b64decode(text)
    except (binascii.Error, ValueError) as error:
        raise Refusal(FaultKind.DATA, say("the layer's data are not Base64"),
                      say("data as Tiled writes them")) from error
    if compression:
        window = _PACKINGS.get(compression)
        if window is None:
            raise Refusal(FaultKind.DATA,
                          say("the layer's data are packed with '{packing}'", packing=shortened(compression)),
                          say("data as CSV, or as Base64 unpacked or packed with gzip or zlib"))
        raw = _inflated(raw, compression, window)
    return list(struct.unpack(f"<{len(raw) // 4}L", raw[: len(raw) // 4 * 4]))


def _inflated(raw: bytes, packing: str, window: int) -> bytes:
    """The content of compressed data, at most 4 bytes for each of ``MAX_TILES``.

    :param window: the window size of the method (``_PACKINGS``).
    :raises Refusal: for data that are not valid, or unpack to more.
    """
    unpacker = zlib.decompressobj(window)
    try:
        unpacked = unpacker.decompress(raw, 4 * MAX_TILES + 4)
    except zlib.error as error:
        raise Refusal(FaultKind.DATA, say("the layer's data are not packed with {packing}", packing=packing),
                      say("data as Tiled writes them")) from error
    if len(unpacked) > 4 * MAX_TILES or unpacker.unused_data:
        raise Refusal(FaultKind.TOO_MUCH, say("the layer's data unpack to more than {most} tiles", most=MAX_TILES),
                      say("at most that many"))
    if not unpacker.eof:
        raise Refusal(FaultKind.DATA, say("the layer's data, packed with {packing}, are incomplete", packing=packing),
                      say("data as Tiled writes them"))
    return unpacked
