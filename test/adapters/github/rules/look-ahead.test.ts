import { expect, test } from 'vitest'
import { createLookAhead } from '../../../../src/adapters/github/rules/look-ahead.ts'
import type { InstallationClient } from '../../../../src/adapters/github/client/installation-client.ts'
import { repository } from '../../../support/fakes/machine.ts'

interface Told {
  rules?: unknown[]
  bypass?: string
  fails?: number
}

function build(told: Told = {}) {
  const { rules = [], bypass = 'never' } = told
  const asked: string[] = []
  const clock = { nowMs: 0 }
  const repos = {
    getBranchRules: 'the rules',
    getRepoRuleset: () => {
      asked.push('ruleset')
      return Promise.resolve({ data: { name: 'House rules', current_user_can_bypass: bypass } })
    },
  }
  const octokit = {
    rest: { repos },
    paginate: () => {
      asked.push('rules')
      return told.fails === undefined
        ? Promise.resolve(rules)
        : Promise.reject(Object.assign(new Error(), { status: told.fails }))
    },
  }
  const client = {
    octokit: () => Promise.resolve(octokit),
    graphql: () => {
      asked.push('query')
      const attributes = { text: '*.png filter=lfs\n' }
      return Promise.resolve({
        data: { repository: { refs: { nodes: [{ name: 'workflow' }, { name: 'ISS-007' }] }, attributes } },
        errors: [],
      })
    },
  }
  return { asked, clock, look: createLookAhead(client as unknown as InstallationClient, () => clock.nowMs) }
}

const creation = { type: 'creation', ruleset_id: 7 }

test('rules, branches and attributes come of two requests, and are kept for ten minutes', async () => {
  const { asked, clock, look } = build()

  const first = await look(repository, false)
  clock.nowMs = 599_000
  await look(repository, false)

  expect(first).toEqual({
    rules: [],
    branches: new Set(['countersign/workflow', 'countersign/ISS-007']),
    attributes: '*.png filter=lfs\n',
  })
  expect(asked.toSorted()).toEqual(['query', 'rules'])
  await look(repository, true)
  expect(asked).toHaveLength(4)
  clock.nowMs = 1_300_000
  await look(repository, false)
  expect(asked).toHaveLength(6)
})

test.each([
  ['never', 1],
  ['pull_requests_only', 1],
  ['always', 0],
  ['exempt', 0],
])('a ruleset that the App may bypass (%s) stands in nobody’s way', async (bypass, count) => {
  const { look } = build({ rules: [creation], bypass })

  expect((await look(repository, false))?.rules).toHaveLength(count)
})

test.each([403, 404])('where GitHub answers %s nothing is known, and it is not asked at once again', async (fails) => {
  const { asked, look } = build({ fails })

  expect(await look(repository, false)).toBeNull()
  expect(await look(repository, false)).toBeNull()

  expect(asked.filter((one) => one === 'rules')).toHaveLength(1)
})

test('what an outage kept from being known is asked for again, and then known', async () => {
  const told: Told = { rules: [creation], fails: 502 }
  const { asked, look } = build(told)

  const both = await Promise.all([look(repository, false), look(repository, false)])
  delete told.fails
  const after = await look(repository, false)

  expect(both).toEqual([null, null])
  expect(after?.rules).toHaveLength(1)
  expect(asked.filter((one) => one === 'rules')).toHaveLength(2)
})
