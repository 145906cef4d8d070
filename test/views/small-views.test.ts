import { fc, test as property } from '../support/property.ts'
import { describe, expect, test } from 'vitest'
import { renderCommitMessage } from '../../src/views/pulls/commit-message.ts'
import { neutraliseSkipping } from '../../src/views/markdown/neutralise-skipping.ts'
import { renderDuration } from '../../src/views/text/duration.ts'
import { block, fitBlocks } from '../../src/views/markdown/fit.ts'
import { buildLinks, linkTo } from '../../src/views/markdown/links.ts'
import { findMarker, renderMarker, withMarker } from '../../src/views/markdown/markers.ts'
import { renderGraph } from '../../src/views/markdown/mermaid.ts'
import { renderProgressBar } from '../../src/views/text/progress-bar.ts'
import { shorten } from '../../src/views/markdown/shorten.ts'
import { buildPlan, buildTask } from '../support/builders.ts'
import { anyText } from './hostile-text.ts'
import { findLiveText, listElements, renderToTree } from './render-for-test.ts'

describe('a marker', () => {
  test('is found in the first line of what it was put on', () => {
    const body = withMarker(
      renderMarker('plan', 'SOL-ISS-007-1', (text) => Buffer.from(text).toString('hex')),
      'Text',
    )

    expect(findMarker(body)).toEqual({
      kind: 'plan',
      key: 'SOL-ISS-007-1',
      mac: Buffer.from('plan SOL-ISS-007-1').toString('hex'),
    })
  })

  test.each([
    'Text\n<!-- countersign:plan SOL-ISS-007-1 mac -->',
    ' <!-- countersign:plan x mac -->',
    '> <!-- countersign:plan x mac -->',
    '',
  ])('is not found in %j', (body) => {
    expect(findMarker(body)).toBeUndefined()
  })

  test('refuses a key that could end the comment', () => {
    expect(() => renderMarker('plan', 'x-->y', () => 'mac')).toThrow('not a marker')
  })
})

