/**
 * Holds a release against the repository's record with git alone, for who has none of our code. The same bytes on every
 * release, so that whoever read it once knows it. It reads the manifest line by line, as `renderManifest` writes it.
 */
export const verifyScript = String.raw`#!/bin/sh
# Are the files of this release those that the repository records as approved? In the folder with its assets:
#   sh verify.sh https://github.com/octo/widgets
# An address or a path that git can fetch from; octo/widgets alone is meant on github.com.
# The last line is the verdict: APPROVED (exit 0), BROKEN and what (1), or "not checked" and why (2).
set -eu
code=2 verdict='not checked: a command failed, see above' dir=
trap '[ -z "$dir" ] || rm -rf "$dir" || :; printf "%s\n" "$verdict"; exit $code' EXIT
unchecked() { verdict="not checked: $1"; exit; }
broken() { code=1 verdict="BROKEN: $1"; exit; }
for tool in git tar gzip sha256sum sed find paste cmp diff wc mktemp rm; do
  command -v $tool >/dev/null || unchecked "$tool is not installed"
done
repo=${'$'}{1:-}
[ "$repo" ] || unchecked 'the address of the repository is not said, as in: sh verify.sh https://github.com/octo/widgets'
case $repo in *:*|/*|.*|*/*/*) ;; */*) [ -e "$repo" ] || repo=https://github.com/$repo;; esac
[ -e SHA256SUMS ] || unchecked 'SHA256SUMS is not in this folder; run it where the assets of the release lie'
for file in manifest.json $(sed 's/^[0-9a-f]*  //' SHA256SUMS); do [ -e "$file" ] || unchecked "$file is not in this folder"; done
sha256sum --check --strict SHA256SUMS || broken 'the files here are not those of SHA256SUMS'
dir=$(mktemp -d)
tar -xzf "$(sed -n 's/^[0-9a-f]*  \(.*\.tar\.gz\)$/\1/p' SHA256SUMS)" -C "$dir" || broken 'the archive can not be unpacked'
cmp manifest.json "$dir/bundle/manifest.json" || broken 'manifest.json is not the one in the archive'
list() { sed -n "s/^ *\"$1\": \"\(.*\)\",*\$/\1/p" manifest.json | sed 's/\\"/"/g'; }
[ "$(find "$dir" ! -type d | wc -l)" -eq "$(($(list dest_path | wc -l) + 1))" ] || broken 'the archive holds other files than manifest.json names'
[ ! -e bundle ] || diff -rq bundle "$dir/bundle" || broken 'bundle/ beside it is not what the archive holds'
git init --quiet --bare "$dir/git"
ref=$(git --git-dir="$dir/git" ls-remote "$repo" refs/heads/countersign/workflow refs/remotes/origin/countersign/workflow | sed -n '1s/^[^r]*//p')
git --git-dir="$dir/git" fetch --quiet "$repo" "${'$'}{ref:-countersign/workflow}:refs/heads/countersign/workflow" ||
  unchecked "git can't fetch countersign/workflow from $repo"
list source_path >"$dir/sources"; list dest_path | paste "$dir/sources" - >"$dir/files"
approved=0
while IFS='	' read -r source file; do
  id=${'$'}{source#workspace/artifacts/*/}; id=${'$'}{id%%/*}; here="$dir/bundle/$file"
  [ ! -L "$here" ] && [ "$(git hash-object --no-filters "$here")" = "$(git -C "$dir/git" rev-parse "countersign/workflow:$source")" ] ||
    broken "$file is not what the repository records"
  case $file in _candidates/*) printf '%s\n' "same bytes, not approved: $file"; continue;; esac
  git -C "$dir/git" grep -q "^reviewed_artifact_id: \"$id\"" countersign/workflow -- 'workspace/reviews/*/APPROVED.md' ||
    broken "$file is recorded, but not as approved"
  printf '%s\n' "approved: $file"; approved=$((approved + 1))
done <"$dir/files"
[ $approved -gt 0 ] || unchecked 'there is no approved file to compare'
code=0 verdict="APPROVED: the repository records these bytes as approved (files: $approved). No signature is checked here, manifest.json.sig neither: node countersign-verify.mjs . --repo $repo --public-key KEY does that."
`
