import { expect, test } from 'vitest'
import { investigate, type Investigation } from '../../../../src/application/runs/debug/investigate.ts'
import type { Suspect, Suspicion } from '../../../../src/domain/debug/suspicion.ts'
import { HypothesisSchema } from '../../../../src/domain/records/loop/loop-state.ts'
import { sha256Hex } from '../../../../src/domain/text/sha256.ts'
import { type Ending, FakeLaboratory } from './fake-laboratory.ts'

const hunk = (patch: string): Suspect => ({ kind: 'hunk', path: 'a.js', from: 1, to: 2, patch })
const suspicion = (suspect: Suspect, index: number): Suspicion => ({
  description: 'a description',
  testable_condition: 'a condition',
  logging_point: 'a.js:1',
  evidence_criteria: { confirm: 'yes', reject: 'no' },
  likelihood: index + 1,
  suspect,
})

function look(endings: Record<string, Ending | Ending[]>, suspects: Suspect[], parts: Partial<Investigation> = {}) {
  const fake = new FakeLaboratory(endings)
  const investigation: Investigation = {
    lab: fake.lab(),
    commit: 'head',
    base: 'base',
    failed: { exitCode: 1, timedOut: false, output: '', report: null },
    suspicions: suspects.map(suspicion),
    deadlineMs: 10_000,
    now: () => 0,
    ...parts,
  }
  return { fake, found: investigate(investigation) }
}

test('the likeliest first, up to the one that is confirmed; the rest stays pending', async () => {
  const { fake, found } = look({ 'head - two': 'passes' }, [hunk('one'), hunk('two'), hunk('three')])

  const { hypotheses, confirmed, ended } = await found
  expect(hypotheses.map(({ id, status }) => [id, status])).toEqual([
    ['H1', 'rejected'],
    ['H2', 'confirmed'],
    ['H3', 'pending'],
  ])
  expect([ended, confirmed]).toEqual(['confirmed', { id: 'H2', suspect: hunk('two') }])
  expect(fake.runs.map(({ what }) => what)).toEqual(['head', 'head - one', 'head - two', 'head'])
  expect(fake.disposed).toBe(fake.opened.length)
})

test('a verdict has its reason, and evidence in plain JSON', async () => {
  const { hypotheses } = await look({ 'head - one': 'passes' }, [hunk('one')]).found

  expect(hypotheses[0]).toMatchObject({
    verdict_reason: 'with it undone the command ends with exit code 0; with it in place it failed again',
    evidence: {
      command: 'node --test',
      exit_code: 0,
      timed_out: false,
      suspect: { kind: 'hunk', path: 'a.js', from: 1, to: 2 },
      undo_sha256: sha256Hex('one'),
    },
  })
  expect(HypothesisSchema.parse(JSON.parse(JSON.stringify(hypotheses[0])))).toEqual(hypotheses[0])
})

