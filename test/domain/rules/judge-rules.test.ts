import { expect, test } from 'vitest'
import { judgeRules, type RulesFacts, type SeenRule } from '../../../src/domain/rules/judge-rules.ts'

const ruleset = { name: 'House rules' }
const rule = (type: string, parameters = {}): SeenRule => ({ type, parameters, ruleset })
const requires = (context: string, app?: number): SeenRule =>
  rule('required_status_checks', {
    required_status_checks: [{ context, ...(app === undefined ? {} : { integration_id: app }) }],
  })
const whole = [requires('countersign', 7), rule('pull_request'), rule('non_fast_forward')]

function judge(changes: { onDefault?: SeenRule[]; onOurs?: SeenRule[]; facts?: Partial<RulesFacts> } = {}): string[] {
  const facts: RulesFacts = {
    defaultBranch: { name: 'main', rules: changes.onDefault ?? whole, isProtected: false },
    ours: { rules: changes.onOurs ?? [], isProtected: false },
    repository: { isArchived: false, hasIssues: true, isEmpty: false, mergeMethods: ['merge'] },
    appId: 7,
    check: 'countersign',
    ...changes.facts,
  }
  return judgeRules(facts).map(({ kind, what }) => `${kind}: ${what}`)
}

test('a ruleset as the guide has it leaves nothing to say', () => {
  expect(judge()).toEqual([])
})

test('without a ruleset all three things are missing', () => {
  expect(judge({ onDefault: [] })).toEqual([
    'missing: no ruleset requires the check `countersign` on `main`: a final pull request can be merged whatever was approved',
    'missing: `main` takes pushes without a pull request: what is pushed there passes no check',
    'missing: `main` can be rewritten by a force push',
  ])
})

test('a check that anybody could post is worth nothing', () => {
  const others = whole.slice(1)

  expect(judge({ onDefault: [requires('countersign'), ...others] })).toEqual([
    expect.stringContaining('may come from anybody'),
  ])
  expect(judge({ onDefault: [requires('countersign', 8), ...others] })).toEqual([
    expect.stringContaining('is required of the App 8, and this one is 7'),
  ])
  expect(judge({ onDefault: [requires('countersign'), requires('countersign', 7), ...others] })).toEqual([])
})

test.each([
  ['creation', 'blocks: “Restrict creations” of “House rules” holds for'],
  ['update', 'blocks: “Restrict updates”'],
  ['deletion', 'blocks: “Restrict deletions”'],
  ['pull_request', 'blocks: “Require a pull request before merging”'],
  ['required_status_checks', 'blocks: “Require status checks to pass”'],
  ['required_linear_history', 'blocks: “Require linear history”'],
  ['merge_queue', 'blocks: “Require merge queue”'],
  ['required_deployments', 'blocks: “Require deployments to succeed”'],
  ['required_signatures', 'note: “Require signed commits”'],
  ['non_fast_forward', 'note: “Block force pushes”'],
])('%s over our branches: %s', (type, told) => {
  expect(judge({ onOurs: [rule(type)] })).toEqual([expect.stringContaining(told)])
})

test('how the repository is can be in the way, too', () => {
  const repository = { isArchived: true, hasIssues: false, isEmpty: true, mergeMethods: ['squash'] }

  expect(judge({ facts: { repository } }).map((one) => one.split(':')[0])).toEqual([
    'blocks',
    'blocks',
    'blocks',
    'note',
  ])
})
