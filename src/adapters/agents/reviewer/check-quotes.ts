import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { Judgement, ModelReview, Quote } from './review-answer-schema.ts'
import { recordText } from '../../../domain/language/message.ts'

/** Why a judgement can't be taken; empty where it can. */
export type JudgementFaults = ReadonlyMap<string, readonly string[]>

const mostBytes = 2_000_000
/** Models count lines badly; further away it is another place. */
const mostOff = 3
/** Fewer letters and digits stand everywhere and prove nothing. */
const fewestLetters = 4

/**
 * Faults by criterion of those that were to be judged: none given, two given, no evidence, or evidence that isn't there.
 * Lines that are off by a few are put right in the quotes.
 */
export async function checkJudgements(
  { judgements }: ModelReview,
  asked: readonly string[],
  reader: RepositoryReader,
): Promise<JudgementFaults> {
  const read = readOnce(reader)
  const faults = new Map<string, string[]>()
  for (const id of asked) {
    const [judgement, second] = judgements.filter((one) => one.id === id)
    if (judgement === undefined) faults.set(id, [recordText('it was not judged')])
    else if (second !== undefined) faults.set(id, [recordText('it was judged twice')])
    else faults.set(id, await checkEvidence(judgement, read))
  }
  return faults
}

/** The same for quotes outside of a review: what is wrong with one, and whether a text is there. */
export function createQuoteChecker(reader: RepositoryReader): {
  checkQuote: (quote: Quote) => Promise<string | undefined>
  isThere: (path: string) => Promise<boolean>
} {
  const read = readOnce(reader)
  return {
    checkQuote: (quote) => checkQuote(quote, read),
    isThere: async (path) => (await read(path)) !== undefined,
  }
}

function readOnce(reader: RepositoryReader): Read {
  const files = new Map<string, ReturnType<Read>>()
  return (path) => {
    const lines = files.get(path) ?? readLines(reader, path)
    files.set(path, lines)
    return lines
  }
}

type Read = (path: string) => Promise<readonly string[] | undefined>

async function checkEvidence({ result, quotes, missing }: Judgement, read: Read): Promise<string[]> {
  const found = await Promise.all(quotes.map((quote) => checkQuote(quote, read)))
  const faults = found.flatMap((fault) => fault ?? [])
  if (result === 'cannot_tell' || faults.length > 0) return faults
  if (result === 'fails' && missing !== undefined)
    return (await read(missing)) === undefined
      ? []
      : [recordText('{path} is there, and was said to be missing', { path: shown(missing) })]
  return quotes.length === 0 ? [recordText('nothing was quoted')] : []
}

async function checkQuote(quote: Quote, read: Read): Promise<string | undefined> {
  const said = quote.text.split('\n').map(squeeze)
  while (said[0] === '') said.shift()
  while (said.at(-1) === '') said.pop()
  if (said.join('').replaceAll(/[^\p{L}\p{N}]/gu, '').length < fewestLetters)
    return recordText('the quote of {place} is too short to show anything', {
      place: `${shown(quote.path)}:${quote.line}`,
    })
  const lines = await read(quote.path)
  if (lines === undefined) return recordText('there is no text {path}', { path: shown(quote.path) })
  const at = findNearLine(lines, said, quote.line - 1)
  if (at === undefined)
    return recordText("what is quoted of {place} doesn't stand there", { place: `${shown(quote.path)}:${quote.line}` })
  quote.line = at + 1
  return undefined
}

function findNearLine(lines: readonly string[], said: readonly string[], from: number): number | undefined {
  const offsets = Array.from({ length: mostOff }, (_, index) => [index + 1, -index - 1]).flat()
  return [0, ...offsets]
    .map((offset) => from + offset)
    .find((at) => said.every((part, index) => holdsPart(lines[at + index], part, said.length === 1)))
}

/** Of one line a part will do; of several each is quoted whole. */
function holdsPart(line: string | undefined, part: string, isAlone: boolean): boolean {
  if (line === undefined) return false
  return isAlone ? squeeze(line).includes(part) : squeeze(line) === part
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

async function readLines(reader: RepositoryReader, path: string): Promise<readonly string[] | undefined> {
  const found = await reader.read(path, mostBytes)
  return found?.kind === 'text' ? found.text.split('\n') : undefined
}

/** Paths are a model's words. */
function shown(path: string): string {
  return path.replaceAll(/[^\p{L}\p{N}./_@ -]/gu, '?').slice(0, 200)
}
