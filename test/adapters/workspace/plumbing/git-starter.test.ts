import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type GitCommand, GitStarter } from '../../../../src/adapters/workspace/plumbing/git-starter.ts'

const starter = new GitStarter()
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-git-starter-'))
})
afterAll(async () => {
  await starter.close()
  await rm(dir, { recursive: true, force: true })
})

/** A shell command that git runs; the parent of git is the process that starts it. */
function shell(script: string, more: Partial<GitCommand> = {}): GitCommand {
  return {
    args: ['-c', `alias.run=!${script}`, 'run'],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', HOME: dir },
    input: undefined,
    timeoutMs: 60_000,
    maxBytes: 1_000_000,
    ...more,
  }
}
const starterPid = '$(cut -d" " -f4 /proc/$PPID/stat)'

async function run(command: GitCommand) {
  const { exitCode, stdout, stderr, isCut } = await starter.run(command)
  return { exitCode, stdout: Buffer.from(stdout).toString(), stderr: Buffer.from(stderr).toString(), isCut }
}

test('a command gets its input and environment; what it prints and how it ends comes back', async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, WORD: 'given' }

  const answer = await run(shell('cat; echo $WORD; echo oh >&2; exit 3', { input: 'said\n', env }))

  expect(answer).toEqual({ exitCode: 3, stdout: 'said\ngiven\n', stderr: 'oh\n', isCut: false })
})

test('of a command that prints more than it may, the beginning comes back and the command is ended', async () => {
  const { stdout, isCut } = await run(shell('yes', { maxBytes: 10 }))

  expect({ stdout, isCut }).toEqual({ stdout: 'y\ny\ny\ny\ny\n', isCut: true })
})

test('a command that takes longer than it may is ended', async () => {
  const answer = await run(shell('sleep 20', { timeoutMs: 50 }))

  expect(answer).toMatchObject({ exitCode: null, isCut: false })
})

test('what can’t be started is an answer, and ends nothing else', async () => {
  const other = run(shell('cat', { input: 'still here' }))

  const refused = await run(shell('true', { args: ['a\0b'] }))

  expect(refused).toMatchObject({ exitCode: null, stderr: expect.stringContaining('null bytes') as unknown })
  expect(await other).toMatchObject({ exitCode: 0, stdout: 'still here' })
})

test('where its folder is gone a command fails, and is forgotten', async () => {
  const own = new GitStarter()

  const answer = await own.run(shell('true', { cwd: join(dir, 'gone') }))

  expect(answer.exitCode).not.toBe(0)
  expect(Buffer.from(answer.stderr).toString()).toContain('ENOENT')
  const closing = performance.now()
  await own.close()
  // What runs yet gets two seconds to finish, and five more to end.
  expect(performance.now() - closing).toBeLessThan(7_000)
})

test('our secrets are not in the environment of the process that starts git', async () => {
  vi.stubEnv('WEBHOOK_SECRET', 'a-secret-of-ours')
  const own = new GitStarter()

  const { stdout } = await own.run(shell(`tr "\\\\0" "\\\\n" < /proc/${starterPid}/environ`))

  await own.close()
  vi.unstubAllEnvs()
  expect(Buffer.from(stdout).toString()).toContain('PATH=')
  expect(Buffer.from(stdout).toString()).not.toContain('a-secret-of-ours')
})

test('where that process ends, what waits for it fails for now, and the next command has another', async () => {
  const waiting = starter.run(shell('sleep 20'))

  const killed = starter.run(shell(`kill -9 ${starterPid}`))

  for (const one of [waiting, killed])
    await expect(one).rejects.toMatchObject({ code: 'git_failed', retry: 'later', details: 'SIGKILL' })
  expect(await run(shell('echo again'))).toMatchObject({ exitCode: 0, stdout: 'again\n' })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('where we are killed, git ends too', async () => {
  const pidFile = join(dir, 'pid')
  const module = new URL('../../../../src/adapters/workspace/plumbing/git-starter.ts', import.meta.url)
  const program = join(dir, 'program.ts')
  const order = JSON.stringify(shell(`echo $PPID > ${pidFile}; sleep 300`))
  await writeFile(program, `import { gitStarter } from '${module}'\nawait gitStarter.run(${order})\n`)
  const us = execa(process.execPath, [program], { reject: false })
  const readPid = async () => Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  await expect.poll(readPid).toBeGreaterThan(0)
  const pid = await readPid()
  expect(isThere(pid)).toBe(true)

  us.kill('SIGKILL')
  await us

  await expect.poll(() => isThere(pid)).toBe(false)
})
