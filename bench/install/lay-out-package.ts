import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is installed of Countersign. Disposing it removes it. */
export interface LaidOutPackage extends AsyncDisposable {
  /** What `countersign` runs. */
  program: string
}

/** Lays out what npm would install of this checkout, in a folder of its own that shares its `node_modules`. */
export async function layOutPackage(): Promise<LaidOutPackage> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-installed-'))
  await using made = new AsyncDisposableStack()
  made.defer(() => rm(dir, { recursive: true, force: true }))
  const { files } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { files: string[] }
  for (const path of ['package.json', ...files])
    if (!path.startsWith('!') && path !== 'lib') await cp(join(root, path), join(dir, path), { recursive: true })
  await execa(process.execPath, [join(root, 'scripts/package/build-package.ts'), join(dir, 'lib')])
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'))
  const kept = made.move()
  return {
    program: join(dir, 'bin/countersign.mjs'),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
