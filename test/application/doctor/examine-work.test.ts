import { expect, test } from 'vitest'
import { type DoctorPorts, examineWork } from '../../../src/application/doctor/examine-work.ts'
import type { Sightings } from '../../../src/application/ports/forge/examination.ts'
import type { CommittedFile } from '../../../src/application/ports/state/state-reader.ts'
import type { LoadedWork, StateStore } from '../../../src/application/ports/state/state-store.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildConfiguration, buildPlan, buildTask, testSha } from '../../support/builders.ts'
import { matchingFacts } from '../../support/work/doctor-facts.ts'
import { buildContext, comment, nothingYet, playWork, sessionId, working } from '../../support/work/play-work.ts'

const repository = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 }
const context = buildContext()

/** Just approved: everything that shows it is still owed. */
function started(): Work {
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  return working(context, { tasks, hash: hashPlan(buildPlan({ tasks })) })
}

/** A world that is as `seen` has it, and a branch that says `newest`. */
function setup(seen: Sightings, newest: Work, files: CommittedFile[] = []) {
  const asked: string[] = []
  const store: Pick<StateStore, 'read'> = {
    read: (_repository, number, how) => {
      asked.push(`${how} ${number}`)
      const loaded: LoadedWork = {
        work: newest,
        head: testSha('head'),
        fresh: true,
        sessionId,
        configuration: buildConfiguration(),
        configurationFaults: null,
        defaultBranch: { name: 'main', sha: testSha('main') },
      }
      return Promise.resolve(loaded)
    },
  }
  const ports: DoctorPorts = {
    examination: {
      reads: 'verdicts',
      lookAround: () => Promise.resolve(seen),
      listFiles: () => Promise.resolve(files),
      readFiles: (_repository, _commit, wanted) => {
        asked.push(`files ${wanted.length}`)
        return Promise.resolve(new Map())
      },
    },
    store: store as StateStore,
    now: () => '2026-11-21T03:30:00.000Z',
    timeAfter: context.timeAfter,
  }
  return { ports, asked }
}

test('an issue that is not registered has nothing to look at', async () => {
  const { ports } = setup(matchingFacts(started()), started())

  expect(await examineWork(ports, repository, nothingYet())).toEqual({
    findings: [],
    things: 0,
    tasks: 0,
    unseen: [],
    vouched: true,
  })
})

test('where nothing is wrong, one look is enough', async () => {
  const work = started()
  const { ports, asked } = setup(matchingFacts(work), work)

  expect((await examineWork(ports, repository, work)).findings).toEqual([])
  expect(asked).toEqual(['files 0'])
})

test('what is wrong is looked at again where the state moved meanwhile', async () => {
  const work = started()
  const newer = playWork(work, context, comment([{ kind: 'pause' }]))
  // The world follows the newer state: its label was set before this look.
  const { ports, asked } = setup(matchingFacts(newer), newer)
  const older = structuredClone(work)
  if (older.record) older.record.outbox = older.record.outbox.filter((one) => one.action.kind !== 'set_label')

  const { findings } = await examineWork(ports, repository, older)

  expect(findings).toEqual([])
  expect(asked).toEqual(['files 0', 'fresh 7', 'files 0'])
})

test('what is wrong in a state that stands is told after one more read', async () => {
  const work = started()
  const seen = { ...matchingFacts(work), branches: new Map([['countersign/ISS-007/9/T1', testSha('stray')]]) }
  const { ports, asked } = setup(seen, structuredClone(work))

  const { findings } = await examineWork(ports, repository, work)

  expect(findings.map((finding) => finding.code)).toEqual(['branch_unknown'])
  expect(asked).toEqual(['files 0', 'fresh 7'])
})

test('of files that are no verdicts, nothing is fetched', async () => {
  const work = started()
  const task = work.plan?.tasks[0]?.task_id ?? ''
  const stray = { path: `workspace/artifacts/${task}/x/a.ts`, blob: testSha('a'), mode: '100644' }
  const { ports, asked } = setup(matchingFacts(work), work, [stray])

  const { findings } = await examineWork(ports, repository, work)

  expect(findings.map((finding) => finding.code)).toEqual(['file_unrecorded'])
  expect(asked[0]).toBe('files 0')
})
