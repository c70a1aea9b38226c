"""A running `make play`, and the page in a browser: what the browser tests of play drive."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

STARTER = Path(__file__).parents[2] / "starter"
WRITTEN = (Path(__file__).parents[2] / "solution" / "search.py").read_text(encoding="utf-8")
BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from kibitz.play.cli import main; sys.exit(main(sys.argv[1:]))"
PATIENCE_S = 60


def until(what: Callable[[], Any], sentence: str, patience_s: float = PATIENCE_S) -> Any:
    """Wait until something holds, and return it."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {patience_s} s: {sentence}")


class Server:
    """`python -m kibitz play` on a search.py of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "search.py"
        self.write(WRITTEN)
        command = [sys.executable, "-c", BOOT, str(STARTER), "--search-file", str(self.file)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1]

    def write(self, text: str) -> None:
        """Save search.py."""
        self.file.write_text(text, encoding="utf-8")

    def children(self) -> int:
        """Return how many searches run."""
        count = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(OSError):  # a thread that ended in the meantime
                count += len((task / "children").read_text().split())
        return count

    def end(self) -> None:
        """Press Ctrl-C."""
        self.process.terminate()
        self.process.wait(10)
        assert self.process.stdout
        self.process.stdout.close()


class Page:
    """The page, worked by the keyboard."""

    def __init__(self, driver: Any, server: Server) -> None:
        self.driver = driver
        self.server = server

    def open(self, game: str, start: str = "", side: str = "MAX", moves: str = "", seed: int = 7) -> None:
        """Open a position, as if its address had been sent."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.server.address}#{game}/{start}/{seed}/{side}/{moves}")
        until(lambda: self.text("status"), "the page shows a position")

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def text(self, name: str) -> str:
        """Return the text of an element by its id, "" where it is hidden."""
        found = self.run(
            "const e = document.getElementById(arguments[0]); return e && e.offsetParent ? e.textContent : ''", name
        )
        return str(found)

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def click(self, name: str) -> None:
        """Press a button by its id, once it can be pressed."""
        self.driver.find_element("id", name).click()

    def choose(self, name: str, value: str) -> None:
        """Choose an option of a select, by its id."""
        self.run(
            "const select = document.getElementById(arguments[0]); select.value = arguments[1];"
            "select.dispatchEvent(new Event('change'))",
            name,
            value,
        )

    def tab_to_board(self) -> None:
        """Press Tab until the focus is on the board, as somebody without a mouse does."""
        self.run("document.activeElement.blur(); window.getSelection().removeAllRanges()")
        for _ in range(40):
            self.press("\ue004")
            if self.run("return document.getElementById('board').contains(document.activeElement)"):
                return
        raise AssertionError("Tab does not reach the board")

    def cells(self) -> list[dict[str, Any]]:
        """Return the labels of the board's cells, in order."""
        found: list[dict[str, Any]] = self.run(
            "return [...document.querySelectorAll('.cell')].map((cell, index) => ({index, label: cell.ariaLabel}))"
        )
        return found

    def go_to(self, index: int) -> None:
        """Move the focus to a cell with the arrow keys."""
        columns = len(self.driver.find_elements("css selector", "[role=row]:first-child [role=gridcell]"))
        at = int(self.run("return document.activeElement.dataset.key"))
        down, right = index // columns - at // columns, index % columns - at % columns
        self.press(*("\ue015" if down > 0 else "\ue013" for _ in range(abs(down))))
        self.press(*("\ue014" if right > 0 else "\ue012" for _ in range(abs(right))))

    def wait_for_turn(self, side: str) -> bool:
        """Wait until a side is to move, or the game is over; tell whether it goes on."""
        until(lambda: f"{side} to move" in self.text("status") or "over" in self.text("status"), f"{side} is to move")
        return "over" not in self.text("status")

    def moves(self) -> int:
        """Return how many moves the address holds."""
        listed = str(self.driver.current_url).split("/")[-1]
        return len(listed.split(",")) if listed else 0
