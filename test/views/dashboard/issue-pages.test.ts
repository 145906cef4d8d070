import { describe, expect, test } from 'vitest'
import { sha256Of } from '../../../src/application/bundle/hashes.ts'
import { assembleBundle } from '../../../src/domain/bundle/assemble-bundle.ts'
import { renderManifest } from '../../../src/domain/bundle/manifest.ts'
import { bundleDir } from '../../../src/domain/paths/solution-paths.ts'
import { readAct } from '../../../src/entrypoints/dashboard/app/read-act.ts'
import { startLoop } from '../../../src/domain/work/show/project-loop.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import {
  buildArtifact,
  buildExecution,
  buildPlan,
  buildRecord,
  buildReview,
  buildTask,
  buildValidation,
  testSha,
} from '../../support/builders.ts'
import { branchTextsOf } from '../../support/dashboard/branch-texts-of.ts'
import { buildTuning } from '../../support/dashboard/build-tuning.ts'
import { makeAllPages, makeTestPage } from '../../support/dashboard/make-pages.ts'
import { readText } from '../../support/dashboard/read-html.ts'
import { buildContext } from '../../support/work/play-work.ts'

const plan = buildPlan()
const work = (more: Partial<Work> = {}): Work => ({
  record: buildRecord({ loop_id: null, plan_hash: plan.hash }),
  plan,
  execution: buildExecution(plan),
  loop: null,
  ...more,
})

describe('an issue that tunes a skill', () => {
  const { record, state: tuning } = buildTuning('skills/writer')
  const tuned = () => work({ record: buildRecord({ loop_id: null, plan_hash: plan.hash, tuning: record }), tuning })

  test('has a page with both diagnoses, what was mended, what is left, and the report', async () => {
    const text = readText(await makeTestPage(branchTextsOf([tuned()]), 'ISS-007/tuning.html'))

    expect(text).toMatch(/critical 1 0 high 2 2 .*score 45 71 gate fail review tokens it loads 4,096 4,096/)
    expect(text).toMatch(/skills\/writer ISS-DF-001-0a1b2c3d high skills\/writer:7/)
    expect(text).toMatch(/applied, verified skills\/writer risk low/)
    expect(text).toMatch(/Report what tuning-report\.md says skills\/writer/)
  })

  test('says so where nothing was diagnosed yet', async () => {
    const before = { ...record, before: null, after: null, diagnosed: null }
    const asked = work({ record: buildRecord({ loop_id: null, tuning: before }), tuning: null })

    const text = readText(await makeTestPage(branchTextsOf([asked]), 'ISS-007/tuning.html'))

    expect(text).toContain('It was not diagnosed yet.')
  })

  test('is the only one that has it', async () => {
    const paths = async (one: Work) => [...(await makeAllPages(branchTextsOf([one]))).keys()]

    expect(await paths(tuned())).toContain('ISS-007/tuning.html')
    expect(await paths(work())).not.toContain('ISS-007/tuning.html')
  })
})

describe('tests of the plan that failed', () => {
  const failedWork = (waived: readonly string[]) => {
    const {
      hypotheses: _,
      models: __,
      ...found
    } = buildValidation({
      passed: false,
      failed_tests: ['auth › refuses expired'],
      totals: { passed: 3, failed: 1, skipped: 0 },
    })
    const at = '2026-11-21T03:20:00Z'
    const tested = { at, task: null, artifact_id: null, commit_sha: testSha('a'), tree_sha: testSha('b') }
    const waivers = waived.map((name) => ({ test: name, by: 'ada', why: 'it rains', at }))
    const execution = buildExecution(plan, {}, { validations: [{ ...tested, ...found }], test_waivers: waivers })
    return work({ execution })
  }
  const planPage = (one: Work) => makeTestPage(branchTextsOf([one]), 'ISS-007/index.html', '', 'ada')

  test('are named with a button that lets them go', async () => {
    const html = await planPage(failedWork([]))

    expect(readText(html)).toContain('1 test of the plan failed: auth › refuses expired')
    expect(html).toContain('value="waive tests"')
  })

  test('are held against nobody once somebody let them go', async () => {
    const html = await planPage(failedWork(['auth › refuses expired']))

    expect(html).not.toContain('waive tests')
    expect(readText(html)).not.toContain('of the plan failed')
  })
})

test('a criterion that failed can be let go when its version was rejected, too', async () => {
  const [task = buildTask()] = plan.tasks
  const artifact = buildArtifact(task)
  const found = [{ id: 'AC-1', result: 'fail' as const, evidence: 'it is not there' }]
  const review = buildReview(task, artifact, { verdict: 'REJECTED', criteria: found })
  const asked = { kind: 'decision' as const, who: ['ada'], what: 'how it goes on' }
  const node = { state: 'WAITING_EXTERNAL', waiting_for: asked, active_artifact_id: artifact.artifact_id } as const
  const execution = buildExecution(plan, { [task.id]: node }, { artifacts: [artifact], reviews: [review] })

  const html = await makeTestPage(branchTextsOf([work({ execution })]), `ISS-007/${task.id}.html`, '', 'ada')

  expect(html).toContain(`value="waive ${task.id} AC-1"`)
})

