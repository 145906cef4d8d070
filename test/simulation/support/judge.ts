import { workflowBranch, type IssRecord } from '../../../src/domain/records/iss-record.ts'
import { sessionPaths } from '../../../src/application/state/session-files.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import type { LoopState } from '../../../src/domain/records/loop/loop-state.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import type { SessionState } from '../../../src/domain/records/session/session-state.ts'
import { sameContent } from '../../../src/domain/records/artifact.ts'
import { findRunFaults } from './find-run-faults.ts'
import { findMarker } from '../../../src/views/markdown/markers.ts'
import { ApprovedTree } from '../../e2e/support/replay/approved-tree.ts'
import { parseToldEvents } from '../../e2e/support/replay/allowed-steps.ts'
import { findLostLines, findProgressFaults } from '../../e2e/support/replay/find-progress-faults.ts'
import { findRelationFaults } from '../../e2e/support/replay/find-relation-faults.ts'
import { findAppliedFaults, findGateFaults, findStepFaults } from '../../e2e/support/replay/find-step-faults.ts'
import { findReviewFaults } from '../../e2e/support/replay/find-version-faults.ts'
import { parseStateFile } from '../../e2e/support/replay/parse-state-file.ts'
import { clock, type Owner } from './time/clock.ts'
import type { Commit, Git, TreeEntry } from './github/git.ts'
import { repositoryId } from './github/graphql.ts'
import { bot, type CheckRun, type Comment, type Pull, type Review, type User } from './github/github.ts'
import { findSessionFaults } from '../../support/work/find-session-faults.ts'
import type { IssueState } from './issue-state.ts'
import { heartbeatMs, passing } from './network/network.ts'
import { mac } from './simulated-process.ts'

interface Execution {
  owner: Owner
  /** Tells it from another of the same run. */
  request: object
}

/** Looks at everything that becomes visible at the moment it does, and says what must not be (design 2.8). */
export class Judge {
  readonly faults: string[] = []
  commits = 0
  readonly records = new Map<string, IssRecord>()
  readonly plans = new Map<string, Plan>()
  readonly executions = new Map<string, ExecutionRecord>()
  readonly #sessions = new Map<string, SessionState>()
  readonly #loops = new Map<string, LoopState>()
  readonly #progress = new Map<string, string>()
  readonly #applied = new Map<string, Set<string>>()
  readonly #reviewed = new Set<string>()
  readonly #approved = new Map<string, ApprovedTree>()
  /** Operations and runs that some commit owed. */
  readonly #owed = new Set<string>()
  readonly #marks = new Set<string>()
  /** Who executes a run right now. */
  readonly #executing = new Map<string, Execution>()
  readonly #tell: (line: string) => void

  constructor(tell: (line: string) => void) {
    this.#tell = tell
  }

  blame(invariant: string, what: string): void {
    this.faults.push(`${invariant}: ${what}`)
    this.#tell(`✗ ${invariant}: ${what}`)
  }

  stateOf(id: string): IssueState {
    const record = this.records.get(id)
    const planId = record?.plan_id ?? ''
    return { record, plan: this.plans.get(planId), execution: this.executions.get(planId) }
  }

  committed(git: Git, branch: string, before: string | undefined, commit: Commit, by: User): void {
    if (by !== bot) return
    if (!branch.startsWith('countersign/')) this.blame('I8', `the bot wrote ${branch}`)
    if (branch === workflowBranch) this.#lookAtState(git, before, commit)
    else this.#lookAtVersion(git, branch, before, commit)
  }

