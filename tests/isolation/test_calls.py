"""A request goes in, a reply comes out, and a program that misbehaves costs itself only; with every backend."""
from __future__ import annotations

import ast
import json

import pytest

GOOD = "def go(*args): return sum(args)"

# name: the program, the status, words of the reason
MISBEHAVING = {
    "exit at import": ("import sys; sys.exit(0)", "refused", "ended the program while being imported"),
    "syntax error": ("def go(:", "refused", "line 1: SyntaxError"),
    "missing package": ("import no_such_package_xyz", "refused", "no_such_package_xyz"),
    "input at import": ("input()", "refused", "input"),
    "error at import": ("x = 1\ny = x / 0", "refused", "line 2: y = x / 0"),
    "imports the kit": ("try:\n    import kibitz.watch.worker\nexcept ImportError: pass", "refused", "imports kibitz"),
    "hard on a parser": ("x = " + "-" * 30_000 + "1", "refused|crashed", "search.py|crashed"),
    "os._exit": ("import os\ndef go(): os._exit(3)", "died", "exit status 3"),
    "segfault": ("import ctypes\ndef go(): ctypes.string_at(0)", "crashed", "SIGSEGV"),
    "abort": ("import os\ndef go(): os.abort()", "crashed", "SIGABRT"),
    "closes its reply": ("import os\ndef go(): os.closerange(3, 99)", "died", ""),
    "writes on the channel": ("import os\ndef go():\n for fd in range(3, 9):\n  try: os.write(fd, b'+{}\\n+{}\\n')\n  except OSError: pass",
                              "died", "channel"),
    "endless print": ("def go():\n while True: print('x' * 5000)", "flooded", "printed"),
    "reply too long": ("def go(): return 'x' * 3_000_000", "flooded", "record|more"),
    "no json": ("import json\ndef go(): json.JSONEncoder.encode = None; json.encoder.c_make_encoder = 1; raise SystemExit", "died", ""),
    "system exit": ("def go(): raise SystemExit", "died", "SystemExit"),
}


@pytest.mark.parametrize("name", MISBEHAVING)
def test_a_misbehaving_program_costs_itself_only(run_anywhere, name):
    """The status and the reason say what happened, and the next call is as good as ever."""
    code, status, words = MISBEHAVING[name]
    reply = run_anywhere(code)
    assert reply.status in status.split("|"), reply
    assert any(word in reply.reason for word in words.split("|")), reply.reason
    assert reply.line == b""
    after = run_anywhere(GOOD, request={"args": [1, 2]})
    assert (after.status, json.loads(after.line)["value"]) == ("ok", "3")


def test_the_request_reaches_the_program_and_the_reply_comes_back(run_anywhere):
    """The line is perform's dictionary, in JSON."""
    reply = run_anywhere(GOOD, request={"args": [1, 2], "note": "é\ud800"})
    assert reply.status == "ok" and reply.reason == ""
    said = json.loads(reply.line)
    said["asked"].pop("draws")  # put there on the way
    assert said == {"asked": {"args": [1, 2], "note": "é\ud800"}, "value": "3"}


def test_what_it_prints_is_kept_apart_and_made_harmless(run_anywhere):
    """Prints on either stream, from Python or below, reach `printed` with control characters visible."""
    reply = run_anywhere("""
        import os, sys
        def go():
            print("out \\x1b[31m \\u202e"); print("err", file=sys.stderr); os.write(1, b"raw \\xff\\n"); print("lone \\ud800")
    """)
    assert reply.status == "ok"
    for shown in ("out \\x1b[31m \\u202e\n", "err\n", "raw \\xff\n", "lone \\ud800"):
        assert shown in reply.printed


def test_long_output_is_cut_and_says_so(run_anywhere):
    """An honest program may print a lot; the first part is kept."""
    reply = run_anywhere("def go():\n for i in range(20000): print(i)")
    assert reply.status == "ok"
    assert reply.printed.startswith("0\n1\n") and "bytes more" in reply.printed and len(reply.printed) < 11_000


