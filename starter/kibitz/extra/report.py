"""What a ranking says to the student."""
from __future__ import annotations

from kibitz.cases.case import Case
from kibitz.extra.ranking import Ranking

NOTES = ("A visit is one play, wherever and for whatever it is made. The minimal tree (Knuth and Moore) is the",
         "smallest that proves the value without a table, and without knowing what a win is worth.")
HINT = "The required part loses nothing by it. Mend it, and your search is ranked."


def headline(ranking: Ranking) -> str:
    """Return one line on the whole."""
    if ranking.problem is not None:
        return f"Not ranked: {ranking.problem.sentence}"
    return f"Ranked: your {ranking.function} visited {ranking.visits:,} positions, {ranking.factor:.2f} times the minimal tree"


def report(ranking: Ranking) -> str:
    """Return all that the student is told."""
    lines = [headline(ranking) + "."]
    if ranking.case is not None:
        lines += _shown(ranking.case)
    elif ranking.ranked:
        width = max(len(line.note) for line in ranking.lines)
        lines += [f"  {'position':<{width}}  visited  minimal  factor"]
        lines += [f"  {line.note:<{width}}{line.visits:>9,}{line.least:>9,}{line.visits / line.least:>8.2f}" for line in ranking.lines]
        lines += NOTES
    return "\n".join(lines)


def _shown(case: Case) -> list[str]:
    """Return a case in which something went wrong, as a drawing and as Python."""
    position = case.position()
    module, kind = type(position).__module__, type(position).__name__
    rest = "game.legal_moves()" if case.function == "order_moves" else case.depth
    return [f"  {case.note}, depth {case.depth}:", *(f"      {row}" for row in str(position).splitlines()),
            f"Try it:  from {module} import {kind}; from search import {case.function}",
            f"         game = {position!r}", f"         {case.function}(game, {rest})", HINT]
