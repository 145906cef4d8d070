import type { Issue, IssueLinks, Repository, World } from './world.ts'

export interface PlacedIssue {
  repo: Repository
  issue: Issue
}

/** The issue with this database id, in whatever repository it is. */
export function findIssueById(world: World, id: number): PlacedIssue | undefined {
  for (const repo of world.repositories) {
    const issue = repo.issues.find((one) => one.id === id)
    if (issue) return { repo, issue }
  }

  return undefined
}

/** What hangs on an issue; nothing until the first link. */
export function readLinks(issue: Issue): Readonly<IssueLinks> {
  return issue.links ?? { parent: null, subIssues: [], blockedBy: [], blocking: [] }
}

export function findLinked(world: World, ids: readonly number[]): PlacedIssue[] {
  return ids.flatMap((id) => findIssueById(world, id) ?? [])
}

export function linkParent(parent: Issue, child: Issue): void {
  changeLinks(parent, (links) => ({ subIssues: [...links.subIssues, child.id] }))
  changeLinks(child, () => ({ parent: parent.id }))
}

export function unlinkParent(parent: Issue, child: Issue): void {
  changeLinks(parent, (links) => ({ subIssues: without(links.subIssues, child.id) }))
  changeLinks(child, () => ({ parent: null }))
}

export function linkBlocker(blocked: Issue, blocking: Issue): void {
  changeLinks(blocked, (links) => ({ blockedBy: [...links.blockedBy, blocking.id] }))
  changeLinks(blocking, (links) => ({ blocking: [...links.blocking, blocked.id] }))
}

export function unlinkBlocker(blocked: Issue, blocking: Issue): void {
  changeLinks(blocked, (links) => ({ blockedBy: without(links.blockedBy, blocking.id) }))
  changeLinks(blocking, (links) => ({ blocking: without(links.blocking, blocked.id) }))
}

/** Cuts all links of an issue that is going away. */
export function cutLinks(world: World, issue: Issue): void {
  const { parent, subIssues, blockedBy, blocking } = readLinks(issue)
  for (const one of findLinked(world, parent === null ? [] : [parent])) unlinkParent(one.issue, issue)
  for (const one of findLinked(world, subIssues)) unlinkParent(issue, one.issue)
  for (const one of findLinked(world, blockedBy)) unlinkBlocker(issue, one.issue)
  for (const one of findLinked(world, blocking)) unlinkBlocker(one.issue, issue)
}

/** Whether `target` is reached from `start` by following ids; `start` itself counts. */
export function reaches(
  world: World,
  start: Issue,
  target: Issue,
  follow: (issue: Issue) => readonly number[],
): boolean {
  const seen = new Set<number>()
  const waiting = [start]
  for (let issue = waiting.pop(); issue !== undefined; issue = waiting.pop()) {
    if (issue.id === target.id) return true
    if (seen.has(issue.id)) continue
    seen.add(issue.id)
    waiting.push(...findLinked(world, follow(issue)).map((one) => one.issue))
  }

  return false
}

function changeLinks(issue: Issue, change: (links: Readonly<IssueLinks>) => Partial<IssueLinks>): void {
  const links = readLinks(issue)
  issue.links = { ...links, ...change(links) }
}

function without(ids: readonly number[], id: number): number[] {
  return ids.filter((one) => one !== id)
}
