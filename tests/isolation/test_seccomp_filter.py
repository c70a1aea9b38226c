"""The filter is run by a small BPF machine for every call number, on both architectures, against the list itself."""
from __future__ import annotations

import errno
import struct

import pytest

from autograder.isolation.inside import seccomp

ALLOW, KILL, REFUSE, UNKNOWN = 0x7FFF0000, 0x80000000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
PID = 1234
MACHINES = [("x86_64", 0xC000003E, 0), ("aarch64", 0xC00000B7, 1)]


def run(program: bytes, number: int, architecture: int, *arguments: int) -> int:
    """Return what the filter says of a call."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    at = accumulator = 0
    while True:
        code, when_true, when_false, value = steps[at]
        if code == 0x06:
            return value
        at += 1
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, value)[0]
        else:
            true = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
            at += when_true if true else when_false


@pytest.mark.parametrize(("machine", "architecture", "column"), MACHINES)
def test_every_number_gets_its_verdict(machine, architecture, column):
    """What is on the list is refused, the rest is allowed, and the calls under conditions are neither by accident."""
    program = seccomp.program(PID, machine)
    refused = {numbers[column] for numbers in seccomp._REFUSED.values()}
    conditional = {getattr(seccomp, name)[column] for name in ("_CLONE", "_KILL", "_TGKILL", "_PRLIMIT64", "_IOCTL", "_CLONE3")}
    for number in [*range(1000), 0x3FFFFFFF]:
        if number not in conditional:
            assert run(program, number, architecture) == (REFUSE if number in refused else ALLOW), number
    for number in (0x40000000, 0x40000000 + 41, 0xFFFFFFFF):  # the x32 numbers of the same calls
        assert run(program, number, architecture) == REFUSE
    assert run(program, 0, 0x40000003) == KILL  # 32-bit calls


@pytest.mark.parametrize(("machine", "architecture", "column"), MACHINES)
def test_calls_under_conditions(machine, architecture, column):
    """Threads but no processes, signals to itself only, its own limits only, no typing into a terminal."""
    program = seccomp.program(PID, machine)

    def verdict(call: tuple[int, int], *arguments: int) -> int:
        return run(program, call[column], architecture, *arguments)

    assert verdict(seccomp._CLONE, 0x3D0F00) == ALLOW
    assert verdict(seccomp._CLONE, 17) == verdict(seccomp._CLONE, 0x10000000) == REFUSE
    assert verdict(seccomp._CLONE3) == UNKNOWN
    for kill in (seccomp._KILL, seccomp._TGKILL):
        assert verdict(kill, PID, 9) == ALLOW
        for other in (1, 0, PID + 1, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFF):
            assert verdict(kill, other, 9) == REFUSE
    assert verdict(seccomp._PRLIMIT64, 0) == verdict(seccomp._PRLIMIT64, PID) == ALLOW
    assert verdict(seccomp._PRLIMIT64, 1) == REFUSE
    assert verdict(seccomp._IOCTL, 0, 0x5412) == verdict(seccomp._IOCTL, 0, 0x541C) == REFUSE
    assert verdict(seccomp._IOCTL, 0, 0x5401) == ALLOW


def test_no_call_has_two_names():
    """A number typed wrongly would most likely collide."""
    for column in (0, 1):
        numbers = [numbers[column] for numbers in seccomp._REFUSED.values() if numbers[column] is not None]
        assert len(numbers) == len(set(numbers))
