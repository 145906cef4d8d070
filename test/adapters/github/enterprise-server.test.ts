import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteStory } from '../../e2e/rules/support/story-rows.ts'
import missing from '../../fixtures/enterprise-server.json' with { type: 'json' }

const sources = join(import.meta.dirname, '../../../src')

/** `issues/list-sub-issues` of `rest.issues.listSubIssues`. */
async function readCalledOperations(): Promise<string[]> {
  const files = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(files.map((name) => readFile(join(sources, name), 'utf8')))
  const calls = texts.flatMap((text) => [...text.matchAll(/\brest\.([a-zA-Z]+)\.([a-zA-Z]+)/g)])
  const kebab = (name = '') => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [...new Set(calls.map(([, area, name]) => `${area}/${kebab(name)}`))]
}

/**
 * Of the operations that the sandbox answers, those that the published descriptions of the supported versions of GitHub
 * Enterprise Server (as packaged in @octokit/openapi 23.0.2) don't have.
 */
test.each(Object.entries(missing))(
  'GitHub Enterprise Server %s has all that is called but sub-issues',
  async (_version, lacks) => {
    const called = await readCalledOperations()

    const lacking = called.filter((operation) => lacks.includes(operation))

    expect(called.length).toBeGreaterThan(50)
    expect(lacking.filter((one) => !/sub-issue|blocked-by/.test(one))).toEqual([])
    await noteStory('GitHub Enterprise Server')
  },
)
