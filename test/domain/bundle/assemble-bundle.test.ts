import { fc, test } from '../../support/property.ts'
import { describe, expect } from 'vitest'
import type { Artifact } from '../../../src/domain/records/artifact.ts'
import { assembleBundle, type BundleDecision, type BundleInput } from '../../../src/domain/bundle/assemble-bundle.ts'
import { foldPath } from '../../../src/domain/bundle/bundle-paths.ts'
import { manifestFiles, ManifestSchema, renderManifest } from '../../../src/domain/bundle/manifest.ts'
import { actionStates } from '../../../src/domain/records/node-state.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import type { Review } from '../../../src/domain/records/review.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildExecution,
  buildPlan,
  buildReceipt,
  buildRecord,
  buildReview,
  buildTask,
  type NodeOverrides,
  testUuid,
} from '../../support/builders.ts'

/** Every task DONE with one approved version. */
function approvedState(plan: Plan = buildPlan()): Pick<BundleInput, 'record' | 'plan' | 'execution'> {
  const artifacts = plan.tasks.map((task) => buildArtifact(task))
  const reviews = plan.tasks.map((task, index) => buildReview(task, artifacts[index]))
  const nodes: NodeOverrides = Object.fromEntries(
    plan.tasks.map((task, index) => [
      task.id,
      {
        state: 'DONE' as const,
        approved_artifact_id: artifacts[index]?.artifact_id ?? null,
        active_artifact_id: artifacts[index]?.artifact_id ?? null,
      },
    ]),
  )
  return { record: buildRecord(), plan, execution: buildExecution(plan, nodes, { artifacts, reviews }) }
}

function getManifest(decision: BundleDecision) {
  if (decision.kind === 'refused') throw new Error(decision.why)
  return decision.manifest
}

const plainly = { includeCandidates: false, partial: false }

describe('a finished plan', () => {
  test('says what each task and all of it had of models, and nothing where none was asked', () => {
    const state = approvedState()
    const [first] = state.plan.tasks
    const receipts = [buildReceipt(first), buildReceipt(first, { run_id: 'again' })]

    const told = getManifest(assembleBundle({ ...state, execution: { ...state.execution, receipts }, ...plainly }))
    const untold = getManifest(
      assembleBundle({ ...state, execution: { ...state.execution, receipts: [] }, ...plainly }),
    )

    expect(told.items.map(({ spent }) => spent?.cost_usd)).toEqual([0.4, undefined, undefined])
    expect(told.spent).toMatchObject({ calls: 6, cost_usd: 0.4 })
    expect(ManifestSchema.parse(told)).toEqual(told)
    expect(untold).not.toHaveProperty('spent')
  })

  test('exports the approved version of every task with the review that approved it', () => {
    const state = approvedState()

    const decision = assembleBundle({ ...state, ...plainly })

    const manifest = getManifest(decision)
    expect(manifest.items.map((item) => item.task)).toEqual(['T1', 'T2', 'T3'])
    expect(manifest.items[0]?.review).toEqual({
      check_task_id: testUuid('task:C1'),
      review_id: state.execution.reviews[0]?.review_id,
      verdict: 'APPROVED',
      score: 1,
      reviewer: 'rules',
    })
    expect(manifest.missing).toEqual([])
    expect(manifest.exported_at).toBe('2026-11-21T03:25:00Z')
    expect(ManifestSchema.parse(manifest)).toEqual(manifest)
  })

  test('copies blobs from the version’s folder to the task’s folder', () => {
    const state = approvedState(buildPlan({ tasks: [buildTask({ title: 'Write the parser' })] }))
    const [artifact] = state.execution.artifacts

    const decision = assembleBundle({ ...state, ...plainly })

    expect(decision).toMatchObject({
      copies: [
        {
          blob: artifact?.files[0]?.blob,
          source_path: `workspace/artifacts/${artifact?.task_id}/${artifact?.artifact_id}/src/task-1.ts`,
          dest_path: `Write_the_parser_${artifact?.task_id.slice(0, 8)}/src/task-1.ts`,
        },
      ],
    })
  })

  test('dates the export by its newest review', () => {
    const state = approvedState()
    const [first, second] = state.execution.reviews
    if (first && second) {
      first.submitted_at = '2026-11-22T00:00:00.5Z'
      second.submitted_at = '2026-11-22T00:00:00Z'
    }

    const manifest = getManifest(assembleBundle({ ...state, ...plainly }))

    expect(manifest.exported_at).toBe('2026-11-22T00:00:00.5Z')
  })

  test('leaves out paths that the version deletes', () => {
    const state = approvedState()
    state.execution.artifacts[0]?.files.push(
      buildArtifactFile({ path: 'old.ts', status: 'deleted', sha256: null, blob: null, size: null, mode: null }),
    )

    const manifest = getManifest(assembleBundle({ ...state, ...plainly }))

    expect(manifest.items[0]?.files.map((file) => file.source_path.split('/').at(-1))).toEqual(['task-1.ts'])
  })
})

