import { expect, test } from 'vitest'
import { deleteBranches } from '../../../../src/adapters/github/pulls/delete-branches.ts'
import type { GraphQlError } from '../../../../src/adapters/github/client/graphql-error.ts'
import type { InstallationClient } from '../../../../src/adapters/github/client/installation-client.ts'
import { repository } from '../../../support/fakes/machine.ts'

const folder = 'countersign/ISS-007/1'
const recorded = new Map([['T1', new Set(['one', 'two'])]])
const wish = { folder, base: 'base', number: 40, recorded, empty: new Set<string>() }
const gone = (leaf: string, oid: string) => ({
  name: `refs/heads/${folder}/${leaf}`,
  beforeOid: oid,
  afterOid: '0'.repeat(40),
})

interface Page {
  refs: Record<string, string>
  merged?: boolean
  more?: boolean
}

/** The deletions that are asked for where GitHub has these branches, one look after the other, and answers so. */
async function deletionsOf(pages: Page[], answers: GraphQlError[][] = []) {
  const asked: unknown[] = []
  const graphql = (_repository: unknown, document: string, { input }: { input?: { refUpdates: unknown } }) => {
    if (document.startsWith('mutation')) {
      asked.push(input?.refUpdates)
      return Promise.resolve({ data: {}, errors: answers.shift() ?? [] })
    }
    const { refs, merged = true, more = false } = pages.shift() ?? { refs: {} }
    const nodes = Object.entries(refs).map(([name, oid]) => ({ name, target: { oid } }))
    const pullRequest = { merged, headRefOid: 'merged head' }
    return Promise.resolve({
      data: { repository: { id: 'R_1', pullRequest, refs: { nodes, pageInfo: { hasNextPage: more } } } },
      errors: [],
    })
  }
  await deleteBranches({ graphql } as unknown as InstallationClient, repository, wish)
  return asked
}

test('each branch goes as long as it is at the commit that was seen', async () => {
  expect(await deletionsOf([{ refs: { T1: 'two', base: 'merged head' } }])).toEqual([
    [gone('T1', 'two'), gone('base', 'merged head')],
  ])
})

test.each<[string, Page]>([
  ['a task’s branch with a commit of nobody knows what', { refs: { T1: 'three' } }],
  ['an integration branch that somebody pushed to after the merge', { refs: { base: 'later' } }],
  ['a branch at the commit that another one was merged at', { refs: { T2: 'merged head' } }],
  ['everything, where the pull request is not merged', { refs: { T1: 'one' }, merged: false }],
])('%s stays', async (_what, page) => {
  expect(await deletionsOf([page])).toEqual([])
})

test('where somebody pushes meanwhile it looks again, and after a hundred branches, too', async () => {
  const stale = [{ type: 'STALE_DATA', message: 'refs/heads/x is at another commit' }]

  expect(await deletionsOf([{ refs: { T1: 'one' } }, { refs: { T1: 'pushed' } }], [stale])).toEqual([
    [gone('T1', 'one')],
  ])
  expect(await deletionsOf([{ refs: { T1: 'one' }, more: true }, { refs: { base: 'merged head' } }])).toEqual([
    [gone('T1', 'one')],
    [gone('base', 'merged head')],
  ])
})

test('a refusal of GitHub is a fault', async () => {
  const refused = [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }]

  await expect(deletionsOf([{ refs: { T1: 'one' } }], [refused])).rejects.toMatchObject({
    code: 'github_rule',
    obstacle: { kind: 'permission' },
  })
})
