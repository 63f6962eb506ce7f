"""Trains a net from files of samples (quinta selfplay) and exports it for the bots.

    python3 train/train.py --out first.net --name first samples/*.samples

It needs PyTorch; a GPU is used if there is one. The shape of the features, the symmetries of the garden and all targets come from the
files: nothing here knows the game but the number of rounds, seats and outputs.
"""

import argparse
import hashlib
import math
import struct
import sys
import time
import tomllib

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import samples

NET_MAGIC = b"QNET0001"
ROUNDS, SEATS, HEADS = 4, 4, 3
POINTS = 32.0  # points that stand for 1 in the heads
ONE, HEAD_ONE, MOST = 512, 4096, 2047  # docs/formats.md
SCORE_ONE, WIN_ONE, UNKNOWN = 32.0, 32000.0, -32768  # docs/formats.md
WEIGHT_LIMIT = 2.5  # of the second layer and the policy: no sum in whole numbers may overflow


class Samples:
    """All samples of some files, as arrays padded to the longest list of features."""

    def __init__(self, paths, reach):
        self.reach, self.digest = reach, hashlib.sha256()
        self.sources, parts = [], []
        for path in paths:
            parts.append(self.read(path))
        join = lambda name: np.concatenate([part[name] for part in parts])
        self.place = join("place")
        self.certain, self.final = join("certain"), join("final")
        self.goal = join("goal")
        self.game = join("game")
        width = lambda name: max(part[name].shape[1] for part in parts)
        pad = lambda array, to, value: np.pad(array, ((0, 0), (0, to - array.shape[1])), constant_values=value)
        widest = width("seats")
        self.table = np.concatenate([pad(part["table"], width("table"), self.table_features) for part in parts])
        # One row for each seat that somebody sits on: `row` says where a sample's first one is.
        players = (self.place & 15).astype(np.int64)
        self.row = np.cumsum(players) - players
        self.seats = np.concatenate([pad(part.pop("seats"), widest, self.seat_features) for part in parts])
        self.steps = np.concatenate([pad(part["steps"], width("steps"), 0) for part in parts])

    def read(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.digest.update(data)
        try:
            header, at, blocks = samples.parse(data)
        except ValueError as why:
            sys.exit(f"{path}: {why}")
        if not samples.has_checksums(data):
            print(f"{path}: an older form without checksums: damage in it goes unnoticed", file=sys.stderr)
        shape = (header["features"], header["seat_features"], header["table_features"], header["whats"])
        if getattr(self, "shape", shape) != shape:
            sys.exit(f"{path}: other features than the files before")
        self.shape = shape
        self.version, self.seat_features, self.table_features, self.whats = shape
        self.sources.append(f"{header['bot']}, {header['board']}, {header['players']} players, seed {header['seed']}, {header['games']} games")
        self.symmetries = np.frombuffer(data, "<u2", 12 * self.seat_features, at).reshape(12, -1)
        words = np.frombuffer(data, "<u2", (len(data) - (at & 1)) // 2, at & 1)
        # A game's block: the length of each sample, the samples.
        firsts, counts, lengths = [], [], []
        for begin, count in blocks:
            here = (begin - (at & 1)) // 2
            firsts.append(here + count)
            counts.append(count)
            lengths.append(words[here:here + count])
        counts = np.array(counts, np.int64)
        lengths = np.concatenate(lengths).astype(np.int64)
        ends = np.cumsum(lengths)
        before = np.concatenate([[0], ends])[np.concatenate([[0], np.cumsum(counts)[:-1]])]
        starts = np.repeat(np.array(firsts, np.int64) - before, counts) + ends - lengths
        games = np.repeat(np.arange(len(counts), dtype=np.int64) + (len(self.sources) << 32), counts)
        part = {"game": games, "place": words[starts]}
        count = part["place"] & 15
        signed = words.view("<i2")
        column = lambda at: signed[np.minimum(at, len(words) - 1)]
        players = header["players"]
        certain = np.zeros((len(starts), SEATS), np.int16)
        final = np.zeros((len(starts), SEATS), np.int16)
        for seat in range(players):
            certain[:, seat] = column(starts + 1 + seat)
            final[:, seat] = column(starts + 1 + players + seat)
        assert (count == players).all(), path
        part["certain"], part["final"] = certain, final
        expected = np.full((len(starts), 2, SEATS), UNKNOWN, np.float32)
        for seat in range(players):
            expected[:, 0, seat] = column(starts + 1 + 2 * players + seat)
            expected[:, 1, seat] = column(starts + 1 + 3 * players + seat)
        part["goal"] = self.goals(counts, final, players, expected)
        cursor = starts + 1 + 4 * players
        part["steps"], cursor = self.lists(words, cursor, 0)
        part["table"], cursor = self.lists(words, cursor, self.table_features)
        seats = []
        for _ in range(players):
            seat, cursor = self.lists(words, cursor, self.seat_features)
            seats.append(seat)
        widest = max(seat.shape[1] for seat in seats)
        rows = np.full((len(starts), players, widest), self.seat_features, np.uint16)
        for number, seat in enumerate(seats):
            rows[:, number, :seat.shape[1]] = seat
        part["seats"] = rows.reshape(-1, widest)
        return part

    def goals(self, counts, final, players, expected):
        """What is learned of each position: scores and shares of the victory, from what was expected later on and how the game ended.

        A result is full of luck that comes after a position. What the search expected a few decisions later has seen less of it. Both are
        mixed, as in TD(lambda), from a game's last position back to its first: `reach` is lambda, and 1 looks at the result alone.
        """
        here = np.arange(SEATS) < players
        best = np.where(here, final, -32768).max(1, keepdims=True)
        winners = ((final == best) & here).astype(np.float32)
        goal = np.stack([final.astype(np.float32), winners / winners.sum(1, keepdims=True)], 1)
        if self.reach >= 1.0:
            return goal
        known = expected[:, 0, 0] != UNKNOWN
        expected = expected / np.array([SCORE_ONE, WIN_ONE], np.float32)[:, None]
        last = np.cumsum(counts) - 1
        for back in range(1, int(counts.max(initial=0))):
            at = last[counts > back] - back
            after = at + 1
            seen = np.where(known[after, None, None], expected[after], goal[after])
            goal[at] = self.reach * goal[after] + (1.0 - self.reach) * seen
        return np.where(here, goal, 0.0)

    @staticmethod
    def lists(words, cursor, padding):
        """The lists that begin at each cursor with their lengths, padded, and where they end."""
        lengths = words[cursor].astype(np.int64)
        column = np.arange(max(int(lengths.max(initial=1)), 1))
        out = np.empty((len(cursor), len(column)), np.uint16)
        for start in range(0, len(cursor), 1 << 15):  # so many that they stay in the cache
            part = slice(start, start + (1 << 15))
            block = words[np.minimum(cursor[part, None] + 1 + column, len(words) - 1)]
            block[column >= lengths[part, None]] = padding
            out[part] = block
        return out, cursor + 1 + lengths


class Clipped(nn.Module):
    def forward(self, x):
        return x.clamp(0.0, MOST / ONE)


class Net(nn.Module):
    def __init__(self, seat_features, table_features, whats, wide, deep):
        super().__init__()
        self.wide, self.deep, self.whats = wide, deep, whats
        self.seat = nn.Linear(seat_features, wide)
        self.table = nn.Linear(table_features, wide)
        self.second = nn.ModuleList(nn.Linear(3 * wide, deep) for _ in range(ROUNDS))
        self.heads = nn.ModuleList(nn.Linear(deep, HEADS) for _ in range(ROUNDS))
        self.policy = nn.Linear(3 * wide, whats)
        self.clip = Clipped()
        with torch.no_grad():
            for layer in (self.seat, self.table):
                layer.weight.normal_(0.0, 0.08)
                layer.bias.fill_(0.1)
            self.policy.weight.mul_(0.1)
            for head in self.heads:
                head.weight.mul_(0.3)
                head.bias.copy_(torch.tensor([0.8, 0.0, 1.0]))

    def forward(self, seats, table, players, round_, turn, certain, done):
        """seats: B×S×features, the table: B×features; the outlook of every seat and the policy of the one whose turn it is."""
        batch, most = seats.shape[:2]
        here = torch.arange(most, device=seats.device)[None] < players[:, None]
        own = self.clip(self.seat(seats)) * here[..., None]
        table = self.clip(self.table(table))
        others = own.sum(1, keepdim=True) - own
        views = torch.cat([own, others, table[:, None].expand(-1, most, -1)], 2)
        heads = torch.zeros(batch, most, HEADS, device=seats.device)
        for r in range(ROUNDS):
            those = round_ == r
            heads[those] = self.heads[r](self.clip(self.second[r](views[those])))
        to_come = torch.where(done, 0.0, heads[..., 0])
        scores = certain / POINTS + to_come
        pull = (heads[..., 2] * here).sum(1) / players
        win = heads[..., 1] + pull.clamp(min=0.0)[:, None] * scores
        win = win.masked_fill(~here, -1e9)
        policy = self.policy(views[torch.arange(batch, device=seats.device), turn])
        return to_come, win, policy

    def keep_within_limits(self):
        with torch.no_grad():
            for layer in (*self.second, self.policy):
                layer.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)


def multi_hot(lists, features):
    hot = torch.zeros(*lists.shape[:-1], features + 1, device=lists.device)
    hot.scatter_add_(-1, lists, torch.ones((), device=lists.device).expand(lists.shape))
    return hot[..., :features]


class Batches:
    def __init__(self, samples, device):
        move = lambda array: torch.from_numpy(array.view(np.int16)).to(device)
        self.samples, self.device = samples, device
        self.row = torch.from_numpy(samples.row).to(device)
        self.seats, self.table, self.steps = move(samples.seats), move(samples.table), move(samples.steps)
        self.certain = torch.from_numpy(samples.certain).to(device)
        self.final = torch.from_numpy(samples.final).to(device)
        self.goal = torch.from_numpy(samples.goal).to(device)
        self.place = torch.from_numpy(samples.place.astype(np.int32)).to(device)
        symmetries = np.concatenate([samples.symmetries, np.full((12, 1), samples.seat_features)], 1)
        self.symmetries = torch.from_numpy(symmetries.astype(np.int64)).to(device)

    def take(self, chosen, learning):
        """The inputs and the targets of these samples: to learn from, with every garden turned and mirrored at random, or as it all came out."""
        s = self.samples
        place = self.place[chosen].long()
        players, turn, round_, passed = place & 15, place >> 4 & 15, place >> 8 & 15, place >> 12
        most = int(players.max())
        seat = torch.arange(most, device=self.device)[None]
        here = seat < players[:, None]
        rows = self.row[chosen, None] + seat
        seats = self.seats[torch.where(here, rows, 0)].long() & 0xFFFF
        if learning:
            which = torch.randint(12, (len(chosen), most, 1), device=self.device)
            seats = self.symmetries[which, seats]
        seats = multi_hot(seats, s.seat_features)
        table = multi_hot(self.table[chosen].long() & 0xFFFF, s.table_features)
        certain, final = self.certain[chosen, :most].float(), self.final[chosen, :most].float()
        done = (round_[:, None] == ROUNDS - 1) & (passed[:, None] >> seat & 1 != 0)
        if learning:
            goal, shares = self.goal[chosen, 0, :most], self.goal[chosen, 1, :most]
        else:
            best = final.masked_fill(~here, -1e9).max(1, keepdim=True).values
            goal, shares = final, ((final == best) & here).float()
            shares = shares / shares.sum(1, keepdim=True)
        steps = self.steps[chosen].long() & 0xFFFF
        policy = torch.zeros(len(chosen), s.whats, device=self.device)
        policy.scatter_add_(1, steps >> 8, (steps & 255).float())
        policy = policy / policy.sum(1, keepdim=True).clamp(min=1.0)
        inputs = (seats, table, players, round_, turn, certain, done)
        return inputs, ((goal - certain) / POINTS, shares, policy, here, done, certain, final, round_, turn)


def losses(net, inputs, targets):
    to_come, win, policy = net(*inputs)
    target, shares, steps, here, done, *_ = targets
    counted = here & ~done
    points = (F.smooth_l1_loss(to_come, target, reduction="none", beta=1.0) * counted).sum() / counted.sum().clamp(min=1)
    victory = -(shares * F.log_softmax(win, 1)).sum(1).mean()
    known = steps.sum(1) > 0
    choice = -(steps * F.log_softmax(policy, 1)).sum(1)
    choice = (choice * known).sum() / known.sum().clamp(min=1)
    return points, victory, choice


def examine(net, batches, held_out, batch):
    """What the net is worth on games that it has not seen: losses, and R² of the lead of the seat to move by round."""
    net.eval()
    sums, count = torch.zeros(3, device=batches.device), 0
    leads = []
    with torch.no_grad():
        for chosen in held_out.split(batch):
            inputs, targets = batches.take(chosen, False)
            sums += torch.stack(losses(net, inputs, targets)) * len(chosen)
            count += len(chosen)
            to_come, _, _ = net(*inputs)
            *_, here, _, certain, final, round_, turn = targets
            lead = lambda scores: (lambda s: s.gather(1, turn[:, None])[:, 0] - s.scatter(1, turn[:, None], -1e9).max(1).values)(scores.masked_fill(~here, -1e9))
            leads.append(torch.stack([round_.float(), lead(certain + POINTS * to_come), lead(final), lead(certain)]))
    rounds, expected, real, _ = torch.cat(leads, 1)
    r2 = []
    for r in range(ROUNDS):
        those = rounds == r
        if those.sum() > 1:
            error, spread = (real[those] - expected[those]).square().mean(), real[those].var()
            r2.append(round(float(1 - error / spread), 3))
    net.train()
    points, victory, choice = (sums / count).tolist()
    return {"points": round(points, 4), "win": round(victory, 4), "policy": round(choice, 4), "r2": r2}


def toml_value(value):
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def export(net, path, name, samples, training):
    """Writes the net in whole numbers: magic, length of the header, checksum, header, weights."""
    header = [
        f"name = {toml_value(name)}", f"features = {samples.version}", f"seat_features = {samples.seat_features}",
        f"table_features = {samples.table_features}", f"wide = {net.wide}", f"deep = {net.deep}", "[training]",
    ]
    header = "\n".join(header + [f"{key} = {toml_value(value)}" for key, value in training.items()]) + "\n"
    weights = []

    def put(tensor, one, sort):
        limits = np.iinfo(sort)
        numbers = np.rint(tensor.detach().double().cpu().numpy() * one)
        weights.append(np.clip(numbers, limits.min, limits.max).astype(sort).tobytes())

    def units(layer):
        own, others, table = layer.weight.split(net.wide, 1)
        for part in (own, others, table):
            put(part, ONE, "<i2")
        put(layer.bias, ONE * ONE, "<i4")

    for layer in (net.seat, net.table):
        put(layer.bias, ONE, "<i2")
        put(layer.weight.T, ONE, "<i2")
    for second, heads in zip(net.second, net.heads):
        units(second)
        put(heads.weight, HEAD_ONE, "<i2")
        put(heads.bias, ONE * HEAD_ONE, "<i4")
    units(net.policy)
    rest = header.encode() + b"".join(weights)
    checksum = 0xCBF29CE484222325
    for byte in rest:
        checksum = (checksum ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    with open(path, "wb") as file:
        file.write(NET_MAGIC + struct.pack("<IQ", len(header.encode()), checksum) + rest)


def begin_with(net, path, samples):
    """Takes over the weights of an exported net of the same shape."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack_from("<I", data, 8)
    header = tomllib.loads(data[20:20 + length].decode())
    if data[:8] != NET_MAGIC or (header["features"], header["wide"], header["deep"]) != (samples.version, net.wide, net.deep):
        sys.exit(f"{path}: not a net of this shape")
    at = 20 + length

    def get(shape, one, sort):
        nonlocal at
        count = int(np.prod(shape))
        numbers = np.frombuffer(data, sort, count, at).reshape(shape)
        at += numbers.nbytes
        return torch.from_numpy(numbers.astype(np.float32) / one)

    def units(layer):
        layer.weight.copy_(torch.cat([get((len(layer.bias), net.wide), ONE, "<i2") for _ in range(3)], 1))
        layer.bias.copy_(get(layer.bias.shape, ONE * ONE, "<i4"))

    with torch.no_grad():
        for layer in (net.seat, net.table):
            layer.bias.copy_(get(layer.bias.shape, ONE, "<i2"))
            layer.weight.copy_(get(layer.weight.shape[::-1], ONE, "<i2").T)
        for second, heads in zip(net.second, net.heads):
            units(second)
            heads.weight.copy_(get(heads.weight.shape, HEAD_ONE, "<i2"))
            heads.bias.copy_(get(heads.bias.shape, ONE * HEAD_ONE, "<i4"))
        units(net.policy)
    return header["name"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+", help="files that quinta selfplay wrote")
    parser.add_argument("--out", required=True, help="the net")
    parser.add_argument("--name", default="trial", help="what the net is called")
    parser.add_argument("--from", dest="start", help="a net to begin with instead of chance")
    parser.add_argument("--wide", type=int, default=128, help="columns of the first layer, a multiple of 64")
    parser.add_argument("--deep", type=int, default=32, help="units of the second layer")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest rate of learning; it falls to 0 along a cosine")
    parser.add_argument("--decay", type=float, default=1e-3, help="weight decay")
    parser.add_argument("--points", type=float, default=1.0, help="how much the points to come count among the losses")
    parser.add_argument("--win", type=float, default=0.5, help="the same for victories")
    parser.add_argument("--policy", type=float, default=0.3, help="the same for the policy")
    parser.add_argument("--reach", type=float, default=1.0, help="from 0 to 1: how far goals look ahead; 1 looks at results alone, less also at what a search expected on the way")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"

    began = time.time()
    samples = Samples(arguments.samples, arguments.reach)
    batches = Batches(samples, device)
    games = np.unique(samples.game)
    # One game in twenty is held out: positions of one game are too much alike to be split.
    held_out = np.isin(samples.game, games[np.random.default_rng(arguments.seed).random(len(games)) < 0.05])
    training = torch.from_numpy(np.flatnonzero(~held_out)).to(device)
    held_out = torch.from_numpy(np.flatnonzero(held_out)).to(device)
    print(f"{len(samples.place)} samples of {len(games)} games, {len(held_out)} held out, on {device}; read in {time.time() - began:.1f} s", flush=True)

    net = Net(samples.seat_features, samples.table_features, samples.whats, arguments.wide, arguments.deep).to(device)
    start = begin_with(net, arguments.start, samples) if arguments.start else "chance"
    if arguments.start and len(held_out):
        print(f"before: held out {examine(net, batches, held_out, arguments.batch)}", flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=arguments.rate, weight_decay=arguments.decay)
    # Batches of one number of players each: no work is done for seats that nobody sits on.
    players = batches.place[training] & 15
    tables = [training[players == count] for count in range(2, SEATS + 1)]
    steps = arguments.epochs * sum(math.ceil(len(table) / arguments.batch) for table in tables)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=steps + 1, pct_start=0.1)
    found = {}
    for epoch in range(arguments.epochs):
        chunks = [chunk for table in tables if len(table) for chunk in table[torch.randperm(len(table), device=device)].split(arguments.batch)]
        for chosen in (chunks[i] for i in torch.randperm(len(chunks)).tolist()):
            inputs, targets = batches.take(chosen, True)
            points, victory, choice = losses(net, inputs, targets)
            loss = arguments.points * points + arguments.win * victory + arguments.policy * choice
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            net.keep_within_limits()
        if len(held_out) and (epoch % 4 == 3 or epoch + 1 == arguments.epochs):
            found = examine(net, batches, held_out, arguments.batch)
            print(f"epoch {epoch + 1}: training points {float(points.detach()):.4f}, held out {found}, {time.time() - began:.0f} s", flush=True)

    export(net, arguments.out, arguments.name, samples, {
        "data": samples.sources, "data_sha256": samples.digest.hexdigest(), "samples": len(samples.place), "games": len(games),
        "began_with": start, "seed": arguments.seed, "epochs": arguments.epochs, "batch": arguments.batch, "rate": arguments.rate,
        "decay": arguments.decay, "reach": arguments.reach, "loss_weights": [arguments.points, arguments.win, arguments.policy],
        **{f"held_out_{key}": value for key, value in found.items()},
    })
    print(f"{arguments.out}: {arguments.name}, {time.time() - began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
