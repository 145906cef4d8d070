import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/contracts/**'],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['test/contracts/**/*.test.ts', 'test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