describe('the graph', () => {
  property.prop([anyText])('is made of nodes and arrows only, whatever the titles', (title) => {
    const tasks = [buildTask({ id: 'T1', title }), buildTask({ id: 'T2.1', title, depends_on: ['T1'] })]

    const graph = renderGraph(tasks, new Map([['T1', 'done']]))

    const lines = graph.split('\n')
    const label = String.raw`\["T[\d.]+ (?:[^"\[\]\{\}<>|\\;#&\x60%@]|#\d+;)*"\]`
    expect(lines[0]).toBe('```mermaid')
    expect(lines[1]).toBe('flowchart LR')
    expect(lines[2]).toMatch(new RegExp(`^  T1${label}:::done$`, 'u'))
    expect(lines[3]).toMatch(new RegExp(`^  T2_1${label}$`, 'u'))
    expect(lines.slice(4)).toEqual(['  T1 --> T2_1', expect.stringMatching(/^ {2}classDef done fill:#/), '```'])
  })

  test('goes downwards when a chain is long', () => {
    const chain = [1, 2, 3, 4, 5].map((n) => buildTask({ id: `T${n}`, depends_on: n === 1 ? [] : [`T${n - 1}`] }))

    expect(renderGraph(chain)).toContain('flowchart TD')
  })

  test('is a sentence for more than sixty tasks', () => {
    const tasks = Array.from({ length: 61 }, (_, index) => buildTask({ id: `T${index + 1}` }))

    expect(renderGraph(tasks)).toBe(
      'A graph of 61 tasks would be too large to read; the table shows what each waits for.',
    )
  })
})

describe('commit messages', () => {
  test('a version names its task, plan and number in trailers', () => {
    const task = buildTask({ title: 'fix: check expiry', action: 'Fix' })
    const plan = buildPlan({ tasks: [task] })

    const message = renderCommitMessage({ task, plan, version: 2 })

    expect(message).toEqual({
      headline: 'fix(T1): check expiry',
      body: [
        'Version 2 of T1 in ISS-007.',
        '',
        'Countersign-Plan: SOL-ISS-007-1',
        `Countersign-Plan-Hash: ${plan.hash}`,
        `Countersign-Task: T1 ${task.task_id}`,
        'Countersign-Version: 2',
      ].join('\n'),
    })
  })

  property.prop([anyText])('a subject is one line of at most 72 characters that refers to nothing', (title) => {
    const task = buildTask({ title })

    const { headline } = renderCommitMessage({ task, plan: buildPlan({ tasks: [task] }), version: 1 })

    expect(headline.length).toBeLessThanOrEqual(72)
    expect(headline).not.toMatch(/[\r\n]/)
    expect(findLiveText(headline)).toEqual([])
  })
})

describe('links', () => {
  const links = buildLinks({
    web: 'http://localhost:8080',
    repository: 'o/r',
    issueNumber: 7,
    workflowBranch: 'countersign/workflow',
  })

  test('lead to the very thing', () => {
    expect(links.comment(5)).toBe('http://localhost:8080/o/r/issues/7#issuecomment-5')
    expect(links.blob('abc', 'docs/a (1)|#?.md')).toBe(
      'http://localhost:8080/o/r/blob/abc/docs/a%20%281%29%7C%23%3F.md',
    )
    expect(links.docs('plans.md')).toBeNull()
  })

  property.prop([anyText])('stay one link whatever the path', (path) => {
    const url = links.workflowFile(path)

    const found = listElements(renderToTree(`before ${linkTo('file', url)} after`)).filter(
      ({ tagName }) => tagName === 'a',
    )

    expect(found.map((element) => element.properties['href'])).toEqual([new URL(url).href])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'not a url', ''])('%j is no address', (url) => {
    expect(linkTo('text', url)).toBe('text')
  })
})

describe('what fits', () => {
  test('the last block is shortened first, form by form', () => {
    const blocks = [block('aaaaaaaaaa', 'a'), block('bbbbbbbbbb', 'b', '')]

    expect(fitBlocks(blocks, 100, 'note')).toBe('aaaaaaaaaa\nbbbbbbbbbb')
    expect(fitBlocks(blocks, 20, 'note')).toBe('aaaaaaaaaa\nb\nnote')
    expect(fitBlocks(blocks, 10, 'note')).toBe('a\nb\nnote')
    expect(fitBlocks(blocks, 8, 'note')).toBe('a\nnote')
  })

  property.prop([fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 })])(
    'shortened text keeps its limit and splits no character',
    (text, limit) => {
      const short = shorten(text, limit)

      expect(short.length).toBeLessThanOrEqual(limit)
      expect(short.isWellFormed()).toBe(text.isWellFormed() || short.isWellFormed())
      if (text.length <= limit) expect(short).toBe(text)
    },
  )
})

test.each([
  [0, 3, '`░░░░░░░░░░░░░░░░░░░░` 0 %'],
  [1, 1_000, '`█░░░░░░░░░░░░░░░░░░░` 0 %'],
  [2, 3, '`█████████████░░░░░░░` 66 %'],
  [999, 1_000, '`███████████████████░` 99 %'],
  [3, 3, '`████████████████████` 100 %'],
  [0, 0, '`░░░░░░░░░░░░░░░░░░░░` 0 %'],
])('%i of %i is %s', (done, total, expected) => {
  expect(renderProgressBar(done, total)).toBe(expected)
})

test.each([
  [0, '0 s'],
  [420, '0.4 s'],
  [42_000, '42 s'],
  [185_000, '3 min 5 s'],
  [1_200_000, '20 min'],
  [4_800_000, '1 h 20 min'],
  [183_600_000, '2 d 3 h'],
])('%i ms is %s', (durationMs, expected) => {
  expect(renderDuration(durationMs)).toBe(expected)
})

test.each([
  '[skip ci]',
  '[ci skip]',
  '[no ci]',
  '[Skip Actions]',
  '[actions skip]',
  'skip-checks: true',
  'skip-checks:true',
])('a title with %s keeps no check from running', (words) => {
  const task = buildTask({ title: `${words} Say hello` })

  const { headline, body } = renderCommitMessage({ task, plan: buildPlan({ tasks: [task] }), version: 1 })

  expect(`${headline}\n${body}`).not.toMatch(/\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks:/im)
})

test('in a body a trailer that skips checks, and the words that do, are broken', () => {
  expect(neutraliseSkipping('a\n\n[no ci]\nskip-checks: true')).toBe('a\n\n(no ci)\nskip-checks true')
})