describe('roles', () => {
  test('with ASSEMBLE only the assembling task is the deliverable', () => {
    const plan = buildPlan()
    const spec = plan.goals[0]?.final_deliverable_spec
    if (spec) Object.assign(spec, { mode: 'ASSEMBLE', assemble_task_id: 'T3' })

    const manifest = getManifest(assembleBundle({ ...approvedState(plan), ...plainly }))

    expect(manifest.items.map((item) => item.role)).toEqual(['supporting', 'supporting', 'deliverable'])
  })

  test('supporting tasks can be switched off and are then not missing', () => {
    const plan = buildPlan()
    const spec = plan.goals[0]?.final_deliverable_spec
    if (spec) Object.assign(spec, { mode: 'ASSEMBLE', assemble_task_id: 'T3' })

    const manifest = getManifest(
      assembleBundle({ ...approvedState(plan), ...plainly, includeCandidates: true, includeSupporting: false }),
    )

    expect(manifest.items.map((item) => item.task)).toEqual(['T3'])
    expect(manifest).toMatchObject({ candidates: [], missing: [], left_out: [{ task: 'T1' }, { task: 'T2' }] })
  })

  test('of a set with the one file that is the final deliverable, that file alone goes without what supports it', () => {
    const plan = buildPlan()
    const spec = plan.goals[0]?.final_deliverable_spec
    const output = { filename: 'task-3.ts', output_dir: 'src/', format: 'ts', single_file: true, bundle_mode: 'NONE' }
    if (spec) Object.assign(spec, { mode: 'ASSEMBLE', assemble_task_id: 'T3', output: { ...output, description: '' } })
    const state = approvedState(plan)
    state.execution.artifacts[2]?.files.push(buildArtifactFile({ path: 'src/notes.md' }))
    const namesOf = (includeSupporting: boolean) => {
      const { items } = getManifest(assembleBundle({ ...state, ...plainly, includeSupporting }))
      const { files = [], left_out: left } = items.at(-1) ?? {}
      return { files: files.map((file) => file.source_path.split('/').at(-1)), left }
    }

    expect(namesOf(false)).toEqual({ files: ['task-3.ts'], left: ['src/notes.md'] })
    expect(namesOf(true)).toEqual({ files: ['notes.md', 'task-3.ts'], left: undefined })
  })

  test('with PASS_THROUGH the children of a named GOAL are deliverables, other leaves support', () => {
    const plan = buildPlan({ tasks: [buildTask({ id: 'T1' }), buildTask({ id: 'T2.1' }), buildTask({ id: 'T2.2' })] })
    const spec = plan.goals[0]?.final_deliverable_spec
    if (spec) spec.include_children = ['T2']

    const manifest = getManifest(assembleBundle({ ...approvedState(plan), ...plainly }))

    expect(manifest.items.map((item) => [item.task, item.role])).toEqual([
      ['T1', 'supporting'],
      ['T2.1', 'deliverable'],
      ['T2.2', 'deliverable'],
    ])
  })
})

