import { artifactDir } from '../../../src/domain/records/artifact.ts'
import type { LoopState } from '../../../src/domain/records/loop/loop-state.ts'
import { verdictPath } from '../../../src/domain/records/review.ts'
import type { SessionState } from '../../../src/domain/records/session/session-state.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildCriterion,
  buildExecution,
  buildPlan,
  buildReceipt,
  buildRecord,
  buildReview,
  buildTask,
  buildValidation,
} from '../builders.ts'
import { buildTuning } from './build-tuning.ts'
import { buildHypothesis, buildSkillState } from '../loop/build-skill-state.ts'

/** An issue with this text in every place where people, agents and commands can put one, and its files. */
export function buildHostileWork(evil: string): { work: Work; files: Record<string, string> } {
  const at = '2026-11-21T03:20:00Z'
  const criterion = buildCriterion({ statement: evil, command: evil })
  const spec = { ...buildTask().deliverable_spec, description: evil }
  const task = buildTask({
    id: 'T1',
    title: evil,
    description: evil,
    implementation: [evil],
    feasibility_note: evil,
    deliverable_spec: spec,
    acceptance_criteria: [criterion],
  })
  const file = buildArtifactFile({ path: `docs/"><script>alert(1)</script>.md` })
  const artifact = buildArtifact(task, { files: [file], by: { kind: 'executor', name: evil } })
  const found = [{ id: criterion.id, result: 'fail' as const, evidence: evil, judge: evil }]
  const review = buildReview(task, artifact, { why: [evil], to_change: [evil], reviewer: evil, criteria: found })
  const plan = buildPlan({ tasks: [task], description: evil, notes: [evil] })
  const loopId = 'loop-v2-20261121-abcdef'
  const tuning = buildTuning(evil)
  const record = buildRecord({
    loop_id: loopId,
    plan_hash: plan.hash,
    frozen: { ...buildRecord().frozen, title: evil, body: evil, author: evil },
    guidance: evil,
    paused: { by: evil, at, why: evil },
    exports: [{ tag: evil, url: 'javascript:alert(1)', manifest_sha256: 'a'.repeat(64), at: evil }],
    trail: [{ at: evil, text: evil, by: evil }],
    tuning: tuning.record,
  })
  const hypothesis = buildHypothesis({ description: evil, logging_point: evil, verdict_reason: evil })
  const {
    validation_id,
    analysis_id,
    hypotheses: _,
    models: __,
    ...findings
  } = buildValidation({
    passed: false,
    summary: evil,
    failed_tests: [evil],
    flaky_tests: [evil],
  })
  const { commit_sha, tree_sha, artifact_id } = artifact
  const execution = buildExecution(
    plan,
    { T1: { state: 'WAITING_EXTERNAL', reason: evil, waiting_for: { kind: 'decision', who: [evil], what: evil } } },
    {
      artifacts: [artifact],
      reviews: [review],
      receipts: [buildReceipt(task, { executor: evil })],
      validations: [{ ...findings, validation_id, analysis_id, at, task: 'T1', artifact_id, commit_sha, tree_sha }],
      test_waivers: [{ test: evil, by: evil, why: evil, at }],
      analyses: [{ analysis_id, iteration: 1, task: 'T1', at, failing_tests: [evil], hypotheses: [hypothesis] }],
    },
  )
  const loop: LoopState = {
    schema_version: 1,
    loop_id: loopId,
    title: evil,
    description: evil,
    max_iterations: 10,
    status: 'failed',
    current_iteration: 1,
    created_at: at,
    updated_at: at,
    failure_reason: evil,
    skill_state: buildSkillState({ errors: [{ action: evil, message: evil, timestamp: evil }] }),
  }
  const session: SessionState = {
    schema_version: 1,
    status: 'running',
    phase: 'executing',
    work_dir: evil,
    issues: {},
    queue: [],
    completed_actions: [],
    context: { total_issues: 1, completed_count: 0, failed_count: 1 },
    errors: [{ action: evil, message: evil, timestamp: evil }],
    created_at: at,
    updated_at: at,
  }
  const files = {
    [`${artifactDir(artifact)}/${file.path}`]: evil,
    [verdictPath(review)]: evil,
    '.workflow/.scratchpad/codex-issue-20261121T032000Z/state.json': JSON.stringify(session),
  }
  return { work: { record, plan, execution, loop, tuning: tuning.state }, files }
}
