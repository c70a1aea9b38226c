"""Play in a terminal: the same games, searches and words as on the page."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from games import Player
from kibitz.play import growthwords, sentences
from kibitz.play.jobs import Jobs
from kibitz.play.labels import code_of, style_of
from kibitz.play.positions import Position, position_of, rolled, view
from kibitz.play.searches import Search, Searches

LOADING_S = 10  #: for search.py to load
HELP = """  a move            as listed          m        let the search move
  u, undo           take back          g        count the positions, depth by depth
  a NAME, d NUMBER  algorithm, depth   n        new game
  s                 swap sides         Ctrl-C   stop a search
  ?, help           this list          q        quit"""


class Table:
    """A game at the terminal: the position, and how the search is asked."""

    def __init__(self, search_file: Path, searches: Searches, game: str) -> None:
        self.file, self.searches = str(search_file), searches
        self.jobs = Jobs(searches, self.file)
        self.data: dict[str, Any] = {"game": game, "seed": int(time.time()) % 10**6, "moves": []}
        self.algorithm, self.depth = style_of(game).algorithms[0], style_of(game).depth
        self.mine = Player.MAX

    @property
    def position(self) -> Position:
        return position_of(self.data)

    def play(self, code: str) -> None:
        """Make a move, and let the die roll where it is its turn."""
        self.data["moves"].append(code)
        self.roll()

    def roll(self) -> None:
        """Roll the die while it is its turn."""
        while not self.position.game.is_terminal() and self.position.game.turn is Player.CHANCE:
            print("  " + view(self.position)["chance"]["words"])
            self.data["moves"].append(code_of(rolled(self.position)))

    def undo(self) -> None:
        """Take back to the player's last choice: the search's moves and the rolls since are taken back with it."""
        moves = self.data["moves"]
        while moves:
            moves.pop()
            game = self.position.game
            if game.turn is self.mine:
                break

    def request(self, task: str) -> dict[str, Any]:
        return {
            "search_file": self.file,
            "game": self.position.name,
            "text": str(self.position.game),
            "task": task,
            "algorithm": self.algorithm,
            "depth": self.depth,
            "limit": None,
            "position": sentences.as_data(self.position),
        }

    def fault(self) -> str:
        """Load search.py once, in a process of its own, and return why that cannot be, or ""."""
        search = self.searches.start("move", self.request("load"))
        try:
            while not search.finished.wait(0.1):
                search.asked = time.monotonic()
                if search.seconds > LOADING_S:
                    search.stop("")
                    return f"search.py did not finish loading within {LOADING_S} s: is there a loop outside the functions?"
        except KeyboardInterrupt:
            search.stop("You stopped it.")
            return ""
        if search.state == "died":
            return f"search.py ended its process while it was loaded (exit code {search.exit_code})."
        return sentences.failure(search.latest)

    def answer(self) -> None:
        """Let the search move."""
        search = self.searches.start("move", self.request("move"))
        _wait(search)
        said = sentences.outcome(search)
        effort = f"{growthwords.positions(said['positions'])}, {growthwords.seconds(said['seconds'])}"
        for text in (
            f"{said['message']}  [{self.algorithm} {self.depth}: {effort}]",
            said.get("warning"),
            *said["notes"],
        ):
            if text:
                print(plain(text))
        if said["failed"]:
            print(f"  A random move instead: {said['random_move']}")
        self.play(said["random_move"] if said["failed"] else said["move"])


def play(search_file: Path, searches: Searches, game: str) -> int:
    """Play one game after another until q, or the end of the input."""
    table = Table(search_file, searches, game)
    print(f"{style_of(game).title}: you are {style_of(game).side(table.mine)}. ? lists what you can type.")
    if fault := table.fault():
        print(f"\n{plain(fault)}\nUntil that is mended, its moves are at random.")
    table.roll()
    while True:
        shown = view(table.position)
        print(f"\n{plain(shown['text'])}\n{shown['status']}")
        if not shown["finished"] and table.position.game.turn is not table.mine:
            table.answer()
            continue
        if shown["choices"]:
            print("moves: " + ", ".join(choice["short"] for choice in shown["choices"]))
        try:
            words = input("> ").split()
        except EOFError:
            return 0
        except (RuntimeError, OSError):  # standard input is closed, or no terminal
            print("Nothing can be typed here: the game ends.")
            return 0
        if words == ["q"]:
            return 0
        _obey(table, words, shown)


def _obey(table: Table, words: list[str], shown: dict[str, Any]) -> None:
    """Do what was typed, or say why not."""
    typed = " ".join(words)
    move = next((choice["code"] for choice in shown["choices"] if typed == choice["short"]), None)
    if move is not None:
        table.play(move)
    elif typed == "m" and not shown["finished"]:
        table.answer()
    elif typed in ("u", "undo"):
        table.undo()
        table.roll()
    elif typed == "s":
        table.mine = Player.MIN if table.mine is Player.MAX else Player.MAX
    elif typed == "n":
        table.data["moves"] = []
        table.roll()
    elif typed == "g" and not shown["finished"]:
        _count(table)
    elif len(words) == 2 and words[0] == "d" and words[1].isdecimal() and int(words[1]) > 0:
        table.depth = int(words[1])
    elif len(words) == 2 and words[0] == "a" and words[1] in style_of(table.position.name).algorithms:
        table.algorithm = words[1]
    else:
        print(HELP if typed in ("?", "help") else f"{plain(typed)!r} is not a move here. ? lists what you can type.")


def _wait(search: Search) -> None:
    """Wait for a search, with its progress where somebody watches; Ctrl-C stops it."""
    try:
        while not search.finished.wait(0.1):
            search.asked = time.monotonic()
            if search.seconds > 1 and sys.stdout.isatty():
                said = sentences.progress(search)
                print(f"\r  searching: {said['fraction']:.0%}, {growthwords.positions(said['positions'])} ", end="", flush=True)
    except KeyboardInterrupt:
        search.stop("You stopped it.")
    if search.seconds > 1 and sys.stdout.isatty():
        print()


def _count(table: Table) -> None:
    """Fill a growth table and print it; Ctrl-C shows what there is."""
    job = table.jobs.start(table.position)
    try:
        while job.state == "running":
            job.asked = time.monotonic()
            time.sleep(0.1)
    except KeyboardInterrupt:
        job.stop()
    said = [growthwords.as_text(job.table), *growthwords.summary(job.table), growthwords.banner(job.table), job.note]
    print(plain("\n".join(text for text in said if text)))


def plain(text: str) -> str:
    """Return a text that every console can print: a console that knows few letters raises on the others."""
    return text.encode("ascii", "backslashreplace").decode()
