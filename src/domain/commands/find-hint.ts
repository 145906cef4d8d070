import { findProse } from './find-mentions.ts'

/** A word that may have been meant as a command: `said` as it stands there, `name` ours. */
export interface Hint {
  line: number
  said: string
  name: string
}

/** What other programs call it. */
const foreign = new Map([
  ['merge', 'approve'],
  ['accept', 'approve'],
  ['decline', 'reject'],
  ['rerun', 'retry'],
  ['cancel', 'stop'],
  ['abort', 'stop'],
])
/** Ours behind other words; not those that are paths of many a program: `/status`, `/list`, `/plan`. */
const own = ['approve', 'reject', 'replan', 'retry', 'waive', 'pause', 'resume', 'stop']
/** Without a task it is another program's too, so it is no mistake, and may be one. */
const assignAlone = /^[/／]assign(?![\w/-]|\.\w)(?!\s+(?:@?[\w[\]-]{1,60}\s+(?:to\s+)?)?T\d)/i
const form = new RegExp(
  String.raw`(?:^|[\s,;:.!(–—-])[/／](${[...own, ...foreign.keys()].join('|')})(?![\w/-]|\.\w)`,
  'i',
)

/** The first such word of a comment; none that begins a line and is ours, which is a command. Linear in the text. */
export function findHint(body: string): Hint | undefined {
  // Nearly all comments are talk, and cost no more than this.
  if (!form.test(body) && !/[/／]assign/i.test(body)) return undefined
  for (const { line, text } of findProse(body)) {
    if (assignAlone.test(text.trim())) return { line, said: 'assign', name: 'assign' }
    const match = form.exec(text)
    const said = match?.[1]?.toLowerCase()
    if (match === null || said === undefined) continue
    const name = foreign.get(said)
    if (name !== undefined) return { line, said, name }
    if (text.slice(0, match.index + 1).trim() !== '') return { line, said, name: said }
  }
  return undefined
}
