import { expect, test } from 'vitest'
import { renderDoneAnew } from '../../../src/views/pulls/earlier-work.ts'
import { buildEarlierWork, testSha } from '../../support/builders.ts'
import { links } from '../../support/widget-links.ts'

test('what is done anew says which file was changed by which commit, and where what was approved is', () => {
  const text = renderDoneAnew({ kind: 'done_anew', task: 'T2', earlier: buildEarlierWork('b.txt') }, links)

  const [main, commit] = [testSha('main'), testSha('earlier')]
  expect(text).toContain(
    `🔁 **T2 is done anew, and not taken over:** somebody has changed \`b.txt\` ([${main.slice(0, 7)}](${links.commit(main)})) since.`,
  )
  expect(text).toMatch(
    /stays on record: \[version 2\]\(.*\/tree\/countersign\/workflow\/workspace\/artifacts\/.*\), \[its pull request\]\(.*pull\/5\)/,
  )
  expect(text).toContain(links.commit(commit))
})

test('what is done anew since another task was names that', () => {
  const earlier = { ...buildEarlierWork('b.txt'), changed: [], tasks: ['T1'] }

  const text = renderDoneAnew({ kind: 'done_anew', task: 'T2', earlier }, links)

  expect(text).toContain('T1, which it builds on, was done anew.')
})
