import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allProgressFiles } from '../../../src/application/state/loop-files.ts'
import { workFiles } from '../../../src/application/state/state-files.ts'
import { loopPaths } from '../../../src/domain/loop/loop-paths.ts'
import { type LoopState, LoopStateSchema } from '../../../src/domain/records/loop/loop-state.ts'
import { solutionPaths } from '../../../src/domain/paths/solution-paths.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { type LoopRebuildArguments, runLoopRebuild } from '../../../src/entrypoints/commands/loop-rebuild.ts'
import { buildHypothesis, buildSkillState, buildTestResult } from '../../support/loop/build-skill-state.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { commitFiles } from '../../support/repository/push-approved-plan.ts'

const loopId = 'loop-v2-20261121-abc123'
const paths = loopPaths(loopId)
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})

afterEach(() => rm(dir, { recursive: true }))

function buildLoop(): LoopState {
  return {
    schema_version: 1,
    loop_id: loopId,
    title: 'Tokens expire',
    description: 'Tokens expire\nafter a day',
    max_iterations: 7,
    status: 'running',
    current_iteration: 3,
    created_at: '2026-11-21T03:12:00Z',
    updated_at: '2026-11-21T03:30:00Z',
    skill_state: buildSkillState({
      debug: { hypotheses: [buildHypothesis()], hypotheses_count: 1, active_bug: 'auth' },
      validate: { test_results: [buildTestResult()], pass_rate: 100, last_run_at: '2026-11-21T03:25:00Z' },
    }),
  }
}

function buildFiles(): Map<string, string> {
  const plan = buildPlan({ tasks: [buildTask()], description: 'Tokens expire\nafter a day' })
  const record = buildRecord({ loop_id: loopId, phase: 'working' })
  const work: Work = { record, plan, execution: buildExecution(plan), loop: buildLoop() }
  return new Map([...workFiles(work), ...allProgressFiles(work)])
}

async function put(files: Iterable<readonly [string, string]>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
}

async function rebuild(args: Partial<LoopRebuildArguments> = {}) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = {
    stdout: (text: string) => stdout.push(text),
    stderr: (text: string) => stderr.push(text),
    env: process.env,
  }
  const code = await runLoopRebuild({ where: dir, ...args }, io)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

test('a loop of a replaced plan is put back from the history of solutions', async () => {
  const old = buildPlan({ tasks: [buildTask()], description: 'Tokens expire\nafter a day' })
  const record = buildRecord({
    plan_id: 'SOL-ISS-007-2',
    loop_id: 'loop-v2-20261122-000702',
    loops: [{ loop_id: loopId, plan_id: old.id }],
  })
  const [, plan] = solutionPaths(record.session_id, record.id, old.id, 'plan')
  const [, execution] = solutionPaths(record.session_id, record.id, old.id, 'execution')
  const json = (value: unknown) => `${JSON.stringify(value)}\n`
  const recordFile: [string, string] = ['.workflow/issues/ISS-007.json', json(record)]
  await put(allProgressFiles({ loop: buildLoop(), execution: null }))
  await put([recordFile, [plan, json(old)], [execution, json(buildExecution(old))], [paths.state, 'half']])

  const { code, stdout } = await rebuild({ which: loopId, write: true })

  expect([code, stdout]).toEqual([0, expect.stringContaining('Tokens expire')])
  const loop = LoopStateSchema.parse(JSON.parse(await readFile(join(dir, paths.state), 'utf8')))
  expect(loop).toMatchObject({
    title: 'Tokens expire',
    description: 'Tokens expire\nafter a day',
    status: 'failed',
  })
})

test('a loop that is well has nothing to restore', async () => {
  await put(buildFiles())

  expect(await rebuild()).toMatchObject({ code: 0, stdout: `${loopId} (#7): nothing to restore\n` })
})

test('a broken main file: the working side comes back whole, the control side is offered, and said to be so', async () => {
  await put(buildFiles())
  await put([[paths.state, '{"schema_version": 1, "loop_']])

  const { code, stdout } = await rebuild({ which: '7' })

  expect(code).toBe(1)
  expect(stdout).toContain(`${loopId} (#7): can be restored`)
  expect(stdout).toContain(`! ${paths.state} is not JSON`)
  expect(stdout).toContain(`✓ develop            1 of 2 tasks completed, from ${paths.develop}`)
  expect(stdout).toContain('? title              Tokens expire (offered: the plan, whose text the loop began with)')
  expect(stdout).toContain('? max_iterations     10 (offered: the default; what it was is lost)')
})

