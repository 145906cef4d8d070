import { expect } from 'vitest'
import { nextFallback } from '../../../src/domain/configuration/next-fallback.ts'
import { fc, test } from '../../support/property.ts'

const name = fc.constantFrom<string>('codex', 'claude', 'gemini', 'model', 'human')

test.prop([fc.uniqueArray(name), name, fc.uniqueArray(name)])(
  'each takes over once, in the order of the list, and never who can’t work',
  (fallback, first, able) => {
    const tried = [first]
    for (;;) {
      const next = nextFallback(fallback, tried.at(-1) ?? '', (one) => able.includes(one))
      if (next === undefined) break
      tried.push(next)
    }

    const given = tried.slice(1)
    expect(given).toEqual(fallback.filter((one) => given.includes(one)))
    expect(given.every((one) => able.includes(one))).toBe(true)
    const behind = fallback.slice(fallback.indexOf(first) + 1)
    expect(given).toEqual(behind.filter((one) => able.includes(one) && one !== first))
  },
)
