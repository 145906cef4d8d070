# Reads the access log: time|path|status|ms
. lib/settings.sh

field() {
  printf '%s\n' "$1" | cut -d "$FIELD_SEPARATOR" -f "$2"
}

count_lines() {
  grep -c . "$1"
}

count_status() {
  count=0
  while IFS= read -r row; do
    if [ "$(field "$row" 3)" = "$2" ]; then
      count=$((count + 1))
    fi
  done < "$1"
  echo "$count"
}
