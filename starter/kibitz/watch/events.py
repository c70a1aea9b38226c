"""What a search did to a game, as bytes: one byte an event, a few more where an event needs a number.

A play is the child's index (0 to 199); an index too large for that is PLAY_FAR and two bytes. Everything else has a
code of its own below. One search may hold several boards (deep copies): COPY makes the next board from the one acting
now, SWITCH says which board acts from here on.
"""
from __future__ import annotations

from collections.abc import Iterator

FIRST_CODE = 200  #: bytes below it are plays
(
    PLAY_FAR,  # + 2 bytes: the child's index
    UNDO,
    TERMINAL,  # is_terminal() was asked
    MOVES,  # legal_moves()
    OUTCOMES,  # chance_outcomes()
    UTILITY,
    EVALUATE,
    COPY,
    SWITCH,  # + 3 bytes: the board that acts from here on
    SEARCH,  # + 1 byte: the depth best_move gave to the search it was handed (255: no depth at all)
    BAD_MOVE,  # play() of something that is not a move here
    BUDGET,  # the budget of events is spent
) = range(FIRST_CODE, FIRST_CODE + 12)

EXTRA_BYTES = {PLAY_FAR: 2, SWITCH: 3, SEARCH: 1}
NO_DEPTH = 255


def encode_play(index: int) -> bytes:
    """Return the bytes of a play of child `index`."""
    return bytes([index]) if index < FIRST_CODE else bytes([PLAY_FAR]) + index.to_bytes(2, "big")


def decode(log: bytes) -> Iterator[tuple[int, int]]:
    """Yield (code, number) for each event; for a play the code is PLAY_FAR and the number the child's index.

    A log that is cut in the middle of an event, or holds an unknown code, ends there: it came from a student's process.

    >>> list(decode(bytes([3, UNDO, SEARCH, 2])))
    [(200, 3), (201, 0), (209, 2)]
    """
    at = 0
    while at < len(log):
        code = log[at]
        at += 1
        if code < FIRST_CODE:
            yield PLAY_FAR, code
            continue
        width = EXTRA_BYTES.get(code, 0)
        if code > BUDGET or at + width > len(log):
            return
        yield code, int.from_bytes(log[at : at + width], "big")
        at += width
