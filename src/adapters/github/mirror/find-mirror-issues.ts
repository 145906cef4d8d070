import type { GitHubOctokit } from '../client/installation-client.ts'
import type { MirroredTask, MirrorIssue } from '../../../application/ports/forge/issue-mirror.ts'
import { findMarker } from '../../../views/markdown/markers.ts'
import { call, statusOf } from '../client/github-fault.ts'

/** Below which issue of which repository tasks are mirrored, and who we are there. */
export interface MirrorPlace {
  octokit: GitHubOctokit
  owner: string
  repo: string
  parent: number
  botLogin: string
}

/** What is read of an issue. */
export interface StandingIssue extends MirrorIssue {
  title: string
  body?: string | null | undefined
  state: string
  state_reason?: string | null | undefined
  user: { login: string } | null
  repository_url: string
  issue_dependencies_summary?: { total_blocked_by: number } | undefined
}

/** `found`: made by an earlier try that didn't get as far as telling; `gone`: somebody deleted or transferred it. */
export type MirrorMatch = { kind: 'known' | 'found'; issue: StandingIssue } | { kind: 'gone'; issue: MirrorIssue }

const perPage = 100
/** An earlier try is recent; more of our newest issues and pull requests than this are not looked through. */
const mostPages = 3

/** The sub-issues of the parent, whoever made them; GitHub allows no more than one page of them. */
export async function readSubIssues({ octokit, owner, repo, parent }: MirrorPlace): Promise<StandingIssue[]> {
  const target = { owner, repo, issue_number: parent, per_page: perPage }
  const answer = await call('read sub-issues', () => octokit.rest.issues.listSubIssues(target))
  return answer.data
}

/** The issues that stand for the wanted tasks already; a task without an entry has none. */
export async function findMirrorIssues(
  place: MirrorPlace,
  listed: readonly StandingIssue[],
  wanted: readonly MirroredTask[],
  known: Readonly<Record<string, MirrorIssue>>,
): Promise<Map<string, MirrorMatch>> {
  const standing = new Map<string, MirrorMatch>()
  for (const { task, mark } of wanted) {
    const told = known[task]
    if (told !== undefined) standing.set(task, await readKnown(place, listed, told))
    else {
      const issue = listed.find((one) => isMarked(place, one, mark))
      if (issue !== undefined) standing.set(task, { kind: 'known', issue })
    }
  }
  const missing = wanted.filter(({ task }) => !standing.has(task))
  const recent = missing.length === 0 ? [] : await readNewest(place)
  for (const { task, mark } of missing) {
    const issue = recent.find((one) => isMarked(place, one, mark))
    if (issue !== undefined) standing.set(task, { kind: 'found', issue })
  }
  return standing
}

/** An issue that an earlier call gave back; a person may have taken it out of the parent's list, or deleted it. */
export async function readKnown(
  place: MirrorPlace,
  listed: readonly StandingIssue[],
  told: MirrorIssue,
): Promise<MirrorMatch> {
  const issue = listed.find((one) => one.id === told.id) ?? (await findIssue(place, told.number))
  // A transferred issue gets another id, and what others wrote is not ours to change (I8).
  return issue?.id === told.id && isOurMirror(place, issue) ? { kind: 'known', issue } : { kind: 'gone', issue: told }
}

async function findIssue(place: MirrorPlace, number: number): Promise<StandingIssue | undefined> {
  const { octokit, owner, repo } = place
  try {
    return (await octokit.rest.issues.get({ owner, repo, issue_number: number })).data
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 410) return undefined
    return call('read a sub-issue', () => Promise.reject(error))
  }
}

async function readNewest({ octokit, owner, repo, botLogin }: MirrorPlace): Promise<StandingIssue[]> {
  const newest: StandingIssue[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await call('look for sub-issues of an earlier try', () =>
      octokit.rest.issues.listForRepo({ owner, repo, creator: botLogin, state: 'all', per_page: perPage, page }),
    )
    newest.push(...answer.data)
    if (answer.data.length < perPage) break
  }
  return newest
}

/** Whether it is a task of that parent, of whichever plan: the App opens no other issues. */
export function isMirrorOf(place: MirrorPlace, issue: StandingIssue): boolean {
  const key = findMarker(issue.body ?? '')?.key ?? ''
  return isOurMirror(place, issue) && Number(/^SOL-ISS-(\d+)-\d+\//.exec(key)?.[1]) === place.parent
}

/** Anybody can copy a marker with its MAC: it counts only in what the bot wrote, and in this repository. */
function isMarked(place: MirrorPlace, issue: StandingIssue, mark: string): boolean {
  return isOurMirror(place, issue) && issue.body?.startsWith(mark) === true
}

function isOurMirror({ owner, repo, botLogin }: MirrorPlace, issue: StandingIssue): boolean {
  const here = issue.repository_url.toLowerCase().endsWith(`/repos/${owner}/${repo}`.toLowerCase())
  return here && issue.user?.login === botLogin
}
