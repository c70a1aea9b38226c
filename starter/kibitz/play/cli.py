"""`python -m kibitz play`: the page, or with --terminal the same in a terminal."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from games import GAMES
from kibitz.options import Parser, one_of
from kibitz.play.searches import Searches

NO_FLASK = """make play shows a page in your browser, and for that it needs Flask, which is not installed here.
    python -m pip install -r requirements-play.txt
or play in this terminal, which needs nothing more:
    make play TERMINAL=1        (python -m kibitz play --terminal)"""


def main(argv: Sequence[str]) -> int:
    """Play against search.py until Ctrl-C; return the exit status.

    Args:
        argv: the arguments without the program's name.
    """
    options = _parser().parse_args(argv)
    search_file = options.search_file.resolve()
    searches = Searches()
    _end_by_signal()
    try:
        if options.terminal:
            from kibitz.play.terminal import play

            return play(search_file, searches, options.game)
        return _serve(search_file, searches, options.game, options.port)
    except KeyboardInterrupt:
        print("\nEnded.")
        return 0
    finally:
        searches.close()


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m kibitz play", description="Play against your own search.")
    parser.add_argument(
        "--game",
        type=one_of("game", GAMES),
        default="connect_four",
        help=f"the game to begin with: {', '.join(GAMES)} (default: %(default)s)",
    )
    parser.add_argument("--port", type=_port, default=0, help="the page's port (default: any that is free)")
    parser.add_argument("--terminal", action="store_true", help="play in this terminal, without a browser")
    parser.add_argument(
        "--search-file", type=Path, default=Path("search.py"), help="the search to play against (default: %(default)s)"
    )
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535 are")
    return int(text)


def _serve(search_file: Path, searches: Searches, game: str, port: int) -> int:
    try:
        from werkzeug.serving import make_server

        from kibitz.play.server import create_app
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("flask", "werkzeug"):
            raise
        print(NO_FLASK, file=sys.stderr)
        return 2
    app = create_app(search_file, searches, game)
    try:
        server = make_server("127.0.0.1", port, app, threaded=True, request_handler=_quiet_handler())
    except (OSError, SystemExit) as error:  # werkzeug leaves with SystemExit where the port is taken
        print(f"Port {port} cannot be used ({error}); leave PORT out, and a free one is taken.", file=sys.stderr)
        return 2
    print(f"Play at http://127.0.0.1:{server.server_port}/?token={app.config['TOKEN']}\nCtrl-C ends it.", flush=True)
    server.serve_forever()
    return 0


def _quiet_handler() -> type:
    """Return a request handler that logs nothing: the address with its token is the only line that matters."""
    from werkzeug.serving import WSGIRequestHandler

    class Quiet(WSGIRequestHandler):
        def log(self, type: str, message: str, *args: object) -> None:
            """Say nothing."""

    return Quiet


def _end_by_signal() -> None:
    """End on a closed terminal or a kill as on Ctrl-C, so that no search is left behind."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
