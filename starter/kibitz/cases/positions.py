"""Positions of real games to search: endings to their end, and middle games to a depth where estimates decide."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    """A position of one of games.GAMES, as text, and how deep to look.

    `note` says what it is about, for people.
    """

    game: str
    text: str
    depth: int
    note: str


WITHOUT_CHANCE = [
    Position("tictactoe", "XX. OO. ...", 5, "win at once"),
    Position("tictactoe", "XO. XO. ...", 5, "both sides could win: whoever moves"),
    Position("tictactoe", "X.. OO. X..", 5, "block"),
    Position("tictactoe", "X.O .X. O..", 5, "a fork"),
    Position("tictactoe", "XOX .O. .X.", 4, "block, for O"),
    Position("tictactoe", "XOX OXO .X.", 2, "two squares left"),
    Position("tictactoe", "XOX OOX .X.", 2, "a draw whatever happens"),
    Position("tictactoe", "XXX OO. ...", 1, "finished"),
    Position("tictactoe", "X.. .O. ..X", 3, "O must not take a corner, seen from the depth limit"),
    Position("tictactoe", "... .X. ...", 2, "almost empty"),
    Position("connect_four", "....... ....... ....... ....... ....... .......", 2, "empty"),
    Position("connect_four", "....... ....... ....... ....... OO..... XXX....", 2, "win, or block, at once"),
    Position("connect_four", "....... ....... ...O... ...X... ...O... ..XXO..", 3, "a middle game"),
    Position("connect_four", "..O...O O.XXO.O OXOOX.O XXOXOXX OXXXOXO XOXXXOO", 3, "few columns left"),
    Position("othello", "........ ........ ........ ...OX... ...XO... ........ ........ ........ X to move", 2, "the start"),
    Position("othello", "OXXXXXXX OOOOOOX. OOXOXXXX OXOXOOXX OXXXXOXX OXXOOXOX .XXXXXXO .OOOOO.X X to move", 4, "X has to pass"),
    Position("othello", "..XO.XOX O.XXXXXX OOXOOOOX OOXXXXOX OOXOXXOX OOOXXXOX OOOOOOXX OOOOOOOX O to move", 4, "O plays twice"),
    Position("othello", ".OOOOOOO ..OOOOOO XXOOXXXO XXOXOXXO XXOOXXOO XXXXXXOO X.XXXOOO .XXXXXO. X to move", 6, "an ending, to the end"),
]

WITH_CHANCE = [
    Position("pig", "8:7 of 10, MAX to move with 0 this turn", 3, "roll or hold"),
    Position("pig", "9:9 of 10, MIN to move with 0 this turn", 3, "one point is enough"),
    Position("pig", "3:5 of 10, MAX to move with 4 this turn", 4, "estimates at chance nodes"),
    Position("einstein", ". . . . . . . W2 B5 . . . W4 . . . . . . . . . . B4 . Black rolled 2", 2, "win at once"),
    Position("einstein", ". . . W3 . . . . . . . . . . . W6 W5 . . B2 . . . . . White rolled 6", 4, "an ending, to the end"),
    Position("einstein", ". . . . . W4 . . . . . . . . . . . B2 . B6 . . . . . Black rolled 1", 4, "an ending, to the end"),
    Position("einstein", "B1 B2 B3 . . B4 B5 . . . B6 . . . W6 . . . W5 W4 . . W3 W2 W1 White to roll", 2, "the start: a die first"),
]
