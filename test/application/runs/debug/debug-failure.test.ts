import { expect, test } from 'vitest'
import { debugFailure } from '../../../../src/application/runs/debug/debug-failure.ts'
import type { Suspect } from '../../../../src/domain/debug/suspicion.ts'
import { buildTestOutcome } from '../../../support/runs/build-test-outcome.ts'
import { buildConfiguration } from '../../../support/builders.ts'
import { FakeWorkspace } from '../../../support/fakes/fake-workspace.ts'
import { widgets } from '../../../support/local-repository.ts'
import { type Ending, FakeLaboratory } from './fake-laboratory.ts'

const hunk: Suspect = { kind: 'hunk', path: 'a.js', from: 1, to: 2, patch: 'one' }
const environment: Suspect = { kind: 'environment', what: 'it fails without the change as well' }

/** Whom a failure is laid on, where the analyst names these, the likeliest first. */
async function findSuspect(endings: Record<string, Ending | Ending[]>, suspects: Suspect[]): Promise<Suspect | null> {
  const { openWorkTree } = new FakeLaboratory(endings).lab().workspace
  const workspace = Object.assign(new FakeWorkspace(), { openWorkTree })
  const analyse = () =>
    Promise.resolve({
      suspicions: suspects.map((suspect, index) => ({
        description: 'a description',
        testable_condition: 'a condition',
        logging_point: 'a.js:1',
        evidence_criteria: { confirm: 'yes', reject: 'no' },
        likelihood: index + 1,
        suspect,
      })),
    })
  const ports = { workspace, analyst: { name: 'fake', analyse }, now: () => '2026-11-21T03:12:00.000Z' }
  const where = {
    repository: widgets,
    configuration: buildConfiguration(),
    owner: { runId: 'run-1', issue: 7, task: 'T1' },
    signal: new AbortController().signal,
  }
  const failed = { command: 'node --test', outcome: buildTestOutcome({ exitCode: 1 }) }
  const failure = { base: 'base', commit: 'head', failed, inputs: [], commits: [] }
  return (await debugFailure(ports, where, failure)).suspect
}

test('the confirmed one is to blame', async () => {
  expect(await findSuspect({ 'head - one': 'passes' }, [environment, hunk])).toEqual(hunk)
})

test('one that was found innocent is not, however likely it seemed', async () => {
  expect(await findSuspect({}, [hunk, environment])).toEqual(environment)
})

test('what passed in another run is laid on nobody, whatever the analyst thinks of', async () => {
  expect(await findSuspect({ head: 'passes' }, [hunk])).toEqual({ kind: 'flaky' })
  expect(await findSuspect({ head: ['fails', 'passes'], 'head - one': 'passes' }, [hunk])).toEqual({
    kind: 'flaky',
  })
})
