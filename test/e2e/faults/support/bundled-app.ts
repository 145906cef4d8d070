import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { beforeAll } from 'vitest'
import { shareBuild } from '../../../support/action/share-build.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const inputs = {
  'waiting-app.js': join(root, 'test/e2e/faults/support/waiting-app.ts'),
  'server-role.js': join(root, 'test/e2e/faults/support/server-role.ts'),
  // Threads and processes are started by these names, from the folder of whoever starts them.
  'sqlite-worker.ts': join(root, 'src/adapters/queue/embedded/sqlite-worker.ts'),
  'server-worker.ts': join(root, 'src/adapters/postgres/server/server-worker.ts'),
  'git-starter-process.ts': join(root, 'src/adapters/workspace/plumbing/git-starter-process.ts'),
  'confined-process.ts': join(root, 'src/adapters/process/confined-process.ts'),
  'launch-program.ts': join(root, 'src/adapters/workspace/programs/launch-program.ts'),
  'answer-content.ts': join(root, 'src/adapters/agents/rules/answer-content.ts'),
  'answer-reports.ts': join(root, 'src/adapters/workspace/reports/answer-reports.ts'),
}

/** Where the App lies in few files, and what V8 has compiled of it. */
export interface BundledApp {
  /** Loads, and waits for a line. */
  program: string
  /** Is what its argument says: `app`, `intake` or `worker`. */
  role: string
  compileCache: string
}

/** Prompts are files, looked for beside the source that fills them. */
function isNoSource(path: string): boolean {
  return !path.endsWith('.ts')
}

/** The App in few files: loading it takes less than half of what loading its sources does, and some tests start it often. */
export async function bundleApp(): Promise<BundledApp> {
  const dir = await shareBuild('app', async (into) => {
    await writeFile(join(into, 'package.json'), '{ "type": "module" }\n')
    // It reads files of its own package.
    await symlink(join(root, 'node_modules'), join(into, 'node_modules'))
    await cp(join(root, 'src/adapters/agents/prompts'), into, { recursive: true, filter: isNoSource })
    const bundle = await rolldown({
      input: inputs,
      platform: 'node',
      // A dependency's use of `eval` is no news.
      checks: { eval: false },
    })
    await bundle.write({ dir: into, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name].js' })
    await bundle.close()
  })
  return {
    program: join(dir, 'waiting-app.js'),
    role: join(dir, 'server-role.js'),
    compileCache: join(dir, 'compiled'),
  }
}

/** The same for the tests of one file. */
export function useBundledApp(): BundledApp {
  const bundled: BundledApp = { program: '', role: '', compileCache: '' }

  beforeAll(async () => {
    Object.assign(bundled, await bundleApp())
  })

  return bundled
}
