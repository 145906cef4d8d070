import { edit } from '../../support/seeded-bugs/seeded-bug.ts'
import type { AgentStory } from './scripted-agent.ts'

const shipping = `export const freeFrom = 50
export const flatRate = 4.9

/** What is added for sending goods of this worth. */
export function shippingFor(goods: number): number {
  return isFree(goods) ? 0 : flatRate
}

export function isFree(goods: number): boolean {
  return goods >= freeFrom
}
`

const invoice = `import { shippingFor } from './shipping.ts'

export interface Line {
  price: number
  count: number
}

export function sum(lines: readonly Line[]): number {
  return lines.reduce((total, line) => total + line.price * line.count, 0)
}

export function total(lines: readonly Line[]): number {
  const goods = sum(lines)
  return goods + shippingFor(goods)
}
`

const suite = `import { expect, test } from 'vitest'
import { sum, total } from '../src/invoice.ts'

test('sums the lines', () => {
  expect(sum([{ price: 25, count: 2 }])).toBe(50)
})

test('ships for nothing from fifty on', () => {
  expect(total([{ price: 25, count: 2 }])).toBe(50)
})

test('ships small orders at a flat rate', () => {
  expect(total([{ price: 10, count: 1 }])).toBeCloseTo(14.9)
})
`

/** A repository in TypeScript, tested by Vitest from the modules beside Node. */
export const pricesStory: AgentStory = {
  sound: new Map([
    ['package.json', '{ "type": "module" }\n'],
    ['src/shipping.ts', shipping],
    ['src/invoice.ts', invoice],
    ['test/invoice.test.ts', suite],
    [
      'test/run.sh',
      'ln -s /opt/node/lib/node_modules node_modules\nnode node_modules/vitest/vitest.mjs run --reporter=json\n',
    ],
  ]),
  command: 'sh test/run.sh',
  guilty: edit('src/shipping.ts', 'goods >= freeFrom', 'goods > freeFrom'),
  decoys: [
    edit(
      'src/shipping.ts',
      '/** What is added for sending goods of this worth. */',
      '/** Added for sending goods of this worth. */',
    ),
    edit('src/invoice.ts', 'total + line.price * line.count', 'total + line.count * line.price'),
    edit(
      'src/invoice.ts',
      'return goods + shippingFor(goods)',
      'const sent = shippingFor(goods)\n  return goods + sent',
    ),
  ],
}
