import type { ChangeContext } from '../../handler/change-context.ts'
import { setState } from './change-issue.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'

const pattern = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)\b/gi

/** Closes the issues that a pull request merged into the default branch names as closed: `Closes #7`, `fixes #8`. */
export async function closeNamedIssues(
  context: ChangeContext,
  repo: Repository,
  pull: Pull,
  pullIssue: Issue,
  login: string,
): Promise<void> {
  if (pull.base.ref !== repo.defaultBranch) return
  const numbers = new Set([...(pullIssue.body ?? '').matchAll(pattern)].map((match) => Number(match[1])))
  const issues = repo.issues.filter((issue) => numbers.has(issue.number))
  for (const issue of issues) {
    if (!repo.pulls.some((one) => one.number === issue.number))
      await setState(context, repo, issue, login, 'closed', 'completed')
  }
}