test('a CHECK that rejected is drawn and named as that, and not as approved', async () => {
  const [task = buildTask()] = plan.tasks
  const artifact = buildArtifact(task)
  const review = buildReview(task, artifact, { verdict: 'REJECTED' })
  const node = { state: 'TO_BE_MODIFY', active_artifact_id: artifact.artifact_id } as const
  const nodes = { [task.id]: node, C1: { state: 'DONE' as const } }
  const execution = buildExecution(plan, nodes, { artifacts: [artifact], reviews: [review] })
  const texts = branchTextsOf([work({ execution })])

  const drawn = await makeTestPage(texts, 'ISS-007/index.html', '', 'ada')
  const page = await makeTestPage(texts, `ISS-007/${task.id}.html`, '', 'ada')

  expect(drawn).toContain('class="node check tone-redo" data-node="C1"')
  expect(drawn).toContain('Check C1 of T1: rejected')
  expect(readText(page)).toContain('automatic checks · rejected')
})

test('what machines found of a version stands there while a person is waited for', async () => {
  const [task = buildTask()] = plan.tasks
  const artifact = buildArtifact(task)
  const partial = [{ id: 'AC-1', result: 'pass' as const, evidence: '1.9 kB' }]
  const nodes = {
    [task.id]: { state: 'READY_TO_CHECK', active_artifact_id: artifact.artifact_id } as const,
    C1: { state: 'WAITING_EXTERNAL' as const, reviewed_artifact_id: artifact.artifact_id, partial },
  }
  const execution = buildExecution(plan, nodes, { artifacts: [artifact] })

  const page = readText(await makeTestPage(branchTextsOf([work({ execution })]), `ISS-007/${task.id}.html`, '', 'ada'))

  expect(page).toContain('as found of version 1 so far')
  expect(page).toMatch(/AC-1 .+ holds 1\.9 kB/)
  expect(page).not.toContain('WAITING_EXTERNAL')
})

test('a loop that nobody but a person can move says so', async () => {
  const [task = buildTask()] = plan.tasks
  const loop = startLoop(plan, '2026-11-21T03:20:00Z', buildContext(), 1)
  const pageWith = async (node: Parameters<typeof buildExecution>[1]) => {
    const record = buildRecord({ loop_id: loop.loop_id, plan_hash: plan.hash })
    const texts = branchTextsOf([work({ record, loop, execution: buildExecution(plan, node) })])
    return readText(await makeTestPage(texts, 'ISS-007/loop.html'))
  }

  expect(await pageWith({ [task.id]: { state: 'RUNNING' } })).toContain('status running')
  const waiting_for = { kind: 'decision' as const, who: ['ada'], what: 'a decision' }
  expect(await pageWith({ [task.id]: { state: 'WAITING_EXTERNAL', waiting_for } })).toContain(
    'status waits for a person',
  )
})

test('what planning asks can be answered there', async () => {
  const record = buildRecord({ loop_id: null, plan_id: null, plan_hash: null, phase: 'awaiting_input' })

  const html = await makeTestPage(
    branchTextsOf([work({ record, plan: null, execution: null })]),
    'ISS-007/index.html',
    '',
    'ada',
  )

  expect(html).toContain('value="answer"')
})

test('work that was stopped can be begun anew', async () => {
  const stopped = { by: 'ada', at: '2026-11-21T03:20:00Z', why: '' }
  const record = buildRecord({ loop_id: null, plan_hash: plan.hash, phase: 'stopped', stopped })

  const html = await makeTestPage(branchTextsOf([work({ record })]), 'ISS-007/index.html', '', 'ada')

  expect(html).toContain(`value="approve plan@${plan.hash.slice(0, 7)}"`)
})

