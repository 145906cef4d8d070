import type { Sandbox } from 'github-sandbox'
import type { Issue, Pull, Repository } from 'github-sandbox'
import { sessionPaths } from '../../../../../src/application/state/session-files.ts'
import { recordPath, stateFilePaths } from '../../../../../src/application/state/state-files.ts'
import { readGit } from '../../../support/git/git.ts'
import type { Playground } from '../../../support/playground.ts'

/** All that GitHub and the workflow branch hold of an issue at its end, ids, numbers, times and commits aside (I14). */
export interface EndState {
  state: Record<string, unknown>
  threads: Record<string, unknown>
  pulls: Record<string, unknown>
  checkRuns: string[]
  labels: string[]
  /** Files of each branch but the workflow branch: content and mode. */
  branches: Record<string, string[]>
  bundle: string[]
  releases: unknown[]
}

/** Which holds how many: twice the same comment, pull request or check run shows here as a difference. */
export async function readEndState(sandbox: Sandbox, playground: Playground, issue: number): Promise<EndState> {
  const [owner, name] = playground.repository.split('/')
  const repo = sandbox.world.repositories.find((one) => one.owner === owner && one.name === name)
  if (repo === undefined) throw new Error(`there is no ${playground.repository}`)
  return {
    state: await readState(playground, issue),
    threads: Object.fromEntries(repo.issues.map((one) => [nameOf(repo, one, issue), describeThread(one)])),
    pulls: Object.fromEntries(repo.pulls.map((one) => [one.head.ref, describePull(one)])),
    checkRuns: repo.checkRuns
      .map((one) => `${one.name} ${one.status} ${one.conclusion}: ${normaliseText(one.output.title ?? '')}`)
      .toSorted(),
    labels: repo.labels.map((label) => label.name).toSorted(),
    branches: await readBranches(playground),
    bundle: await listFiles(playground, 'refs/heads/countersign/workflow', 'workspace/deliverables'),
    releases: repo.releases.map(({ tagName, name: title, draft, body, assets }) => ({
      tag: normaliseText(tagName),
      title,
      draft,
      body: normaliseText(body ?? ''),
      assets: assets.map((asset) => asset.name).toSorted(),
    })),
  }
}

async function readState(playground: Playground, issue: number): Promise<Record<string, unknown>> {
  const record = await playground.record(issue)
  const paths = stateFilePaths(record)
  const files = {
    record: recordPath(issue),
    plan: paths.plan,
    execution: paths.execution,
    loop: paths.loop,
    session: sessionPaths(record.session_id).state,
  }
  const entries = Object.entries(files).map(async ([part, path]) => {
    const text = path === null ? null : await playground.readState(path).catch(() => null)
    return [part, text === null ? null : normalise(JSON.parse(text))] as const
  })

  return Object.fromEntries(await Promise.all(entries))
}

function describeThread(issue: Issue): unknown {
  return {
    title: normaliseText(issue.title),
    state: `${issue.state} ${issue.stateReason}`,
    labels: issue.labels.toSorted(),
    comments: issue.comments.map(
      ({ user, body, minimized, reactions }) =>
        `${user}${minimized === undefined ? '' : ' (folded)'}: ${normaliseText(body)} ${reactions.map((one) => `[${one.user} ${one.content}]`).join('')}`,
    ),
    reactions: issue.reactions.map((one) => `${one.user} ${one.content}`),
    blockedBy: issue.links?.blockedBy.length ?? 0,
    subIssues: issue.links?.subIssues.length ?? 0,
  }
}

function describePull(pull: Pull): unknown {
  return {
    into: pull.base.ref,
    draft: pull.draft,
    merged: pull.merged,
    asked: pull.requestedReviewers.toSorted(),
    reviews: pull.reviews.map((review) => `${review.user} ${review.state}: ${normaliseText(review.body)}`),
    comments: pull.reviewComments.map((one) => `${one.user}: ${normaliseText(one.body)}`),
  }
}

/** Numbers depend on who was first; a title or a branch doesn't. */
function nameOf(repo: Repository, one: Issue, issue: number): string {
  if (one.number === issue) return 'the issue'
  return repo.pulls.find((pull) => pull.number === one.number)?.head.ref ?? normaliseText(one.title)
}

async function readBranches(playground: Playground): Promise<Record<string, string[]>> {
  const refs = await readGit(playground.bareDir, ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags'])
  const names = refs.split('\n').filter((ref) => ref !== '' && ref !== 'refs/heads/countersign/workflow')
  const entries = names.map(async (ref) => [normaliseText(ref), await listFiles(playground, ref)] as const)

  return Object.fromEntries(await Promise.all(entries))
}

async function listFiles(playground: Playground, ref: string, below?: string): Promise<string[]> {
  const listing = await readGit(playground.bareDir, ['ls-tree', '-r', ref, ...(below === undefined ? [] : [below])])
  return listing
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [meta = '', path = ''] = line.split('\t')
      // The manifest names commits and reviews.
      return path.endsWith('manifest.json') ? path : `${path} ${meta}`
    })
}

/** What says how it came about, not what came of it. */
const passing = new Set(['applied', 'next_op', 'duration_ms', 'completed_actions', 'node_id'])

function normalise(value: unknown, key = ''): unknown {
  if (passing.has(key)) return undefined
  if (typeof value === 'string') return normaliseText(value)
  if (typeof value === 'number') return key === 'id' || key === 'number' ? '<number>' : value
  if (Array.isArray(value)) return value.map((one) => (key === 'comment_ids' ? '<number>' : normalise(one)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, normalise(one, name)]))
}

const passingWords: [RegExp, string][] = [
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)/g, '<time>'],
  [/\b\d{1,2} [A-Z][a-z]{2} \d{2}:\d{2}\b/g, '<time>'],
  // Of less than a second nothing is said.
  [/(?<=\b\d+ runs?) in \d+(?:\.\d+)? (?:s|min)(?: \d+ s)?/g, ''],
  [/\bin \d+(?:\.\d+)? s\b/g, 'in <duration>'],
  [/\b\d+ things looked at\b/g, '<count> things looked at'],
  [/(?<=commit \[?`)[0-9a-f]{7}(?=`)/g, '<sha>'],
  [/(?<=\[`)[0-9a-f]{7}(?=`\]\()/g, '<sha>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\bloop-v2-\d{8}-[0-9a-z]{6}\b/g, '<loop>'],
  [/\bcodex-issue-[\w-]+/g, '<session>'],
  [/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g, '<sha>'],
  [/http:\/\/127\.0\.0\.1:\d+/g, '<web>'],
  [/#\d+\b|\/(?:issues|pull)\/\d+/g, '<number>'],
  [/issuecomment-\d+|pullrequestreview-\d+|\bruns\/\d+/g, '<number>'],
  [/<!-- countersign:.*? -->/gs, '<mark>'],
  [/\bed25519:[\w-]+/g, '<key>'],
]

export function normaliseText(text: string): string {
  return passingWords.reduce((shorter, [pattern, word]) => shorter.replace(pattern, word), text)
}
