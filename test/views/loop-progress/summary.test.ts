import { describe, expect, test } from 'vitest'
import type { Hypothesis } from '../../../src/domain/records/loop/loop-state.ts'
import { renderDebugTrail, renderLoopProgress } from '../../../src/views/loop-progress/summary.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildTask, buildValidation, testSha, testUuid } from '../../support/builders.ts'
import { at, buildContext, playWork, recordOf, working } from '../../support/work/play-work.ts'
import { receiptOf, versionOf } from '../../support/gate/play-gate.ts'
import { findLiveText, readText, renderToTree } from '../render-for-test.ts'

function hypothesis(id: string, status: Hypothesis['status'], description = `${id} is to blame`): Hypothesis {
  return {
    id,
    description,
    testable_condition: 'undone, it passes',
    logging_point: 'src/price.js:5',
    evidence_criteria: { confirm: 'it passes', reject: 'it fails' },
    likelihood: Number(id.slice(1)),
    status,
    evidence: null,
    verdict_reason: status === 'pending' ? null : 'tried',
  }
}

const none = { analyses: [], analyses_left_out: 0 }

/** T1 made a version whose tests failed. */
function failedWork(hypotheses: Hypothesis[], name = 'adds up'): Work {
  const context = buildContext()
  const work = working(context, { tasks: [buildTask()] })
  const owed = recordOf(work).outbox.find(({ action }) => action.kind === 'run_task')
  if (owed?.action.kind !== 'run_task') throw new Error('nothing runs')
  const { run_id } = owed.action
  const validation = buildValidation({ passed: false, failed_tests: [name], hypotheses })
  const receipt = receiptOf(run_id)
  const artifact = { ...versionOf('T1', 'v1'), artifact_id: testUuid('v1'), tree_sha: testSha('tree') }
  const gate = { kind: 'run_yielded' as const, task: 'T1', run_id, artifact, pull_request: 11, validation, receipt }
  return playWork(work, context, at({ kind: 'gate', op: owed.op, by: null, on: null, gate }))
}

describe('the loop in the status comment', () => {
  test('has a bar for the whole and for each phase, once tests have run', () => {
    const { loop, execution } = failedWork([hypothesis('H1', 'rejected'), hypothesis('H2', 'confirmed')])

    expect(renderLoopProgress(loop, execution)).toMatchInlineSnapshot(`
      "| loop |  |  |
      | :-- | :-- | :-- |
      | overall | \`███░░░░░░░\` 25 % | iteration 2 of 10 |
      | develop | \`░░░░░░░░░░\` 0 % | 0 of 1 task |
      | validate | \`░░░░░░░░░░\` 0 % | 0 of 1 test |
      | debug | \`██████████\` 100 % | H2 is the cause |"
    `)
  })

  test('counts no round beyond those that are allowed', () => {
    const { loop, execution } = failedWork([hypothesis('H1', 'confirmed')])

    const shown = renderLoopProgress(loop && { ...loop, max_iterations: 1 }, execution)

    expect(shown).toContain('iteration 1 of 1')
  })

  test('is left to the count of tasks where no test ran', () => {
    const { loop, execution } = working(buildContext(), { tasks: [buildTask()] })

    expect(renderLoopProgress(loop, execution)).toBeNull()
  })
})

describe('the newest debugging in the status comment', () => {
  test('tells what failed and each hypothesis, the rejected struck through', () => {
    const { execution } = failedWork([hypothesis('H1', 'rejected'), hypothesis('H2', 'confirmed')])

    expect(renderDebugTrail(execution ?? none)).toMatchInlineSnapshot(`
      "<details><summary>Debug of T1, iteration 1: H2 is the cause</summary>

      - ✗ adds up

      1. ~~**H1** H1 is to blame (\`src/price.js:5\`)~~ → rejected: tried
      1. **H2** H2 is to blame (\`src/price.js:5\`) → confirmed: tried

      </details>"
    `)
  })

  test('what was not tried reads so, and a place that is none is no code', () => {
    const { execution } = failedWork([
      hypothesis('H1', 'confirmed'),
      { ...hypothesis('H2', 'pending'), logging_point: 'the test command' },
    ])

    expect(renderDebugTrail(execution ?? none)).toContain('**H2** H2 is to blame (the test command) → not tried')
  })

  test('says that chance is to blame, and no change', () => {
    const flaky = { ...hypothesis('H1', 'inconclusive'), evidence: { exit_code: 0, flaky: true } }
    const { loop, execution } = failedWork([flaky])

    expect(renderDebugTrail(execution ?? none)).toContain('Debug of T1, iteration 1: flaky, no change is to')
    expect(renderLoopProgress(loop, execution)).toContain('| flaky, no change to blame |')
  })

  test('counts those that the record no longer has', () => {
    const { execution } = failedWork([hypothesis('H1', 'rejected')])

    expect(renderDebugTrail({ ...none, ...execution, analyses_left_out: 12 })).toContain(
      '12 earlier debuggings in `debug.log`',
    )
  })

  test('says of hypotheses that came to nothing how they ended', () => {
    const of = (...statuses: Hypothesis['status'][]) => {
      const { loop, execution } = failedWork(statuses.map((status, index) => hypothesis(`H${index + 1}`, status)))
      return renderLoopProgress(loop, execution)?.split('| ').at(-1)
    }

    expect(of('rejected', 'rejected', 'inconclusive')).toBe('2 of 3 hypotheses rejected, 1 inconclusive |')
    expect(of('inconclusive', 'inconclusive', 'pending')).toBe('2 of 3 hypotheses inconclusive |')
    expect(of('pending')).toBe('1 hypothesis not looked into |')
  })

  test('neither pings nor links by what tests and repositories say', () => {
    const hostile = 'ping @ada, see #7 and <b>https://evil.example</b>'
    const { execution } = failedWork([hypothesis('H1', 'inconclusive', hostile)], hostile)

    expect(findLiveText(readText(renderToTree(renderDebugTrail(execution ?? none) ?? ''), true))).toEqual([])
  })
})
