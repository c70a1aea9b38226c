"""Stands for `kibitz.watch.worker` in the tests of isolation: calls one function and says what it returned."""


def perform(module, request):
    """Call module.<function>(*args) and return the repr of its value, next to the request."""
    function = getattr(module, request.get("function", "go"), lambda *args: None)
    return {"asked": request, "value": repr(function(*request.get("args", [])))}
