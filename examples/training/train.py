#!/usr/bin/env python3
"""A small data-parallel training program in plain Python 3, with honest checkpoints.

Every rank holds the whole network and a share of each batch. In each step the ranks send their
gradients to rank 0, which adds them up in rank order and sends the sum back, so the weights are bit
for bit the same on every rank, whichever node a rank runs on. On SIGTERM (Slurm sends it when the
job is requeued) the ranks agree on the step they stop at, save, and exit; the next run loads the
checkpoint and goes on as if nothing had happened.

Environment (all optional):
  STEPS             steps to train (600)
  STEP_MILLIS       shortest duration of a step (50)
  CHECKPOINT_EVERY  steps between two checkpoints (200)
  SAVE_SECONDS      shortest duration of a save: stands for a larger model (1.5)
  SEED              seed of data, weights and order (7)

Files in the working directory, which all nodes share; JOB is the Slurm job id (or "local"):
  checkpoint-JOB.json   weights, step, position in the data, state of the random generator
  progress-JOB.json     how far the job is, for whoever watches it
  steps-JOB.txt         one line a trained step: step and restart count
  result-JOB.json       final loss and weights
"""

import datetime
import hashlib
import json
import math
import os
import random
import signal
import socket
import struct
import sys
import time

INPUTS, HIDDEN, SAMPLES, BATCH, RATE = 4, 8, 256, 16, 0.05
PEER_SECONDS = 60.0  # longest silence of another rank before this one gives up
INTERRUPTED = 143  # exit code after a save on SIGTERM: 128 + 15, "ended by TERM"

JOB = os.environ.get("SLURM_JOB_ID", "local")
RESTART = int(os.environ.get("SLURM_RESTART_COUNT", "0"))
RANK = int(os.environ.get("SLURM_PROCID", "0"))
RANKS = int(os.environ.get("SLURM_NTASKS", "1"))


def setting(name, default):
    return type(default)(os.environ.get(name, default))


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_atomically(path, content, durably=False):
    """Writes beside the file and renames: a reader sees the old or the new content, never half."""
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        json.dump(content, file)
        if durably:
            file.flush()
            os.fsync(file.fileno())
    os.replace(path + ".tmp", path)


class Data:
    """Samples made from the seed, handed out in an order that is shuffled anew for each epoch."""

    def __init__(self, seed):
        made = random.Random(seed)
        self.samples = []
        for _ in range(SAMPLES):
            x = [made.uniform(-1.0, 1.0) for _ in range(INPUTS)]
            self.samples.append((x, math.sin(2.0 * x[0]) + x[1] * x[2] - 0.5 * x[3]))
        self.rng = random.Random(seed + 1)
        self.order, self.position = [], 0

    def next_batch(self):
        if self.position + BATCH > len(self.order):
            self.order, self.position = list(range(SAMPLES)), 0
            self.rng.shuffle(self.order)
        batch = self.order[self.position : self.position + BATCH]
        self.position += BATCH
        return [self.samples[i] for i in batch]

    def state(self):
        return {"rng": self.rng.getstate(), "order": self.order, "position": self.position}

    def load(self, state):
        version, words, gauss = state["rng"]
        self.rng.setstate((version, tuple(words), gauss))
        self.order, self.position = state["order"], state["position"]


