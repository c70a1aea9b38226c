"""The games and the reference search against OpenSpiel and easyAI, interleaved in one process.

    PYTHONPATH=starter:. python -m bench.games [--rounds 9]

Both sides walk the same tree, and their node counts are asserted to be equal. Each round times one side right after the
other, in CPU time, so that a busy machine spoils little; the ratio is the median of the rounds' ratios. Needs Python 3.11
and open-spiel==2.0.2, easyAI==2.0.12.
"""
from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from games.connect_four import ConnectFour
from games.einstein import EinStein
from games.game import Game
from games.othello import Othello
from games.tictactoe import TicTacToe
from solution import search as reference

OTHERS = ("pyspiel", "open_spiel.python.algorithms.minimax", "easyAI", "easyAI.AI.Negamax", "easyAI.games.ConnectFour",
          "easyAI.games.TicTacToe")
try:
    pyspiel, spiel_search, easyai, negamax, easy_connect_four, easy_tictactoe = map(importlib.import_module, OTHERS)
except ImportError as error:
    sys.exit(f"this compares with OpenSpiel and easyAI: pip install open-spiel==2.0.2 easyAI==2.0.12 ({error})")


class Duel(NamedTuple):
    """Two ways to walk the same tree; each call walks it once and returns its nodes, or None if it cannot count."""

    name: str
    ours: Callable[[], int]
    theirs: Callable[[], int]


def main(rounds: int = 9) -> None:
    print(f"Python {sys.version.split()[0]}, {rounds} interleaved rounds, medians; ratio: their time / ours")
    print(f"{'':58}{'nodes':>9}{'ours':>12}{'theirs':>12}{'ratio':>8}{'from':>7}{'to':>6}")
    for title, duels in (("Nodes by play and undo, against OpenSpiel through Python", walks()),
                         ("The reference searches", searches())):
        print(title)
        for duel in duels:
            print(measure(duel, rounds), flush=True)


def measure(duel: Duel, rounds: int) -> str:
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        ours, our_nodes = timed(duel.ours)
        theirs, their_nodes = timed(duel.theirs)
        assert our_nodes == their_nodes, f"{duel.name}: {our_nodes} nodes, theirs {their_nodes}"
        times.append((ours, theirs))
    ratios = sorted(theirs / ours for ours, theirs in times)
    speeds = [our_nodes / median(side) / 1e3 for side in zip(*times)]
    return (f"  {duel.name:56}{our_nodes:>9,}{speeds[0]:>8,.0f} k/s{speeds[1]:>8,.0f} k/s"
            f"{median(ratios):>8.2f}{ratios[0]:>7.2f}{ratios[-1]:>6.2f}")


def timed(walk: Callable[[], int]) -> tuple[float, int]:
    start = time.process_time()
    nodes = walk()
    return time.process_time() - start, nodes


# Nodes by play and undo


def walks() -> list[Duel]:
    return [
        Duel("tic-tac-toe, all of it (they: apply_action, undo_action)",
             lambda: nodes(TicTacToe(), 9), lambda: spiel_nodes_undo(spiel("tic_tac_toe"), 9)),
        Duel("Connect Four, depth 7 (they: child)",
             lambda: nodes(ConnectFour(), 7), lambda: spiel_nodes(spiel("connect_four"), 7)),
        Duel("Connect Four, depth 5 after 19 moves (they: child)",
             lambda: nodes(ConnectFour.from_moves(MIDDLE), 5),
             lambda: spiel_nodes(spiel("connect_four", [int(column) - 1 for column in MIDDLE]), 5)),
        Duel("Othello, depth 7 (they: child; no undo there)",
             lambda: nodes(Othello(), 7), lambda: spiel_nodes(spiel("othello"), 7)),
    ]


MIDDLE = "7422341735647741166"  # of a random game


def spiel(name: str, actions: list[int] | None = None) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions or []:
        state.apply_action(action)
    return state


def nodes(game: Game, depth: int) -> int:
    if game.is_terminal() or depth == 0:
        return 1
    count = 1
    for move in game.legal_moves():
        game.play(move)
        count += nodes(game, depth - 1)
        game.undo()
    return count


def spiel_nodes(state: Any, depth: int) -> int:
    if state.is_terminal() or depth == 0:
        return 1
    count = 1
    for action in state.legal_actions():
        count += spiel_nodes(state.child(action), depth - 1)
    return count


def spiel_nodes_undo(state: Any, depth: int) -> int:
    if state.is_terminal() or depth == 0:
        return 1
    count = 1
    player = state.current_player()
    for action in state.legal_actions():
        state.apply_action(action)
        count += spiel_nodes_undo(state, depth - 1)
        state.undo_action(player, action)
    return count