def test_nobody_types(run_anywhere):
    """input() raises EOFError."""
    assert b"EOFError" in run_anywhere("def go():\n try: input()\n except EOFError as e: return type(e).__name__").line


def test_the_environment_is_scrubbed(run_anywhere, monkeypatch):
    """Nothing of the grader's environment gets through."""
    monkeypatch.setenv("AUTHENTICATION_TOKEN", "secret")
    reply = run_anywhere("import os\ndef go(): return sorted(os.environ)")
    assert reply.status == "ok" and b"AUTHENTICATION" not in reply.line and b"PYTHONPATH" not in reply.line


def test_helpers_and_games_are_importable_and_cannot_hide_the_standard_library(run_anywhere):
    """Modules beside search.py come after Python's own."""
    files = {"helpers.py": b"from search import VALUE\ndef value(): return VALUE", "statistics.py": b"raise SystemExit",
             "pack/__init__.py": b"", "pack/inner.py": b"X = 5"}
    reply = run_anywhere("""
        VALUE = 4
        import helpers, statistics, games.tree, pack.inner
        def go(): return helpers.value() + pack.inner.X
    """, files=files)
    assert json.loads(reply.line)["value"] == "9", reply


def test_each_call_starts_afresh(run_anywhere):
    """No module state and no file of an earlier call is there; the folder is the program's own to write in."""
    code = """
        import os, tempfile
        seen = []
        def go():
            seen.append(1)
            before = sorted(set(os.listdir()) - {"__pycache__"})
            open("left", "w").close(); tempfile.mkstemp(); os.unlink("search.py")
            return len(seen), before
    """
    for _ in range(2):
        assert json.loads(run_anywhere(code).line)["value"] == "(1, ['search.py'])"


def test_chance_and_hashes_are_the_same_in_every_run(run_anywhere):
    """random is seeded and so are the hashes of strings."""
    code = "import random\nx = random.random()\ndef go(): return x, hash('kibitz'), list({'a', 'b', 'c', 'd'})"
    assert run_anywhere(code).line == run_anywhere(code).line
    hidden = code.replace("import random", "random = __import__('ran' + 'dom')")
    assert run_anywhere(hidden).line == run_anywhere(hidden).line


def test_deep_honest_recursion_works(run_anywhere):
    """A chain of depth 900 with three frames per ply, through max() and a lambda."""
    reply = run_anywhere("""
        def down(n): return (lambda: go(n))()
        def go(n=900): return 0 if n == 0 else 1 + max([down(n - 1)])
    """)
    assert json.loads(reply.line)["value"] == "900", reply


@pytest.mark.parametrize("body", ["go()", "max(go() for _ in [1])", "sorted([1, 2], key=lambda x: go())", "list(map(go, [1]))"])
def test_endless_recursion_is_a_recursion_error(run_anywhere, body):
    """It ends in Python's own error, not in a crash of the interpreter."""
    reply = run_anywhere(f"def go(x=1):\n return {body}")
    assert "RecursionError" in reply.reason, reply


def test_leftover_threads_do_not_hold_the_reply_up(run_anywhere):
    """The process is over once it has replied."""
    reply = run_anywhere("import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\ndef go(): return 1")
    assert reply.status == "ok" and reply.cpu_s < 5


def test_a_program_may_break_what_it_runs_on(run_anywhere):
    """All that is needed after search.py was loaded was bound before."""
    reply = run_anywhere("""
        import builtins, gc, json, os, random, sys
        os.chdir("/"); os.umask(0o777); os.environ.clear(); gc.disable(); sys.path[:] = []; sys.argv[:] = []; sys.setrecursionlimit(400)
        for name in ("json", "games", "traceback", "importlib", "os"): sys.modules.pop(name, None)
        json.dumps = json.loads = os.write = os._exit = None
        sys.stdout = sys.stderr = None
        def go(): return 1
    """)
    assert json.loads(reply.line)["value"] == "1"