describe('what was released', () => {
  const approved = () => {
    const [task = buildTask()] = plan.tasks
    const artifact = buildArtifact(task)
    const one = {
      state: 'DONE',
      approved_artifact_id: artifact.artifact_id,
      active_artifact_id: artifact.artifact_id,
    } as const
    const check = plan.checks.find(({ review_target_task_id: target }) => target === task.task_id)?.id ?? 'C1'
    const nodes = { [task.id]: one, [check]: { state: 'DONE' } as const }
    const made = { artifacts: [artifact], reviews: [buildReview(task, artifact)] }
    return work({ execution: buildExecution(plan, nodes, made) })
  }
  const manifestOf = ({ record, execution }: Work): string => {
    if (record === null || execution === null) throw new Error('it has both')
    const decided = assembleBundle({ record, plan, execution, includeCandidates: false, partial: true })
    if (decided.kind !== 'bundle') throw new Error(decided.why)
    return renderManifest(decided.manifest)
  }
  const pageOf = async (manifest: string, files: Record<string, string> = {}) => {
    const at = '2026-11-21T03:20:00Z'
    const exports = [{ tag: 'iss-007-1', url: 'https://github.com/x', manifest_sha256: sha256Of(manifest), at }]
    const record = buildRecord({ loop_id: null, plan_hash: plan.hash, exports })
    return readText(await makeTestPage(branchTextsOf([{ ...approved(), record }], files), 'ISS-007/bundle.html'))
  }

  test('is held against the record, byte for byte', async () => {
    expect(await pageOf(manifestOf(approved()))).toContain('The record gives this very manifest')
  })

  test('is told from what is approved now, where the branch has it still', async () => {
    const files = { [`${bundleDir(plan.id)}/manifest.json`]: '{"older":1}' }

    expect(await pageOf('{"older":1}', files)).toContain('what is approved has changed since')
    expect(await pageOf('{"another":1}', files)).toContain('The branch does not have this manifest')
  })
})

test('a task whose version was rejected says why in its row, with a way to the verdict, and offers no vain try', async () => {
  const [task = buildTask()] = plan.tasks
  const artifact = buildArtifact(task)
  const review = buildReview(task, artifact, {
    verdict: 'REJECTED',
    why: ['`exp` is in seconds', 'AC-2 does not hold.'],
  })
  const asked = { kind: 'decision' as const, who: [], what: 'its patch would only give the rejected bytes again' }
  const node = { state: 'WAITING_EXTERNAL', waiting_for: asked, active_artifact_id: artifact.artifact_id } as const
  const pageOf = async (executor: string, name: string) => {
    const states = { [task.id]: { ...node, executor } }
    const execution = buildExecution(plan, states, { artifacts: [artifact], reviews: [review] })
    return makeTestPage(branchTextsOf([work({ execution })]), `ISS-007/${name}.html`, '', 'ada')
  }

  const html = await pageOf('patch', 'index')

  expect(readText(html)).toMatch(/Version 1 was rejected: exp is in seconds\. AC-2 does not hold\./)
  expect(html).toContain(`href="${task.id}.html#review-${review.review_id}"`)
  expect(await pageOf('patch', task.id)).not.toContain(`value="retry ${task.id}"`)
  expect(await pageOf('shell', task.id)).toContain(`value="retry ${task.id}"`)
})

test('what is to be merged is no command: who merges it, and where, with a link', async () => {
  const record = buildRecord({
    loop_id: null,
    plan_hash: plan.hash,
    phase: 'completed',
    final_pull_request: { number: 8, state: 'open' },
  })

  const html = await makeTestPage(branchTextsOf([work({ record })]), 'ISS-007/index.html', '', 'ada')

  expect(readText(html)).toContain('who may merge into main opens #8 and presses “Merge pull request” there')
  expect(html).toContain('<code>main</code>')
  expect(html).toMatch(/<a href="https:\/\/github\.com\/[^"]+\/pull\/8"[^>]*>#8<\/a>/)
})

describe('planning that asks', () => {
  const asking = (more: Parameters<typeof buildRecord>[0]) =>
    work({
      record: buildRecord({ loop_id: null, plan_id: null, plan_hash: null, phase: 'awaiting_input', ...more }),
      plan: null,
      execution: null,
    })
  const pagesOf = async (one: Work) => ({
    html: await makeTestPage(branchTextsOf([one]), 'ISS-007/index.html', '', 'ada'),
    planning: readText(await makeTestPage(branchTextsOf([one]), 'ISS-007/planning.html', '', 'ada')),
  })

  test('shows how the issue was read, with a button that says yes to that', async () => {
    const words = { id: '0123456789ab', words: ['Show hours', 'It must show `1 h`.'] }

    const { html, planning } = await pagesOf(asking({ asked_reading: words.id, asked_words: words }))

    expect(readText(html)).toMatch(/Was this read right\? .+ Show hours It must show 1 h\./)
    expect(html).toContain('value="answer yes"')
    expect(readAct({ command: 'answer yes', words: '' })).toBe('/answer yes')
    expect(planning).toContain('Was this read right?')
  })

  test('shows its questions with what can be picked, and no yes to them', async () => {
    const question = { question: 'Which unit?', why: 'The test depends on it.', proposals: ['hours', 'minutes'] }

    const { html, planning } = await pagesOf(asking({ asked_questions: [question] }))

    expect(readText(html)).toMatch(/Which unit\? The test depends on it\. 1a hours ?1b minutes/)
    expect(html).not.toContain('value="answer yes"')
    expect(html).toContain('value="answer"')
    expect(planning).toContain('1a hours')
  })

  test('leads to the thread where only that has what is asked', async () => {
    const { html } = await pagesOf(asking({}))

    expect(html).toMatch(/What it lacks stands in <a href="https:\/\/github\.com\/[^"]+\/issues\/7"/)
  })
})
