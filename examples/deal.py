#!/usr/bin/env python3
"""Deals a game from a seed as docs/deal.md says, without Quinta: standard library only.

    examples/deal.py SEED PLAYERS        prints the first seat, the stacks, the supply and the tiles of every draw as JSON
"""
import hashlib, json, struct, sys

COLOURS, PATTERNS = "byglpv", "123456"
KINDS = [c + p for c in COLOURS for p in PATTERNS]
STACK = {2: 5, 3: 7, 4: 8}


def chacha20_words(key):
    """The key stream of ChaCha20 with nonce 0 and the counter from 0, as 32-bit words."""
    constants, counter = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], 0
    while True:
        start = constants + list(struct.unpack("<8I", key)) + [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        x = start[:]

        def quarter(a, b, c, d):
            for i, j, k, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[i] = (x[i] + x[j]) & 0xFFFFFFFF
                x[k] ^= x[i]
                x[k] = (x[k] << turn | x[k] >> 32 - turn) & 0xFFFFFFFF

        for _ in range(10):
            for q in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                      (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                quarter(*q)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, start))
        counter += 1


def stream(seed, label):
    return chacha20_words(hashlib.sha256(b"quinta-deal-1\0" + label.encode() + b"\0" + seed).digest())


def below(words, n):
    limit = 2**32 // n * n
    return next(word for word in words if word < limit) % n


def shuffled(words, items):
    for i in range(len(items) - 1, 0, -1):
        j = below(words, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def main(seed, players):
    seed = bytes.fromhex(seed) if len(seed) == 64 else int(seed).to_bytes(32, "big")
    size = STACK[players]
    expansions = shuffled(stream(seed, "expansions"), KINDS[:])
    tiles = shuffled(stream(seed, "tiles"), [kind for kind in KINDS for _ in range(3)])
    draws = [tiles[i : i + 4] for i in range(0, 4 * min(27, 4 * size), 4)]
    print(json.dumps({
        "first": below(stream(seed, "first"), players),
        "stacks": [expansions[r * size : (r + 1) * size] for r in range(4)],
        "supply": expansions[4 * size :],
        "draws": [draws[r * size : (r + 1) * size] for r in range(4)],
    }))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
