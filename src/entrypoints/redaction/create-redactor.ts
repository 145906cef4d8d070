import { createEncodedProbe, type EncodedProbe } from './encoded-probe.ts'
import { findShapes, type Range } from './find-shapes.ts'
import { fromBase64, fromHex, joined, unescaped, withoutSpace, withoutUnseen } from './readings.ts'
import { type View, viewOf } from './view.ts'

const redactedMark = '[redacted]'
/** Shorter ones would be found in ordinary words. */
const minLength = 8
/** A string within a string within a string has three. */
const maxLayers = 3

/**
 * Takes secrets out of text: given ones by value, and whatever has the shape of a token or private key (design 7.3).
 * Found plain, escaped as in JSON, addresses and HTML, in base64 and hexadecimal, wherever in those they begin, with
 * colours or what can't be seen in between, and over several lines. Linear in the text. A net for accidents: who means
 * to smuggle a secret out finds another writing (docs/security.md).
 */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const given = secrets.filter((value): value is string => value !== undefined && value.length >= minLength)
  const parts = given.flatMap(partsOf)
  // As they are looked for: nothing of them depends on where lines and words end.
  const values = [...new Set(parts.map((value) => value.replaceAll(/\s+/g, '')))].filter(
    (value) => value.length >= minLength,
  )
  const probe = createEncodedProbe(parts)

  return (text) => replaceRanges(text, findSecrets(viewOf(text), values, probe))
}

function findSecrets(text: View, values: readonly string[], probe: EncodedProbe): Range[] {
  // Joined at the end: there may be more in one text than a call takes arguments.
  const found: Range[][] = []
  let layer = withoutUnseen(text)
  if (layer !== text) found.push(look(text, values, false))
  for (let depth = 0; depth <= maxLayers; depth += 1) {
    found.push(look(layer, values, false), ...decoded(layer, probe).map((view) => look(view, values, true)))
    const next = unescaped(layer)
    if (next === layer) break
    layer = next
  }
  return found.flat()
}

function decoded(layer: View, probe: EncodedProbe): View[] {
  const compact = withoutSpace(layer)
  const lines = joined(layer)
  return [
    ...(probe.mayHoldBase64(compact.text) ? [0, 1, 2, 3].map((skipped) => fromBase64(lines, skipped)) : []),
    ...(probe.mayHoldHex(compact.text) ? [0, 1].map((skipped) => fromHex(compact, skipped)) : []),
  ]
}

/** Secrets in a view, by their places in the text that it was made of. */
function look(view: View, values: readonly string[], isDecoded: boolean): Range[] {
  const lines = joined(view)
  const compact = withoutSpace(view)
  const shapes = [view, ...(lines === view ? [] : [lines])].flatMap((one) =>
    findShapes(one.text, isDecoded).map((range) => one.locate(range)),
  )
  const known = values.flatMap((value) => findAll(compact.text, value).map((range) => compact.locate(range)))

  return [...shapes, ...known]
}

function findAll(text: string, value: string): Range[] {
  const found: Range[] = []
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
    found.push([at, at + value.length])
  return found
}

function replaceRanges(text: string, ranges: readonly Range[]): string {
  let clean = ''
  let next = 0
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (start >= next) clean += text.slice(next, start) + redactedMark
    next = Math.max(next, end)
  }
  return clean + text.slice(next)
}

/** The value, as its bytes are read too, as it is where it is known from an address, and the lines of a key, which may come one by one. */
function partsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split('\n').filter((line) => line.length >= 32 && !/^-+/.test(line)) : []
  return [
    value,
    Buffer.from(value).toString('latin1'),
    Buffer.from(unescaped(viewOf(value)).text, 'latin1').toString('utf8'),
    ...lines,
  ]
}
