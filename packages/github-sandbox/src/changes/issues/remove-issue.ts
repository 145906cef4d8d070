import type { ChangeContext } from '../../handler/change-context.ts'
import { emitIssue } from './emit-issue.ts'
import { cutLinks } from '../../world/issue-links.ts'
import { presentIssue } from '../../present/issues/issue.ts'
import { presentRepository } from '../../present/repository.ts'
import type { Issue, Repository } from '../../world/world.ts'

/** Deletes an issue for good; its number is never used again and answers 410. */
export async function deleteIssue(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
): Promise<void> {
  cutLinks(context.world, issue)
  repo.issues = repo.issues.filter((one) => one !== issue)
  repo.deletedIssues = [...(repo.deletedIssues ?? []), issue.number]
  await emitIssue(context, repo, issue, sender, 'deleted')
}

/** Moves an issue to another repository, where it gets a new number; labels that aren't there are lost, as on GitHub, and so are links to other issues. */
export async function transferIssue(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  target: Repository,
  sender: string,
): Promise<Issue> {
  cutLinks(context.world, issue)
  const labels = issue.labels.filter((name) => target.labels.some((label) => label.name === name))
  const moved = { ...issue, id: context.newId(), number: target.nextNumber, labels }
  target.nextNumber += 1
  target.issues.push(moved)
  repo.issues = repo.issues.filter((one) => one !== issue)
  await emitIssue(context, repo, issue, sender, 'transferred', {
    changes: {
      new_issue: presentIssue(context, target, moved),
      new_repository: presentRepository(context, target),
    },
  })
  await emitIssue(context, target, moved, sender, 'opened', {
    changes: {
      old_issue: presentIssue(context, repo, issue),
      old_repository: presentRepository(context, repo),
    },
  })

  return moved
}
