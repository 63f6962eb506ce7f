#!/usr/bin/env python3
"""A program that takes a seat: plays random moves over plain HTTP. Standard library only.

    player.py                                  plays against a bot of the server at 127.0.0.1:4141
    player.py http://127.0.0.1:4141 LINK       takes a seat at the table of an invitation link
"""
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

class Server:
    def __init__(self, url):
        self.url, self.token = url.rstrip("/"), None
        self.token = self.ask("POST", "/api/token")["token"]

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=60) as answer:
            return json.load(answer)

    def command(self, table, kind, **fields):
        message = {"id": uuid.uuid4().hex, "type": kind, **fields}
        return self.ask("POST", f"/api/tables/{table}/commands", message)

def choose(choices):
    """A random action out of the document of everything that can be done."""
    possible = [{"pass": {}}]
    for choice in choices["acquire"]:
        if "reason" not in choice:
            possible.append({"acquire": choice["attribute"], "take": random.choice(choice["takes"])})
    for choice in choices["place"]:
        if "reason" not in choice and choice["cells"]:
            best = max(choice["cells"], key=lambda c: c["preview"]["rounds"] + c["preview"]["groups"])
            possible.append({"place": choice["kind"], "cell": best["cell"], "pay": choice["payments"][0]})
    for choice in choices["expand"]:
        if "reason" not in choice and choice["spots"]:
            spot = random.choice(choice["spots"])
            possible.append({"expand": choice["kind"], "area": spot["area"], "petal": spot["petal"], "pay": choice["payments"][0]})
    return random.choice(possible[1:] or possible)


def play(server, table):
    server.command(table, "ready", luck=random.randbytes(16).hex())
    since = 0
    while True:
        news = server.ask("GET", f"/api/tables/{table}/events?since={since}&wait=25")
        since = news["table"]["number"]
        if news["table"]["stage"] == "over":
            return news["table"]
        if "choices" in news:
            try:
                server.command(table, "act", at=news["choices"]["at"], action=choose(news["choices"]))
            except urllib.error.HTTPError as refused:  # 409: someone was quicker; the next poll tells
                if refused.code != 409:
                    raise SystemExit(refused.read().decode())


def main():
    server = Server(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4141")
    if len(sys.argv) > 2:
        link = urllib.parse.urlparse(sys.argv[2])
        table = link.path.rsplit("/", 1)[1]
        server.command(table, "sit", invitation=urllib.parse.parse_qs(link.query).get("i", [""])[0])
    else:
        table = server.ask("POST", "/api/tables", {"seats": [{"who": "me"}, {"who": "bot", "level": "seedling"}]})["id"]
    end = play(server, table)
    print([player["score"] for player in end["state"]["players"]], "winners:", end["result"]["winners"])


main()
