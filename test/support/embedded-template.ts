import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openEmbedded } from '../../src/adapters/postgres/embedded/open-embedded.ts'

const root = join(import.meta.dirname, '../..')

/** Makes an embedded database that is empty, by copying: its first start takes seconds, on a busy machine many. */
export async function copyEmptyDatabase(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  await cp(await getTemplate(), folder, { recursive: true })
}

/** Made once for each version of PGlite; several that make it at once do no harm. */
async function getTemplate(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const cache = join(root, 'node_modules/.cache/countersign')
  const template = join(cache, `pglite-${dependencies['@electric-sql/pglite']}`)
  if (await isThere(template)) return template
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'draft-'))
  await (await openEmbedded(join(draft, 'database'))).close()
  await rename(join(draft, 'database'), template).catch(async (error: unknown) => {
    if (!(await isThere(template))) throw error
  })
  await rm(draft, { recursive: true })
  return template
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
