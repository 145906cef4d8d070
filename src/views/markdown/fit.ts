/**
 * Room for a body in UTF-16 units: GitHub takes 65,536 characters of a pull request and 262,144 bytes of a comment, which
 * as many units never come to, and the marker comes before it.
 */
export const commentLimit = 65_536 - 512

/** Bytes of a check run's output, summary and text each: GitHub says characters, and counts bytes. */
export const checkOutputLimit = 65_535

/** UTF-16 units of a release's text: GitHub takes 125,000 characters. */
export const releaseLimit = 125_000

/** How long a text is, in what a limit counts. */
type Measure = (text: string) => number

const inUnits: Measure = (text) => text.length

/** Bytes in UTF-8. */
export const inBytes: Measure = (text) => new TextEncoder().encode(text).length

/** A text, or what renders it, which is only asked where the text may be shown. */
export type Form = string | (() => string)

/** A part of a body that is whole in each of its forms, longest first; '' leaves it out. */
export interface Block {
  forms: readonly [Form, ...Form[]]
}

/** A part with these forms. */
export function block(...forms: [Form, ...Form[]]): Block {
  return { forms }
}

interface Rendered {
  text: string
  /** In what the limit counts. */
  length: number
}

interface FittedPart {
  forms: readonly (() => Rendered)[]
  /** The form that is shown. */
  level: number
}

/**
 * The blocks in their longest forms that fit together, one line end between them. Shortened from the last block up,
 * form by form, so that nothing is ever cut inside a fence or tag; `note` follows when something was shortened. What
 * has no room is not rendered: the time it takes follows from the limit, not from the number of blocks.
 */
export function fitBlocks(blocks: readonly Block[], limit: number, note: string, measure: Measure = inUnits): string {
  const parts = blocks.map(({ forms }): FittedPart => ({ forms: forms.map((form) => once(form, measure)), level: 0 }))
  const room = limit - measure(note) - 1
  if (fillRoom(parts, limit).filled === parts.length) return join(parts.map(textOfPart))
  const depth = Math.max(...blocks.map(({ forms }) => forms.length))
  for (let level = 1; level < depth; level += 1) shortenParts(parts, level, room)
  return join([...parts.map(textOfPart), note])
}

/** The same for the output of a check run. */
export function fitCheckOutput(blocks: readonly Block[], note: string): string {
  return fitBlocks(blocks, checkOutputLimit, note, inBytes)
}

/** Gives parts their form of that level, from the last one up, until all of them fit. */
function shortenParts(parts: readonly FittedPart[], level: number, room: number): void {
  const { filled, length } = fillRoom(parts, room)
  // Whatever comes after what fills the room is too much, however long it is.
  for (const part of parts.slice(filled)) lower(part, level)
  let after = parts.slice(filled).reduceRight((sum, part) => (sum > room ? sum : sum + cost(part)), 0)
  let before = length
  for (let index = filled - 1; index >= 0 && filled < parts.length && before + after > room; index -= 1) {
    const part = parts[index]
    if (part === undefined) continue
    before -= cost(part)
    lower(part, level)
    after += cost(part)
  }
}

/** How many parts fit, and their length together. */
function fillRoom(parts: readonly FittedPart[], room: number): { filled: number; length: number } {
  let length = 0
  for (const [filled, part] of parts.entries()) {
    const longer = length + cost(part)
    if (longer > room) return { filled, length }
    length = longer
  }
  return { filled: parts.length, length }
}

function lower(part: FittedPart, level: number): void {
  if (level < part.forms.length) part.level = level
}

function textOfPart({ forms, level }: FittedPart): string {
  return forms[level]?.().text ?? ''
}

function cost({ forms, level }: FittedPart): number {
  const length = forms[level]?.().length ?? 0
  return length === 0 ? 0 : length + 1
}

/** Rendered and measured when it is first asked for, and no more. */
function once(form: Form, measure: Measure): () => Rendered {
  let rendered: Rendered | undefined
  return () => {
    if (rendered !== undefined) return rendered
    const text = typeof form === 'string' ? form : form()
    return (rendered = { text, length: measure(text) })
  }
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}