describe('an unfinished plan', () => {
  test('is refused, and says which tasks lack what', () => {
    const state = approvedState()
    Object.assign(state.execution.nodes['T2'] ?? {}, { state: 'READY_TO_CHECK' })

    const decision = assembleBundle({ ...state, ...plainly })

    expect(decision).toMatchObject({
      kind: 'refused',
      missing: [{ task: 'T2', state: 'READY_TO_CHECK', why: 'its approval is not final' }],
    })
  })

  test('exports what there is when partial, and lists the rest', () => {
    const state = approvedState()
    Object.assign(state.execution.nodes['T2'] ?? {}, { state: 'RUNNING' })

    const manifest = getManifest(assembleBundle({ ...state, includeCandidates: false, partial: true }))

    expect(manifest.items.map((item) => item.task)).toEqual(['T1', 'T3'])
    expect(manifest.missing.map((one) => one.task)).toEqual(['T2'])
  })

  test('is refused even when partial while nothing is approved', () => {
    const plan = buildPlan()
    const execution = buildExecution(plan)

    const decision = assembleBundle({ record: buildRecord(), plan, execution, includeCandidates: true, partial: true })

    expect(decision).toMatchObject({ kind: 'refused', why: 'nothing is approved yet' })
  })
})

describe('a record that contradicts itself', () => {
  test.each<[string, (artifact: Artifact, review: Review, state: ReturnType<typeof approvedState>) => void]>([
    ['a DONE task without review', (_artifact, _review, state) => state.execution.reviews.shift()],
    ['a later rejection', (_a, review, state) => state.execution.reviews.push({ ...review, verdict: 'REJECTED' })],
    ['a review of another version', (_a, review) => (review.reviewed_artifact_id = testUuid('other'))],
    ['a stale approval', (_a, _r, state) => Object.assign(state.execution.nodes['T1'] ?? {}, { approval_stale: true })],
    ['a version of another task', (artifact) => (artifact.task_id = testUuid('other'))],
    ['a file without bytes', (artifact) => Object.assign(artifact.files[0] ?? {}, { blob: null })],
  ])('is not exported: %s', (_name, spoil) => {
    const state = approvedState()
    const [artifact] = state.execution.artifacts
    const [review] = state.execution.reviews
    if (artifact && review) spoil(artifact, review, state)

    const decision = assembleBundle({ ...state, ...plainly })

    expect(decision).toMatchObject({ kind: 'refused', missing: [{ task: 'T1' }] })
  })

  test.each(['../x', '/etc/passwd', 'a//b', 'c:\\x', 'a/.git/config', 'src/TASK-1.ts', 'src/task-1.ts/x', 'SRC'])(
    'is not exported with the path %j',
    (path) => {
      const state = approvedState()
      state.execution.artifacts[0]?.files.push(buildArtifactFile({ path }))

      const decision = assembleBundle({ ...state, ...plainly })

      expect(decision).toMatchObject({ kind: 'refused', why: expect.stringContaining('paths that can') })
    },
  )
})

describe('candidates', () => {
  test('come only when asked for, in a folder of their own, with their verdict', () => {
    const state = approvedState()
    const task = buildTask()
    const rejected = buildArtifact(task, { version: 2 })
    state.execution.artifacts.push(rejected)
    state.execution.reviews.push(buildReview(task, rejected, { verdict: 'REJECTED' }))

    const without = getManifest(assembleBundle({ ...state, ...plainly }))
    const manifest = getManifest(assembleBundle({ ...state, includeCandidates: true, partial: false }))

    expect(without.candidates).toEqual([])
    expect(manifest.items).toEqual(without.items)
    expect(manifest.candidates).toMatchObject([{ task: 'T1', version: 2, verdict: 'REJECTED' }])
    expect(manifest.candidates[0]?.files[0]?.dest_path).toBe(
      `_candidates/Write_part_1_${task.task_id.slice(0, 8)}/${rejected.artifact_id}/src/task-1.ts`,
    )
  })
})

