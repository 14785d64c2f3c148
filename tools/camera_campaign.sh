#!/bin/sh
# Plays whole game records through motors, camera, recogniser and rules, one after the other.
# usage: tools/camera_campaign.sh RECORD...      (one line of JSON a record; exit 1 if any ended otherwise than the record)
cd "$(dirname "$0")/.." || exit 1
worst=0
for record in "$@"; do
    started=$(date +%s)
    line=$(.venv/bin/jantaku simulate --record "$record" --rules tenhou --speed max --headless --json 2>/dev/null | tail -n 1)
    case $line in *'"expected_scores"'*) ;; *) line="no result" ;; esac
    verdict=$(printf '%s' "$line" | .venv/bin/python -c 'import json,sys
try: d=json.load(sys.stdin)
except ValueError: print("FAILED"); sys.exit()
print("exact" if d["scores"]==d["expected_scores"] and all(x["deltas"]==x["expected_deltas"] for x in d["deals"]) else "DIFFERS")')
    [ "$verdict" = exact ] || worst=1
    echo "$record $verdict $(($(date +%s) - started)) s $line"
done
exit $worst
