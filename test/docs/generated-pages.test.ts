import { expect, test } from 'vitest'
import { commandUsages } from '../../src/domain/commands/command-usage.ts'
import { findStalePages, renderGeneratedPages } from '../../scripts/docs/generated-pages.ts'

test('the pages made from the code stand in docs/ as they should', async () => {
  const stale = await findStalePages()

  expect(stale, 'run "npm run docs"').toEqual([])
})

test('making them twice gives the same bytes', () => {
  expect(renderGeneratedPages()).toEqual(renderGeneratedPages())
})

test('the page on commands has all of them', () => {
  const page = renderGeneratedPages().find(({ path }) => path === 'docs/commands.md')

  for (const { usage, does } of commandUsages) {
    expect(page?.text).toContain(`\`${usage.replaceAll('|', '\\|')}\``)
    expect(page?.text).toContain(does)
  }
})
