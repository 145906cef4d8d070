import { type ModelUse, noModelUse } from '../../src/domain/models/model-use.ts'
import type { AgentReceipt } from '../../src/domain/records/receipts/agent-receipt.ts'
import type { ReleaseOrigin } from '../../src/views/bundle/release-notes.ts'
import type { Validation } from '../../src/domain/records/loop/validation.ts'
import type { TestResult } from '../../src/domain/records/loop/loop-state.ts'
import { v5 as uuidV5 } from 'uuid'
import type { AcceptanceCriterion } from '../../src/domain/plan/acceptance-criterion.ts'
import type { Artifact, ArtifactFile } from '../../src/domain/records/artifact.ts'
import { ConfigurationSchema, type Configuration } from '../../src/domain/configuration/configuration.ts'
import { deliverablePath } from '../../src/domain/plan/deliverable-spec.ts'
import type { ExecutionRecord, Receipt } from '../../src/domain/records/execution-record.ts'
import { issId, workBranch, type IssRecord } from '../../src/domain/records/iss-record.ts'
import type { ActionNode, CheckNode, GoalNode, NodeState } from '../../src/domain/records/node-state.ts'
import type { Check, Edge, Goal, Plan } from '../../src/domain/plan/plan.ts'
import type { Review } from '../../src/domain/records/review.ts'
import type { Task } from '../../src/domain/plan/task.ts'

const namespace = '6f1f3d52-0c0e-4f53-9b3e-0d1f8f0b7c11'
const startedAt = '2026-11-21T03:12:00Z'

/** A UUID that is the same for the same name; artifacts, reviews and tasks of tests are told apart by it. */
export function testUuid(name: string): string {
  return uuidV5(name, namespace)
}

/** Forty hex digits that are the same for the same name: a commit, tree or blob id. */
export function testSha(name: string): string {
  const hex = (part: string) => testUuid(`${part}:${name}`).replaceAll('-', '')
  return (hex('a') + hex('b')).slice(0, 40)
}

/** Sixty-four hex digits that are the same for the same name. */
export function testSha256(name: string): string {
  const hex = (part: string) => testUuid(`${part}:${name}`).replaceAll('-', '')
  return hex('c') + hex('d')
}

/** Short id of the CHECK of an ACTION: `C3.1` of `T3.1`. */
export function checkIdOf(taskId: string): string {
  return `C${taskId.slice(1)}`
}

export function buildCriterion(overrides: Partial<AcceptanceCriterion> = {}): AcceptanceCriterion {
  return {
    id: 'AC-1',
    type: 'structure',
    statement: '`src/auth.ts` exists',
    check_method: 'static_check',
    severity: 'blocker',
    target: 'src/auth.ts',
    check: 'exists',
    ...overrides,
  }
}

/** An ACTION, `T1` unless said otherwise; its `acceptance` repeats the statements of its criteria. */
export function buildTask(overrides: Partial<Task> = {}): Task {
  const id = overrides.id ?? 'T1'
  const file = `task-${id.slice(1)}.ts`
  const criteria = overrides.acceptance_criteria ?? [
    buildCriterion({ statement: `src/${file} exists`, target: `src/${file}` }),
  ]
  const estimated = overrides.estimated_person_days ?? 0.5
  return {
    id,
    task_id: testUuid(`task:${id}`),
    title: `Write part ${id.slice(1)}`,
    action: 'Create',
    scope: `src/${file}`,
    description: `Part ${id.slice(1)} of the change.`,
    modification_points: [{ file: `src/${file}`, target: 'whole file', change: 'write it' }],
    implementation: ['Write the file', 'Run the tests'],
    test: { commands: [], unit: [], integration: [] },
    acceptance: { criteria: criteria.map((criterion) => criterion.statement), verification: [] },
    acceptance_criteria: criteria,
    deliverable_spec: {
      format: 'typescript',
      filename: file,
      output_dir: 'src/',
      single_file: true,
      bundle_mode: 'NONE',
      description: `The file of part ${id.slice(1)}`,
    },
    depends_on: [],
    estimated_minutes: Math.round(estimated * 8 * 60),
    estimated_person_days: estimated,
    estimate_from: 'plan',
    priority: 3,
    executor: 'codex',
    one_shot_pass: null,
    feasibility_note: null,
    work: [],
    ...overrides,
  }
}

