import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mayConcernUs, readRunnerEvent } from '../../../src/entrypoints/job/read-event.ts'
import { isSweep } from '../../../src/entrypoints/job/find-issues.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})

afterEach(() => rm(dir, { recursive: true }))

test.each(['schedule', 'workflow_dispatch'])('%s is a sweep, which always concerns us', async (name) => {
  const path = join(dir, 'event.json')
  await writeFile(path, '{"schedule": "7 * * * *"}')

  const event = await readRunnerEvent({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path })

  expect(event).toEqual({ name, payload: { schedule: '7 * * * *' } })
  expect([isSweep(event), mayConcernUs(event)]).toEqual([true, true])
})

test('an event that we don’t listen to concerns nobody, and is no sweep', () => {
  const event = {
    name: 'watch',
    payload: { action: 'started', repository: { name: 'widgets', owner: { login: 'o' } } },
  }

  expect([isSweep(event), mayConcernUs(event)]).toEqual([false, false])
})

test.each(['[]x', '"text"', 'null'])('a file that holds %s is no event', async (text) => {
  const path = join(dir, 'event.json')
  await writeFile(path, text)

  await expect(readRunnerEvent({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path })).rejects.toThrow(/event|JSON/)
})
