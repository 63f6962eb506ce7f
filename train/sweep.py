#!/usr/bin/env python3
"""Searches the architect's settings: one setting after another, each value in paired deals against the best so far.

    train/sweep.py --quinta target/release/quinta --bot architect:20ms --games 200 --jobs 16 --seconds 180

BOT may name a net (architect:20ms@FILE.net). A value is adopted if it wins more than half of the games by a standard error.
Every result is a line on standard output; the last line is the best settings, as they are written behind a bot's budget.
"""
import argparse
import json
import subprocess
import time

VALUES = [
    ("curiosity", ["0.5", "0.8", "0.2"]),
    ("win", ["0.8", "0.3", "1.0"]),
    ("horizon", ["3", "1"]),
    ("temperature", ["1.5", "0.7"]),
    ("doubt", ["0.1"]),
    ("detail", ["4.0", "1.0"]),
    ("moves", ["24", "10"]),
    ("cells", ["3", "1"]),
    ("takes", ["6", "1"]),
    ("outcomes", ["24", "4"]),
    ("widening", ["2.0", "0.5"]),
    ("scale", ["25.0", "60.0"]),
]


def seat(bot, settings):
    """The bot with these settings, written as the arena reads it: before the file, if it names one."""
    name, at, file = bot.partition("@")
    return name + "".join(f":{key}={value}" for key, value in settings.items()) + at + file


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quinta", default="target/release/quinta")
    parser.add_argument("--bot", default="architect:20ms")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--seed", type=int, default=5_000)
    options = parser.parse_args()
    begun, best, seed = time.monotonic(), {}, options.seed
    for name, values in VALUES:
        for value in values:
            if time.monotonic() - begun > options.seconds:
                break
            seed += 1
            tried = {**best, name: value}
            command = [options.quinta, "arena", "--seats", f"{seat(options.bot, tried)},{seat(options.bot, best)}"]
            command += ["--games", str(options.games), "--jobs", str(options.jobs), "--seed", str(seed), "--json", "-"]
            report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            first = report["seats"][0]
            error = (first["high"] - first["low"]) / 4
            adopted = first["win_share"] - error > 0.5
            best = tried if adopted else best
            share = f"{first['win_share']:.3f} [{first['low']:.3f}, {first['high']:.3f}]"
            print(f"{name}={value}: {share} lead {first['margin']['mean']:+.1f}{' adopted' if adopted else ''}", flush=True)
    print(seat("", best) or "the usual settings")


if __name__ == "__main__":
    main()
