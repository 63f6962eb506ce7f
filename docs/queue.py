#!/usr/bin/env python3
"""Simulates how the bots' work queues: how long people wait for a bot, and how long it may think. Standard library only.

    python3 docs/queue.py                 the table of docs/scale.md
    python3 docs/queue.py --threads 16    with so many threads on which bots think

As in the server: a bot's turn comes after somebody's move, waits in line, and may think for its level's time divided by one more than those
that wait behind it for each thread, 10 ms at the least. A person then thinks for a while, 8 s on average, before the next move. So a table whose bot is
late also asks less often, which is what keeps the queue from growing without end.
"""
import argparse
import heapq
import random

PERSON = 8.0  # seconds that a person thinks, on average
LEAST = 0.010  # seconds that a bot may think at the least
FULL = 0.9  # seconds of the architect, alone


def simulate(tables, threads, seconds, seed):
    """People at tables against one architect each: for the turns of bots, how long they waited and how long they thought."""
    luck = random.Random(seed)
    # What happens when: a bot's turn comes ("turn"), or a thread is free again ("free").
    events = [(luck.expovariate(1 / PERSON), number, "turn") for number in range(tables)]
    heapq.heapify(events)
    waiting, free, number, busy = [], threads, tables, 0.0
    waits, thoughts = [], []
    while events:
        now, _, what = heapq.heappop(events)
        if now > seconds:
            break
        if what == "turn":
            waiting.append(now)
        else:
            free += 1
        while free and waiting:
            came = waiting.pop(0)
            free -= 1
            time = max(FULL / (1 + len(waiting) // threads), LEAST)
            busy += time
            if now > seconds / 5:  # The beginning is not typical.
                waits.append(now - came)
                thoughts.append(time)
            number += 2
            heapq.heappush(events, (now + time, number, "free"))
            heapq.heappush(events, (now + time + luck.expovariate(1 / PERSON), number + 1, "turn"))
    return waits, thoughts, busy / seconds / threads


def share(values, of):
    return sorted(values)[min(len(values) - 1, int(len(values) * of))]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=1000)
    arguments = arguments.parse_args()
    threads = arguments.threads
    print("| tables a thread | threads busy | a bot waits (half, 99%) | and thinks (mean, least) | simulations a move | moves of bots a second and thread |")
    print("|---|---|---|---|---|---|")
    for each in (1, 5, 10, 25, 50, 100, 200, 400, 800, 1600):
        waits, thoughts, busy = simulate(each * threads, threads, arguments.seconds, 1)
        mean = sum(thoughts) / len(thoughts)
        print(f"| {each} | {100 * min(busy, 1):.0f}% | {share(waits, 0.5):.2f} s, {share(waits, 0.99):.2f} s | {1000 * mean:.0f} ms, {1000 * min(thoughts):.0f} ms"
              f" | {104_000 * mean:,.0f} | {len(waits) / (0.8 * arguments.seconds) / threads:.2f} |")


main()
