#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image: it makes a virtual environment for grading, beside the source.
# It leaves the system's Python alone, and ends with an error rather than with half an installation.
set -euo pipefail
umask 022

root="${AUTOGRADER_ROOT:-/autograder}"
python="${PYTHON:-python3}"
source="$root/source"
venv="$root/venv"

fail() {
    echo "setup.sh: $*" >&2
    exit 1
}

command -v "$python" > /dev/null || fail "there is no $python: choose an image with Python 3.10 or newer, such as Ubuntu 22.04"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
    || fail "$("$python" --version) is too old: choose an image with Python 3.10 or newer, such as Ubuntu 22.04"
[ -d "$source/autograder" ] || fail "$source/autograder is missing: upload autograder.zip as it was built"

rm -rf "$venv"
"$python" -m venv --without-pip "$venv" # pip is not needed in it, and where ensurepip is missing it could not be had
packages="$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

if [ -d "$source/wheels" ]; then
    "$venv/bin/python" -I "$source/autograder/wheels.py" "$source/wheels" "$source/requirements/autograder.lock" "$packages"
else
    pip="$python"
    if ! "$python" -m pip --version > /dev/null 2>&1; then
        "$venv/bin/python" -m ensurepip > /dev/null 2>&1 \
            || fail "this Python has neither pip nor ensurepip: build the zip with make release OFFLINE=1, which needs neither"
        pip="$venv/bin/python"
    fi
    # only options that pip 22.0, which Ubuntu 22.04 has, knows as well
    PIP_ROOT_USER_ACTION=ignore "$pip" -m pip install --require-hashes --no-deps --only-binary :all: --no-cache-dir \
        --disable-pip-version-check --target "$packages" -r "$source/requirements/autograder.lock" \
        || fail "the packages could not be had: is there a network? make release OFFLINE=1 builds a zip that needs none"
fi

"$venv/bin/python" -m compileall -q "$source/autograder" "$source/starter" "$packages"
chmod 700 "$source"

# Grade a file in which nothing is written yet: whatever is missing here would be missing for every student.
trial="$(mktemp -d)"
trap 'rm -rf "$trial"' EXIT
echo 'def minimax(game, depth): raise NotImplementedError' > "$trial/search.py"
(cd "$source" && "$venv/bin/python" -B -m autograder "$trial/search.py" --results "$trial/results.json" --quiet)
if grep -q "autograder itself failed" "$trial/results.json"; then
    cat "$trial/results.json" >&2
    fail "grading does not work here; the reason is above"
fi
echo "setup.sh: ready to grade with $("$venv/bin/python" --version) in $venv"
