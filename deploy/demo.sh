#!/bin/sh
# A whole game by real e-mail on this machine: of The Dutch Revolt, or with `--game` of another game;
# `sh deploy/demo.sh --help` lists what can be set.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
sh "$root/deploy/setup.sh"
exec "$root/.venv/bin/python" -m pbem demo "$@"
