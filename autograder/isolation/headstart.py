"""Starts a Python that will be the warmed-up parent of the searches, before the grader knows what to tell it.

Getting ready takes it as long as the grader needs for its own imports, so it is the first thing that is done. What is imported
here everyone waits for.
"""
from __future__ import annotations

import os
import socket
import stat
import sys
from binascii import crc32
from collections.abc import Sequence

# no `site`: neither packages nor .pth files; no -I, which would ignore the hash seed in the (scrubbed) environment
OPTIONS = ("-s", "-S", "-B", "-X", "utf8")
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}
_IMPORTED = (  # what searches, or those who run them, often want; the rest is read from the disk
    "abc", "collections", "collections.abc", "contextlib", "copy", "dataclasses", "enum", "fractions", "functools", "heapq", "inspect",
    "itertools", "math", "numbers", "operator", "os", "random", "re", "sys", "time", "traceback", "types", "typing", "warnings",
    "encodings.latin_1", "encodings.cp1252", "encodings.utf_8_sig", "encodings.ascii", "linecache",
    "ast", "base64", "ctypes", "json", "resource", "select", "signal", "socket",
)
_ISOLATION = os.path.dirname(os.path.realpath(__file__))
_INSIDE = os.path.join(_ISOLATION, "inside")
KIT = os.path.join(os.path.dirname(os.path.dirname(_ISOLATION)), "starter")
KEPT = "/var/cache/kibitz"  #: what root's graders keep from run to run
PERFORM = "kibitz.watch.worker:perform"
# the first entry of the path is the folder in which the grader happens to be: nothing of it may be imported
_BECOME = """import sys
del sys.path[0]
import gc, os, socket
gc.disable()
os.setsid()
os.chdir("/")
for name in sys.argv[2].split(","):
    __import__(name)
from importlib.util import module_from_spec, spec_from_file_location
control = socket.socket(fileno=int(sys.argv[1]))
inside, perform, *paths = os.fsdecode(control.recv(65536)).split("\\0")
spec = spec_from_file_location("_isolation", os.path.join(inside, "__init__.py"), submodule_search_locations=[inside])
sys.modules["_isolation"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["_isolation"])
from _isolation.zygote import main
main(control, perform, paths)
"""


class Started:
    """A process that imports all that searches need, and then waits for its settings (see `inside.zygote`).

    Attributes:
        pid: its number.
        control: the socket by which it is told; when it is closed, the process ends.
        last_words: the descriptor of a file with what it wrote on its standard error.
    """

    def __init__(self, paths: Sequence[str] = (KIT,), perform: str = PERFORM, home: str | None = None) -> None:
        """Start it.

        Args:
            paths: folders with the packages that searches import from.
            perform: what runs a request, as "module:function".
            home: the PYTHONHOME of a standard library that it can go on reading as another user; None for the interpreter's own.

        Raises:
            OSError: it cannot be started.
        """
        _open_standard_streams()
        self.last_words = os.memfd_create("last words")
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        program, environment = executable(), _ENVIRONMENT if home is None else {**_ENVIRONMENT, "PYTHONHOME": home}
        with theirs:
            place = 3 if theirs.fileno() != 3 else 4  # a copy is open in the process, which the original is not
            opened = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                      (os.POSIX_SPAWN_DUP2, self.last_words, 2), (os.POSIX_SPAWN_DUP2, theirs.fileno(), place)]
            try:
                self.pid = os.posix_spawn(program, [program, *OPTIONS, "-c", _BECOME, str(place), ",".join(_IMPORTED)], environment,
                                          file_actions=opened)
                self.control.send(os.fsencode("\0".join([_INSIDE, perform, *paths])))
            except OSError:
                self.control.close()
                os.close(self.last_words)
                raise

    @property
    def descriptors(self) -> tuple[int, int]:
        """What a process needs to go on with it."""
        return self.control.fileno(), self.last_words


def _open_standard_streams() -> None:
    """Open those of this process that are closed: else a descriptor of ours would be taken for one of them."""
    while (lowest := os.open(os.devnull, os.O_RDWR)) <= 2:  # the lowest number that is free
        os.set_inheritable(lowest, True)
    os.close(lowest)


def begin() -> Started | None:
    """Start it where that can be done without much ado; else None, and it is started later."""
    if not sys.platform.startswith("linux"):
        return None
    home = None
    if os.geteuid() == 0 and not library_is_open():
        home = home_in(KEPT)
        if not (only_roots(KEPT) and os.path.isdir(home)):
            return None  # it takes a while to make
    try:
        return Started(home=home)
    except OSError:
        return None  # it will be told when it is tried again


def executable() -> str:
    """Return the interpreter itself, past any virtual environment."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def library_is_open() -> bool:
    """Tell whether every user can read the interpreter's standard library."""
    library = os.path.dirname(os.path.realpath(os.__file__))
    return all(readable_by_all(path) for path in (library, os.path.join(library, "os.py"), os.path.join(library, "lib-dynload")))


def home_in(folder: str) -> str:
    """Return where, in `folder`, a copy of the interpreter's standard library is kept: another interpreter's has another name."""
    times = [os.stat(path).st_mtime_ns for path in (executable(), os.__file__)]
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return os.path.join(folder, f"python-{version}-{crc32(f'{executable()}:{sys.version}:{times}'.encode()):08x}")


def only_roots(folder: str) -> bool:
    """Tell whether a folder is one that root owns and nobody else can write."""
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == 0 and not status.st_mode & 0o022


def readable_by_all(path: str) -> bool:
    """Tell whether every user can reach and read `path`, going by mode bits."""
    path = os.path.realpath(path)
    try:
        mode = os.stat(path).st_mode
        wanted = stat.S_IROTH | stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH
        if mode & wanted != wanted:
            return False
        while path != os.path.dirname(path):
            path = os.path.dirname(path)
            if not os.stat(path).st_mode & stat.S_IXOTH:
                return False
    except OSError:
        return False
    return True
