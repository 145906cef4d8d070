import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { allowedUser } from '../../../src/entrypoints/settings/allowed-user.ts'
import { openDataFolder } from '../../../src/entrypoints/server/open-data-folder.ts'

test.each([
  ['root', 0, 'allowed'],
  ['somebody else', 1000, 'refused'],
  ['a system without users', undefined, 'refused'],
] as const)('a server goes on as %s (%s, RUN_AS_ROOT=%s)', (_, userId, allowance) => {
  const settings = { RUN_AS_ROOT: allowance }

  expect(allowedUser(settings, userId)).toBe(settings)
})

test('a server started as root is refused, and told how it would be right', async () => {
  const words = /\(docs\/operations\.md, "Start the server"\)\. RUN_AS_ROOT=allowed/

  expect(() => allowedUser({ RUN_AS_ROOT: 'refused' }, 0)).toThrow(
    expect.objectContaining({ code: 'configuration_invalid', details: expect.stringMatching(words) }),
  )

  expect(await readFile('docs/operations.md', 'utf8')).toContain('\n## Start the server\n')
})

test('the folder of its data is closed to others, one that is there already too', async () => {
  const made = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  const log = { warn: vi.fn<() => void>() }
  const dirs = [made, join(made, 'new/one')]
  await chmod(made, 0o755)

  for (const dir of dirs) await openDataFolder(dir, log)

  for (const dir of dirs) expect(((await stat(dir)).mode & 0o777).toString(8)).toBe('700')
  expect(log.warn).not.toHaveBeenCalled()
  await rm(made, { recursive: true })
})