class Network:
    """One hidden layer of tanh, one output, squared error; the weights are one flat list."""

    def __init__(self, seed):
        made = random.Random(seed + 2)
        self.weights = [made.uniform(-0.5, 0.5) for _ in range(HIDDEN * (INPUTS + 2) + 1)]

    def forward(self, x):
        w, row = self.weights, INPUTS + 1
        hidden = []
        for h in range(HIDDEN):
            total = w[h * row + INPUTS]
            for i in range(INPUTS):
                total += w[h * row + i] * x[i]
            hidden.append(math.tanh(total))
        out = w[-1]
        for h in range(HIDDEN):
            out += w[HIDDEN * row + h] * hidden[h]
        return hidden, out

    def gradient(self, samples):
        """Sum of the gradients over the samples, and the sum of their squared errors at the end."""
        w, row = self.weights, INPUTS + 1
        sums = [0.0] * (len(w) + 1)
        for x, y in samples:
            hidden, out = self.forward(x)
            error = out - y
            sums[-1] += error * error
            sums[len(w) - 1] += error
            for h in range(HIDDEN):
                sums[HIDDEN * row + h] += error * hidden[h]
                back = error * w[HIDDEN * row + h] * (1.0 - hidden[h] * hidden[h])
                sums[h * row + INPUTS] += back
                for i in range(INPUTS):
                    sums[h * row + i] += back * x[i]
        return sums

    def apply(self, sums):
        for i in range(len(self.weights)):
            self.weights[i] -= RATE / BATCH * sums[i]

    def digest(self):
        return hashlib.sha256(struct.pack(f"<{len(self.weights)}d", *self.weights)).digest()

    def loss(self, samples):
        return sum((self.forward(x)[1] - y) ** 2 for x, y in samples) / len(samples)


