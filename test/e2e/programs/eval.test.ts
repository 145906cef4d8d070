import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'

let out: string
beforeAll(async () => void (out = await mkdtemp(join(tmpdir(), 'countersign-eval-'))))
afterAll(() => rm(out, { recursive: true, force: true }))

/** What takes a while, all of them with a script, is of the long tier. */
const isLong = process.env['EVAL_CASES'] === 'all'
const cases = isLong ? [] : ['arguments']
const run = (args: string[]) =>
  execa(process.execPath, ['bench/eval/run.ts', ...args], { env: { MODELS: undefined }, reject: false })

test('with a script every issue is planned, done, redone and judged as it ought to be', async () => {
  const { exitCode, stdout } = await run([...cases, '--scripted', '--record', join(out, 'answers.json'), '--out', out])

  expect(exitCode).toBe(0)
  expect(stdout).toContain('| issues whose hidden tests pass | 100 % |')
  expect(stdout).toContain('| tasks approved, at first or after a redo | 100 % |')
  expect(stdout).toMatch(/\| arguments \| at once \| 0 \| after redo \| pass \|/)
  expect(stdout).toContain('| wrong versions that the reviewer approves | 0 % |')
  expect((await readFile(join(out, 'eval.md'), 'utf8')).trimEnd()).toBe(stdout.trimEnd())
  expect(await readFile(join(out, 'eval.svg'), 'utf8')).toContain('<svg')
})

test.runIf(isLong)('what was recorded plays again without a model, to the same report', async () => {
  const asked = JSON.parse(await readFile(join(out, 'eval.json'), 'utf8')) as Record<string, unknown>

  const { exitCode } = await run(['--replay', join(out, 'answers.json'), '--out', out])

  const again = JSON.parse(await readFile(join(out, 'eval.json'), 'utf8')) as Record<string, unknown>
  expect(exitCode).toBe(0)
  expect(again['shares']).toEqual(asked['shares'])
  expect(again).toMatchObject({ models: 'scripted', failed: [] })
  expect(await readFile(join(out, 'answers.json'), 'utf8')).not.toContain('none-is-asked-for')
})

test('without a model it says what to do, and of a wrong name what there is', async () => {
  const none = await run(['--out', out])
  const unknown = await run(['tetris', '--out', out])

  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('name one with MODELS')])
  expect(unknown.exitCode).toBe(1)
  expect(unknown.stderr).toContain('There is no case tetris. There are arguments,')
})
