import { describe, expect, test } from 'vitest'
import { judgeFinal } from '../../../src/domain/content/judge-final.ts'
import { renderFinalCheck, renderOtherCheck } from '../../../src/views/check/final-check.ts'
import { buildLinks } from '../../../src/views/markdown/links.ts'
import { buildApprovedPlan } from '../../support/repository/fake-repository.ts'

const links = buildLinks({
  web: 'https://github.test',
  repository: 'octo/widgets',
  issueNumber: 7,
  workflowBranch: 'w',
})

function finished() {
  const { record, execution } = buildApprovedPlan()
  for (const node of Object.values(execution.nodes)) if (node.kind === 'ACTION') node.state = 'DONE'
  return { record, execution }
}

describe('the final pull request', () => {
  test('passes where every task is approved and the branch holds nothing else', () => {
    const verdict = judgeFinal(finished(), [])

    expect(verdict).toMatchObject({ passes: true })
    expect(renderFinalCheck(verdict, links)).toMatchObject({ conclusion: 'success', title: '2 tasks approved' })
  })

  test.each(['READY_TO_CHECK', 'CANCELLED'] as const)('fails while a task is %s, and names it', (state) => {
    const work = finished()
    const [node] = Object.values(work.execution.nodes).filter((one) => one.kind === 'ACTION')
    if (node?.kind === 'ACTION') node.state = state

    const output = renderFinalCheck(judgeFinal(work, []), links)

    expect(output).toMatchObject({ conclusion: 'failure', title: 'Not what was approved' })
    expect(output.summary).toContain('T1 is not approved.')
  })

  test('fails where the branch holds what nobody approved, with paths and the way on', () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

    const { conclusion, summary } = renderFinalCheck(judgeFinal(finished(), paths), links)

    expect(conclusion).toBe('failure')
    expect(summary).toContain('`a`, `b`, `c`, `d`, `e` and 2 more')
    expect(summary).toContain('/doctor fix')
  })

  test('fails where nobody can tell what the branch holds', () => {
    const output = renderFinalCheck(judgeFinal(finished(), null), links)

    expect(output).toMatchObject({ conclusion: 'failure' })
    expect(output.summary).toContain('could not be compared')
  })

  test('fails where the work was stopped', () => {
    const work = finished()
    work.record.phase = 'stopped'

    expect(judgeFinal(work, [])).toMatchObject({ passes: false, why: 'the work was stopped' })
  })
})

test.each(['success', 'neutral', 'failure'] as const)('another’s pull request is told as such, as %s', (conclusion) => {
  expect(renderOtherCheck('not_ours', conclusion)).toMatchObject({ conclusion, title: 'Not one of ours' })
  expect(renderOtherCheck('pretends', 'failure').title).toBe('Not the final pull request of a plan')
})
