#!/usr/bin/env python3
"""A bot of your own in a few lines. `quinta engine` knows the rules for it; what to do is decided in `worth`.

    quinta engine-check "python3 examples/bot.py"
    quinta arena --seats "cmd:python3 examples/bot.py,random" --games 20

The environment variable QUINTA says where the program `quinta` is, if it is not on the path.
"""
import os
import random
import subprocess
import sys

engine = subprocess.Popen([os.environ.get("QUINTA", "quinta"), "engine"], text=True, bufsize=1,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(line):
    """Passes a line on to the engine and returns its whole answer."""
    print(line, file=engine.stdin, flush=True)
    answer = []
    for said in engine.stdout:
        answer.append(said.rstrip("\n"))
        if answer[-1] == "ok" or answer[-1].startswith("error"):
            return answer
    sys.exit("the engine is gone")


def worth(action):
    """What an action seems worth: dear hexagons first, jokers kept, space bought only when nothing can be placed."""
    verb, *rest = action.split()
    if verb in ("place", "expand"):
        return 10 * int(rest[0][1]) - 8 * rest.count("*") + (15 if verb == "expand" else 0)
    return {"acquire": 12 + random.random(), "buy": 1, "pass": 0}[verb]


def choose():
    """The action that seems worth most, as an answer to `go`."""
    answer = ask("legal list")
    actions = [line.removeprefix("action ") for line in answer if line.startswith("action ")]
    return ["bestmove " + max(actions, key=worth), "ok"] if actions else ["error nothing can be done"]


for line in sys.stdin:
    word = line.split()[0] if line.split() else "#"
    if word == "info":
        answer = ["id name bot.py", "protocol 1", "can legal undo perft", "ok"]
    elif word.startswith("#"):
        continue
    else:
        answer = choose() if word == "go" else ask(line.strip())
    print("\n".join(answer), flush=True)
    if word == "quit":
        break
