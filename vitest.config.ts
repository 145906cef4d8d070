import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/vitest/longest-first.ts'
import { patienceMs } from './test/support/vitest/patience.ts'

/** What Node has made of a source is kept for the next process: a server that tests start is there in half the time. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** Tests that need both cores for themselves, and those that measure how long a core takes, or how deep its stack is. */
const alone = [
  'test/e2e/control/random-people.test.ts',
  'test/simulation/*.test.ts',
  'test/domain/plan/large-plans.test.ts',
  'test/bench/plans/measure-stack.test.ts',
]

/**
 * End to end, and nothing is left in the process of the test but what it has loaded: to load the App and the sandbox takes
 * three seconds of a core. What counts processes, changes the environment or is killed with its children stays by itself.
 */
const stories = [
  'test/e2e/agents/{canaries,injection,model-limits,model-review,real-agents}.test.ts',
  'test/e2e/control/{bad-commands,configuration,control,forged-record,limits}.test.ts',
  'test/e2e/dashboard/*.test.ts',
  'test/e2e/faults/{database,http-faults,start-outage,webhooks,workflow-branch}.test.ts',
  'test/e2e/plans/*.test.ts',
  'test/e2e/programs/{attestation,doctor,export-action,replay,verifier}.test.ts',
  'test/e2e/rules/*.test.ts',
  'test/e2e/serverless/{server-task-jobs,task-jobs,whole-issue}.test.ts',
  'test/e2e/servers/{crash,ending-tokens,lost-answers,many-at-once,metrics,probot-server,reconciler}.test.ts',
  'test/e2e/servers/{start-failure,two-apps,wrong-clock}.test.ts',
  'test/e2e/work/*.test.ts',
]

/** Whole, but for `npm run test:long` alone: `npm test` kills servers, workers and jobs in other places. */
const atLength = [
  'test/e2e/faults/loop-kills.test.ts',
  'test/e2e/faults/workflow-branch-restart.test.ts',
  'test/e2e/plans/written-issues.test.ts',
  'test/e2e/programs/own-history.test.ts',
  'test/e2e/serverless/between-jobs.test.ts',
  'test/e2e/servers/many-workers.test.ts',
  'test/e2e/work/real-runs.test.ts',
]

/** What is pure. */
const pure = ['test/domain/**/*.test.ts', 'test/views/**/*.test.ts']

/** What a machine that is slow and busy with other things still keeps to: only what hangs is ended by it. */
const patience = {
  expect: { poll: { timeout: patienceMs(60_000) } },
  testTimeout: patienceMs(240_000),
  hookTimeout: patienceMs(240_000),
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/vitest/one-folder.ts'],
    // Where `isolate` is off, files share processes and load everything once: half of the processor's time was loading.
    sequence: { sequencer: LongestFirst },
    // Node runs the sources as they are, and keeps what it made of them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: alone,
          ...patience,
          testTimeout: patienceMs(60_000),
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts', 'packages/*/{test,examples}/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/contracts/**', 'test/long/**', ...pure, ...alone],
          ...patience,
          testTimeout: patienceMs(60_000),
          isolate: false,
          // One more than cores: some wait for what they end.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contracts',
          include: ['test/contracts/**/*.test.ts'],
          ...patience,
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: stories,
          exclude: atLength,
          ...patience,
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...stories, ...alone, ...atLength],
          ...patience,
          // Half of the time they wait: for quiet, for timers, for git.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          ...patience,
          fileParallelism: false,
          maxConcurrency: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts', ...atLength],
          ...patience,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