test('what passes unchanged in a second run is flaky, and nothing is undone', async () => {
  const { fake, found } = look({ head: 'passes' }, [hunk('one'), { kind: 'flaky' }])

  const { hypotheses, ended } = await found
  expect(ended).toBe('flaky')
  expect(hypotheses.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive'])
  expect(fake.runs).toHaveLength(1)
})

test('what passes with the suspect in place as well, when looked at once more, is flaky, and no other is undone', async () => {
  const { fake, found } = look({ head: ['fails', 'passes'], 'head - one': 'passes' }, [hunk('one'), hunk('two')])

  const { hypotheses, ended } = await found
  expect(ended).toBe('flaky')
  expect(hypotheses.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive'])
  expect(hypotheses[0]?.verdict_reason).toContain('but so it does with it in place: it is flaky')
  expect(fake.runs.map(({ what }) => what)).not.toContain('head - two')
})

test('what can not be undone is inconclusive, and the next is looked at', async () => {
  const { hypotheses } = await look(
    { 'head - one': { refuses: 'a.js: hunk @@ -1 +1 @@ does not apply' }, 'head - two': 'passes' },
    [hunk('one'), hunk(''), hunk('two')],
  ).found

  expect(hypotheses.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive', 'confirmed'])
  expect(hypotheses[0]?.verdict_reason).toBe("it can't be undone by itself: a.js: hunk @@ -1 +1 @@ does not apply")
})

test('chance is rejected once the same files failed again', async () => {
  const { hypotheses } = await look({}, [{ kind: 'flaky' }]).found

  expect(hypotheses[0]).toMatchObject({ status: 'rejected', verdict_reason: 'it failed again on the same files' })
})

test('the machine is rejected where the base passes, and left to a person where the base fails alike', async () => {
  const machine: Suspect = { kind: 'environment', what: 'the command x is not there' }

  const sound = await look({ base: 'passes' }, [machine]).found
  const broken = await look({ base: 'fails' }, [machine]).found

  expect(sound.hypotheses[0]?.status).toBe('rejected')
  expect(broken.hypotheses[0]).toMatchObject({
    status: 'inconclusive',
    verdict_reason: expect.stringContaining('a person'),
  })
})

test('a time limit is to blame where twice the time is enough', async () => {
  const failed = { exitCode: null, timedOut: true, output: '', report: null }
  const { fake, found } = look({ head: ['never ends', 'passes'] }, [{ kind: 'timeout' }], { failed })

  expect((await found).confirmed?.suspect).toEqual({ kind: 'timeout' })
  expect(fake.runs.map(({ timeoutMs }) => timeoutMs)).toEqual([1_000, 2_000])
})

test('once it is told to end, nothing more is tried, and what is open stays pending', async () => {
  const aborted = new AbortController()
  const fake = new FakeLaboratory({})
  const { found } = look({}, [hunk('one'), hunk('two'), hunk('three')], {
    lab: fake.lab(aborted.signal),
    onVerdict: () => aborted.abort(),
  })

  const { hypotheses, ended } = await found
  expect(ended).toBe('aborted')
  expect(hypotheses.map(({ status }) => status)).toEqual(['rejected', 'pending', 'pending'])
  expect(fake.runs).toHaveLength(2)
})

test('a run that was ended from outside has no verdict', async () => {
  const { hypotheses, ended } = await look({ 'head - one': 'is aborted' }, [hunk('one')]).found

  expect([ended, hypotheses[0]?.status]).toEqual(['aborted', 'pending'])
})

test('nothing starts after the deadline, and what it cuts short is no verdict', async () => {
  let now = 0
  const clock = () => (now += 200)
  const late = look({}, [hunk('one'), hunk('two'), hunk('three')], { deadlineMs: 500, now: clock })
  const cut = look({ head: 'fails', 'head - one': 'never ends' }, [hunk('one')], { deadlineMs: 900 })

  expect((await late.found).ended).toBe('out_of_time')
  expect(late.fake.runs.length).toBeLessThan(4)
  expect(await cut.found).toMatchObject({ ended: 'out_of_time', hypotheses: [{ status: 'pending' }] })
  expect(cut.fake.runs.at(-1)?.timeoutMs).toBe(900)
})

test('each verdict is told as it comes', async () => {
  const told: string[] = []

  await look({ 'head - two': 'passes' }, [hunk('one'), hunk('two')], {
    onVerdict: ({ id, status }, all) =>
      void told.push(`${id} ${status}, ${all.filter((one) => one.status === 'pending').length} open`),
  }).found

  expect(told).toEqual(['H1 rejected, 1 open', 'H2 confirmed, 0 open'])
})

test('a second run that was made already is not made again', async () => {
  const again = { exitCode: 1, timedOut: false, output: '', report: null }
  const { fake, found } = look({}, [hunk('one')], { again })

  await found
  expect(fake.runs.map(({ what }) => what)).toEqual(['head - one'])
})