def test_compiled_code_is_the_files_own(run_anywhere):
    """What is compiled once for all searches is what stands in the files, helpers and error lines included."""
    reply = run_anywhere("""
        import helper, traceback
        def go():
            try:
                helper.fails()
            except ValueError as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                return last.line, last.lineno, helper.__file__ == __file__.replace("search", "helper")
    """, files={"helper.py": b"def fails():\n    raise ValueError  # here\n"})
    assert json.loads(reply.line)["value"] == "('raise ValueError  # here', 2, True)"


def test_what_cannot_be_compiled_is_said_when_it_is_loaded(run_anywhere):
    """Broken source is refused with its line, as if nothing had been tried before."""
    reply = run_anywhere("def go(:\n    return 1")
    assert reply.status == "refused" and "line 1" in reply.reason


def test_a_call_finds_its_own_files_and_nothing_of_the_last_ones(run_anywhere):
    """Whatever that one made, changed or took away, also beside its folder; no two submissions share a file."""
    spoil = """
        import os
        def go():
            open("left", "w").close(); os.makedirs("deep/er")
            try: os.chmod("deep", 0)
            except OSError: pass
            open("search.py", "w").close() if os.access("search.py", os.W_OK) else None
            os.unlink("helper.py")
            try: os.mkdir("../beside")
            except OSError: pass
            return 1
    """
    look = "import os, helper\ndef go(): return sorted(n for n in os.listdir() if n[0] != '_'), os.path.exists('../beside'), helper.Y"
    for number in range(3):
        assert run_anywhere(spoil, files={"helper.py": b"Y = 0"}).status == "ok"
        reply = run_anywhere(look, files={"helper.py": b"Y = %d" % number})
        assert reply.status == "ok", reply
        names, beside, found = ast.literal_eval(json.loads(reply.line)["value"])
        assert (names, beside, found) == (["helper.py", "search.py"], False, number)


def test_a_name_too_long_for_its_compiled_code_costs_nothing(run_anywhere):
    """A helper whose name leaves no room for Python's own ending is a file like any other."""
    name = "x" * 250 + ".py"
    reply = run_anywhere(f"import os\ndef go(): return {name!r} in os.listdir()", files={name: b"y = 1"})
    assert (reply.status, json.loads(reply.line)["value"]) == ("ok", "True")


@pytest.mark.parametrize("told", [{"../../escaped.py": "eA=="}, {"search.py": "no base64!"}, {"search.py": 3}, {"search.py": None},
                                  ["search.py"], 7])
def test_what_the_compiling_process_says_is_not_trusted(with_backend, monkeypatch, tmp_path, told):
    """It names no file, and what it says of one must be base64; else the files are used as they are."""
    _, backend = with_backend()
    monkeypatch.setattr(backend, "ask", lambda *_: told)
    files = {"search.py": b"def go(): return 1"}
    assert backend.prepared(files) == files
    assert not list(backend.folder.path.parent.glob("escaped*")) and not list(backend.folder.work.iterdir())


@pytest.mark.parametrize("last", ["f = " + "lambda: " * 1200 + "0", "x = " + "(" * 5000 + ")" * 5000, "y = " + "-" * 100_000 + "1",
                                  "z = " + "[" * 300 + "]" * 300])
def test_source_that_breaks_compiling_or_storing_it_is_no_fault_of_the_kit(run_anywhere, last):
    """Whatever the source does to the process that compiles it, the search process says what is wrong, or runs it."""
    reply = run_anywhere(f"def go(): return 1\n{last}", cpu_s=5.0)
    assert reply.status in ("ok", "refused", "memory", "crashed", "died", "timeout")
    reply = run_anywhere("def go(): return 1", files={"helper.py": last.encode()}, cpu_s=5.0)
    assert reply.status == "ok"
