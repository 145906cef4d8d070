import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const inputs = {
  'waiting-app.js': join(root, 'test/e2e/faults/support/waiting-app.ts'),
  // Threads and processes are started by these names, from the folder of whoever starts them.
  'sqlite-worker.ts': join(root, 'src/adapters/queue/embedded/sqlite-worker.ts'),
  'server-worker.ts': join(root, 'src/adapters/postgres/server/server-worker.ts'),
  'git-starter-process.ts': join(root, 'src/adapters/workspace/plumbing/git-starter-process.ts'),
  'confined-process.ts': join(root, 'src/adapters/process/confined-process.ts'),
  'answer-content.ts': join(root, 'src/adapters/agents/rules/answer-content.ts'),
  'answer-reports.ts': join(root, 'src/adapters/workspace/reports/answer-reports.ts'),
}

/** Where the App lies in few files, and what V8 has compiled of it. */
export interface BundledApp {
  program: string
  compileCache: string
}

/** Prompts are files, looked for beside the source that fills them. */
function isNoSource(path: string): boolean {
  return !path.endsWith('.ts')
}

/** The App in few files for the tests of one file: loading it takes less than half of what loading its sources does, and a chain of kills needs many. */
export function useBundledApp(): BundledApp {
  const bundled: BundledApp = { program: '', compileCache: '' }
  let dir = ''

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'countersign-bundle-'))
    await writeFile(join(dir, 'package.json'), '{ "type": "module" }\n')
    // It reads files of its own package.
    await symlink(join(root, 'node_modules'), join(dir, 'node_modules'))
    await cp(join(root, 'src/adapters/agents/prompts'), dir, { recursive: true, filter: isNoSource })
    const bundle = await rolldown({
      input: inputs,
      platform: 'node',
      // A dependency's use of `eval` is no news.
      checks: { eval: false },
    })
    await bundle.write({ dir, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name].js' })
    await bundle.close()
    bundled.program = join(dir, 'waiting-app.js')
    bundled.compileCache = join(dir, 'compiled')
  })

  afterAll(() => rm(dir, { recursive: true, force: true }))

  return bundled
}
