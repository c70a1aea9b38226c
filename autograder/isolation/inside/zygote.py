"""The warmed-up parent: it has imported all that a search needs, and forks one search process per order, ahead of time.

It holds no case, no value and no student's code: an order is a folder's name and three descriptors. One packet each way:
    to it     the settings, once;  {"run": {...}} with descriptors (request, reply, output);  {"kill": true};
              end of file: the grader is gone
    from it   {"ready": {...}} once;  {"pid": n};  {"over": wait status} once every descendant is dead
It is the subreaper of its descendants, so that "I have no child but those that wait" proves that none of them lives.

The next search processes are forked while one runs. They confine themselves as far as they can without becoming the searches'
user, and wait for their orders with none of a student's code in them, where nothing that runs meanwhile can reach them.
"""
from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from . import landlock, seccomp
from .child import Perform, answer, at_home, do_task, hide_the_kit, imported, lines_of, loaded, prepare_interpreter, read_all
from .confine import confine, confine_ahead, confine_descendants
from .descriptors import close_all_but
from .lines import FAULT
from .rehearsal import rehearse, rehearse_loading

_PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 4, 36
_PACKET = 1 << 16
_KILL = b'{"kill": true}'
_REPLY = 3  # the reply's descriptor in a search process, the first after output and error
_exit = os._exit  # bound before a submission can put its own in the place
_AHEAD = 2  # processes that wait for an order: with one, it was often not ready yet when its order came
_HEAD_START_MS = 1  # a process that has just got its order may have been woken on this one's core, and would wait for a fork to end
_SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
           "/dev/null", "/dev/zero", "/dev/urandom")


class Zygote:
    """Serves orders on the socket `control` until its other end is closed."""

    def __init__(self, control: socket.socket, perform: Perform, settings: dict[str, Any]) -> None:
        self.control, self.perform, self.pid = control, perform, os.getpid()
        self.uid: int | None = settings["uid"]
        self.limits: dict[str, Any] = settings["limits"]
        self.folder: str = settings["folder"]
        self.rules = _rules(settings) if settings["landlock"] else None
        self.seccomp = settings["seccomp"] and seccomp.supported()
        if self.seccomp:
            seccomp.program(0, seccomp.machine())  # the filter is built once, here
        confine_descendants(self.limits)
        self.waiting: list[tuple[int, socket.socket]] = []
        self.out_of_reach = self.uid is not None or self.seccomp  # nothing that runs can send the next one a signal

    def serve(self) -> None:
        """Announce what there is, then serve."""
        self._get_ahead()
        landlocked = landlock.version() if self.rules is not None else 0
        ready = {"python": list(sys.version_info[:3]), "landlock": landlocked, "seccomp": self.seccomp}
        self.control.send(json.dumps({"ready": ready}).encode())
        while True:
            order, descriptors, _, _ = socket.recv_fds(self.control, _PACKET, 3)
            if not order:
                self._dismiss()
                return
            if order != _KILL:
                self._run(order, descriptors)

    def _run(self, order: bytes, descriptors: list[int]) -> None:
        """Have a search process do what is ordered; what this process touches after each fork it has to copy, so it reads nothing of it."""
        pid = self._handed_over(order, descriptors) or self._forked(lambda: self._live(order, descriptors, self._ready(*descriptors)))
        for descriptor in descriptors:
            os.close(descriptor)
        self.control.send(b'{"pid": %d}' % pid)
        gone = self._wait(pid)
        status = _end(pid, {waiting for waiting, _ in self.waiting})
        if gone:
            self._dismiss()
            raise SystemExit
        self.control.send(b'{"over": %d}' % status)

    def _forked(self, live: Callable[[], None]) -> int:
        pid = os.fork()
        if pid == 0:
            try:
                live()
            finally:
                os._exit(70)
        return pid

    def _get_ahead(self) -> None:
        """Fork processes for the orders to come, where nothing that runs can reach them."""
        with suppress(OSError):  # it saves time, and no more
            while self.out_of_reach and len(self.waiting) < _AHEAD:
                self._fork_one_more()

    def _fork_one_more(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

        def live() -> None:
            rehearse_loading(loaded)  # the memory that a search touches is this process's own from here on
            failed = self._ready(theirs.fileno())
            rehearse(self.perform, 1)
            data, descriptors, _, _ = socket.recv_fds(theirs, _PACKET, 3)
            if data:
                theirs.close()
                self._live(data, descriptors, failed)

        with theirs:
            try:
                self.waiting.append((self._forked(live), ours))
            except OSError:
                ours.close()
                raise

    def _handed_over(self, order: bytes, descriptors: list[int]) -> int:
        """Give an order to a process that waits for one; return its number, or 0 where none does any more."""
        while self.waiting:
            pid, ours = self.waiting.pop(0)
            with ours, suppress(OSError):  # somebody ended it; _end takes it away
                socket.send_fds(ours, [order], descriptors)
                return pid
        return 0

    def _dismiss(self) -> None:
        for pid, ours in self.waiting:
            ours.close()
            os.waitpid(pid, 0)

    def _wait(self, pid: int) -> bool:
        """Wait until the process ends or the grader wants it ended; tell whether the grader is gone."""
        process = os.pidfd_open(pid)
        try:
            waiting = select.poll()
            waiting.register(process, select.POLLIN)
            waiting.register(self.control, select.POLLIN)
            events = dict(waiting.poll(_HEAD_START_MS))
            self._get_ahead()
            events = events or dict(waiting.poll())
        finally:
            os.close(process)
        return self.control.fileno() in events and not self.control.recv(_PACKET)

    def _ready(self, *kept: int) -> str:
        """Do, in a search process, what can be done before its order is there; return what failed."""
        os.setsid()
        close_all_but(*kept, *(() if self.rules is None else (self.rules,)))
        try:
            confine_ahead(self.limits, self.uid is not None, self.rules, self.seccomp)
        except OSError as error:
            return str(error)
        return ""

    def _live(self, ordered: bytes, descriptors: Sequence[int], failed: str) -> None:
        """Be the search process; never returns."""
        order: dict[str, Any] = json.loads(ordered)["run"]
        request, reply, output = descriptors
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.close(output)
        try:
            confine(self.uid, order["cpu_s"])
            os.chdir(self.folder)
        except OSError as error:
            failed = failed or str(error)
        if os.getppid() != self.pid:
            return  # it died before this process was bound to its end
        if failed:
            os.write(reply, FAULT + failed.encode() + b"\n")
            return
        if request == _REPLY:
            request = os.dup(request)
        requests = lines_of(request) if order["task"] == "talk" else iter([(b"", json.loads(read_all(request)))])
        if reply != _REPLY:
            os.dup2(reply, _REPLY, inheritable=False)
            os.close(reply)
        if order["task"] in ("perform", "talk"):
            answer(requests, self.perform, _REPLY, self.folder, order["mentioned"], order["task"] == "talk")
        else:
            do_task(order["task"], next(requests)[1], _REPLY, self.folder)
        _exit(0)


def _end(pid: int, spared: set[int]) -> int:
    """Kill `pid`, its group and every other descendant but those `spared`; return its wait status.

    What a child of this process leaves behind becomes this process's own child, so when there is none, nothing lives. Looked for
    twice: a listing may pass over one that comes while it is made.
    """
    os.killpg(pid, signal.SIGKILL) if os.getpgid(pid) == pid else os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    while left := {*_children(), *_children()} - spared:
        for child in left:
            os.kill(child, signal.SIGKILL)
        for child in left:
            os.waitpid(child, 0)
    return status


def _children() -> list[int]:
    """Return the children of this process that have not been reaped, so their numbers cannot have been used again."""
    me = os.getpid()
    try:
        return [int(pid) for pid in _read(f"/proc/{me}/task/{me}/children").split()]
    except OSError:
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and _parent(name) == me]