const titles = fc.oneof(
  fc.string(),
  fc.constantFrom('写文档', 'Write docs', 'write DOCS', '_candidates', 'manifest.json', ''),
)
const paths = fc.constantFrom('a.md', 'A.md', 'docs/a.md', 'docs', 'Straße.md', 'STRASSE.md', 'e\u0301.md', '\u00e9.md')

const states = fc
  .array(
    fc.record({
      title: titles,
      taskId: fc.oneof(
        fc.uuid(),
        fc.integer({ min: 0, max: 40 }).map((n) => `00000000-0000-4000-8000-00000000${String(n).padStart(4, '0')}`),
      ),
      state: fc.constantFrom(...actionStates),
      versions: fc.array(
        fc.record({
          paths: fc.uniqueArray(paths, { minLength: 1, maxLength: 2 }),
          verdict: fc.constantFrom('APPROVED', 'REJECTED', null),
        }),
        { maxLength: 3 },
      ),
      approved: fc.nat(2),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) => {
    const distinct = rows.filter((row, index) => rows.findIndex((other) => other.taskId === row.taskId) === index)
    const tasks = distinct.map((row, index) =>
      buildTask({ id: `T${index + 1}`, title: row.title || '写', task_id: row.taskId }),
    )
    const plan = buildPlan({ tasks })
    const artifacts: Artifact[] = []
    const reviews: Review[] = []
    const nodes: NodeOverrides = {}
    for (const [index, row] of distinct.entries()) {
      const task = tasks[index] ?? buildTask()
      const versions = row.versions.map((version, number) =>
        buildArtifact(task, { version: number + 1, files: version.paths.map((path) => buildArtifactFile({ path })) }),
      )
      artifacts.push(...versions)
      for (const [number, version] of versions.entries()) {
        const verdict = row.versions[number]?.verdict
        if (verdict) reviews.push(buildReview(task, version, { verdict }))
      }
      nodes[task.id] = { state: row.state, approved_artifact_id: versions[row.approved]?.artifact_id ?? null }
    }
    return { record: buildRecord(), plan, execution: buildExecution(plan, nodes, { artifacts, reviews }) }
  })

describe('whatever the state', () => {
  test.prop([states, fc.boolean(), fc.boolean()])(
    'only approved versions of DONE tasks are items',
    (state, includeCandidates, partial) => {
      const decision = assembleBundle({ ...state, includeCandidates, partial })

      if (decision.kind === 'refused') return
      for (const item of decision.manifest.items) {
        expect(state.execution.nodes[item.task]).toMatchObject({
          state: 'DONE',
          approved_artifact_id: item.approved_artifact_id,
        })
        expect(state.execution.reviews).toContainEqual(
          expect.objectContaining({
            review_id: item.review.review_id,
            reviewed_artifact_id: item.approved_artifact_id,
            verdict: 'APPROVED',
          }),
        )
      }
      const exported = decision.manifest.items.length + decision.manifest.missing.length
      expect(exported).toBe(state.plan.tasks.length)
    },
  )

  test.prop([states])('no two files land on one path, on any file system', (state) => {
    const decision = assembleBundle({ ...state, includeCandidates: true, partial: true })

    if (decision.kind === 'refused') return
    const folded = decision.copies.map((copy) => foldPath(copy.dest_path))
    expect(new Set(folded).size).toBe(folded.length)
    expect(manifestFiles(decision.manifest).map((file) => file.dest_path)).toEqual(
      decision.copies.map((copy) => copy.dest_path),
    )
  })

  test.prop([states])('the same state gives the same text, and the text gives the manifest back', (state) => {
    const once = assembleBundle({ ...state, includeCandidates: true, partial: true })
    const again = assembleBundle({ ...structuredClone(state), includeCandidates: true, partial: true })

    expect(again).toEqual(once)
    if (once.kind === 'refused') return
    const text = renderManifest(once.manifest)
    expect(renderManifest(ManifestSchema.parse(JSON.parse(text)))).toBe(text)
  })
})
