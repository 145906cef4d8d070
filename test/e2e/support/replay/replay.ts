import { sessionPaths, sessionsDir } from '../../../../src/application/state/session-files.ts'
import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../../src/domain/records/iss-record.ts'
import type { LoopState } from '../../../../src/domain/records/loop/loop-state.ts'
import { hashPlan } from '../../../../src/domain/plan/plan-hash.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import type { SessionState } from '../../../../src/domain/records/session/session-state.ts'
import type { Sandbox } from 'github-sandbox'
import type { GitObjects } from '../git/git-objects.ts'
import type { Playground } from '../playground.ts'
import type { History, HistoryCommit } from '../git/read-history.ts'
import { findSessionFaults } from '../../../support/work/find-session-faults.ts'
import { parseToldEvents } from './allowed-steps.ts'
import { findRelationFaults, findRestFaults } from './find-relation-faults.ts'
import { ApprovedTree } from './approved-tree.ts'
import { findLostLines, findProgressFaults } from './find-progress-faults.ts'
import { findSealFaults } from './find-seal-faults.ts'
import { findAppliedFaults, findGateFaults, findStepFaults } from './find-step-faults.ts'
import { findArtifactFaults, findReviewFaults, findStrayFiles } from './find-version-faults.ts'
import { parseStateFile, type StateValue } from './parse-state-file.ts'

/** What the branch says at one commit, kept up to date commit by commit. */
export interface Replay {
  objects: GitObjects
  trust: { secret: string; isVerified: (sha: string) => boolean }
  blobs: History['blobs']
  last: HistoryCommit | undefined
  files: Map<string, string>
  records: Map<string, IssRecord>
  plans: Map<string, Plan>
  executions: Map<string, ExecutionRecord>
  sessions: Map<string, SessionState>
  /** Ids in the index. */
  openSessions: string[]
  loops: Map<string, LoopState>
  /** Texts of pages and logs of loops, by path. */
  progress: Map<string, string>
  appliedKeys: Map<string, Set<string>>
  /** Versions and reviews that were looked at when they were added; nothing changes them. */
  looked: Set<string>
  /** By plan. */
  approved: Map<string, ApprovedTree>
}

/** Before the first commit of a repository's workflow branch. */
export function startReplay(sandbox: Sandbox, repository: string, objects: GitObjects): Replay {
  const [owner, name] = repository.split('/')
  const repo = sandbox.world.repositories.find((one) => one.owner === owner && one.name === name)
  return {
    objects,
    trust: {
      secret: sandbox.app.webhookSecret,
      isVerified: (sha) => repo?.verifiedCommits?.includes(sha) ?? false,
    },
    blobs: new Map(),
    last: undefined,
    files: new Map(),
    records: new Map(),
    plans: new Map(),
    executions: new Map(),
    sessions: new Map(),
    openSessions: [],
    loops: new Map(),
    progress: new Map(),
    appliedKeys: new Map(),
    looked: new Set(),
    approved: new Map(),
  }
}

/**
 * The next commits of the workflow branch, oldest first: sealed by the App, valid under its schemas, legal transitions
 * only, versions and verdicts added and never changed (I3, I4, I5, I6). One sentence for each fault.
 */
export async function replayCommits(replay: Replay, history: History): Promise<string[]> {
  const faults: string[] = []
  for (const [id, bytes] of history.blobs) replay.blobs.set(id, bytes)
  for (const commit of history.commits) {
    const found = [
      ...findSealFaults(commit, replay.last, replay.trust),
      ...applyFiles(replay, commit),
      ...(await lookAtVersions(replay, commit)),
      ...(await lookAtIntegration(replay)),
      ...lookAtWhole(replay),
      ...findProgressFaults(
        replay,
        commit.changes.map(({ path }) => path),
      ),
    ]
    replay.last = commit
    faults.push(...found.map((fault) => `${commit.sha.slice(0, 7)} (${commit.message.split('\n')[0]}): ${fault}`))
  }
  return faults
}

/** A whole history, and that nothing is owed at its end. */
export async function findReplayFaults(
  sandbox: Sandbox,
  playground: Pick<Playground, 'repository'>,
  history: History,
  objects: GitObjects,
): Promise<string[]> {
  const replay = startReplay(sandbox, playground.repository, objects)
  const faults = await replayCommits(replay, history)
  return [...faults, ...[...replay.records.values()].flatMap((record) => findRestFaults(record))]
}