/** T1 → T2 → T3 of ISS-007 unless other tasks are given; goals, checks and edges follow from the tasks. */
export function buildPlan(overrides: Partial<Plan> = {}): Plan {
  const tasks = overrides.tasks ?? [
    buildTask({ id: 'T1' }),
    buildTask({ id: 'T2', depends_on: ['T1'] }),
    buildTask({ id: 'T3', depends_on: ['T2'] }),
  ]
  return {
    schema_version: 1,
    id: 'SOL-ISS-007-1',
    issue_id: 'ISS-007',
    description: 'Return early when the token has expired, say so in the response, and document it.',
    strategy_type: 'bugfix',
    created_at: startedAt,
    exploration_context: { relevant_files: ['src/auth.ts'], patterns: '', integration_points: '' },
    analysis: { risk: 'low', impact: 'medium', complexity: 'low' },
    score: null,
    score_parts: [],
    is_bound: false,
    tasks,
    goals: goalsOf(tasks),
    checks: tasks.map(buildCheck),
    edges: edgesOf(tasks),
    source: { issue_number: 7, text_sha256: testSha256('issue'), comment_ids: [], removed: 0 },
    planner: 'outline',
    rounds: [],
    notes: [],
    hash: testSha256(`plan:${tasks.map((task) => task.id).join()}`),
    ...overrides,
  }
}

export function buildCheck(task: Pick<Task, 'id' | 'task_id'>): Check {
  const id = checkIdOf(task.id)
  return {
    id,
    task_id: testUuid(`task:${id}`),
    review_target_task_id: task.task_id,
    review_output_spec: 'APPROVED.md|REJECTED.md',
    reviewer: 'rules',
  }
}

function parentOf(taskId: string): string {
  const dot = taskId.lastIndexOf('.')
  return dot === -1 ? 'G0' : taskId.slice(0, dot)
}

function splitParents(tasks: readonly Task[]): string[] {
  const parents = new Set<string>()
  for (const task of tasks) {
    for (let parent = parentOf(task.id); parent !== 'G0'; parent = parentOf(parent)) parents.add(parent)
  }
  return [...parents].toSorted()
}

function goalsOf(tasks: readonly Task[]): Goal[] {
  const root: Goal = {
    id: 'G0',
    task_id: testUuid('task:G0'),
    title: 'Refuse expired tokens',
    root_acceptance_criteria: [
      {
        id: 'RC-1',
        statement: 'Expired tokens are refused',
        source_line: 3,
        covered_by: [`${tasks[0]?.id ?? 'T1'}/AC-1`],
      },
    ],
    final_deliverable_spec: {
      mode: 'PASS_THROUGH',
      include_children: tasks.map((task) => task.id),
      assemble_task_id: null,
      output: {
        format: 'files',
        filename: 'bundle',
        output_dir: 'workspace/deliverables/',
        single_file: false,
        bundle_mode: 'MANIFEST',
        files: ['**'],
        description: '',
      },
    },
  }
  return [root, ...splitParents(tasks).map((id) => ({ id, task_id: testUuid(`task:${id}`), title: `Part ${id}` }))]
}

function edgesOf(tasks: readonly Task[]): Edge[] {
  const nodes = [...splitParents(tasks), ...tasks.map((task) => task.id)]
  return [
    ...nodes.map((id): Edge => ({ type: 'DECOMPOSE', from: parentOf(id), to: id })),
    ...tasks.flatMap((task) => task.depends_on.map((from): Edge => ({ type: 'DEPENDS_ON', from, to: task.id }))),
  ]
}

/** ISS-007 of `octo/widgets`, working on an approved SOL-ISS-007-1. */
export function buildRecord(overrides: Partial<IssRecord> = {}): IssRecord {
  const number = overrides.number ?? 7
  const planId = `SOL-${issId(number)}-1`
  const hash = overrides.plan_hash ?? buildPlan().hash
  return {
    schema_version: 1,
    id: issId(number),
    number,
    node_id: `I_${number}`,
    repository: 'octo/widgets',
    repository_id: 42,
    phase: 'working',
    frozen: {
      title: 'Refuse expired tokens',
      body: 'Expired tokens are taken.\n\n- [ ] Expired tokens are refused\n',
      sha256: testSha256('issue'),
      author: 'ada',
      labels: ['countersign'],
      removed: 0,
      at: startedAt,
      by: 'ada',
    },
    current_sha256: testSha256('issue'),
    comment_ids: [],
    session_id: 'codex-issue-20261121T031200Z',
    plan_id: planId,
    plan_count: 1,
    plan_hash: hash,
    guidance: null,
    rounds: [],
    replanning: null,
    carryable: [],
    revisions: [],
    mirrored: {},
    assigned: {},
    approved: { by: 'ada', at: '2026-11-21T03:14:00Z', hash },
    loop_id: 'loop-v2-20261121-a1b2c3',
    loop_count: 1,
    loops: [],
    base_branch: workBranch(planId, 'base'),
    base_sha: testSha('base'),
    default_branch: 'main',
    paused: null,
    stopped: null,
    final_pull_request: null,
    plan_comment: null,
    status_comment: null,
    label: 'countersign: working',
    outsiders: [],
    told: [],
    exports: [],
    applied: [],
    outbox: [],
    next_op: 1,
    trail: [{ at: startedAt, text: 'registered', by: 'ada' }],
    ...overrides,
  }
}

