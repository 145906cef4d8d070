#!/bin/sh
# Prints TAP.
. lib/judge.sh
. lib/top.sh

log=data/access.txt
number=0

check() {
  number=$((number + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $number - $1"
  else
    echo "not ok $number - $1"
    echo "  ---"
    echo "  message: 'got $2, want $3'"
    echo "  ..."
  fi
}

kept() {
  if is_kept "$1"; then echo yes; else echo no; fi
}

echo "TAP version 13"
check 'counts rows' "$(count_lines $log)" 8
check 'counts errors' "$(count_status $log 500)" 2
check 'counts slow rows' "$(count_slow $log)" 3
check 'keeps a week' "$(kept 7)" yes
check 'drops older days' "$(kept 8)" no
check 'tells the share of errors' "$(error_share $log)" 25
check 'finds what is asked for most' "$(top_paths $log | tr '\n' ' ')" '/home /shop '
echo "1..$number"
