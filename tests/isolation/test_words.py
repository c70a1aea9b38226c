"""What is said of a reply, of a program's text and of its definitions."""
from __future__ import annotations

import pytest

from autograder.isolation.boundary import shortcomings
from autograder.isolation.contract import KitFault
from autograder.isolation.outcome import End, outcome
from autograder.isolation.text import harmless


@pytest.mark.parametrize(
    ("written", "end", "status"),
    [
        (b'ready\nloaded\n+{"a":1}\n', End(), "ok"),
        (b'ready\nloaded\n+{"a":1}\n', End(signal=9), "ok"),
        (b'ready\nloaded\n+{"a":1}\nmore\n', End(), "died"),
        (b'ready\nloaded\n+{"a":1}', End(), "died"),
        (b'ready\n+{"a":1}\n', End(), "died"),
        (b'ready\nx\nloaded\n+{"a":1}\n', End(), "died"),
        (b'ready\n-{"status":"refused","reason":"r"}\n', End(), "refused"),
        (b'ready\n-{"status":"ok","reason":"r"}\n', End(), "died"),
        (b'ready\n-{"status":"x","reason":"r"}\n', End(), "died"),
        (b'ready\n-{"status":["ok"],"reason":"r"}\n', End(), "died"),
        (b'ready\n-{"status":"memory","reason":7}\n', End(), "died"),
        (b"ready\n-[" + b"[" * 100_000 + b"\n", End(), "died"),
        (b"ready\n-\xff\n", End(), "died"),
        (b"ready\n", End(), "died"),
        (b"ready\nloaded\n", End(signal=11), "crashed"),
        (b"ready\nloaded\n", End(signal=9), "memory"),
        (b"ready\nloaded\n", End(signal=24), "timeout"),
        (b"ready\nloaded\n", End(status=0xC0000005), "crashed"),
    ],
)
def test_every_end_has_a_status(written, end, status):
    """Also of what a program wrote on the grader's channel."""
    got, line, reason = outcome(written, end, over_cpu=False)
    assert got == status
    assert bool(line) == (status == "ok") and bool(reason) == (status != "ok")


@pytest.mark.parametrize("written", [b"", b"!no user\n", b"read"])
def test_what_ends_before_the_students_code_was_read_is_the_kits_fault(written):
    """Before `ready` nothing of the student's can have written."""
    with pytest.raises(KitFault):
        outcome(written, End(), over_cpu=False)


def test_text_is_harmless():
    """Controls, direction marks, lone surrogates and broken UTF-8 are shown as escapes."""
    assert harmless("a\tb\r\nc\x1b[0m\u202e\u2028\x00é\U000e0041".encode(), 100) == "a\tb\nc\\x1b[0m\\u202e\\u2028\\x00é\\U000e0041"
    assert harmless(b"\xff" + "\ud800".encode("utf-8", "surrogatepass"), 100) == "\\xff\\xed\\xa0\\x80"
    assert harmless(b"abcdef", 3, 10) == "abc\n... (7 bytes more)"


def test_a_boundary_says_what_it_is_not(monkeypatch, tmp_path):
    """A line for a laptop; on Gradescope nothing is graded."""
    assert shortcomings(True, True, 7, [], []) == ""
    assert "weak" in shortcomings(True, False, 0, [], [])
    assert "not a security boundary" in shortcomings(False, True, 7, [], [])
    assert "can read /cases" in shortcomings(True, True, 7, ["/cases"], [])
    monkeypatch.setattr("autograder.isolation.boundary.GRADESCOPE", tmp_path)
    assert shortcomings(True, True, 7, [], []) == ""
    for arguments in ((False, True, 7, [], []), (True, True, 7, ["/cases"], []), (True, True, 7, [], ["/results"])):
        with pytest.raises(KitFault, match="nothing was graded"):
            shortcomings(*arguments)


DEFINITIONS = {
    "def mini_max(g, d): pass": ("minimax", "did you mean mini_max"),
    "def MiniMax(g, d): pass": ("minimax", "did you mean MiniMax"),
    "def expectiminimax(g, d): pass": ("expectimax", "did you mean"),
    "def alpha_beta(g, d): pass": ("alphabeta", "did you mean alpha_beta"),
    "def bestMove(g, d): pass": ("best_move", "did you mean bestMove"),
    "class Search:\n def minimax(self, g, d): pass": ("minimax", "found class Search with a method"),
    "class Search:\n pass": ("minimax", "found class Search"),
    "async def minimax(g, d): pass": ("minimax", "async"),
    "def minimax(g, d): yield 1": ("minimax", "generator"),
    "def minimax(g): pass": ("minimax", "must accept the parameters (game, depth)"),
    "def minimax(g, d, player): pass": ("minimax", "must be callable as minimax(game, depth)"),
    "def minimax(g, d, *, player): pass": ("minimax", "must be callable as minimax(game, depth)"),
    "def alphabeta(g, d, a, b): pass": ("alphabeta", "default"),
    "def alphabeta(g, d): pass": ("alphabeta", "(game, depth, alpha, beta)"),
    "def best_move(g, d): pass": ("best_move", "(game, depth, search)"),
}
FINE = ["def minimax(game, depth): pass", "minimax = None", "from x import minimax", "from x import *", "if 1:\n def minimax(g, d): pass",
        "def f():\n yield\ndef minimax(*a): return f()", "globals()['minimax'] = 1", "@deco\ndef minimax(g): pass", "class minimax: pass",
        "def minimax(g, d):\n def inner(): yield\n return 1", "x = (", "\0", "-" * 200_000 + "1"]


@pytest.mark.parametrize("code", DEFINITIONS)
def test_a_function_that_is_not_there_is_looked_for(linux_backend, code):
    """Names, classes, async, generators and parameters; parsed in the search process."""
    function, words = DEFINITIONS[code]
    assert words in linux_backend.ask("hints", {}, {"search.py": code.encode()})[function]


def test_hints_are_the_same_with_the_plain_backend(any_backend):
    """Every backend can be asked."""
    assert "did you mean" in any_backend.ask("hints", {}, {"search.py": b"def mini_max(g, d): pass"})["minimax"]


@pytest.mark.parametrize("code", FINE)
def test_what_may_well_be_there_gets_no_hint(linux_backend, code):
    """Also a source made to break a parser."""
    assert "minimax" not in linux_backend.ask("hints", {}, {"search.py": code.encode()})
