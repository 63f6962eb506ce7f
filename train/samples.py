"""Reads files of samples (quinta selfplay) as docs/formats.md describes them, and notices damage.

    python3 train/samples.py samples/*.samples

says for each file how many games and samples it holds. It needs nothing but the standard library.
"""

import struct
import sys
import tomllib
import zlib

MAGIC, OLDER = b"QSMP0003", b"QSMP0002"


def has_checksums(data):
    """Whether a file is of the present form; the one before has no checksums."""
    return data[:8] == MAGIC


def parse(data):
    """The header of a file, the place of the symmetries, and for each block the place after its head with the number of samples."""
    if data[:8] not in (MAGIC, OLDER) or len(data) < 16:
        raise ValueError("not a file of samples")
    checked = has_checksums(data)
    (length,) = struct.unpack_from("<I", data, 8)
    start = 16 if checked else 12
    symmetries = start + length
    try:
        header = tomllib.loads(data[start:symmetries].decode())
        at = symmetries + 2 * 12 * header["seat_features"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("its header is damaged") from None
    if checked and zlib.crc32(data[start:at]) != struct.unpack_from("<I", data, 12)[0]:
        raise ValueError("its header is damaged")
    if at > len(data):
        raise ValueError("its header is cut")
    (shard, of), blocks = header["shard"], []
    head = 20 if checked else 16
    while at < len(data):
        begin = at + head
        # A file that ends within a block was cut while it was written: whole blocks count.
        if begin > len(data):
            break
        game, size, count = struct.unpack_from("<QII", data, at)
        if begin + size > len(data):
            break
        if checked:
            (expected,) = struct.unpack_from("<I", data, at + 16)
            if zlib.crc32(data[begin:begin + size], zlib.crc32(data[at:at + 16])) != expected:
                raise ValueError(f"the block at byte {at} is damaged")
            if game != shard - 1 + len(blocks) * of or game >= header["games"]:
                raise ValueError(f"the block at byte {at} holds game {game}, which does not belong there")
        blocks.append((begin, count))
        at = begin + size
    return header, symmetries, blocks


def main():
    failed = False
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = file.read()
        try:
            _, _, blocks = parse(data)
            print(f"{path}: {len(blocks)} games, {sum(count for _, count in blocks)} samples")
        except ValueError as why:
            failed = True
            print(f"{path}: {why}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
