"""A seccomp filter by ctypes: no sockets, no new processes, no look into other processes, no signals to them.

The list names what is refused, so that an unusual C library still works; what it refuses, a search has no use for.
A refused call gets EPERM, which Python turns into a PermissionError that the student can read.
"""
from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from functools import cache

from .libc import LIBC

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_KILL_PROCESS, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_X32 = 0x40000000  # the other ABI of x86_64, by which every number below could be called under another number
_CLONE_THREAD = 0x00010000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # typing into a terminal
_FIOSETOWN, _SIOCSPGRP, _F_SETOWN, _F_SETSIG, _F_SETOWN_EX = 0x8901, 0x8902, 8, 10, 15  # signals that the kernel sends for a process

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# name: its number on x86_64 and on aarch64 (None: not there)
_REFUSED: dict[str, tuple[int, int | None]] = {
    # the network
    "socket": (41, 198), "socketpair": (53, 199),
    # other programs; io_uring does what it is told outside the filter
    "execve": (59, 221), "execveat": (322, 281),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440),
    "kcmp": (312, 272), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438), "process_mrelease": (448, 448),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "migrate_pages": (256, 238), "move_pages": (279, 239),
    "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    # modes, owners, times and attributes, which Landlock does not look at: of files elsewhere, or left as a message to the next check
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    # memory and messages that outlive the process, or that no limit counts
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # the kernel's own doors
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "unshare": (272, 97), "setns": (308, 268),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "personality": (135, 92),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89),
    "quotactl": (179, 60), "syslog": (103, 116), "fanotify_init": (300, 262), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266), "sethostname": (170, 161),
    "setdomainname": (171, 162), "lookup_dcookie": (212, 18), "vhangup": (153, 58),
    # x86_64 only
    "fork": (57, None), "vfork": (58, None), "iopl": (172, None), "ioperm": (173, None),
}
_CLONE, _CLONE3, _KILL, _TGKILL, _PRLIMIT64, _IOCTL, _FCNTL = (56, 220), (435, 435), (62, 129), (234, 131), (302, 261), (16, 29), (72, 25)
_SELF = 0x7FFFFFF1  # stands for the process's own number until it is known; no process can have it


def _step(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value)


_ALLOWED = _step(_RETURN, _ALLOW)
_DENIED = _step(_RETURN, _ERRNO | errno.EPERM)
_UNKNOWN = _step(_RETURN, _ERRNO | errno.ENOSYS)


def _if_argument(argument: int, tests: list[bytes], then: bytes, otherwise: bytes) -> bytes:
    """Return `then` if one of the tests, each a jump of one step, is true of the low word of the argument."""
    body = _step(_LOAD, _FIRST_ARGUMENT + 8 * argument)
    for test in tests:
        body += test + _step(_JUMP_EQUAL, 0, 1, 1) + then
    return body + otherwise


def _equals(value: int) -> bytes:
    return _step(_JUMP_EQUAL, value, 1, 0)


def _by_number(segments: list[tuple[int, bytes]]) -> bytes:
    """Return steps that find the last segment whose start is not above the call's number, by halves, and do what it says."""
    if len(segments) == 1:
        return segments[0][1]
    middle = len(segments) // 2
    below = _by_number(segments[:middle])
    return _step(_JUMP_GREATER_EQUAL, segments[middle][0], len(below) // 8, 0) + below + _by_number(segments[middle:])


def supported() -> bool:
    """Tell whether a filter can be written for this machine (whether the kernel takes it shows when it is installed)."""
    return sys.platform.startswith("linux") and machine() in _MACHINES and struct.calcsize("P") == 8


def machine() -> str:
    """Return the kernel's name for this machine's architecture."""
    return os.uname().machine


@cache
def _template(machine: str) -> bytes:
    column, architecture = _MACHINES[machine]
    verdicts = {numbers[column]: _DENIED for numbers in _REFUSED.values()}
    verdicts[_X32] = _DENIED
    # clone3 keeps its flags in memory, where no filter can look; the C library then falls back on clone
    verdicts[_CLONE3[column]] = _UNKNOWN
    verdicts[_CLONE[column]] = _if_argument(0, [_step(_JUMP_ANY_BIT, _CLONE_THREAD, 1, 0)], _ALLOWED, _DENIED)
    verdicts[_KILL[column]] = verdicts[_TGKILL[column]] = _if_argument(0, [_equals(_SELF)], _ALLOWED, _DENIED)
    verdicts[_PRLIMIT64[column]] = _if_argument(0, [_equals(0), _equals(_SELF)], _ALLOWED, _DENIED)
    verdicts[_IOCTL[column]] = _if_argument(1, [_equals(_TIOCSTI), _equals(_TIOCLINUX), _equals(_FIOSETOWN), _equals(_SIOCSPGRP)],
                                            _DENIED, _ALLOWED)
    verdicts[_FCNTL[column]] = _if_argument(1, [_equals(_F_SETOWN), _equals(_F_SETSIG), _equals(_F_SETOWN_EX)], _DENIED, _ALLOWED)
    segments = [(0, _ALLOWED)]
    for number in sorted(number for number in verdicts if number is not None):
        if segments[-1][0] == number:
            segments.pop()
        if segments[-1][1] != verdicts[number]:  # else one segment goes on: each step costs every search a little
            segments.append((number, verdicts[number]))
        if number != _X32:
            segments.append((number + 1, _ALLOWED))
    start = _step(_LOAD, _ARCHITECTURE) + _step(_JUMP_EQUAL, architecture, 1, 0) + _step(_RETURN, _KILL_PROCESS) + _step(_LOAD, _NUMBER)
    return start + _by_number(segments)


def program(pid: int, machine: str) -> bytes:
    """Return the filter for process `pid`, which may send signals to itself only, as BPF instructions."""
    return _template(machine).replace(struct.pack("=I", _SELF), struct.pack("=I", pid))


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def install() -> None:
    """Put the filter on this process for good; `no_new_privs` must be set.

    Raises:
        OSError: the kernel, or a filter around this one, does not take it.
    """
    steps = program(os.getpid(), machine())
    loaded = _Program(len(steps) // 8, steps)
    if LIBC.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), ctypes.byref(loaded), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp: " + os.strerror(ctypes.get_errno()))