export function buildActionNode(task: Task, planId = 'SOL-ISS-007-1', overrides: Partial<ActionNode> = {}): ActionNode {
  return {
    kind: 'ACTION',
    id: task.id,
    task_id: task.task_id,
    state: 'PENDING',
    attempts: 0,
    lost_leases: 0,
    hand_merge: null,
    conflict: null,
    waiting_for: null,
    reason: null,
    active_artifact_id: null,
    approved_artifact_id: null,
    approval_stale: false,
    merge: 'none',
    run: null,
    inputs: {},
    executor: task.executor,
    waivers: [],
    branch: workBranch(planId, task.id),
    pull_request: null,
    carry: null,
    ...overrides,
  }
}

export function buildCheckNode(task: Pick<Task, 'id'>, overrides: Partial<CheckNode> = {}): CheckNode {
  const id = checkIdOf(task.id)
  return {
    kind: 'CHECK',
    id,
    task_id: testUuid(`task:${id}`),
    target: task.id,
    state: 'PENDING',
    attempts: 0,
    waiting_for: null,
    reason: null,
    review_id: null,
    reviewed_artifact_id: null,
    partial: [],
    superseded_review: null,
    deadline: null,
    ci_news: false,
    ...overrides,
  }
}

/** What differs from the freshly approved state, by short id. */
export type NodeOverrides = Record<string, Partial<ActionNode> | Partial<CheckNode> | Partial<GoalNode>>

/** Every node of the plan PENDING, with `nodes` laid over them: `buildExecution(plan, { T1: { state: 'DONE' } })`. */
export function buildExecution(
  plan: Plan = buildPlan(),
  nodes: NodeOverrides = {},
  overrides: Partial<ExecutionRecord> = {},
): ExecutionRecord {
  const all: NodeState[] = [
    ...plan.goals.map((goal): GoalNode => ({ kind: 'GOAL', id: goal.id, task_id: goal.task_id, state: 'PENDING' })),
    ...plan.tasks.map((task) => buildActionNode(task, plan.id)),
    ...plan.tasks.map((task) => buildCheckNode(task)),
  ]
  const laid = all.map((node): [string, NodeState] => [node.id, layOver(node, nodes[node.id] ?? {})])
  return {
    schema_version: 1,
    solution_id: plan.id,
    executed_at: null,
    execution_result: { files_modified: [], commit_hash: null },
    nodes: Object.fromEntries(laid),
    artifacts: [],
    reviews: [],
    merges: [],
    receipts: [],
    receipts_left_out: { runs: 0, duration_ms: 0, tokens: 0, cost_usd: 0 },
    analyses: [],
    analyses_left_out: 0,
    validations: [],
    before_loop: { artifacts: 0, validations: 0, analyses: 0 },
    test_waivers: [],
    ...overrides,
  }
}

function layOver(node: NodeState, overrides: NodeOverrides[string]): NodeState {
  return Object.assign({}, node, overrides)
}

export function buildArtifactFile(overrides: Partial<ArtifactFile> = {}): ArtifactFile {
  const path = overrides.path ?? 'src/auth.ts'
  return {
    path,
    status: 'added',
    previous_path: null,
    mode: '100644',
    size: 1_945,
    sha256: testSha256(`file:${path}`),
    blob: testSha(`blob:${path}`),
    ...overrides,
  }
}

/** Version 1 of a task's deliverable; ids, commit and tree differ by task and version. */
export function buildArtifact(task: Task = buildTask(), overrides: Partial<Artifact> = {}): Artifact {
  const version = overrides.version ?? 1
  const name = `${task.id} v${version}`
  return {
    artifact_id: testUuid(`artifact:${name}`),
    task: task.id,
    task_id: task.task_id,
    version,
    commit_sha: testSha(`commit:${name}`),
    tree_sha: testSha(`tree:${name}`),
    base_sha: testSha('base'),
    branch: workBranch('SOL-ISS-007-1', task.id),
    created_at: '2026-11-21T03:20:00Z',
    by: { kind: 'executor', name: task.executor },
    run_id: `run-${task.id}-${version}`,
    carried_from: null,
    files: [
      buildArtifactFile({
        path: deliverablePath(task.deliverable_spec),
        sha256: testSha256(`file:${name}`),
        blob: testSha(`blob:${name}`),
      }),
    ],
    undoes: [],
    ...overrides,
  }
}

