import { expect, test } from 'vitest'
import { matchOperation } from '../../src/openapi/match-operation.ts'

test.each([
  ['/repos/o/r/git/ref/heads/a/b', 'GET /repos/{owner}/{repo}/git/ref/{ref}', { ref: 'heads/a/b' }],
  ['/repos/o/r/git/ref/heads%2Fa', 'GET /repos/{owner}/{repo}/git/ref/{ref}', { ref: 'heads/a' }],
  ['/repos/o/r/contents/', 'GET /repos/{owner}/{repo}/contents/{path}', { path: '' }],
  ['/repos/o/r/contents/a/b.md', 'GET /repos/{owner}/{repo}/contents/{path}', { path: 'a/b.md' }],
  ['/repos/o/r/releases/latest', 'GET /repos/{owner}/{repo}/releases/latest', {}],
  ['/repos/o/r/commits/a/b/check-runs', 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs', { ref: 'a/b' }],
  ['/repos/o/r/compare/a%2Fb...c', 'GET /repos/{owner}/{repo}/compare/{basehead}', { basehead: 'a/b...c' }],
])('%s is %s', (path, key, params) => {
  const matched = matchOperation('GET', path)

  expect(matched?.key).toBe(key)
  expect(matched?.params).toMatchObject(params)
})

test.each([
  ['GET', '/repos/o'],
  ['DELETE', '/repos/o/r'],
  ['GET', '/repos/o/r/git/ref/%E0%A4%A'],
])('%s %s is nothing that GitHub describes', (method, path) => {
  expect(matchOperation(method, path)).toBeUndefined()
})
