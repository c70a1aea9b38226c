"""Makes what is said of it expensive: endless messages, frames without end, output full of controls."""
import sys


class Endless(Exception):
    def __str__(self):
        return "\x1b]0;\u202e<script>" * 2_000_000


def deep(n):
    if n == 0:
        raise Endless
    deep(n - 1)


def slow(*args, **more):
    sys.stdout.write("\x1b[2J\u202e<b>\x00" * 300_000)
    deep(5000)


minimax = alphabeta = expectimax = best_move = slow
