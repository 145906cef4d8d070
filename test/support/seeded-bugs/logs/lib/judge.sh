# Judges single rows and days.
. lib/read.sh

is_slow() {
  ms=$(field "$1" 4)
  [ "$ms" -ge "$SLOW_FROM_MS" ]
}

count_slow() {
  slow=0
  while IFS= read -r row; do
    if is_slow "$row"; then
      slow=$((slow + 1))
    fi
  done < "$1"
  echo "$slow"
}

is_kept() {
  age=$1
  [ "$age" -le "$KEEP_DAYS" ]
}

error_share() {
  errors=$(count_status "$1" 500)
  all=$(count_lines "$1")
  echo $((100 * errors / all))
}
