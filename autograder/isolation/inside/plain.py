"""A search process where there is no fork: started afresh for each call, with the order on its standard input.

Standard input: a line of JSON (folder, task, perform, recursion_limit, stack_mb), then the request. The reply goes to standard output,
and what the program prints to standard error.
"""
from __future__ import annotations

import json
import os
import sys
import threading

from .child import answer, at_home, do_task, hide_the_kit, imported, prepare_interpreter


def main() -> None:
    """Be the search process."""
    order = json.loads(sys.stdin.buffer.readline())
    request = json.loads(sys.stdin.buffer.read())
    perform = imported(order["perform"])
    reply = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    prepare_interpreter()
    os.chdir(order["folder"])
    if order["task"] != "perform":
        do_task(order["task"], request, reply, order["folder"])
        os._exit(0)
    hide_the_kit()
    at_home(order["folder"], order["recursion_limit"])
    # deep recursion needs a large stack, and only a thread's can be chosen everywhere
    threading.stack_size(order["stack_mb"] << 20)
    search = threading.Thread(target=answer, args=([(b"", request)], perform, reply, order["folder"]))
    search.start()
    search.join()
    os._exit(0)
