/**
 * Holds a release against the repository's record with git alone, for who has none of our code. The same bytes on every
 * release, so that whoever read it once knows it. It reads the manifest line by line, as `renderManifest` writes it.
 */
export const verifyScript = String.raw`#!/bin/sh
# Are the files of this release those that the repository records as approved? In the folder with its assets:
#   sh verify.sh https://github.com/octo/widgets
# An address or a path that git can fetch from; octo/widgets alone is meant on github.com.
# Needs git tar gzip sha256sum sed find paste cmp diff wc mktemp rm
set -eu
repo=${'$'}{1:?say the address of the repository, as in: sh verify.sh https://github.com/octo/widgets}
case $repo in *:*|/*|.*|*/*/*) ;; */*) [ -e "$repo" ] || repo=https://github.com/$repo;; esac
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
sha256sum --check --strict SHA256SUMS
tar -xzf "$(sed -n 's/^[0-9a-f]*  \(.*\.tar\.gz\)$/\1/p' SHA256SUMS)" -C "$dir"; cmp manifest.json "$dir/bundle/manifest.json"
list() { sed -n "s/^ *\"$1\": \"\(.*\)\",*\$/\1/p" manifest.json | sed 's/\\"/"/g'; }
[ "$(find "$dir" ! -type d | wc -l)" -eq "$(($(list dest_path | wc -l) + 1))" ] || { echo 'WRONG: the archive holds something else too'; exit 1; }
[ ! -e bundle ] || diff -rq bundle "$dir/bundle" || { echo 'WRONG: bundle/ beside it is not what the archive holds'; exit 1; }
git init --quiet --bare "$dir/git"
ref=$(git --git-dir="$dir/git" ls-remote "$repo" refs/heads/countersign/workflow refs/remotes/origin/countersign/workflow | sed -n '1s/^[^r]*//p')
git --git-dir="$dir/git" fetch --quiet "$repo" "${'$'}{ref:-countersign/workflow}:refs/heads/countersign/workflow"
list source_path >"$dir/sources"
list dest_path | paste "$dir/sources" - | while IFS='	' read -r source file; do
  id=${'$'}{source#workspace/artifacts/*/}; id=${'$'}{id%%/*}; here="$dir/bundle/$file"
  [ ! -L "$here" ] && [ "$(git hash-object --no-filters "$here")" = "$(git -C "$dir/git" rev-parse "countersign/workflow:$source")" ] || { echo "WRONG: $file"; exit 1; }
  case $file in _candidates/*) echo "same bytes, not approved: $file"; continue;; esac
  git -C "$dir/git" grep -q "^reviewed_artifact_id: \"$id\"" countersign/workflow -- 'workspace/reviews/*/APPROVED.md' || { echo "NOT APPROVED: $file"; exit 1; }
  echo "approved: $file"
done
echo 'All files are those that the repository records as approved.'
`
