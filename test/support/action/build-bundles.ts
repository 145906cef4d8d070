import { build, type OutputChunk } from 'rolldown'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import bundles from '../../../rolldown.config.mjs'
import { buildBot } from './build-bot.ts'
import { shareBuild } from './share-build.ts'

/** What `npm run build` writes as one file each, by its path in the repository, made anew. */
export async function buildBundles(): Promise<Map<string, string>> {
  return new Map([...(await buildChunks())].map(([path, chunk]) => [path, chunk?.code ?? '']))
}

/** The same, with the modules that are in it. */
export async function buildChunks(): Promise<Map<string, OutputChunk | undefined>> {
  const built = await Promise.all(
    bundles.map(async (bundle): Promise<[string, OutputChunk | undefined]> => {
      const { output } = await build({ ...bundle, cwd: root, write: false, logLevel: 'silent' })
      const [chunk] = output.filter((one): one is OutputChunk => one.type === 'chunk')
      return [bundle.output.file, chunk]
    }),
  )
  return new Map(built)
}

/** The Action and the verifier of the sources of now, each a file with nothing of this repository around it. */
export async function shareBundles(): Promise<{ action: string; verifier: string }> {
  const dir = await shareBuild('bundles', async (into) => {
    // As in the repository, whose package says what its files are.
    await writeFile(join(into, 'package.json'), '{"type":"module"}')
    const [bundles] = await Promise.all([buildBundles(), buildBot(join(into, 'bot'))])
    for (const [path, code] of bundles) await writeFile(join(into, basename(path)), code)
  })
  return { action: join(dir, 'action.js'), verifier: join(dir, 'countersign-verify.mjs') }
}

const root = new URL('../../../', import.meta.url).pathname
