# The paths that are asked for most.
. lib/settings.sh

top_paths() {
  cut -d "$FIELD_SEPARATOR" -f 2 "$1" |
    sort |
    uniq -c |
    sort -k 1,1nr -k 2,2 |
    awk '{ print $2 }' |
    head -n "$TOP_COUNT"
}
