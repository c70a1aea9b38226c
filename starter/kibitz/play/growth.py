"""The growth table: how many positions each search looks at, depth by depth, from one position.

A cell is one search to one depth. The numbers come from the searches; this module compares them, and
kibitz.play.growthwords says them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.game import Number
from kibitz.play.sentences import same

MOST_POSITIONS = 1_000_000
MOST_SECONDS = 10.0


@dataclass(frozen=True)
class Cell:
    """One search to one depth.

    Attributes:
        state: "done", "running", "stopped" (at a limit) or "failed".
        positions, at_limit: looked at, the root included; and those of them at the depth limit.
        seconds: how long it took.
        value: what it returned.
        message: why it stopped or failed.
    """

    algorithm: str
    depth: int
    state: str
    positions: int = 0
    at_limit: int = 0
    seconds: float = 0.0
    value: Number | None = None
    message: str = ""


@dataclass
class Table:
    """The cells of a table, from one position.

    Attributes:
        algorithms: the columns, minimax before alphabeta.
        cells: by algorithm and depth.
    """

    algorithms: tuple[str, ...]
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)

    def put(self, cell: Cell) -> None:
        """Add a cell, in the place of an older one."""
        self.cells[cell.algorithm, cell.depth] = cell

    def done(self, algorithm: str, depth: int) -> Cell | None:
        """Return a finished cell, or None."""
        cell = self.cells.get((algorithm, depth))
        return cell if cell and cell.state == "done" else None

    @property
    def depths(self) -> list[int]:
        """The depths that have a cell."""
        return sorted({depth for _, depth in self.cells})

    def deepest(self, algorithm: str) -> int:
        """Return the greatest depth that is done, 0 for none."""
        return max((depth for name, depth in self.cells if name == algorithm and self.done(name, depth)), default=0)


def ratio(table: Table, algorithm: str, depth: int) -> float | None:
    """Return by what the positions grew from the depth before, None where one of the two is not known."""
    here, above = table.done(algorithm, depth), table.done(algorithm, depth - 1)
    return here.positions / above.positions if here and above else None


def estimate(table: Table, algorithm: str, depth: int) -> tuple[float, float] | None:
    """Return the positions and seconds that a depth would take if the growth went on, or None: it takes two depths."""
    last = table.deepest(algorithm)
    growth = ratio(table, algorithm, last)
    cell = table.done(algorithm, last)
    if not cell or growth is None or depth <= last:
        return None
    factor = growth ** (depth - last)
    return cell.positions * factor, cell.seconds * factor


def branching(positions: int, depth: int) -> float:
    """Return the effective branching factor: a uniform tree of this factor and depth has as many positions.

    >>> round(branching(1 + 7 + 49 + 343, 3), 6)
    7.0
    """
    low, high = 0.0, float(max(positions, 1))
    for _ in range(100):
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(depth + 1)) < positions:
            low = middle
        else:
            high = middle
    return high


def disagreement(table: Table) -> tuple[int, Cell, Cell] | None:
    """Return the shallowest depth at which minimax and alphabeta return different values, and the two cells."""
    for depth in table.depths:
        one, other = table.done("minimax", depth), table.done("alphabeta", depth)
        if one and other and one.value is not None and other.value is not None and not same(one.value, other.value):
            return depth, one, other
    return None
