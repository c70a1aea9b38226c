"""`python -m kibitz rank`: how many positions does my search visit, and does what it saw prove its value?"""
from __future__ import annotations

import sys
from pathlib import Path

from games.connect_four import ConnectFour
from games.othello import Othello
from kibitz.extra.case import RankedCase
from kibitz.extra.ranking import rank
from kibitz.extra.report import report
from kibitz.options import Parser
from kibitz.selfcheck.local import LocalRunner, NotLoaded
from kibitz.watch.wire import game_to_json

ENDING = ".OOOOOOO ..OOOOOO XXOOXXXO XXOXOXXO XXOOXXOO XXXXXXOO X.XXXOOO .XXXXXO. X to move"
#: to practise on; the ranked positions are others, and larger
PUBLIC = (
    RankedCase("solve", game_to_json(ConnectFour.from_moves("44444")), 6, note="Connect Four after 44444", least=897, worst=-1, best=1),
    RankedCase("solve", game_to_json(Othello()), 6, note="Othello, the start", least=260, worst=-64, best=64),
    RankedCase("solve", game_to_json(Othello.from_text(ENDING)), 6, note="Othello, to the end", least=23, worst=-64, best=64),
)


def main(argv: list[str]) -> int:
    """Rank the search.py here; 0 where it is ranked, 1 where it is not, 2 where it cannot be loaded."""
    parser = Parser(prog="python -m kibitz rank", description=__doc__)
    parser.add_argument("search", nargs="?", type=Path, default=Path("search.py"), help="the file (default: search.py)")
    args = parser.parse_args(argv)
    try:
        ranking = rank(PUBLIC, LocalRunner(args.search))
    except NotLoaded as error:
        print(f"search.py could not be loaded: {error}", file=sys.stderr)
        return 2
    print(report(ranking))
    return 0 if ranking.ranked else 1