test('--write puts it back: skill_state exactly as it was, the broken file beside it', async () => {
  await put(buildFiles())
  await put([[paths.state, 'broken']])

  const { code, stdout } = await rebuild({ write: true })

  expect(code).toBe(0)
  expect(stdout).toContain(`wrote ${paths.state}`)
  const loop = LoopStateSchema.parse(JSON.parse(await readFile(join(dir, paths.state), 'utf8')))
  expect(loop.skill_state).toEqual(buildLoop().skill_state)
  expect(loop).toMatchObject({ title: 'Tokens expire', status: 'running', created_at: '2026-11-21T03:12:00Z' })
  expect(await readFile(join(dir, `${paths.state}.broken`), 'utf8')).toBe('broken')
  expect((await rebuild()).code).toBe(0)
})

test('fields of the main file that hold by themselves are kept', async () => {
  await put(buildFiles())
  const { skill_state: _, ...top } = buildLoop()
  await put([[paths.state, JSON.stringify({ ...top, skill_state: { mode: 'auto' }, status: 'confused' })]])

  const { stdout } = await rebuild()

  expect(stdout).toContain('= max_iterations     7')
  expect(stdout).toContain('? status             running (offered: the record’s phase, working)')
  expect(stdout).toContain('✓ validate           1 test,')
})

test('without develop.md the tasks come from .tasks.jsonl, and what is lost is named', async () => {
  await put(buildFiles())
  await rm(join(dir, paths.state))
  await rm(join(dir, paths.develop))
  await put([[paths.validate, '# Validate: cut off']])

  const { code, stdout } = await rebuild({ which: loopId })

  expect(code).toBe(1)
  expect(stdout).toContain(`! ${paths.state} is missing`)
  expect(stdout).toContain(`! ${paths.validate}, line 1: the file ends where`)
  expect(stdout).toContain(`✗ actions, errors    lost: only ${paths.develop} has them`)
  expect(stdout).toContain('✗ validate           lost:')
})

test('without anything to restore from, it says that it can’t', async () => {
  const files = buildFiles()
  await put([...files].filter(([path]) => !path.startsWith('.loop/')))

  const { code, stdout } = await rebuild({ write: true })

  expect(code).toBe(1)
  expect(stdout).toContain(`${loopId} (#7): can’t be restored`)
})

test('a page that says something else than the main file is told, and written again', async () => {
  await put(buildFiles())
  const page = await readFile(join(dir, paths.develop), 'utf8')
  await put([[paths.develop, page.replace('| codex |', '| qwen |')]])

  expect((await rebuild()).stdout).toContain('! the progress files say something else than the main file')
  expect(await rebuild({ write: true })).toMatchObject({ code: 0 })
  expect(await readFile(join(dir, paths.develop), 'utf8')).toBe(page)
})

test('the old location is read, and what comes of it is written to the new one', async () => {
  const old = '.workflow/.loop/WFS-auth/state.json'
  const text = JSON.stringify({
    session_id: 'WFS-auth',
    task_description: 'Implement user authentication',
    status: 'running',
    created_at: '2026-01-22T10:00:00+08:00',
    develop: {
      total_count: 1,
      completed_count: 0,
      tasks: [{ id: 'task-001', description: 'Create it', status: 'pending' }],
    },
  })
  await put([[old, text]])

  const { code, stdout } = await rebuild({ which: 'WFS-auth', write: true })

  expect(code).toBe(0)
  const id = /^loop-v2-20260122-[0-9a-f]{6}/.exec(stdout)?.[0] ?? ''
  const loop = LoopStateSchema.parse(JSON.parse(await readFile(join(dir, `.loop/${id}.json`), 'utf8')))
  expect(loop).toMatchObject({ title: 'Implement user authentication', status: 'running' })
  expect(loop.skill_state?.develop).toMatchObject({ total: 1, tasks: [{ id: 'task-001', tool: 'bash' }] })
  expect(await readFile(join(dir, old), 'utf8')).toBe(text)
  expect(await rebuild()).toMatchObject({ code: 0 })
})

test('of a clone it tells the same, and writes nothing', async () => {
  const bare = join(dir, 'repo.git')
  await execa('git', ['init', '--bare', '--quiet', bare])
  const files = new Map(buildFiles()).set(paths.state, 'broken')
  const bytes = [...files].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
  await commitFiles(bare, 'refs/heads/countersign/workflow', null, new Map(bytes))

  expect(await rebuild({ where: bare, which: 'ISS-007' })).toMatchObject({ code: 1 })
  const { code, stderr } = await rebuild({ where: bare, write: true })

  expect(code).toBe(2)
  expect(stderr).toContain('git worktree add --detach ../workflow countersign/workflow')
})

test.each([
  ['no such place', { where: '/nowhere/at/all' }],
  ['no such loop', { which: 'ISS-099' }],
])('2 where it could not look: %s', async (_, args) => {
  await put(buildFiles())

  expect(await rebuild(args)).toMatchObject({ code: 2, stdout: '' })
})