  #lookAtVersion(git: Git, branch: string, before: string | undefined, commit: Commit): void {
    if (before === undefined || branch.endsWith('/base')) return
    const last = git.get(before)
    if (last.sha !== commit.sha && last.treeSha === commit.treeSha && last.message === commit.message)
      this.blame('I1', `the same version was published twice on ${branch}`)
  }

  #lookAtState(git: Git, before: string | undefined, commit: Commit): void {
    this.commits += 1
    const [headline = ''] = commit.message.split('\n')
    const told = parseToldEvents(commit.message, 'ISS-001').map(({ task, what }) => `${task ?? ''} ${what}`.trim())
    this.#tell(`● ${headline} [${told.join(', ')}]`)
    if (commit.parents.join() !== (before ?? '')) this.blame('I3', `${headline} has other parents than the head before`)
    if (mac.judge({ repositoryId, parent: before ?? null, message: commit.message }) !== 'ours')
      this.blame('I3', `${headline} has no valid MAC`)
    const was = this.stateOf('ISS-001')
    const base = before === undefined ? new Map<string, TreeEntry>() : git.get(before).tree
    const changes = git.diff(base, commit.tree)
    for (const { path, before: old, after } of changes) {
      if (/^workspace\/(?:artifacts|reviews)\//.test(path) && old !== undefined)
        this.blame('I6', `${path} was changed or removed`)
      if (after === undefined || path.startsWith('workspace/') || path === foreignPath) continue
      const text = git.text(after.blob)
      this.#takeFile(path, text, commit, headline)
      this.#lookForGivenUp(path, text, headline)
    }
    this.#lookAtReviews(git, commit)
    this.#lookAtIntegration(git, headline)
    const is = this.stateOf('ISS-001')
    for (const [invariant, what] of findRunFaults(was, is, git)) this.blame(invariant, `${headline}: ${what}`)
    const { record, execution } = is
    if (execution !== undefined) {
      const plan = this.plans.get(execution.solution_id)
      if (plan === undefined) this.blame('I3', `${execution.solution_id} is worked on without a plan`)
      else this.#blameAll('I5', findGateFaults(plan, execution), headline)
    }
    if (record !== undefined) {
      const workDir = sessionPaths(record.session_id).state.replace(/\/state\.json$/, '')
      const loop = this.#loops.get(record.loop_id ?? '')
      const related = { session: this.#sessions.get(workDir), loop }
      this.#blameAll('I3', findRelationFaults(record, related), headline)
      const facts = { records: this.records, executions: this.executions, loops: this.#loops, progress: this.#progress }
      const paths = changes.map(({ path }) => path)
      this.#blameAll('I3', findProgressFaults(facts, paths), headline)
    }
  }

  /** What may pass is waited for: no state says that something failed by it. */
  #lookForGivenUp(path: string, text: string, headline: string): void {
    const found = passing.exec(text)
    if (found !== null) this.blame('I13', `${headline}: in ${path} something was given up for "${found[0]}"`)
  }

  #blameAll(invariant: string, faults: readonly string[], headline: string): void {
    for (const fault of faults) this.blame(invariant, `${headline}: ${fault}`)
  }

  #takeFile(path: string, text: string, commit: Commit, headline: string): void {
    try {
      const value = parseStateFile(path, text)
      switch (value.kind) {
        case 'record':
          return this.#takeRecord(value.record, headline)
        case 'plan':
          return void this.plans.set(value.plan.id, value.plan)
        case 'execution': {
          const { execution } = value
          const known = this.executions.get(execution.solution_id)
          this.executions.set(execution.solution_id, execution)
          return this.#blameAll(
            'I4',
            findStepFaults(known, execution, parseToldEvents(commit.message, 'ISS-001')),
            headline,
          )
        }
        case 'session':
          this.#sessions.set(value.session.work_dir, value.session)
          return this.#blameAll('I3', findSessionFaults(value.session), headline)
        case 'open sessions':
          return
        case 'loop':
          return void this.#loops.set(value.loop.loop_id, value.loop)
        case 'progress':
          this.#blameAll('I3', findLostLines(path, this.#progress.get(path) ?? '', value.text), headline)
          return void this.#progress.set(path, value.text)
        case 'other':
      }
    } catch (error) {
      this.blame('I3', `${headline}: ${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #takeRecord(record: IssRecord, headline: string): void {
    const seen = this.#applied.get(record.id) ?? new Set<string>()
    this.#applied.set(record.id, seen)
    this.#blameAll('I3', findAppliedFaults(this.records.get(record.id), record, seen), headline)
    this.records.set(record.id, record)
    for (const { op, action } of record.outbox) {
      this.#owed.add(op)
      if (action.kind === 'run_task') this.#owed.add(action.run_id)
    }
  }

  #lookAtReviews(git: Git, commit: Commit): void {
    for (const execution of this.executions.values()) {
      for (const review of execution.reviews) {
        if (this.#reviewed.has(review.review_id)) continue
        this.#reviewed.add(review.review_id)
        const files = new Map([...commit.tree].map(([path, { blob }]) => [path, blob]))
        const blobs = { get: (id: string) => (git.blobs.has(id) ? Buffer.from(git.bytes(id)) : undefined) }
        const faults = findReviewFaults(review, execution, { files, blobs: blobs as ReadonlyMap<string, Buffer> })
        for (const fault of faults) this.blame('I6', fault)
      }
    }
  }

  /** What the integration branch holds is, file by file, what was approved last. */
  #lookAtIntegration(git: Git, headline: string): void {
    for (const execution of this.executions.values()) {
      const known = this.#approved.get(execution.solution_id) ?? new ApprovedTree()
      this.#approved.set(execution.solution_id, known)
      const came = known.take(execution)
      const { commit_hash: head } = execution.execution_result
      if (came.length === 0 || head === null) continue
      const files = new Map([...git.get(head).tree].map(([path, { blob }]) => [path, blob]))
      const text = (blob: string) => new TextDecoder().decode(git.bytes(blob))
      this.#blameAll('I6', known.findFaults(execution, came, { files, text }), headline)
    }
  }

  commented({ body, user, number }: Comment): void {
    if (user !== bot) return
    if (passing.test(body)) this.blame('I13', `a comment says that something was given up: ${body}`)
    const marker = findMarker(body)
    if (marker === undefined) return this.blame('I1', `a comment of the bot in #${number} has no marker`)
    this.#mark(`comment ${marker.kind} ${marker.key}`)
    if (/^ISS-\d+\/\d+$/.test(marker.key) && !this.#owed.has(marker.key))
      this.blame('outbox', `${marker.key} was carried out before any commit owed it`)
  }

  reviewed(pull: Pull, { body, user }: Review): void {
    if (user !== bot) return
    const marker = findMarker(body)
    this.#mark(`review ${marker?.key ?? body} in #${pull.number}`)
    if (!this.#owed.has(marker?.key ?? '')) this.blame('outbox', `a verdict in #${pull.number} that no commit owed`)
  }

  reported({ name, externalId, conclusion }: CheckRun): void {
    this.#mark(`check run ${name} ${conclusion ?? 'waiting'} of review ${externalId}`)
  }

  #mark(mark: string): void {
    if (this.#marks.has(mark)) this.blame('I1', `${mark} is there twice`)
    this.#marks.add(mark)
  }

  opened(pull: Pull, by: User): void {
    if (by === bot && !pull.headRef.startsWith('countersign/')) this.blame('I8', `the bot opened #${pull.number}`)
  }

  /** Only what was approved is merged, and that very commit (I6). */
  merging(pull: Pull, by: User): void {
    if (by !== bot) return
    const isApproved = [...this.executions.values()].some((execution) => isApprovedHead(execution, pull.headSha))
    if (!isApproved)
      this.blame('I6', `#${pull.number} was merged at ${pull.headSha.slice(0, 7)}, which nobody approved`)
  }

  began(request: { runId: string }): void {
    const { runId } = request
    if (!this.#owed.has(runId)) this.blame('outbox', `run ${runId} began before any commit owed it`)
    const other = this.#executing.get(runId)?.owner
    if (other !== undefined && !other.isDead && !isNoticing(other))
      this.blame('I11', `run ${runId} is executed twice at once`)
    this.#executing.set(runId, { owner: clock.current, request })
  }

  ended(request: { runId: string }): void {
    if (this.#executing.get(request.runId)?.request === request) this.#executing.delete(request.runId)
  }

  get isExecuting(): boolean {
    return [...this.#executing.values()].some(({ owner }) => !owner.isDead)
  }

  hasApplied(id: string, key: string): boolean {
    return this.#applied.get(id)?.has(key) ?? false
  }
}

/** It stands still, or has just gone on and will see at its next heartbeat that its run is another's. */
function isNoticing({ stillUntilMs }: Owner): boolean {
  return clock.nowMs < stillUntilMs + heartbeatMs
}

/** The commit is a task's newest version, with the bytes of its approved one. */
function isApprovedHead(execution: ExecutionRecord, sha: string): boolean {
  const version = execution.artifacts.find(({ commit_sha }) => commit_sha === sha)
  const node = execution.nodes[version?.task ?? '']
  if (version === undefined || node?.kind !== 'ACTION' || node.active_artifact_id !== version.artifact_id) return false
  const approved = execution.artifacts.find(({ artifact_id }) => artifact_id === node.approved_artifact_id)
  return approved !== undefined && sameContent(approved, version)
}

/** What another worker writes in between: of no interest to anybody. */
export const foreignPath = '.workflow/foreign.json'
