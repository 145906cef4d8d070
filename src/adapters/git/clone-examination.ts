import { checkHeld } from '../../application/doctor/check-held.ts'
import type { Examination } from '../../application/ports/forge/examination.ts'
import type { StateReader } from '../../application/ports/state/state-reader.ts'
import { findSession, sessionPaths } from '../../application/state/session-files.ts'
import { branchAt, type SeenHead } from '../../domain/doctor/doctor-facts.ts'
import type { DoctorQuestions } from '../../domain/doctor/doctor-questions.ts'
import { workflowBranch } from '../../domain/records/iss-record.ts'
import { type HistoryTrust, judgeHistory } from '../../domain/records/seal/judge-history.ts'
import type { SessionState } from '../../domain/records/session/session-state.ts'
import type { ClonedRepository, RunGit } from './cloned-repository.ts'
import { readWorkflowHistory } from './workflow-history.ts'
import { recordText } from '../../domain/language/message.ts'

/**
 * The doctor's eyes on a clone: plain git and no key. Pull requests, labels and comments are not in it, and of commits
 * only what branches lead to. `trust` is what tells the App's commits from others.
 */
export function createCloneExamination(
  { git, reader }: Pick<ClonedRepository, 'git' | 'reader'>,
  trust: HistoryTrust,
): Examination {
  return {
    reads: 'everything',

    async lookAround(_repository, questions) {
      const branches = await listBranches(git, questions.branchPrefix)
      const commits = new Map<string, { tree: string }>()
      for (const sha of questions.commits) {
        const tree = await reader.findTree(sha)
        // One that no branch leads to is not in a clone, though GitHub may still have it.
        if (tree !== undefined) commits.set(sha, { tree })
      }
      const head = await reader.findHead(workflowBranch)
      return {
        head: await readSeenHead(git, head, trust),
        session: head === undefined ? null : await readSession(reader, head, questions.sessionId),
        branches,
        commits,
        contains: await readContains(git, questions, branches),
        integration: await checkHeld(reader, questions, branches),
        pulls: null,
        issue: null,
        comments: null,
      }
    },

    async listFiles(_repository, commit, folders) {
      const wanted = new Set(folders)
      const files = await reader.listFiles(commit, 'workspace')
      return files.filter((file) => wanted.has(file.path.split('/').slice(0, 3).join('/')))
    },

    async readFiles(_repository, _commit, files) {
      const bytes = new Map<string, Uint8Array>()
      for (const { path, blob } of files) bytes.set(path, await reader.readBlob(blob))
      return bytes
    },
  }
}

async function readSession(reader: StateReader, commit: string, sessionId: string): Promise<SessionState | null> {
  const { state: path } = sessionPaths(sessionId)
  const file = await reader.findFile(commit, path)
  if (file === undefined) return null
  const text = new TextDecoder().decode(await reader.readBlob(file.blob))
  return findSession((one) => (one === path ? text : null), sessionId)?.state ?? null
}

async function listBranches(git: RunGit, prefix: string): Promise<Map<string, string>> {
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', `refs/heads/${prefix}`])
  const rows = stdout.toString('utf8').split('\n').filter(Boolean)
  return new Map(rows.map((row) => [row.slice(41).replace(/^refs\/heads\//, ''), row.slice(0, 40)]))
}

async function readContains(
  git: RunGit,
  { kept }: DoctorQuestions,
  branches: ReadonlyMap<string, string>,
): Promise<Map<string, boolean>> {
  const contains = new Map<string, boolean>()
  for (const { branch, sha } of kept) {
    const head = branches.get(branch)
    if (head === undefined || head === sha) continue
    const { exitCode } = await git(['merge-base', '--is-ancestor', sha, head])
    contains.set(branchAt(branch, sha), exitCode === 0)
  }
  return contains
}

/** Every commit of the workflow branch is looked at, and the oldest that isn't the App's is named. */
async function readSeenHead(git: RunGit, head: string | undefined, trust: HistoryTrust): Promise<SeenHead | null> {
  if (head === undefined) return null
  const { fault, vouched } = judgeHistory(await readWorkflowHistory(git, head), trust)
  if (fault !== null) return { sha: fault.sha, seal: 'broken', why: fault.why }
  switch (vouched) {
    case 'yes':
      return { sha: head, seal: 'holds', why: '' }
    case 'no':
    case 'other_key':
      return { sha: head, seal: 'broken', why: 'is not signed with the key that was given' }
    case 'unsigned':
      return trust.keys === null
        ? {
            sha: head,
            seal: 'not_checked',
            why: recordText('who made the commits (they are not signed, and STATE_SECRET is not set)'),
          }
        : { sha: head, seal: 'broken', why: 'is not signed' }
    case 'key_not_given':
      return {
        sha: head,
        seal: 'not_checked',
        why: recordText('whether the key that signed the commits is the App’s (give --public-key)'),
      }
  }
}
