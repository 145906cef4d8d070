import { defineConfig } from 'vitest/config'

/** Tests that need both cores for themselves. */
const alone = ['test/e2e/random-people.test.ts', 'test/simulation/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/contracts/**', 'test/simulation/**'],
          testTimeout: 10_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'whole',
          include: ['test/contracts/**/*.test.ts', 'test/e2e/**/*.test.ts'],
          exclude: alone,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Half of the time they wait: for quiet, for timers, for git.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          maxConcurrency: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
