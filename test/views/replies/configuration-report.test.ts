import { expect, test } from 'vitest'
import { renderConfigurationReport } from '../../../src/views/replies/configuration-report.ts'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { links } from '../../support/widget-links.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, readText, renderToTree } from '../render-for-test.ts'

const own = { repository: 'octo/widgets', path: '.github/countersign.yml' }

test('each file is linked where it stands, and each value names its file', () => {
  const policy = { repository: 'octo/.github', path: '.github/countersign.yml' }
  const layers = [
    { place: own, said: { _extends: '.github', run: { parallel: 2 } } },
    { place: policy, said: { run: { parallel: 9 }, bots: [7] } },
  ]

  const text = renderConfigurationReport({ layers, faults: null }, 'octo/widgets', links)

  expect(text).toContain(
    '1. [`.github/countersign.yml`](https://github.com/octo/widgets/blob/HEAD/.github/countersign.yml)',
  )
  expect(text).toContain('2. [`octo/.github:.github/countersign.yml`](https://github.com/octo/.github/blob/HEAD/')
  expect(text).toContain('| `run.parallel` | `2` | 1 |\n| `bots` | `[7]` | 2 |')
})

test('where there is none, it says where one would be read', () => {
  expect(renderConfigurationReport({ layers: [], faults: null }, 'octo/widgets', links)).toBe(
    'Everything here is default: there is no `.github/countersign.yml` on the default branch, and none that I may read in `octo/.github`, which holds for all repositories of `octo` without one.',
  )
})

test.each(hostileTexts)('what a file says stays text: %j', (text) => {
  const layers = [{ place: own, said: { label: text, paths: { denied: Array.from({ length: 5_000 }, () => text) } } }]
  const faults = { path: text, key: 'k', faults: [text] }

  const rendered = renderConfigurationReport({ layers, faults }, 'octo/widgets', links)

  expect(rendered.length).toBeLessThanOrEqual(commentLimit)
  expect(findLiveText(readText(renderToTree(rendered), true))).toEqual([])
  expect(readText(renderToTree(rendered))).toContain('paths.denied')
})
