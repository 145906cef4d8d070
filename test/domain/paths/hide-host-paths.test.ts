import { expect, test } from 'vitest'
import { hideHostPaths } from '../../../src/domain/paths/hide-host-paths.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'

test.each([
  ["ENOENT: no such file or directory, open '/var/lib/countersign/workspace/passwd'", "open '…/passwd'"],
  ['4096 bytes and 3 files are left in /root/x/.countersign/workspace/trees/038a36a0', 'left in …/038a36a0'],
  ['git fetch failed (fatal: cannot change to /srv/a-b/mirrors/octo/w.git/: no)', 'change to …/: no)'],
  [String.raw`EPERM: open 'C:\Users\ada\countersign\x.txt'`, "open '…/x.txt'"],
])('of %s people read %s', (said, told) => {
  const text = hideHostPaths(said)

  expect(text).toContain(told)
  expect(text).not.toMatch(/countersign\/|root|srv|Users/)
})

test.each([
  'GET /repos/octo/widgets/pulls/12/merge answered 405',
  'https://api.github.com/app/installations/1 is away',
  'docs/notes/a.md: outside of the scope (src/app/x.ts)',
  'at run (/work/src/entrypoints/run.ts:12:3)',
  'spawn /usr/bin/bwrap ENOENT, 1/2 of and/or',
])('%s stays', (text) => {
  expect(hideHostPaths(text)).toBe(text)
})

test.each(['/a', 'C:\\a', '/a b/', 'GET /'])('%j over and over takes linear time', (piece) => {
  expect(measureGrowth(20_000, repeatTo(piece), hideHostPaths)).toBeLessThan(linearGrowth)
})