def _parent(pid: str) -> int:
    try:
        return int(_read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[1])
    except OSError:
        return 0


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()


def _rules(settings: dict[str, Any]) -> int | None:
    if landlock.version() == 0:
        return None
    readable = [*sys.path, *_SYSTEM]
    try:
        return landlock.ruleset([path for path in readable if path], [os.path.dirname(settings["folder"])])
    except OSError:
        return None


def main(control: socket.socket, perform: str, paths: list[str]) -> None:
    """Be the warmed-up parent on the socket `control`, whose next packet holds the settings and descriptors that are to be kept.

    Args:
        control: whose other end the grader has.
        perform: what runs a request, as "module:function".
        paths: folders with the packages that searches import from; they may be closed to the searches themselves.
    """
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1), 0, 0, 0)
    libc.prctl(_PR_SET_DUMPABLE, ctypes.c_ulong(0), 0, 0, 0)  # the same user's processes cannot look into this one
    prepare_interpreter()
    sys.path[:0] = paths
    importlib.import_module("games.tree")  # students import it, too
    run = imported(perform)
    rehearse(run)
    del sys.path[: len(paths)]
    for path in paths:
        sys.path_importer_cache.pop(path, None)
    with control:
        told, _kept, _, _ = socket.recv_fds(control, _PACKET, 1)
        if not told:
            return
        settings = json.loads(told)
        zygote = Zygote(control, run, settings)
        hide_the_kit()
        at_home(settings["folder"], settings["limits"]["recursion_limit"])
        gc.freeze()  # what is there now is looked through by no search
        gc.enable()
        try:
            zygote.serve()
        finally:
            from shutil import rmtree  # at the end, when nobody waits for this process any more
            rmtree(settings["run"], ignore_errors=True)
    os._exit(0)  # the grader waits for this process, and taking an interpreter apart takes longer than a search
