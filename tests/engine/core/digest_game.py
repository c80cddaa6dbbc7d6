"""Prints a digest of some whole random games; run under several hash seeds."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random

from tests.engine.core.random_player import journal_of, play_on, start

if __name__ == "__main__":
    digest = hashlib.sha256()
    for seed in range(8):
        table = start(f"seed {seed}")
        events = play_on(table, random.Random(seed), lambda asked: asked[-1])
        told = [(e.kind, dict(e.facts), e.only) for e in events]
        journal = [dataclasses.astuple(entry) for entry in journal_of(table)]
        digest.update(table.checkpoint.state + json.dumps([told, journal]).encode())
    print(digest.hexdigest())
