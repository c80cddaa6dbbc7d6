#!/bin/sh
# All tests; what is given here goes to pytest: `sh deploy/test.sh tests/orders -k ambiguous`.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
sh "$root/deploy/setup.sh"
cd "$root"
[ "$#" -gt 0 ] || set -- -n auto --maxprocesses 4
exec .venv/bin/python -m pytest "$@"