# Searches. All estimates are 0, so that the trees are equal and only searching is measured.


def searches() -> list[Duel]:
    return [
        against_spiel("minimax, tic-tac-toe (expectiminimax)", "minimax", flat(TicTacToe), 9,
                      spiel("tic_tac_toe"), 9, "expectiminimax"),
        against_spiel("minimax, Connect Four, depth 6 (expectiminimax)", "minimax", flat(ConnectFour), 6,
                      spiel("connect_four"), 6, "expectiminimax"),
        against_spiel("alphabeta, tic-tac-toe (alpha_beta_search)", "alphabeta", flat(TicTacToe), 9,
                      spiel("tic_tac_toe"), 9, "_alpha_beta"),
        against_spiel("alphabeta, Connect Four, depth 9 (alpha_beta_search)", "alphabeta", flat(ConnectFour), 9,
                      spiel("connect_four"), 9, "_alpha_beta"),
        einstein_duel(),
        against_easyai("alphabeta, tic-tac-toe (easyAI Negamax)", TicTacToe, easy_tictactoe.TicTacToe, 9),
        against_easyai("alphabeta, Connect Four, depth 6 (easyAI Negamax)", ConnectFour, easy_connect_four.ConnectFour, 6),
    ]


def flat(kind: Any) -> Any:
    """Return a class of the same game whose every estimate is 0."""
    return type(kind.__name__, (kind,), {"evaluate": lambda self: 0.0})


def counted(owner: Any, name: str, run: Callable[[], object]) -> int:
    """Return how often a function that calls itself is called in a run."""
    original, calls = getattr(owner, name), 0

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        return original(*arguments, **named)

    setattr(owner, name, counting)
    try:
        run()
    finally:
        setattr(owner, name, original)
    return calls


def duel(name: str, ours: tuple[Any, str, Callable[[], Any]], theirs: tuple[Any, str, Callable[[], Any]],
         same: Callable[[Any, Any], bool] = lambda our, their: bool(our == their)) -> Duel:
    """Return the duel of two recursive functions, counted once beforehand: counting takes time."""
    assert same(ours[2](), theirs[2]()), f"{name}: other values"
    counts = [counted(*side) for side in (ours, theirs)]
    return Duel(name, *(uncounted(side[2], count) for side, count in zip((ours, theirs), counts)))


def uncounted(run: Callable[[], object], count: int) -> Callable[[], int]:
    def walk() -> int:
        run()
        return count

    return walk


def against_spiel(name: str, function: str, kind: Any, depth: int, state: Any, spiel_depth: int,
                  spiel_function: str) -> Duel:
    game = kind()
    if spiel_function == "expectiminimax":
        def theirs() -> Any:
            return spiel_search.expectiminimax(state, spiel_depth, lambda _: 0.0, 0)[0]
    else:
        def theirs() -> Any:
            return spiel_search.alpha_beta_search(state.get_game(), state, lambda _: 0.0, spiel_depth, 0)[0]
    return duel(name, (reference, function, lambda: getattr(reference, function)(game, depth)),
                (spiel_search, spiel_function, theirs))


def einstein_duel() -> Duel:
    """EinStein, where dice and moves take turns: its depth leaves the dice out, so that ours is twice as deep."""
    state = spiel("einstein_wurfelt_nicht", [0, 0])
    board = " ".join(square.strip("|").replace("__", ".").upper() for square in str(state).replace("||", "| |").split())
    game = flat(EinStein).from_text(f"{board} White to roll")
    return duel("expectimax, EinStein, three rolls and moves (expectiminimax)",
                (reference, "expectimax", lambda: reference.expectimax(game, 6)),
                (spiel_search, "expectiminimax", lambda: spiel_search.expectiminimax(state, 3, lambda _: 0.0, 0)[0]),
                same=lambda our, their: abs(our - their) < 1e-9)


def against_easyai(name: str, kind: Any, easy_kind: Any, depth: int) -> Duel:
    """EasyAI makes an early win worth a thousandth more for each ply left, so our utility does so too."""
    class Early(kind):  # type: ignore[misc]
        def evaluate(self) -> float:
            return 0.0

        def utility(self) -> float:
            _, x, o = self.key()
            plies = (x | o).bit_count()
            return float(super().utility() * (100 * (1 + 0.001 * (depth - plies))))

    game = Early()
    infinity = float("inf")

    def theirs() -> Any:
        players = [easyai.Human_Player(), easyai.Human_Player()]
        return negamax.negamax(easy_kind(players), depth, depth, lambda position: position.scoring(), -infinity, infinity)

    return duel(name, (reference, "alphabeta", lambda: reference.alphabeta(game, depth)), (negamax, "negamax", theirs))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9, help="how often each side runs (default: 9)")
    main(parser.parse_args().rounds)
