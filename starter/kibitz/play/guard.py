"""What every request must carry and every answer says: this machine only, the token, JSON, sentences for errors."""

from __future__ import annotations

import hmac

from flask import Flask, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from kibitz.play.positions import Refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def guard(app: Flask) -> None:
    """Refuse what has no token or is no JSON, and answer every error with a sentence."""

    @app.before_request
    def refuse() -> None:
        if request.endpoint == "static":
            return  # the same for everybody, and without a secret
        given = request.headers.get("X-Kibitz-Token") or request.args.get("token", "")
        if not hmac.compare_digest(given.encode(), app.config["TOKEN"].encode()):
            abort(403, "This page belongs to another run of make play: open the address that it printed last.")
        if request.method == "POST" and not request.is_json:
            abort(415, "Only JSON is understood here.")

    @app.after_request
    def protect(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.errorhandler(HTTPException)
    def explain(error: HTTPException) -> tuple[Response, int]:
        return jsonify(error=error.description), error.code or 500

    @app.errorhandler(Refused)
    def refused(error: Refused) -> tuple[Response, int]:
        return jsonify(error=f"{error}."), 400
