import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compare, type Figure } from '../../bench/bench.ts'
import { type Outcome, updateDocument } from '../../bench/document.ts'
import { benches } from '../../bench/registry.ts'

const half = compare({ bench: 'publish', case: 'N=1', figure: 3, unit: 'calls', peer: 7 })
const machine = { cores: 2, model: 'Some CPU', node: '24.21.0', platform: 'linux x64' }
const names = ['calls', 'publish', 'soak']

function outcome(name: string, figure: Figure = half): Outcome {
  const bench = { name, about: `What ${name} is.` }
  return { bench, figures: [figure], size: 'full', at: '2026-11-21T03:12:00.000Z', machine }
}

test('a section says what it is, when and where it was measured, and its figures', () => {
  const text = updateDocument('', outcome('publish'), names)

  expect(text).toContain(
    [
      '## publish',
      'What publish is.',
      'Measured on 2026-11-21 with `--size full`, on linux x64 with 2 cores (Some CPU) and Node 24.21.0.',
      '| case | figure | unit | peer | ratio |\n| --- | ---: | --- | ---: | ---: |\n| N=1 | 3 | calls | 7 | 0.43 |\n',
    ].join('\n\n'),
  )
})

test('what is measured again takes the place of what stood there, and all else stays as it was', () => {
  const before = ['soak', 'publish', 'calls'].reduce((text, name) => updateDocument(text, outcome(name), names), '')

  const after = updateDocument(before, outcome('publish', { ...half, figure: 5 }), names)

  expect(after).toBe(before.replace(/(## publish[^]*?N=1 \| )3/, (_, until: string) => `${until}5`))
  expect(after.match(/^## .*$/gm)).toEqual(['## calls', '## publish', '## soak'])
})

test('a bench that is no more has no section', () => {
  const before = updateDocument('', outcome('soak'), names)

  const after = updateDocument(before, outcome('calls'), ['calls', 'publish'])

  expect(after).not.toContain('## soak')
})

test('the document in the repository stays as it is, but for the section that is written', () => {
  const file = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  const known = benches.map((bench) => bench.name)

  const text = updateDocument(file, outcome('recovery'), known)

  const others = (page: string) => page.split(/^(?=## )/m).filter((section) => !section.startsWith('## recovery'))
  expect(others(text).map((part) => part.trim())).toEqual(others(file).map((part) => part.trim()))
})
