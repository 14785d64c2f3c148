#!/bin/sh
# Plays whole game records through motors, camera, recogniser and rules, one after the other.
# usage: tools/camera_campaign.sh [--faults FILE] RECORD...
# One line of JSON a record; exit 1 if any ended otherwise than the record. With --faults a difference after a question
# was asked (nobody answers here) is "asked", and only a difference that nobody was asked about is a failure.
cd "$(dirname "$0")/.." || exit 1
worst=0
faults=
[ "$1" = --faults ] && { faults=$2; shift 2; }
for record in "$@"; do
    started=$(date +%s)
    line=$(.venv/bin/jantaku simulate --record "$record" --rules tenhou --speed max --headless --json \
        ${faults:+--faults "$faults"} 2>/dev/null | tail -n 1)
    case $line in *'"expected_scores"'*) ;; *) line="no result" ;; esac
    verdict=$(printf '%s' "$line" | FAULTS=$faults .venv/bin/python -c 'import json,os,sys
try: d=json.load(sys.stdin)
except ValueError: print("FAILED"); sys.exit()
exact=d["scores"]==d["expected_scores"] and all(x["deltas"]==x["expected_deltas"] for x in d["deals"])
print("exact" if exact else "asked" if os.environ["FAULTS"] and d["questions"] else "DIFFERS")')
    case $verdict in exact | asked) ;; *) worst=1 ;; esac
    echo "$record $verdict $(($(date +%s) - started)) s $line"
done
exit $worst
