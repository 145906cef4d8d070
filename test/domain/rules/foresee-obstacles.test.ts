import { expect, test } from 'vitest'
import { foreseeObstacles, noteForeseen } from '../../../src/domain/rules/foresee-obstacles.ts'
import type { SeenRule } from '../../../src/domain/rules/judge-rules.ts'
import type { Outlook } from '../../../src/domain/rules/outlook.ts'
import { buildPlan, buildTask } from '../../support/builders.ts'

const clear: Outlook = { rules: [], branches: new Set(), attributes: '' }
const rule = (type: string, name: string | null = 'House rules'): SeenRule => ({
  type,
  parameters: {},
  ruleset: name === null ? null : { name },
})
const foresee = (outlook: Partial<Outlook>, executor = 'codex') =>
  foreseeObstacles({ ...clear, ...outlook }, buildPlan({ tasks: [buildTask({ executor })] }))

test('where nothing is in the way, nothing is said', () => {
  expect(foresee({})).toEqual([])
  expect(foresee({ rules: [rule('required_signatures'), rule('deletion'), rule('non_fast_forward')] })).toEqual([])
  expect(
    foresee({ branches: new Set(['countersign/workflow', 'countersign/ISS-007/2', 'countersign/ISS-00']) }),
  ).toEqual([])
})

test('each ruleset is named once, with its rules and the exclusion to add', () => {
  const rules = [rule('creation'), rule('update'), rule('required_linear_history', 'Tidy')]

  const [house, tidy, ...more] = foresee({ rules })

  expect(house).toMatch(
    /^A ruleset “House rules” stops this work, by “Restrict creations”, “Restrict updates”: exclude `countersign\/\*\*\/\*` from that ruleset/,
  )
  expect(tidy).toContain('“Tidy” stops this work, by “Require linear history”')
  expect(more).toEqual([])
})

test('a ruleset that can’t be read may let the App past: that is said', () => {
  expect(foresee({ rules: [rule('creation', null)] })).toEqual([
    expect.stringMatching(/^A ruleset that this App can’t read may stop this work, by “Restrict creations”: exclude/),
  ])
})

test.each(['countersign/ISS-007', 'countersign/ISS-007/1', 'countersign'])('a branch %s is in the way', (branch) => {
  expect(foresee({ branches: new Set([branch]) })).toEqual([expect.stringContaining(`delete the branch \`${branch}\``)])
})

test('a task that touches a file in Git LFS is told of, unless a person does it', () => {
  const attributes = '*.ts filter=lfs diff=lfs merge=lfs -text\n'

  expect(foresee({ attributes })).toEqual([
    expect.stringContaining('Kept in Git LFS: `src/task-1.ts`. Only a person can push such a file'),
  ])
  expect(foresee({ attributes }, '@ada')).toEqual([])
})

test('what was told before goes when it is told anew', () => {
  const [first = ''] = foresee({ rules: [rule('creation')] })
  const taken = foresee({ branches: new Set(['countersign/ISS-007']), attributes: '*.ts filter=lfs\n' })
  const plan = buildPlan({ notes: ['Rules alone judged this plan.'] })

  const noted = noteForeseen(noteForeseen(plan, [first]), taken)

  expect(noted.notes).toEqual(['Rules alone judged this plan.', ...taken])
  expect(noteForeseen(noted, []).notes).toEqual(plan.notes)
})
