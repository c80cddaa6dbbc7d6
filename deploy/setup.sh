#!/bin/sh
# Makes the environment in .venv at the root of the checkout, or does nothing when it is there and fits the lock.
# PY=/path/to/python chooses the interpreter. demo.sh and test.sh call this first.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
venv="$root/.venv"
marker="$venv/made-from"

say() { printf '%s\n' "$*" >&2; }

give_up() {
    say "setup: $*"
    exit 1
}

new_enough() {
    command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

makes_environments() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

may_use_apt() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}

install_by_apt() {
    say "setup: installing $* (apt-get)"
    apt-get update -qq >&2 || say "setup: apt-get update failed; trying with the lists that are here"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

find_python() {
    if [ -n "${PY:-}" ]; then
        new_enough "$PY" || give_up "PY=$PY is not a Python 3.11 or newer."
        printf '%s\n' "$PY"
        return
    fi
    second_best=
    for python in python3.13 python3.12 python3.11 python3 python3.14 python; do
        new_enough "$python" || continue
        if makes_environments "$python"; then
            printf '%s\n' "$python"
            return
        fi
        [ -n "$second_best" ] || second_best=$python
    done
    printf '%s\n' "$second_best"
}

# What the environment was made from: the lock, the folder (an environment can't be moved) and the parts of this script.
fingerprint() {
    cksum <"$root/requirements.lock"
    printf '%s\nformat 1\n' "$root"
}

if [ -x "$venv/bin/python" ] && [ -f "$marker" ] && [ "$(fingerprint)" = "$(cat "$marker")" ] &&
    new_enough "$venv/bin/python"; then
    exit 0
fi

python=$(find_python)
if [ -z "$python" ] && may_use_apt; then
    install_by_apt python3 python3-venv || give_up "python3 could not be installed; the lines above say why."
    python=$(find_python)
fi
[ -n "$python" ] || give_up "Python 3.11 or newer is needed and was not found.
  Debian, Ubuntu:  sudo apt-get install python3 python3-venv
  macOS:           brew install python@3.13   (or the installer from python.org)
  Is it somewhere else?  PY=/path/to/python3 sh deploy/demo.sh"

if ! makes_environments "$python"; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if may_use_apt; then
        install_by_apt "python$version-venv" || install_by_apt python3-venv ||
            give_up "python$version-venv could not be installed; the lines above say why."
    fi
    makes_environments "$python" || give_up "$python lacks the modules venv and ensurepip.
  Debian, Ubuntu:  sudo apt-get install python$version-venv
  then start the same command again."
fi

if [ -d "$venv" ]; then
    if [ -x "$venv/bin/python" ] && new_enough "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
        { [ ! -f "$marker" ] || grep -qxF -- "$root" "$marker"; }; then
        say "setup: bringing .venv up to date"
    else
        say "setup: making .venv anew"
        rm -rf -- "$venv"
    fi
fi
if [ ! -d "$venv" ]; then
    say "setup: making .venv with $("$python" --version 2>&1); the first time takes about half a minute"
    "$python" -m venv "$venv" || give_up "$python -m venv failed; the lines above say why."
fi

"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$root/requirements.lock" ||
    give_up "the packages of requirements.lock could not be installed; the lines above say why.
  Without a way to the package index, set PIP_INDEX_URL (or PIP_FIND_LINKS) to a mirror."

# The checkout is put on the path of the environment as it is: nothing is built, so no build tool has to be fetched.
"$venv/bin/python" - "$root" <<'PYTHON'
import pathlib, sys, sysconfig

root = pathlib.Path(sys.argv[1])
pathlib.Path(sysconfig.get_path("purelib"), "pbem-judge.pth").write_text(f"{root}\n", encoding="utf-8")
launcher = pathlib.Path(sysconfig.get_path("scripts"), "pbem")
launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbem "$@"\n', encoding="utf-8")
launcher.chmod(0o755)
PYTHON

fingerprint >"$marker"
say "setup: done"
