import type { IssueMirror, MirroredTask, MirrorIssue } from '../../../application/ports/forge/issue-mirror.ts'
import {
  findMirrorIssues,
  isMirrorOf,
  type MirrorPlace,
  readKnown,
  readSubIssues,
  type MirrorMatch,
  type StandingIssue,
} from './find-mirror-issues.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { linkUnlessRefused, mirrorDependencies } from './mirror-dependencies.ts'

const mostSubIssues = 100

/** Tasks as sub-issues by the bot. Looks before it writes, since a write that answered 500 may have happened (design 3.8). */
export function createIssueMirror(client: InstallationClient, botLogin: string): IssueMirror {
  const turns = new Map<string, Promise<unknown>>()
  return {
    async sync(repository, parent, wanted, known) {
      const octokit = await client.octokit(repository)
      const place: MirrorPlace = { octokit, owner: repository.owner, repo: repository.name, parent, botLogin }
      // Two at once for one issue would both make what is missing.
      return takeTurn(turns, `${repository.key}#${parent}`, () => syncSubIssues(place, wanted, known))
    },
  }
}

/** Acts when whatever came before under that key has ended, well or not. */
async function takeTurn<T>(turns: Map<string, Promise<unknown>>, key: string, act: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(act, act)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}

async function syncSubIssues(
  place: MirrorPlace,
  wanted: readonly MirroredTask[],
  known: Readonly<Record<string, MirrorIssue>>,
): Promise<Record<string, MirrorIssue>> {
  const listed = await readSubIssues(place)
  const standing = await findMirrorIssues(place, listed, wanted, known)
  const fresh = await makeMissing(place, mostSubIssues - listed.length, wanted, standing)
  await settleAll(place, wanted, standing)
  const mirrored = wanted.flatMap(({ task }) => {
    const issue = standing.get(task)?.issue
    return issue === undefined ? [] : [[task, { number: issue.number, id: issue.id }] as const]
  })
  const kept = new Set(mirrored.map(([, issue]) => issue.id))
  const former = await findFormerIssue(place, listed, kept, known)
  for (const issue of former) {
    if (issue.state !== 'closed') await updateIssue(place, issue, stateChange(issue, 'not_planned'))
  }
  const ourIds = new Set([...kept, ...former.map(({ id }) => id)])
  await mirrorDependencies(place, { wanted, standing, fresh, ourIds })
  return Object.fromEntries(mirrored)
}

/**
 * Makes and links what isn't there, and puts it into `standing`; gives back the ids of the new issues. Beyond what
 * GitHub takes (`room`), tasks stay without a sub-issue; the plan comment has them all.
 */
async function makeMissing(
  place: MirrorPlace,
  room: number,
  wanted: readonly MirroredTask[],
  standing: Map<string, MirrorMatch>,
): Promise<Set<number>> {
  const made = new Set<number>()
  const lacking = wanted.filter(({ task }) => (standing.get(task)?.kind ?? 'found') === 'found')
  for (const task of lacking.slice(0, Math.max(0, room))) {
    const found = standing.get(task.task)
    const issue = found?.kind === 'found' ? found.issue : await createIssue(place, task)
    if (found === undefined) made.add(issue.id)
    await adopt(place, issue)
    standing.set(task.task, { kind: 'known', issue })
  }
  return made
}

async function createIssue({ octokit, owner, repo }: MirrorPlace, task: MirroredTask): Promise<StandingIssue> {
  const { title, body } = task
  return (await call('create a sub-issue', () => octokit.rest.issues.create({ owner, repo, title, body }))).data
}

async function adopt({ octokit, owner, repo, parent }: MirrorPlace, issue: MirrorIssue): Promise<void> {
  const link = { owner, repo, issue_number: parent, sub_issue_id: issue.id }
  await linkUnlessRefused('add a sub-issue', () => octokit.rest.issues.addSubIssue(link))
}

/** Title, text and state, in one write an issue and only where something differs. */
async function settleAll(
  place: MirrorPlace,
  wanted: readonly MirroredTask[],
  standing: ReadonlyMap<string, MirrorMatch>,
): Promise<void> {
  for (const task of wanted) {
    const found = standing.get(task.task)
    if (found === undefined || found.kind === 'gone') continue
    const { issue } = found
    const change = { ...textChange(issue, task), ...stateChange(issue, task.closedAs) }
    if (Object.keys(change).length > 0) await updateIssue(place, issue, change)
  }
}

interface Change {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  state_reason?: 'completed' | 'not_planned'
}

function textChange(issue: StandingIssue, { title, body }: MirroredTask): Change {
  return {
    ...(issue.title === title ? {} : { title }),
    // The browser's editor writes CRLF.
    ...(issue.body?.replaceAll('\r\n', '\n') === body ? {} : { body }),
  }
}

function stateChange(issue: StandingIssue, closedAs: MirroredTask['closedAs']): Change {
  if (closedAs === null) return issue.state === 'open' ? {} : { state: 'open' }
  if (issue.state === 'closed' && issue.state_reason === closedAs) return {}
  return { state: 'closed', state_reason: closedAs }
}

async function updateIssue(place: MirrorPlace, { number }: MirrorIssue, change: Change): Promise<void> {
  const { octokit, owner, repo } = place
  await call('update a sub-issue', () => octokit.rest.issues.update({ owner, repo, issue_number: number, ...change }))
}

/** Issues of tasks that are no longer wanted: those known, and what a call that failed may have left. */
async function findFormerIssue(
  place: MirrorPlace,
  listed: readonly StandingIssue[],
  kept: ReadonlySet<number>,
  known: Readonly<Record<string, MirrorIssue>>,
): Promise<StandingIssue[]> {
  const former = listed.filter((issue) => !kept.has(issue.id) && isMirrorOf(place, issue))
  const unlisted = Object.values(known).filter(({ id }) => !kept.has(id) && !former.some((issue) => issue.id === id))
  for (const told of unlisted) {
    const found = await readKnown(place, listed, told)
    if (found.kind !== 'gone') former.push(found.issue)
  }
  return former
}
