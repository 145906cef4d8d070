import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'

const isRoot = process.getuid?.() === 0
/** Whoever runs the tests, and where that is root, for whom no permission counts, somebody else. */
const user = isRoot ? 65_534 : (process.getuid?.() ?? 0)
const module = new URL('../../../src/entrypoints/server/open-data-folder.ts', import.meta.url)
const script = `
  const { openDataFolder } = await import(process.argv[1])
  const said = await openDataFolder(process.argv[2], { warn() {} }).then(() => 'opened', (error) => [error.code, error.message, error.details])
  console.log(JSON.stringify(said))
`

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-data-'))
  await chmod(dir, 0o755)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** What a server of an ordinary user, started in `cwd`, says of its DATA_DIR. */
async function openAsUser(data: string, cwd = dir): Promise<unknown> {
  const args = ['--input-type=module', '--eval', script, module.href, data]
  const { stdout } = await execa(process.execPath, args, { cwd, ...(isRoot ? { uid: user, gid: user } : {}) })
  return JSON.parse(stdout)
}

function refused(path: string, why: string): unknown {
  return [
    'configuration_invalid',
    `DATA_DIR can't be used: ${path}`,
    expect.stringMatching(new RegExp(`^${why}.*runs as user ${user}: make the folder .* or set DATA_DIR to a folder`)),
  ]
}

test.each([
  ['can’t be entered', 0o600],
  ['can’t be written to', 0o555],
])('the folder of a server that %s is named, with what to do', async (_, mode) => {
  const closed = join(dir, 'closed')
  await mkdir(closed)
  await chmod(closed, mode)

  expect(await openAsUser(closed)).toEqual(refused(closed, 'EACCES'))
  expect(await openAsUser('.countersign', closed)).toEqual(refused(join(closed, '.countersign'), 'EACCES'))
})

test('a part that another user left in it is found at the start', async () => {
  const data = join(dir, 'data')
  await mkdir(join(data, 'workspace'), { recursive: true })
  await chmod(data, 0o777)
  await chmod(join(data, 'workspace'), 0o500)

  expect(await openAsUser(data)).toEqual(refused(data, `EACCES.*${join(data, 'workspace')}`))
})

test('a folder that is used for other things too is not closed to others, but refused', async () => {
  const shared = join(dir, 'shared')
  await mkdir(join(shared, 'workspace'), { recursive: true })
  await writeFile(join(shared, 'notes.txt'), '')
  if (isRoot) await chown(join(shared, 'workspace'), user, user)
  await chmod(shared, 0o1777)

  expect(await openAsUser(shared)).toEqual([
    'configuration_invalid',
    `DATA_DIR is not the server's own: ${shared}`,
    expect.stringMatching(/"notes\.txt".*Set DATA_DIR to a folder of its own/),
  ])
  expect((await stat(shared)).mode & 0o7777).toBe(0o1777)
})

test.each([
  ['an empty folder', []],
  ['the folder of a server', ['workspace', 'database.lock']],
])('%s is closed to others', async (_, names) => {
  const data = join(dir, 'data')
  await mkdir(data)
  for (const name of names) await mkdir(join(data, name))
  if (isRoot) for (const one of ['', ...names]) await chown(join(data, one), user, user)
  await chmod(data, 0o755)

  expect(await openAsUser(data)).toBe('opened')
  expect((await stat(data)).mode & 0o777).toBe(0o700)
})

test('a path below a file is none for a folder', async () => {
  await writeFile(join(dir, 'file'), '')

  expect(await openAsUser(join(dir, 'file/data'))).toEqual(refused(join(dir, 'file/data'), 'ENOTDIR'))
})

test('where no folder can be made it says so at once', async () => {
  expect(await openAsUser('/proc/x/data')).toEqual(refused('/proc/x/data', 'ENOENT'))
})

test('a folder is made with those above it', async () => {
  const data = join(dir, 'mine')
  await mkdir(data)
  if (isRoot) await chown(data, user, user)

  expect(await openAsUser(join(data, 'a/b'))).toBe('opened')
  expect((await stat(join(data, 'a/b'))).mode & 0o777).toBe(0o700)
})
