"""Our rules beside OpenSpiel's, measured in one run: `.venv/bin/python bench/peers.py [--json]`.

The peer is OpenSpiel's nine_mens_morris, written in C++ and also played with tokens on a small graph.
Needs the extra `bench`: `.venv/bin/pip install -c constraints.txt -e .[bench]`.
"""

import json
import random
import sys

from kidd.terminal import benchmark

try:
    import pyspiel
except ImportError:
    sys.exit("bench/peers.py: OpenSpiel is not installed; .venv/bin/pip install -c constraints.txt -e .[bench]")

PEER = "nine_mens_morris"


def peer_loop() -> int:
    """Play one random game in a plain Python loop over OpenSpiel's legal_actions and apply_action."""
    state, made = pyspiel.load_game(PEER).new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])
        made += 1
    return made


def peer_playout() -> int:
    """Let OpenSpiel's own random bots play one game in C++."""
    state = pyspiel.load_game(PEER).new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(player, random.randrange(2**31)) for player in (0, 1)]
    pyspiel.evaluate_bots(state, bots, random.randrange(2**31))
    return int(state.move_number())


def main() -> None:
    """Measure each of ours next to its peer, and print what we do in the time the peer does one."""
    peer = {"loop": benchmark.rate(peer_loop), "playouts": benchmark.rate(peer_playout)}
    rows = []
    for game in benchmark.GAMES:
        rows.append((f"Python loop {game}", benchmark.loop_rate(game), peer["loop"]))
        rows.append((f"playouts {game}", benchmark.playout_rate(game), peer["playouts"]))
    if "--json" in sys.argv[1:]:
        print(json.dumps({what: {"moves/s": ours, "peer": theirs} for what, ours, theirs in rows}, indent=2))
        return
    print(f"{'moves/s':<18}{'kidd':>14}{'OpenSpiel ' + PEER:>28}{'ratio':>8}")
    for what, ours, theirs in rows:
        print(f"{what:<18}{ours:>14,.0f}{theirs:>28,.0f}{ours / theirs:>8.2f}")


if __name__ == "__main__":
    main()
