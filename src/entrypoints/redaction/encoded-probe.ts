import { prefixes } from './find-shapes.ts'

/** Whether it is worth while to read a text as base64 or hexadecimal: nearly no text is. It may be so in vain. */
export interface EncodedProbe {
  mayHoldBase64(compact: string): boolean
  mayHoldHex(compact: string): boolean
}

const eightBytes = /(?:[0-9a-f]{2}[:,-]?){8}/i

/** Looks for what the given secrets, and the beginnings of tokens, come to in those. `compact` is without white space. */
export function createEncodedProbe(values: readonly string[]): EncodedProbe {
  const sought = [...values, ...prefixes].map((value) => Buffer.from(value))
  const base64 = [...new Set(sought.flatMap(base64Cores))]
  const hex = [...new Set(sought.map((bytes) => bytes.toString('hex')))]

  return {
    mayHoldBase64(compact) {
      const standard = compact.replaceAll('-', '+').replaceAll('_', '/')
      return base64.some((core) => standard.includes(core))
    },
    mayHoldHex(compact) {
      if (!eightBytes.test(compact)) return false
      const digits = compact.replaceAll(/[:,-]/g, '').toLowerCase()
      return hex.some((core) => digits.includes(core))
    },
  }
}

/** What of the base64 of these bytes, with none, one or two others before them, doesn't depend on those around them. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    return whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6))
  })
}
