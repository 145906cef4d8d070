import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'
import { listThirdParties, renderLicences } from './scripts/package/third-party-licences.ts'

/** Programs and threads that the bot starts by these names, from the folder of whoever starts them. */
const programs = [
  'src/adapters/agents/rules/answer-content.ts',
  'src/adapters/agents/tuner/answer-tuning.ts',
  'src/adapters/process/confined-process.ts',
  'src/adapters/workspace/plumbing/git-starter-process.ts',
  'src/adapters/workspace/programs/launch-program.ts',
  'src/adapters/workspace/reports/answer-reports.ts',
  'src/entrypoints/models/gateway-main.ts',
]
const prompts = 'src/adapters/agents/prompts'
/** Another folder is for tests. */
const dir = process.env.BOT_DIST ?? 'dist/bot'

/** What the Action is the bot with: the whole machine, in the files that are loaded when a mode asks for them. */
export default defineConfig({
  input: {
    'run-bot.js': 'src/entrypoints/action/modes/run-bot.ts',
    'run-find.js': 'src/entrypoints/action/modes/run-find.ts',
    'run-tune.js': 'src/entrypoints/action/modes/run-tune.ts',
    'run-check-order.js': 'src/entrypoints/action/modes/jobs/run-check-order.ts',
    'run-run-task.js': 'src/entrypoints/action/modes/jobs/run-run-task.ts',
    ...Object.fromEntries(programs.map((path) => [path.split('/').at(-1), path])),
  },
  platform: 'node',
  transform: { target: 'node24' },
  // A dependency's use of `eval` is no news.
  checks: { eval: false },
  output: {
    dir,
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name]',
    chunkFileNames: '[name].js',
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
  },
  plugins: [
    {
      name: 'licences',
      generateBundle(_options, bundle) {
        const moduleIds = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
        const source = renderLicences(listThirdParties(moduleIds))
        this.emitFile({ type: 'asset', fileName: 'THIRD_PARTY_LICENSES', source })
      },
    },
    {
      name: 'prompts',
      writeBundle() {
        mkdirSync(dir, { recursive: true })
        for (const name of readdirSync(prompts).filter((one) => one.endsWith('.md')))
          copyFileSync(join(prompts, name), join(dir, name))
      },
    },
  ],
})
