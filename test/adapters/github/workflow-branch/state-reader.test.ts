import { expect, test } from 'vitest'
import type { RestClient } from '../../../../src/adapters/github/client/rest-client.ts'
import { createStateReader } from '../../../../src/adapters/github/workflow-branch/state-reader.ts'

/** More than a call takes as arguments. */
const files = 200_000

test('a folder with any number of files is listed and compared', async () => {
  const below = Array.from({ length: files }, (_, at) => ({
    path: `${at}`,
    type: 'blob',
    mode: '100644',
    sha: `b${at}`,
  }))
  const folder = (path: string, sha: string) => ({ path, type: 'tree', mode: '040000', sha })
  const trees = new Map([
    ['before', []],
    ['after', [folder('a', 'outer')]],
    ['outer', [folder('b', 'inner')]],
    ['inner', below],
  ])
  const git = {
    getCommit: ({ commit_sha: sha }: { commit_sha: string }) => Promise.resolve({ data: { tree: { sha } } }),
    getTree: ({ tree_sha: sha }: { tree_sha: string }) => Promise.resolve({ data: { tree: trees.get(sha) } }),
  }
  const reader = createStateReader({ rest: { git } } as unknown as RestClient, { owner: 'octo', repo: 'widgets' })

  expect(await reader.listFiles('after', 'a')).toHaveLength(files)
  expect(await reader.compareTrees('before', 'after')).toHaveLength(files)
})