/** An approving review of the artifact, every criterion passed. */
/** Approved work of an earlier plan whose file was changed since. */
export function buildEarlierWork(path: string): NonNullable<ActionNode['earlier']> {
  const { artifact_id, task_id, base_sha, by } = buildArtifact()
  const from = { artifact_id, task_id, base_sha, by, commit_sha: testSha('earlier'), version: 2, pull_request: 5 }
  return { changed: [{ path, commit: testSha('main') }], tasks: [], from }
}

export function buildReview(
  task: Task = buildTask(),
  artifact: Artifact = buildArtifact(task),
  overrides: Partial<Review> = {},
): Review {
  const check = buildCheck(task)
  return {
    review_id: testUuid(`review:${artifact.artifact_id}`),
    check: check.id,
    check_task_id: check.task_id,
    task: task.id,
    task_id: task.task_id,
    reviewed_artifact_id: artifact.artifact_id,
    version: artifact.version,
    commit_sha: artifact.commit_sha,
    tree_sha: artifact.tree_sha,
    plan_hash: buildPlan().hash,
    verdict: 'APPROVED',
    score: 1,
    reviewer: 'rules',
    submitted_at: '2026-11-21T03:25:00Z',
    criteria: task.acceptance_criteria.map(({ id }) => ({ id, result: 'pass', evidence: 'found' })),
    why: [],
    to_change: [],
    file: null,
    ...overrides,
  }
}

export function buildModelUse(overrides: Partial<ModelUse> = {}): ModelUse {
  const tokens = { input: 27_000, cached: 0, output: 1_000, reasoning: 0 }
  return { ...noModelUse, calls: 3, models: ['model-1'], tokens, cost_usd: 0.2, ...overrides }
}

/** Of an agent's run; a person's, a patch's and a command's have none. */
export function buildAgentReceipt(use: ModelUse | null = buildModelUse()): AgentReceipt {
  return {
    model: 'model-1',
    mode: null,
    prompt: 'execute-task@1',
    prompt_sha256: testSha256('prompt'),
    use,
    permissions: [],
    refused: [],
    end: 'end_turn',
    said: '',
  }
}

export function buildReceipt(task: Task = buildTask(), overrides: Partial<Receipt> = {}): Receipt {
  return {
    run_id: `run-${task.id}-1`,
    task: task.id,
    executor: task.executor,
    version: '1.0.0',
    arguments_sha256: testSha256('arguments'),
    exit_code: 0,
    duration_ms: 42_000,
    tokens: 28_000,
    cost_usd: 0.2,
    outcome: 'changed',
    output_sha256: testSha256('output'),
    agent: buildAgentReceipt(),
    ...overrides,
  }
}

/** The defaults, with whole sections laid over them as a configuration file would. */
export function buildConfiguration(overrides: Partial<Record<keyof Configuration, unknown>> = {}): Configuration {
  return ConfigurationSchema.parse(overrides)
}

/** What a command with one test of that name came to. */
export function buildValidation(overrides: Partial<Validation> = {}): Validation {
  const passed = overrides.passed ?? true
  const failed = overrides.failed_tests ?? (passed ? [] : ['adds up'])
  const result = (test_name: string): TestResult => ({
    test_name,
    suite: '',
    status: passed ? 'passed' : 'failed',
    duration_ms: 3,
    error_message: passed ? null : 'expected 3, got 4',
    stack_trace: null,
  })
  return {
    passed,
    summary: passed ? '1 test command passed' : '`npm test` ended with exit code 1',
    failed_tests: failed,
    results: passed ? [result('adds up')] : failed.map(result),
    totals: { passed: passed ? 1 : 0, failed: failed.length, skipped: 0 },
    coverage: null,
    places: [],
    flaky_tests: [],
    validation_id: testUuid('validation'),
    analysis_id: testUuid('analysis'),
    hypotheses: [],
    ...overrides,
  }
}

export function buildOrigin(): ReleaseOrigin {
  return { repository: 'https://github.com/octo/widgets', publicKey: 'ed25519:AAAA', docs: null }
}
