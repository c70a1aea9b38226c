"""The yardstick: a fresh process that searches tic-tac-toe from the empty board with the reference minimax (549,946 nodes)."""
from __future__ import annotations

from games.tictactoe import TicTacToe
from solution.search import minimax

NODES = 549_946

if __name__ == "__main__":
    assert minimax(TicTacToe(), 9) == 0
