import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitObjects } from '../support/git/git-objects.ts'
import type { Playground } from '../support/playground.ts'
import { type History, readHistory } from '../support/git/read-history.ts'
import { findReplayFaults } from '../support/replay/replay.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()
let repo: Playground
let history: History
let objects: GitObjects

beforeAll(async () => {
  repo = await world.repository()
  const issue = await repo.planIssue('A note', writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }]))
  await repo.say(issue, 'maintainer', '/approve')
  objects = new GitObjects(repo.bareDir)
  history = await readHistory(objects)
})

afterAll(() => objects.close())

/** The history with one commit or its files changed, as a forger would. */
function forge(change: (commits: History['commits'], blobs: Map<string, Buffer>) => void): Promise<string[]> {
  const forged = { commits: structuredClone(history.commits), blobs: new Map(history.blobs) }
  change(forged.commits, forged.blobs)
  return findReplayFaults(world.running.sandbox, repo, forged, objects)
}

/** Replaces text in every file that holds it. */
function rewrite(blobs: Map<string, Buffer>, from: string, to: string): void {
  for (const [id, bytes] of blobs) blobs.set(id, Buffer.from(bytes.toString('utf8').replaceAll(from, to)))
}

test('a history that the App wrote has no fault', async () => {
  expect(history.commits.length).toBeGreaterThan(5)
  expect(await forge(() => {})).toEqual([])
})

test.each<[string, string, Parameters<typeof forge>[0]]>([
  ['a commit left out', 'its parents are', (commits) => commits.splice(2, 1)],
  ['a merge', 'its parents are', (commits) => commits[3]?.parents.push('0'.repeat(40))],
  [
    'a message without its MAC',
    'it has no Countersign-Mac',
    (commits) => {
      for (const commit of commits) commit.message = commit.message.replace(/^Countersign-Mac.*$/m, '')
    },
  ],
  [
    'a MAC of somebody else',
    'its seal is foreign',
    (commits) => {
      for (const commit of commits) commit.message = commit.message.replace(/^(Countersign-Mac: )..../m, '$10000')
    },
  ],
  [
    'a file more than the trailer tells',
    'Countersign-Changes is not the digest',
    (commits) => {
      commits[2]?.changes.push({ path: 'x', status: 'A', before: null, after: 'f'.repeat(40), mode: '100644' })
    },
  ],
  [
    'a file that belongs nowhere',
    'no file of that name belongs there',
    (commits) => {
      commits[2]?.changes.push({
        path: '.workflow/x',
        status: 'A',
        before: null,
        after: 'f'.repeat(40),
        mode: '100644',
      })
    },
  ],
  ['a key no schema knows', 'Unrecognized key', (_, blobs) => rewrite(blobs, '"outbox": [', '"x": 1, "outbox": [')],
  ['another layout of the same JSON', 'as its schema gives it back', (_, blobs) => rewrite(blobs, '  "id"', '   "id"')],
  [
    'a state that no event leads to',
    'went from',
    (_, blobs) => rewrite(blobs, '"state": "READY_TO_CHECK"', '"state": "DONE"'),
  ],
  ['other bytes of a version', 'has other bytes', (_, blobs) => rewrite(blobs, 'note\n', 'n0te\n')],
  ['a verdict file that was edited', 'has another verdict file', (_, blobs) => rewrite(blobs, '# Approved', '# Great')],
  ['a score raised in the record', 'says score is', (_, blobs) => rewrite(blobs, '"score": 1,', '"score": 0.9,')],
])('%s is found', async (_, fault, change) => {
  expect((await forge(change)).join('\n')).toContain(fault)
})
