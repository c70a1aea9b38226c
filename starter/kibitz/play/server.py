"""The local server: it answers on this machine only, to the page that has its token, and picks names from lists."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, render_template, request

from games import GAMES
from kibitz.play import growthwords, sentences
from kibitz.play.growth import disagreement
from kibitz.play.guard import guard
from kibitz.play.jobs import Job, Jobs
from kibitz.play.labels import style_of
from kibitz.play.positions import Position, Refused, position_of, view
from kibitz.play.searches import Searches
from kibitz.play.tracing import TraceMissing, Traces

# A trace brings its own scripts and holds strings of the student's: it gets an origin of its own, without the token.
TRACE_POLICY = "sandbox allow-scripts"


def create_app(search_file: Path, searches: Searches, game: str = "connect_four", token: str = "") -> Flask:
    """Return the application.

    Args:
        search_file: the student's file, whose searches are asked.
        searches: where they run; the caller closes it.
        game: the game shown first.
        token: what a request must carry; drawn afresh when empty. It is in `app.config["TOKEN"]`.
    """
    app = Flask("kibitz.play")
    app.config.update(
        TOKEN=token or secrets.token_urlsafe(16), TRUSTED_HOSTS=["127.0.0.1", "localhost"], MAX_CONTENT_LENGTH=1 << 17
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    guard(app)
    _add_page(app, search_file, game)
    _add_searches(app, searches, str(search_file))
    _add_growth(app, Jobs(searches, str(search_file)))
    _add_traces(app, Traces(search_file, searches))
    return app


def _add_page(app: Flask, search_file: Path, game: str) -> None:
    @app.get("/")
    def page() -> str:
        return render_template("play.html", token=app.config["TOKEN"], game=game, file=search_file.name)

    @app.get("/api/games")
    def games() -> Response:
        return jsonify([_game(name) for name in GAMES])

    @app.post("/api/position")
    def position() -> Response:
        return jsonify(view(position_of(request.get_json())))


def _game(name: str) -> dict[str, Any]:
    style = style_of(name)
    return {
        "name": name,
        "title": style.title,
        "sides": style.sides,
        "starts": list(style.starts),
        "algorithms": style.algorithms,
        "depth": style.depth,
        "deepest": style.deepest,
    }


def _add_searches(app: Flask, searches: Searches, search_file: str) -> None:
    @app.post("/api/search")
    def start() -> tuple[Response, int]:
        position = _with_a_choice(position_of(request.get_json()))
        algorithm, depth = _search_asked(position)
        search = searches.start(
            "move",
            {
                "search_file": search_file,
                "game": position.name,
                "text": str(position.game),
                "task": "move",
                "algorithm": algorithm,
                "depth": depth,
                "limit": None,
                "position": sentences.as_data(position),
            },
        )
        return jsonify(id=search.number), 202

    @app.get("/api/search/<number>")
    def look(number: str) -> Response:
        search = searches.find(number) or abort(404, "That search is not known any more.")
        return jsonify(sentences.outcome(search))

    @app.delete("/api/search/<number>")
    def stop(number: str) -> Response:
        search = searches.find(number) or abort(404, "That search is not known any more.")
        search.stop("You stopped it.")
        return jsonify(sentences.outcome(search))


def _with_a_choice(position: Position) -> Position:
    if position.game.is_terminal():
        raise Refused("The game is over: there is no move to search")
    if position.game.turn == "CHANCE":
        raise Refused("The die moves here: roll it first")
    return position


def _search_asked(position: Position) -> tuple[str, int]:
    """Return the algorithm and the depth of the request, each from its list."""
    style, data = style_of(position.name), request.get_json()
    algorithm, depth = data.get("algorithm"), data.get("depth")
    if algorithm not in style.algorithms:
        raise Refused(f"{style.title} is searched by {' or '.join(style.algorithms)}")
    if type(depth) is not int or not 1 <= depth <= 99:
        raise Refused("The depth is a whole number of plies from 1 on")
    return algorithm, depth


def _add_growth(app: Flask, jobs: Jobs) -> None:
    @app.post("/api/growth")
    def start_table() -> tuple[Response, int]:
        position = position_of(request.get_json())
        if position.game.is_terminal():
            raise Refused("The game is over: there is nothing to count")
        return jsonify(_table(jobs.start(position))), 202

    @app.get("/api/growth/<number>")
    def look_at_table(number: str) -> Response:
        return jsonify(_table(_job(number)))

    @app.post("/api/growth/<number>/run")
    def run_cell(number: str) -> tuple[Response, int]:
        job = _job(number)
        algorithm, depth = _search_asked(job.position)
        job.run_one(algorithm, depth)
        return jsonify(_table(job)), 202

    @app.delete("/api/growth/<number>")
    def stop_table(number: str) -> Response:
        job = _job(number)
        job.stop()
        return jsonify(_table(job))

    def _job(number: str) -> Job:
        return jobs.find(number) or abort(404, "That table is not known any more: start it again.")


def _table(job: Job) -> dict[str, Any]:
    found = disagreement(job.table)
    return {
        "id": job.number,
        "state": job.state,
        "note": job.note,
        "algorithms": job.table.algorithms,
        "rows": growthwords.rows(job.table),
        "summary": growthwords.summary(job.table),
        "banner": growthwords.banner(job.table),
        "disagree": found[0] if found else None,
        "text": growthwords.as_text(job.table),
        "position": sentences.as_data(job.position),
    }


def _add_traces(app: Flask, traces: Traces) -> None:
    @app.post("/api/trace")
    def write() -> Response:
        position = position_of(request.get_json())
        algorithm, depth = _search_asked(position)
        try:
            number = traces.write(position, algorithm, depth)
        except TraceMissing as error:
            return jsonify(message=str(error))
        return jsonify(url=f"/trace/{number}?token={app.config['TOKEN']}")

    @app.get("/trace/<number>")
    def read(number: str) -> Response:
        page = traces.page(number) or abort(404, "That trace is not known any more.")
        return Response(page, mimetype="text/html", headers={"Content-Security-Policy": TRACE_POLICY})
