import { rewrite, type View } from './view.ts'

const emptyReading = { text: '' }
const gap = { text: '\n' }

// oxlint-disable-next-line no-control-regex -- control sequences are what is removed
const controlSequence = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/
/** Colours of a terminal, and what can't be seen. */
const unseen = new RegExp(
  `${controlSequence.source}|[\\u0000-\\u0008\\u000E-\\u001F\\u007F]|[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
const escape =
  /%([0-9a-f]{2})|\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{0{0,4}([0-9a-f]{1,4})\}|([0-3][0-7]{2})|(["'\\/nrt]))|&#(?:x([0-9a-f]{1,4})|(\d{1,5}));|&(quot|amp|lt|gt|apos);/gi
const named: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
}
/** Not before what begins a token: it would no longer be seen that it does. */
const lineEnd = /(?:\r?\n[ \t]*|\r)(?!gh[pousr]_|github_pat_|eyJ)/g
/** As little as eight bytes come to, wherever they begin. */
const minBase64Length = 11
const base64Run = /[\w+/-]+={0,2}|[^\w+/-]+/g
const minHexLength = 16
const hexRun = /(?:[0-9a-f]{2}[:,-]?){8,}|[^0-9a-f]+|[0-9a-f]/gi

export function withoutUnseen(view: View): View {
  return rewrite(view, unseen, () => emptyReading)
}

/** With its lines as one, as where something long was wrapped. */
export function joined(view: View): View {
  return rewrite(view, lineEnd, () => emptyReading)
}

export function withoutSpace(view: View): View {
  return rewrite(view, /\s+/g, () => emptyReading)
}

/** What escapes of addresses, of JSON and other strings, and of HTML stand for, one layer of them. */
export function unescaped(view: View): View {
  return rewrite(view, escape, (found) => {
    const codes = found.match(new RegExp(escape.source, 'i')) ?? []
    const hex = codes[1] ?? codes[2] ?? codes[3] ?? codes[4] ?? codes[7]
    if (hex !== undefined) return { text: String.fromCharCode(Number.parseInt(hex, 16)) }
    if (codes[5] !== undefined) return { text: String.fromCharCode(Number.parseInt(codes[5], 8)) }
    if (codes[8] !== undefined) return { text: String.fromCharCode(Number(codes[8])) }
    const name = codes[6] ?? codes[9] ?? ''
    return { text: named[name.toLowerCase()] ?? name }
  })
}

/** What all that may be base64 says, read from its character `skipped`, 0 to 3; a line end for the rest. */
export function fromBase64(view: View, skipped: number): View {
  return rewrite(view, base64Run, (found) => {
    if (found.length < minBase64Length || !/^[\w+/-]/.test(found)) return gap
    const text = Buffer.from(found.slice(skipped), 'base64').toString('latin1')
    const quad = (byte: number) => skipped + Math.floor(byte / 3) * 4
    return { text, places: (at) => [quad(at), Math.min(found.length, quad(at) + 4)] }
  })
}

/** The same of hexadecimal digits, from the first or the second of them. */
export function fromHex(view: View, skipped: number): View {
  return rewrite(view, hexRun, (found) => {
    if (found.length < minHexLength || !/^[0-9a-f]/i.test(found)) return gap
    const digits = [...found.matchAll(/[0-9a-f]/gi)].slice(skipped)
    const bytes = Buffer.from(
      digits
        .map(([digit]) => digit)
        .join('')
        .slice(0, digits.length & ~1),
      'hex',
    )
    const text = bytes.toString('latin1')
    return { text, places: (at) => [digits[2 * at]?.index ?? 0, (digits[2 * at + 1]?.index ?? 0) + 1] }
  })
}