class Peers:
    """The other ranks of this run, over TCP. Rank 0 listens and tells where by a file in the shared folder."""

    def __init__(self):
        self.sockets = []
        self.meeting = f"meeting-{JOB}-{RESTART}.json"
        if RANKS > 1:
            self.accept() if RANK == 0 else self.connect()

    def accept(self):
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            launched_from = os.environ.get("SLURM_LAUNCH_NODE_IPADDR", "127.0.0.1")
            try:  # rank 0 usually runs where srun was started
                listener.bind((launched_from, 0))
                host = launched_from
            except OSError:
                listener.bind(("", 0))
                host = os.environ.get("SLURMD_NODENAME", socket.gethostname())
            listener.listen(RANKS)
            listener.settimeout(PEER_SECONDS)
            secret = os.urandom(16).hex()
            write_atomically(self.meeting, {"host": host, "port": listener.getsockname()[1], "secret": secret})
            found = {}
            while len(found) < RANKS - 1:
                peer = self.prepared(listener.accept()[0])
                hello = json.loads(self.receive(peer))
                if hello["secret"] == secret:
                    found[hello["rank"]] = peer
        self.sockets = [found[rank] for rank in sorted(found)]
        os.remove(self.meeting)

    def connect(self):
        deadline = time.monotonic() + PEER_SECONDS
        while True:
            try:
                with open(self.meeting, encoding="utf-8") as file:
                    place = json.load(file)
                peer = self.prepared(socket.create_connection((place["host"], place["port"]), 5.0))
                self.send(peer, json.dumps({"rank": RANK, "secret": place["secret"]}).encode())
                self.sockets = [peer]
                return
            except (OSError, ValueError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    @staticmethod
    def prepared(peer):
        peer.settimeout(PEER_SECONDS)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return peer

    @staticmethod
    def send(peer, payload):
        peer.sendall(struct.pack("<I", len(payload)) + payload)

    @staticmethod
    def receive(peer):
        def exactly(count):
            data = b""
            while len(data) < count:
                part = peer.recv(count - len(data))
                if not part:
                    raise ConnectionError("another rank has gone")
                data += part
            return data

        return exactly(struct.unpack("<I", exactly(4))[0])

    def add_up(self, sums, stop):
        """Sum over all ranks in rank order, and whether any of them wants to stop after this step."""
        form = f"<?{len(sums)}d"
        if RANK > 0:
            self.send(self.sockets[0], struct.pack(form, stop, *sums))
            stop, *sums = struct.unpack(form, self.receive(self.sockets[0]))
            return sums, stop
        for peer in self.sockets:
            theirs, *part = struct.unpack(form, self.receive(peer))
            stop = stop or theirs
            sums = [a + b for a, b in zip(sums, part)]
        for peer in self.sockets:
            self.send(peer, struct.pack(form, stop, *sums))
        return sums, stop

    def save_together(self, digest, save):
        """Rank 0 saves once it has seen that all ranks hold the same weights; nobody goes on before it is done."""
        if RANK > 0:
            self.send(self.sockets[0], digest)
            self.receive(self.sockets[0])
            return
        for rank, peer in enumerate(self.sockets, start=1):
            if self.receive(peer) != digest:
                raise RuntimeError(f"rank {rank} holds other weights than rank 0: nothing saved")
        save()
        for peer in self.sockets:
            self.send(peer, b"saved")


class Training:
    """The loop: step, report, save now and then, stop when told to."""

    def __init__(self):
        self.steps = setting("STEPS", 600)
        self.pace = setting("STEP_MILLIS", 50) / 1000.0
        self.every = setting("CHECKPOINT_EVERY", 200)
        self.save_seconds = setting("SAVE_SECONDS", 1.5)
        seed = setting("SEED", 7)
        self.network, self.data = Network(seed), Data(seed)
        self.step, self.saved, self.reported, self.told_to_stop = 0, None, 0.0, False
        signal.signal(signal.SIGTERM, self.on_term)
        self.load()
        self.peers = Peers()

    def on_term(self, *_):
        self.told_to_stop = True

    def load(self):
        try:
            with open(f"checkpoint-{JOB}.json", encoding="utf-8") as file:
                checkpoint = json.load(file)
        except FileNotFoundError:
            self.say("no checkpoint: starting from step 0")
            return
        self.step, self.network.weights = checkpoint["step"], checkpoint["weights"]
        self.data.load(checkpoint["data"])
        self.saved = {"step": self.step, "at": checkpoint["at"]}
        self.say(f"loaded the checkpoint of step {self.step}")

    def save(self):
        def write():
            at = now()
            content = {"step": self.step, "at": at, "weights": self.network.weights, "data": self.data.state()}
            time.sleep(self.save_seconds)
            write_atomically(f"checkpoint-{JOB}.json", content, durably=True)
            self.saved = {"step": self.step, "at": at}
            self.report(always=True)
            self.say(f"saved a checkpoint at step {self.step}")

        self.peers.save_together(self.network.digest(), write)

    def report(self, always=False):
        if RANK == 0 and (always or time.monotonic() - self.reported >= 0.2):
            self.reported = time.monotonic()
            content = {"step": self.step, "restart": RESTART, "checkpoint": self.saved, "at": now()}
            write_atomically(f"progress-{JOB}.json", content)

    def say(self, text):
        if RANK == 0:
            print(f"{now()} restart {RESTART} {text}", flush=True)

    def train_step(self, ledger):
        """One step; returns whether the ranks agreed to stop after it."""
        share = self.data.next_batch()[RANK::RANKS]
        sums, stop = self.peers.add_up(self.network.gradient(share), self.told_to_stop)
        self.network.apply(sums)
        self.step += 1
        ledger.write(f"{self.step} {RESTART}\n")
        self.report()
        if self.step % 10 == 0:
            self.say(f"step {self.step} loss {sums[-1] / BATCH:.6f}")
        return stop

    def run(self):
        with open(f"steps-{JOB}.txt" if RANK == 0 else os.devnull, "a", buffering=1, encoding="utf-8") as ledger:
            while self.step < self.steps:
                began = time.monotonic()
                stop = self.train_step(ledger)
                if stop or self.step % self.every == 0 or self.step == self.steps:
                    self.save()
                if stop and self.step < self.steps:
                    self.say(f"told to stop: leaving after step {self.step}")
                    return INTERRUPTED
                time.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        self.finish()
        return 0

    def finish(self):
        loss = self.network.loss(self.data.samples)
        if RANK == 0:
            result = {"steps": self.step, "loss": loss, "weights": self.network.weights}
            write_atomically(f"result-{JOB}.json", result, durably=True)
        self.say(f"done: {self.step} steps, loss {loss:.6f}")


if __name__ == "__main__":
    sys.exit(Training().run())
