"""A seccomp filter by ctypes: no sockets, no new processes, no look into other processes, no signals to them.

The list names what is refused, so that an unusual C library still works; what it refuses, a search has no use for.
A refused call gets EPERM, which Python turns into a PermissionError that the student can read.
"""
from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_KILL_PROCESS, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_X32 = 0x40000000  # the other ABI of x86_64, by which every number below could be called under another number
_CLONE_THREAD = 0x00010000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # typing into a terminal

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# name: its number on x86_64 and on aarch64 (None: not there)
_REFUSED: dict[str, tuple[int | None, int]] = {
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
    "fork": (57, -1), "vfork": (58, -1), "iopl": (172, -1), "ioperm": (173, -1),
}
_CLONE, _CLONE3, _KILL, _TGKILL, _PRLIMIT64, _IOCTL = (56, 220), (435, 435), (62, 129), (234, 131), (302, 261), (16, 29)


def _step(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value)


def _refuse(why: int = errno.EPERM) -> bytes:
    return _step(_RETURN, _ERRNO | why)


def _only(number: int, argument: int, *tests: bytes) -> bytes:
    """Allow call `number` if one of `tests` on the low word of its argument jumps one step ahead; refuse it otherwise."""
    body = _step(_LOAD, _FIRST_ARGUMENT + 8 * argument)
    for test in tests:
        body += test + _step(_JUMP_EQUAL, 0, 1, 1) + _step(_RETURN, _ALLOW)
    body += _refuse()
    return _step(_JUMP_EQUAL, number, 0, len(body) // 8) + body


def _same(value: int) -> bytes:
    return _step(_JUMP_EQUAL, value, 1, 0)


def supported() -> bool:
    """Tell whether a filter can be written for this machine (whether the kernel takes it shows when it is installed)."""
    return platform.system() == "Linux" and platform.machine() in _MACHINES and struct.calcsize("P") == 8


def program(pid: int, machine: str) -> bytes:
    """Return the filter for process `pid`, which may send signals to itself only, as BPF instructions."""
    column, architecture = _MACHINES[machine]
    steps = _step(_LOAD, _ARCHITECTURE) + _step(_JUMP_EQUAL, architecture, 1, 0) + _step(_RETURN, _KILL_PROCESS)
    steps += _step(_LOAD, _NUMBER)
    if machine == "x86_64":
        steps += _step(_JUMP_GREATER_EQUAL, _X32, 0, 1) + _refuse()
    for numbers in _REFUSED.values():
        number = numbers[column]
        if number is not None and number >= 0:
            steps += _step(_JUMP_EQUAL, number, 0, 1) + _refuse()
    # clone3 keeps its flags in memory, where no filter can look; the C library then falls back on clone
    steps += _step(_JUMP_EQUAL, _CLONE3[column], 0, 1) + _refuse(errno.ENOSYS)
    steps += _only(_CLONE[column], 0, _step(_JUMP_ANY_BIT, _CLONE_THREAD, 1, 0))
    steps += _only(_KILL[column], 0, _same(pid)) + _only(_TGKILL[column], 0, _same(pid))
    steps += _only(_PRLIMIT64[column], 0, _same(0), _same(pid))
    body = _step(_LOAD, _FIRST_ARGUMENT + 8) + _step(_JUMP_EQUAL, _TIOCSTI, 1, 0) + _step(_JUMP_EQUAL, _TIOCLINUX, 0, 1) + _refuse()
    steps += _step(_JUMP_EQUAL, _IOCTL[column], 0, len(body) // 8) + body
    return steps + _step(_RETURN, _ALLOW)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def install() -> None:
    """Put the filter on this process for good; `no_new_privs` must be set.

    Raises:
        OSError: the kernel, or a filter around this one, does not take it.
    """
    steps = program(os.getpid(), platform.machine())
    libc = ctypes.CDLL(None, use_errno=True)
    loaded = _Program(len(steps) // 8, steps)
    if libc.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), ctypes.byref(loaded), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp: " + os.strerror(ctypes.get_errno()))
