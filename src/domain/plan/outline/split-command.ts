import { inferCriterion } from '../assemble/infer-criterion.ts'
import type { StatedItem } from './read/task-outline.ts'

const joint = /(?:[,;]?\sand(?:\sthat)?|;|[，；]?\s?(?:并且|而且|同时|且|并))$/i
const weakJoint = /[,，；]$/
/** What stands behind such a word may hold for all that follows: `once the header is set and `npm test` passes`. */
const depending =
  /\b(?:if|when(?:ever)?|once|unless|until|while|after|before|because|since|only|without|whether|where)\b|如果|当|若|除非/i
const stating = /^(?:it|this|they|there|the|an?|no|all|each|every)\s|^[`\p{Lu}\p{Script=Han}]/u
const fewestLetters = 4

/** `It gives 42, and `npm test` passes` as two: what a person judges, and what a machine runs. Anything else as it is. */
export function splitCommand(item: StatedItem): StatedItem[] {
  const { text } = item
  if (text.length > 2000 || !text.includes('`')) return [item]
  const { check_method: method, severity } = inferCriterion(text)
  // What is said of its severity is said of both.
  if (method !== 'manual_review' || severity !== 'major') return [item]
  const parts = splitBehind(text) ?? splitBefore(text)
  return parts === undefined ? [item] : parts.map((part) => ({ ...item, text: part }))
}

/** The command last. */
function splitBehind(text: string): string[] | undefined {
  const close = text.lastIndexOf('`')
  const open = text.lastIndexOf('`', close - 1)
  const said = text.slice(0, Math.max(0, open)).trimEnd()
  const tail = text.slice(open)
  const strong = joint.exec(said.slice(-40))
  const found = strong ?? weakJoint.exec(said.slice(-40))
  if (found === null || !isCommand(tail)) return undefined
  const rest = said.slice(0, said.length - found[0].length).trim()
  const isApart = strong !== null && /[,;，；]/.test(found[0])
  const depends = isApart ? rest.search(depending) === 0 && !/[,，]/.test(rest) : depending.test(rest)
  return !depends && saysMore(rest) ? [rest, tail] : undefined
}

/** The command first. */
function splitBefore(text: string): string[] | undefined {
  const close = text.startsWith('`') ? text.indexOf('`', 1) : -1
  const at =
    close === -1 ? null : /(?:[,;]?\sand|;|[，；]\s?(?:并且|而且|同时|且|并)?)/i.exec(text.slice(close, close + 60))
  if (at === null) return undefined
  const command = text.slice(0, close + at.index)
  const rest = text.slice(close + at.index + at[0].length).trimStart()
  return isCommand(command) && stating.test(rest) && saysMore(rest)
    ? [command, rest.slice(0, 1).toUpperCase() + rest.slice(1)]
    : undefined
}

function isCommand(text: string): boolean {
  const { command = '' } = inferCriterion(text)
  // `answer()` and `Timer` work, too.
  return /^(?:make|pytest|tox|nox|rake|ctest|phpunit)$|^[\w./-]+ [^()]*$/.test(command)
}

/** More than code: `npm test` and `npm run lint` pass. */
function saysMore(rest: string): boolean {
  return (
    (rest.replaceAll(/`[^`]*`/g, '').match(/\p{L}/gu) ?? []).length >= fewestLetters || /\p{Script=Han}{2}/u.test(rest)
  )
}
