"""The validation matrix: which program fails which check, and what that says about catalogue, solution and checks."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assignment.catalogue import Mistake

#: A mistake in minimax may also cost the one check of best_move that uses the default search.
MAY_SPILL = {"minimax": ("best_move.known_trees",)}
Failures = Mapping[str, str]  #: what a program fails: the checks, each with what is wrong


@dataclass
class Matrix:
    """What was tried.

    Attributes:
        checks: ids, in order.
        mistakes: the catalogue.
        failed: what each mistake's plainest program fails, by the mistake's id.
        right: what the right programs fail, by name; the solution is one of them.
        stubs: what the untouched stubs fail.
        named: the mistake that each program's behaviour is named after, or "", by id or name.
    """

    checks: Sequence[str]
    mistakes: Sequence[Mistake]
    failed: dict[str, Failures] = field(default_factory=dict)
    right: dict[str, Failures] = field(default_factory=dict)
    stubs: Failures = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)

    def catches(self, check: str) -> list[str]:
        """Return the mistakes of the check's own function that it catches."""
        function = check.partition(".")[0]
        return [mistake.id for mistake in self.mistakes if mistake.function == function and check in self.failed[mistake.id]]

    def only(self, check: str) -> list[str]:
        """Return the mistakes that no other check catches."""
        return [name for name in self.catches(check) if len(self.caught_by(name)) == 1]

    def caught_by(self, mistake_id: str) -> list[str]:
        """Return the checks of its own function that a mistake fails."""
        function = mistake_id.partition(".")[0]
        return [check for check in self.failed[mistake_id] if check.partition(".")[0] == function]

    def spills(self, mistake: Mistake) -> list[str]:
        """Return the checks of other functions that a mistake fails, against the rules."""
        allowed = MAY_SPILL.get(mistake.function, ())
        return [check for check in self.failed[mistake.id] if check.partition(".")[0] != mistake.function and check not in allowed]

    def problems(self) -> list[str]:
        """Return everything that is wrong, a sentence each."""
        return [*self._of_ends(), *self._of_mistakes(), *self._of_checks(), *self._of_names()]

    def _of_ends(self) -> list[str]:
        found = [f"{name} is right, but fails {check}: {why}" for name, lost in self.right.items() for check, why in lost.items()]
        kept = [check for check in self.checks if check not in self.stubs]
        return found + [f"the untouched stubs pass {check}" for check in kept]

    def _of_mistakes(self) -> list[str]:
        found = []
        for mistake in self.mistakes:
            caught = self.caught_by(mistake.id)
            if not caught:
                found.append(f"{mistake.id} ({mistake.where}) is caught by no check")
            for check in mistake.fails:
                if caught and check not in caught:
                    found.append(f"{mistake.id} ({mistake.where}) passes {check}, which should catch it; {caught[0]} does")
            for check in self.spills(mistake):
                found.append(f"{mistake.id} ({mistake.where}) also fails {check}: {self.failed[mistake.id][check]}")
        return found

    def _of_checks(self) -> list[str]:
        return [f"{check} catches no mistake: it may earn no points until the catalogue has one" for check in self.checks
                if not self.catches(check)]

    def _of_names(self) -> list[str]:
        found = []
        for name, given in self.named.items():
            if name in self.failed and given != name:
                found.append(f"{name} is named {given or 'nothing'}: run python -m assignment.probes")
            if name in self.right and given:
                found.append(f"{name} is right, but named {given}: run python -m assignment.probes")
        return found