function applyFiles(replay: Replay, commit: HistoryCommit): string[] {
  const faults: string[] = []
  for (const { path, before, after, mode } of commit.changes) {
    const kept = /^workspace\/(?:artifacts|reviews)\//.test(path)
    if (kept && before !== null) faults.push(`${path} was changed or removed`)
    if (after === null) {
      replay.files.delete(path)
      continue
    }
    replay.files.set(path, after)
    if (mode !== '100644' && !path.startsWith('workspace/')) faults.push(`${path} has mode ${mode}`)
    try {
      const value = parseStateFile(path, (replay.blobs.get(after) ?? Buffer.alloc(0)).toString('utf8'))
      faults.push(...applyValue(replay, value, commit, path))
    } catch (error) {
      faults.push(`${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return faults
}

function applyValue(replay: Replay, value: StateValue, commit: HistoryCommit, path: string): string[] {
  switch (value.kind) {
    case 'record': {
      const { record } = value
      const seen = replay.appliedKeys.get(record.id) ?? new Set<string>()
      replay.appliedKeys.set(record.id, seen)
      const faults = findAppliedFaults(replay.records.get(record.id), record, seen)
      replay.records.set(record.id, record)
      return faults
    }
    case 'plan': {
      const known = replay.plans.get(value.plan.id)
      replay.plans.set(value.plan.id, value.plan)
      const faults = hashPlan(value.plan) === value.plan.hash ? [] : [`${value.plan.id} has another hash than it says`]
      // Until it is approved a plan may be revised (`/split`, `/assign`).
      const mayDiffer = known === undefined || !replay.executions.has(value.plan.id)
      // One that another plan took the place of is bound no more.
      const kept = known === undefined || value.plan.is_bound ? known : { ...known, is_bound: false }
      const same = mayDiffer || JSON.stringify(kept) === JSON.stringify(value.plan)
      return same ? faults : [...faults, `${value.plan.id} was changed after its approval`]
    }
    case 'execution': {
      const { execution } = value
      const known = replay.executions.get(execution.solution_id)
      replay.executions.set(execution.solution_id, execution)
      return findStepFaults(known, execution, parseToldEvents(commit.message, issueIdOf(execution)))
    }
    case 'session':
      replay.sessions.set(value.session.work_dir, value.session)
      return findSessionFaults(value.session).map((fault) => `${value.session.work_dir}: ${fault}`)
    case 'open sessions':
      replay.openSessions = value.ids
      return []
    case 'loop':
      replay.loops.set(value.loop.loop_id, value.loop)
      return []
    case 'progress': {
      const faults = findLostLines(path, replay.progress.get(path) ?? '', value.text)
      replay.progress.set(path, value.text)
      return faults
    }
    case 'other':
      return []
  }
}

/** `ISS-007` of `SOL-ISS-007-1`. */
function issueIdOf({ solution_id }: ExecutionRecord): string {
  return solution_id.replace(/^SOL-/, '').replace(/-\d+$/, '')
}

async function lookAtVersions(replay: Replay, commit: HistoryCommit): Promise<string[]> {
  const faults: string[] = []
  for (const execution of replay.executions.values()) {
    for (const [index, artifact] of execution.artifacts.entries()) {
      if (replay.looked.has(artifact.artifact_id)) continue
      replay.looked.add(artifact.artifact_id)
      faults.push(...(await findArtifactFaults(replay.objects, artifact, execution.artifacts.slice(0, index), replay)))
    }
    for (const review of execution.reviews) {
      if (replay.looked.has(review.review_id)) continue
      replay.looked.add(review.review_id)
      faults.push(...findReviewFaults(review, execution, replay))
    }
  }
  const added = commit.changes.map(({ path }) => path).filter((path) => /^workspace\/(artifacts|reviews)\//.test(path))
  return [...faults, ...findStrayFiles(added, [...replay.executions.values()])]
}

/** The integration branch of each plan, as its record has it. */
async function lookAtIntegration({ objects, executions, approved }: Replay): Promise<string[]> {
  const faults: string[] = []
  for (const execution of executions.values()) {
    const known = approved.get(execution.solution_id) ?? new ApprovedTree()
    approved.set(execution.solution_id, known)
    const came = known.take(execution)
    const commit = await objects.findCommit(execution.execution_result.commit_hash ?? '')
    if (came.length === 0 || commit === undefined) continue
    const blobs = new Set(execution.artifacts.flatMap(({ files }) => files.flatMap(({ blob }) => blob ?? [])))
    const texts = new Map<string, string | undefined>()
    for (const blob of blobs) texts.set(blob, (await objects.find(blob))?.bytes.toString('utf8'))
    const files = new Map([...(await objects.listFiles(commit.tree))].map(([path, { blob }]) => [path, blob]))
    faults.push(...known.findFaults(execution, came, { files, text: (blob) => texts.get(blob) }))
  }
  return faults
}

function lookAtWhole(replay: Replay): string[] {
  const faults: string[] = []
  for (const execution of replay.executions.values()) {
    const plan = replay.plans.get(execution.solution_id)
    if (plan === undefined) faults.push(`${execution.solution_id} is worked on without a plan`)
    else faults.push(...findGateFaults(plan, execution))
  }
  const open = [...replay.sessions.values()].flatMap((one) => (one.status === 'completed' ? [] : [one.work_dir]))
  const indexed = replay.openSessions.map((id) => `${sessionsDir}/${id}`)
  if (open.toSorted().join() !== indexed.join())
    faults.push(`open are ${open.join()}, the index says ${indexed.join()}`)
  for (const record of replay.records.values()) {
    const workDir = sessionPaths(record.session_id).state.replace(/\/state\.json$/, '')
    const session = replay.sessions.get(workDir)
    const loop = replay.loops.get(record.loop_id ?? '')
    faults.push(...findRelationFaults(record, { session, loop }))
  }
  return faults
}
