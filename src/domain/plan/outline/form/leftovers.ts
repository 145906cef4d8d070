import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { nothingSaid, templateSentences } from '../words/form-words.ts'
import { isSlot, isUnfilled } from './unfilled.ts'

const printed = new RegExp(`^${anyOf(templateSentences)}$`, 'i')
const nothingText = new RegExp(`^${anyOf(nothingSaid)}$`, 'i')
const facts =
  /^(?:(?:model and )?os(?: and .{1,20})?|operating system|(?:app |node(?:\.js)? |library |package |project |server |client )?version|node(?:\.js)?|npm|yarn|pnpm|bun|deno|python|ruby|java|go|rust|browsers?|devices?|platform|hardware|memory|cpu|shell|操作系统|浏览器|版本|ブラウザ|バージョン|브라우저|버전)[^:：]{0,20}[:：]/i

/** `Chrome Version 29.0`, `Node 18.2 (LTS)`. */
const named =
  /^(?:google |mozilla |microsoft )?(?:chrom(?:e|ium)|firefox|safari|edge|opera|node(?:\.?js)?|npm|yarn|pnpm|bun|deno|python|php|java|jdk|ruby|rails|go|rust|android|ios|mac ?os(?: x)?|os x|windows|ubuntu|debian|fedora|linux)(?:,? (?:version|ver\.?|v|build))?:?\s*v?\d[\w.-]{0,30}(?: \([^()]{1,40}\)|,? (?:64|32)[- ]?bits?)?[.,]?$/i

/** It says nothing: `...`, `'`, `N/A`. */
export function isNothing(text: string): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(text) ||
    isSlot(text) ||
    nothingText.test(text.slice(0, 40).replaceAll(/(?<![*_"“”\s.!。])[*_"“”\s.!。]+$|^[*_"“”]+/g, ''))
  )
}

/** A template's sentence, and what it goes on to say to whoever fills it in: `You can find it at …`. */
function isToReporter(text: string): boolean {
  const [first = '', ...others] = splitSentences(text.slice(0, 1_000))
  return others.length > 0 && printed.test(first.replace(/[.!]$/, '')) && others.every((one) => /\byou\b/i.test(one))
}

/** What a template prints, or what stands where nobody wrote anything: `A clear and concise description…`, `N/A`, `...`. */
export function isLeftover(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true
  if (isToReporter(text) || isUnfilled(text)) return true
  const words = text.length > 300 ? text.replaceAll(/\]\([^()\s]{1,500}\)/g, ']') : text
  if (words.length > 300) return false
  const plain = foldMarks(words)
    .replaceAll(/[*_`"“”<>]/g, '')
    .replace(/^[^\p{L}\p{N}?[]+/u, '')
    .replace(/(?<![\s.!。:])[\s.!。:]+$/, '')
    .trim()
  if (plain === '' || nothingText.test(plain) || printed.test(plain)) return true
  return /^\[[^\]]{1,200}\]$/.test(plain) || /^[^:：[\]]{1,40}[:：]?\s*\[e\.g\.[^\]]{0,80}\]$/i.test(plain)
}

/** `OS: Windows 11`, `Node.js version: 20`. */
export function isEnvironmentFact(text: string): boolean {
  const plain = text.replaceAll(/[*_`]/g, '')
  return text.length <= 100 && text.split(/\s+/).length <= 8 && (facts.test(plain) || named.test(plain))
}
