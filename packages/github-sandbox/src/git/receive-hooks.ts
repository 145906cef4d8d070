/**
 * Runs inside `git receive-pack`. Refuses, with GitHub's words, workflow files from whom `SANDBOX_REFUSES_WORKFLOWS` is
 * set for (an App without the `workflows` permission), while the pushed objects are still in quarantine; and anything at all
 * with the words of `SANDBOX_DECLINED`, where rules forbid it.
 */
export const preReceiveHook = `#!/bin/sh
if test -n "$SANDBOX_DECLINED"; then
  printf '%s\\n' "$SANDBOX_DECLINED" >&2
  exit 1
fi
test -n "$SANDBOX_REFUSES_WORKFLOWS" || exit 0
while read before after ref; do
  case "$after" in *[!0]*) ;; *) continue ;; esac
  for commit in $(git rev-list "$after" --not --all -- .github/workflows); do
    file=$(git diff-tree -r --root --no-commit-id --name-only "$commit" -- .github/workflows | head -n 1)
    echo "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >&2
    exit 1
  done
done
`

/** Leaves `<before> <after> <ref>` of what was really pushed in the file named by `SANDBOX_PUSH_RECORD`, for the webhooks. */
export const postReceiveHook = `#!/bin/sh
test -z "$SANDBOX_PUSH_RECORD" || cat > "$SANDBOX_PUSH_RECORD"
`
