import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'

/**
 * Node as `npm install --global` leaves it, with modules beside it: isolated commands find them in
 * `/opt/node/lib/node_modules`. They are those of this project, so that nothing is downloaded.
 */
export function useNodeWithModules(): void {
  const { execPath } = process
  let dir = ''

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'countersign-node-'))
    await mkdir(join(dir, 'lib'))
    await symlink(dirname(execPath), join(dir, 'bin'))
    await symlink(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(dir, 'lib/node_modules'))
    process.execPath = join(dir, 'bin/node')
  })

  afterAll(async () => {
    process.execPath = execPath
    await rm(dir, { recursive: true, force: true })
  })
}
