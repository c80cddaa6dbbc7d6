#!/bin/sh
# A backup of a judge whose games are in PostgreSQL: sh deploy/backup.sh FOLDER [HOW_MANY]
#
# Which database: the variables of every PostgreSQL tool (PGHOST, PGDATABASE, PGUSER, PGPASSFILE ...). The newest
# HOW_MANY backups stay in the folder (14 unless said otherwise). A judge that runs is not held up.
# (For SQLite, which is what a judge has unless store.url says otherwise: pbem backup FOLDER --keep 14)
set -eu
umask 077

say() { printf 'backup.sh: %s\n' "$*" >&2; }

folder=${1:-}
keep=${2:-14}
if [ -z "$folder" ] || [ ! -d "$folder" ]; then
    say "name a folder that is there: sh deploy/backup.sh FOLDER [HOW_MANY]"
    exit 2
fi
case $keep in
    '' | *[!0-9]* | 0)
        say "HOW_MANY is a number from 1 on, not '$keep'"
        exit 2
        ;;
esac

file="$folder/pbem-$(date -u +%Y%m%dT%H%M%SZ).pgdump"
part="$file.part"
trap 'rm -f -- "$part"' EXIT
pg_dump --format=custom --no-password --file="$part"
# A dump that can't be listed can't be restored.
pg_restore --list "$part" >/dev/null
sync
mv -- "$part" "$file"

count=0
# Names are made of the time alone: sorted backwards, the newest come first.
for old in $(cd -- "$folder" && printf '%s\n' pbem-????????T??????Z.pgdump | sort -r); do
    count=$((count + 1))
    [ "$count" -le "$keep" ] || rm -f -- "$folder/$old"
done
say "$file is made"
