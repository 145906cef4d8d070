import { chineseGeneric, genericWords, vagueWords } from '../../../score/criterion-words.ts'
import { findBarePaths, findCodeSpans } from '../../words/find-path-spans.ts'
import { changeVerbs } from '../../words/request-words.ts'

/** Of a longer text only its beginning is read. */
const longest = 1_000

const verbs = new Set(changeVerbs)
const lead = new Set('please pls kindly can could we you should to'.split(' '))
const said = new Set([
  'fix',
  ...'not anymore thanks thank please help want wants need needs like make some seem seems still get gets got asap urgent urgently soon immediately today guys devs team my me your you'.split(
    ' ',
  ),
])
const unspaced = /[\u3040-\u30FF\u3400-\u9FFF]+/g

/** How much a text names: words that stand for something in particular; a path, code, an option and a name count for more. */
export function countTelling(text: string): number {
  const read = text
    .slice(0, longest)
    .replaceAll(/\]\([^)\s]{1,500}\)/g, '] ')
    .replaceAll(/https?:\/\/\S+/g, ' ')
  const named = countNamed(read)
  const spaced = read.replaceAll(/`[^`\n]*`/g, ' ').replaceAll(unspaced, ' ')
  const words = [...spaced.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.'’-]*/gu)].map(([word]) => word)
  const first = words.findIndex((word) => !lead.has(word.toLowerCase()))
  const counted = words.map((word, index) => weigh(word, index - first))
  const runs = (read.match(unspaced) ?? []).map((run) => weighUnspaced(run))
  return 3 * named + sum(counted) + sum(runs)
}

/** It names code, a path, an option or something quoted. */
export function namesParticular(text: string): boolean {
  return countNamed(text.slice(0, longest)) > 0
}

function countNamed(text: string): number {
  const options = text.match(/(?:^|\s)--?[a-z]/g) ?? []
  // oxlint-disable-next-line regexp/no-super-linear-move -- at most `longest` characters are read
  const quoted = text.match(/["“「](?=[^"”」]*[\p{L}\p{N}])[^"”」]+["”」]/gu) ?? []
  const named = text.match(/(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/gu) ?? []
  return findCodeSpans(text).length + findBarePaths(text).length + options.length + quoted.length + named.length
}

/** `index` from the first word that says something: what is to be done with a thing doesn't name it. */
function weigh(word: string, index: number): number {
  const lower = word.toLowerCase().replace(/(?<![.'’-])[.'’-]+$/, '')
  if (lower.length < 2 && !/\d/.test(lower)) return 0
  if (index <= 0 && verbs.has(lower)) return 0
  if (said.has(lower) || genericWords.has(lower) || vagueWords.has(lower) || /n['’]t$/.test(lower)) return 0
  return index > 0 && /^\p{Lu}/u.test(word) ? 2 : 1
}

function weighUnspaced(run: string): number {
  let rest = run.replaceAll(/[\u3040-\u309F]+/g, ' ')
  for (const word of chineseGeneric) rest = rest.replaceAll(word, ' ')
  return sum(rest.split(' ').map((part) => Math.ceil(part.length / 2)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
