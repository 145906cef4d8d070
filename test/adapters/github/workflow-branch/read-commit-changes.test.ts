import { expect, test } from 'vitest'
import type { RestClient } from '../../../../src/adapters/github/client/rest-client.ts'
import { readCommitChanges } from '../../../../src/adapters/github/workflow-branch/read-commit-changes.ts'

/** A commit with more files than one answer names, in trees that a recursive answer gives this many entries of. */
function clientOf(listed: number) {
  const blobs = (names: readonly string[], version: string) =>
    names.map((path) => ({ path, type: 'blob', mode: '100644', sha: `${path}@${version}` }))
  const names = Array.from({ length: 400 }, (_, at) => `f${at}`)
  const folder = (path: string, sha: string) => ({ path, type: 'tree', mode: '040000', sha })
  const trees = new Map([
    ['old', [folder('changed', 'changed1'), folder('same', 'same1')]],
    ['new', [folder('changed', 'changed2'), folder('same', 'same1')]],
    ['changed1', [...blobs(names, '1'), ...blobs(['gone'], '1')]],
    ['changed2', blobs(names, '2')],
    ['same1', blobs(names, '1')],
  ])
  const walk = (sha: string, at = ''): { path: string; type: string; mode: string; sha: string }[] =>
    (trees.get(sha) ?? []).flatMap((entry) => [
      { ...entry, path: `${at}${entry.path}` },
      ...(entry.type === 'tree' ? walk(entry.sha, `${at}${entry.path}/`) : []),
    ])
  const git = {
    getCommit: ({ commit_sha: sha }: { commit_sha: string }) => Promise.resolve({ data: { tree: { sha } } }),
    getTree: ({ tree_sha: sha, recursive }: { tree_sha: string; recursive?: string }) => {
      const all = recursive === undefined ? (trees.get(sha) ?? []) : walk(sha)
      const tree = recursive === undefined ? all : all.slice(0, listed)
      return Promise.resolve({ data: { tree, truncated: tree.length < all.length } })
    },
  }
  const files = Array.from({ length: 300 }, (_, at) => ({ filename: `changed/f${at}`, sha: 'any', status: 'modified' }))
  const repos = { getCommit: () => Promise.resolve({ data: { files } }) }
  return { rest: { git, repos } } as unknown as RestClient
}

test.each([100_000, 500, 3])(
  'what a large commit changes is whole, where %i entries of its tree are listed',
  async (listed) => {
    const changes = await readCommitChanges(clientOf(listed), { owner: 'octo', repo: 'widgets' }, 'new', 'old')

    expect(changes).toHaveLength(401)
    expect(changes).toContainEqual({ path: 'changed/f399', blob: 'f399@2' })
    expect(changes).toContainEqual({ path: 'changed/gone', blob: null })
  },
)
