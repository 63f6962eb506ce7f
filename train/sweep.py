#!/usr/bin/env python3
"""Searches the architect's settings, all of them at once.

    train/sweep.py --quinta target/release/quinta --bot architect:20ms --deals 300 --jobs 2

In each deal one side gets the low or the high value of every setting at random, the other side the opposite one, and the deal is played
in both seat orders. So every game is evidence about every setting, as much as if all games had been played for that setting alone.
The output has a line for each setting: by how many points, and by what share of the victories, its high value beats its low one, with
standard errors. Where neither wins, the default stays. A setting is adopted only after a match against the defaults (quinta arena).
BOT may name a net (architect:20ms@FILE.net). Ctrl-C prints the results so far.
"""
import argparse
import concurrent.futures
import json
import random
import statistics
import subprocess
import sys

# Around the defaults in crates/bots/src/architect/settings.rs, or above where nothing is below. `warmth` is missing because it has no
# effect on a net with a policy.
VALUES = {
    "horizon": (1, 3),
    "curiosity": (0.3, 0.65),
    "doubt": (0.0, 0.05),
    "detail": (1.0, 4.0),
    "temperature": (1.1, 2.0),
    "root": (24, 64),
    "moves": (8, 18),
    "cells": (1, 2),
    "takes": (2, 6),
    "outcomes": (4, 16),
    "widening": (0.25, 1.0),
    "scale": (40.0, 90.0),
    "win": (0.2, 0.7),
}


def seat(bot, settings):
    """The bot with these settings, written as the arena reads it: before the file, if it names one."""
    name, at, file = bot.partition("@")
    return name + "".join(f":{key}={value}" for key, value in settings.items()) + at + file


def play(options, number):
    """Plays one deal; which settings of the first side are high, and its mean lead and share of the victories."""
    draw = random.Random(options.seed + number)
    high = {name: draw.random() < 0.5 for name in VALUES}
    sides = [{name: VALUES[name][high[name] ^ other] for name in VALUES} for other in (False, True)]
    command = [options.quinta, "arena", "--seats", ",".join(seat(options.bot, side) for side in sides)]
    command += ["--games", "2", "--jobs", "1", "--processor-time", "--seed", str(options.seed + number), "--json", "-"]
    command += ["--board", options.board]
    first = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["seats"][0]
    return high, first["margin"]["mean"], first["win_share"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quinta", default="target/release/quinta")
    parser.add_argument("--bot", default="architect:20ms")
    parser.add_argument("--board", default="front")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=5_000)
    options = parser.parse_args()
    played = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        deals = [pool.submit(play, options, number) for number in range(options.deals)]
        try:
            for deal in concurrent.futures.as_completed(deals):
                played.append(deal.result())
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            pool.shutdown(cancel_futures=True)
            sys.exit((getattr(problem, "stderr", None) or str(problem)).strip())
    if len(played) < 2:
        sys.exit("too few deals were played to say anything: expected at least 2")
    print(f"{options.bot}, {options.board}, {2 * len(played)} games: the high value against the low one")
    for name, (low, high) in VALUES.items():
        signs = [1 if deal[0][name] else -1 for deal in played]
        leads = [sign * deal[1] for sign, deal in zip(signs, played)]
        shares = [0.5 + sign * (deal[2] - 0.5) for sign, deal in zip(signs, played)]
        lead, share = ((statistics.fmean(found), statistics.stdev(found) / len(found) ** 0.5) for found in (leads, shares))
        print(f"{name:12} {low} {high}: lead {lead[0]:+.1f} ± {lead[1]:.1f}, wins {share[0]:.1%} ± {share[1]:.1%}")


if __name__ == "__main__":
    main()
