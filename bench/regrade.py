"""A whole class: submissions a second on one worker and on two, what 10, 100 and 1,000 cost, what stays flat, and Dask beside the pool.

THOUSAND=1 in the environment adds the thousand; CLASS=n sets the size of the class that the workers are compared on.
"""
from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.regrade.classes import write_class

ROOT = Path(__file__).resolve().parent.parent
CLASS = int(os.environ.get("CLASS", "40"))
_SAMPLE_S = 0.5
_PAGE_KB = resource.getpagesize() // 1024


@dataclass
class Sample:
    """What a process and all below it use at one moment."""

    processes: int = 0
    open_files: int = 0
    memory_mb: float = 0.0
    done: int = 0


@dataclass
class Run:
    """One regrade: how long it took, what computing time it used, and what it held over time."""

    seconds: float
    cpu_s: float
    count: int
    samples: list[Sample] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.count / self.seconds


def _tree(pid: int) -> Iterator[int]:
    """Yield a process and all below it."""
    yield pid
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _tree(int(child))


def _sample(pid: int, out: Path) -> Sample:
    sample = Sample(done=len(list(out.glob("*/verdict.json"))))
    for one in _tree(pid):
        with contextlib.suppress(OSError):
            sample.open_files += len(os.listdir(f"/proc/{one}/fd"))
            sample.memory_mb += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * _PAGE_KB / 1024
            sample.processes += 1
    return sample


def regrade(source: Path, out: Path, *more: str) -> Run:
    """Regrade a class in a fresh process and watch it."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "autograder.regrade", str(source), "--out", str(out), *more], cwd=ROOT,
                               stdout=subprocess.DEVNULL)
    samples: list[Sample] = []
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_SAMPLE_S):
            samples.append(_sample(process.pid, out))

    watcher = threading.Thread(target=watch)
    watcher.start()
    status = process.wait()
    seconds = time.perf_counter() - started
    over.set()
    watcher.join()
    assert status == 0, f"exit status {status}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    counted = json.loads((out / "summary.json").read_text(encoding="utf-8"))["counts"]["submissions"]
    return Run(seconds, cpu_s, counted, samples)


@contextlib.contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """Run a Dask scheduler and its workers on loopback; yield the address."""
    file = folder / "scheduler.json"
    commands = [["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]]
    commands += [["worker", "--scheduler-file", str(file), "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard",
                  "--name", str(number), "--local-directory", str(folder)] for number in range(workers)]
    started = []
    try:
        for command in commands:
            started.append(subprocess.Popen([sys.executable, "-m", "dask", *command], cwd=ROOT, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL))
            while not file.exists():
                time.sleep(0.1)
        time.sleep(5)  # until the workers are there
        yield json.loads(file.read_text(encoding="utf-8"))["address"]
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def _middle(samples: list[Sample], share: float) -> Sample:
    """Return the sample at a share of the way, between the start and the end of the work."""
    working = [sample for sample in samples if sample.done] or samples
    return working[min(int(share * len(working)), len(working) - 1)]


def main() -> None:
    """Print all measurements."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_class(folder / "class", CLASS, leave_out=("endless",))
        runs = {workers: regrade(folder / "class", folder / f"out{workers}", "--workers", str(workers)) for workers in (1, 2)}
        print(f"A class of {CLASS}, {os.cpu_count()} cores")
        for workers, run in runs.items():
            print(f"  {workers} local worker{'s' if workers > 1 else ' '}  {run.rate:6.2f} submissions/s   {run.seconds:7.1f} s   "
                  f"computing time {run.cpu_s:6.1f} s   {run.cpu_s / run.seconds:.2f} cores busy")
        print(f"  two over one: {runs[2].rate / runs[1].rate:.2f}")
        if importlib.util.find_spec("distributed"):
            with cluster(folder, 2) as address:
                run = regrade(folder / "class", folder / "dask", "--scheduler", address)
            print(f"  2 Dask workers  {run.rate:6.2f} submissions/s   {run.seconds:7.1f} s")
        else:
            print("  Dask: distributed is not installed")
        sizes = [10, 100, *([1000] if os.environ.get("THOUSAND") else [])]
        for size in sizes:
            write_class(folder / f"class{size}", size, leave_out=("endless",))
            run = regrade(folder / f"class{size}", folder / f"size{size}", "--workers", "2")
            print(f"  {size:>5} submissions: {run.seconds:7.1f} s, {1000 * run.seconds / size:6.0f} ms each, computing time "
                  f"{1000 * run.cpu_s / size:6.0f} ms each")
        print(f"  over time, {sizes[-1]} submissions on two workers:")
        for share in (0.1, 0.35, 0.6, 0.85):
            sample = _middle(run.samples, share)
            print(f"    after {sample.done:>4}: {sample.processes} processes, {sample.open_files} open files, {sample.memory_mb:.0f} MiB")
        kept = regrade(folder / f"class{sizes[-1]}", folder / f"size{sizes[-1]}", "--workers", "2")
        print(f"  a second run over {sizes[-1]}, all kept: {kept.seconds:.1f} s")


if __name__ == "__main__":
    main()
