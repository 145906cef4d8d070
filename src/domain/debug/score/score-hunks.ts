import { recordText } from '../../language/message.ts'
import type { AnalysisRequest } from '../read/analysis-request.ts'
import { type EditJudgement, judgeEdit } from '../judge-edit.ts'
import { matchSymptoms } from '../match-symptoms.ts'
import { type Reach, type SourceSurroundings, surveySources } from '../measure-reach.ts'
import type { SourceBlock } from '../read/outline-source.ts'
import type { Hunk } from '../read/parse-change.ts'
import type { TestFailure } from '../read/read-failures.ts'
import { type FailureWords, findNames, readWords } from '../read/read-words.ts'

const maxOtherTests = 60

/** Points for one hunk, and what they are for, weightiest first. */
export interface ScoredHunk {
  hunk: Hunk
  score: number
  reasons: string[]
}

interface Reason {
  points: number
  text: string
}

interface FailureContext {
  failure: TestFailure
  words: FailureWords
  reach: Reach | null
}

interface RunContext {
  /** Blocks of a source, by its path. */
  blocks: Map<string, SourceBlock[]>
  mentions: SourceSurroundings['mentions']
  /** What tests reach that didn't fail. */
  others: Reach[]
  /** In how many hunks a name occurs. */
  spread: Map<string, number>
  timedOut: boolean
}

/**
 * How strongly each hunk is suspected of each failure, on average: by its distance on the stack, by the names that
 * lead from the failing test to it, by what the message says, and by what kind of edit it is.
 */
export function scoreHunks(
  hunks: readonly Hunk[],
  failures: readonly TestFailure[],
  request: AnalysisRequest,
): ScoredHunk[] {
  const surroundings = surveySources(request.sources)
  const contexts = failures.map((failure): FailureContext => {
    const words = readWords(failure, request.sources)
    return { failure, words, reach: failure.body === null ? null : surroundings.reachFrom(failure.body) }
  })
  const runContext: RunContext = {
    mentions: surroundings.mentions,
    blocks: Map.groupBy(
      surroundings.blocks.filter(({ kind }) => kind === 'symbol'),
      ({ path }) => path,
    ),
    others: findOtherTests(surroundings, failures).map((test) => surroundings.reachFrom(test)),
    spread: countNames(hunks),
    timedOut: request.run.timedOut,
  }
  return hunks.map((hunk) => scoreHunk(hunk, contexts, runContext))
}

function scoreHunk(hunk: Hunk, contexts: readonly FailureContext[], runContext: RunContext): ScoredHunk {
  const edit = judgeEdit(hunk)
  const location = locateHunk(hunk, runContext)
  const all = contexts.map((context) => [
    ...scoreStack(hunk, context, runContext),
    ...scoreReach(location, context, runContext),
    ...scoreWords(hunk, context, runContext),
    ...scoreValues(hunk, context),
    ...matchSymptoms(hunk, context.failure, runContext.timedOut),
    ...scoreReckoning(edit, context),
  ])
  const sum = all.flat().reduce((total, { points }) => total + points, 0) / Math.max(1, contexts.length)
  const isTest = contexts.some(({ failure }) => failure.body?.path === hunk.path)
  const best = new Map<string, number>()
  for (const { points, text } of all.flat()) best.set(text, Math.max(points, best.get(text) ?? 0))
  const reasons = [...best].toSorted(([, one], [, other]) => other - one).map(([text]) => text)
  if (edit.why !== null) reasons.push(edit.why)
  return { hunk, score: (sum + 0.5) * edit.weight * (isTest ? 0.7 : 1), reasons }
}

function findOtherTests({ blocks }: SourceSurroundings, failures: readonly TestFailure[]): SourceBlock[] {
  const bodies = failures.flatMap(({ body }) => (body === null ? [] : [body]))
  const paths = new Set(bodies.map(({ path }) => path))
  return blocks
    .filter(({ kind, path }) => kind === 'test' && paths.has(path))
    .filter((block) => !bodies.some(({ path, from }) => path === block.path && from === block.from))
    .slice(0, maxOtherTests)
}

/** The blocks that a hunk stands in, and those of which it touches a part. */
interface Location {
  path: string
  touched: SourceBlock[]
  holding: Set<SourceBlock>
  inner: SourceBlock | undefined
}

/** What stands outside of all blocks, as an import, takes effect where its names are used. */
function locateHunk(hunk: Hunk, runContext: RunContext): Location {
  const { path, from, to } = hunk
  const blocks = runContext.blocks.get(path) ?? []
  const touched = blocks.filter((block) => block.from <= to && block.to >= from)
  if (touched.length === 0) {
    const names = [...namesOf(hunk)].filter((name) => name !== 'import').slice(0, 40)
    const users = blocks.filter((block) => names.some((name) => runContext.mentions(block, name)))
    return { path, touched: users, holding: new Set(users), inner: undefined }
  }
  const holding = touched.filter((block) => block.from <= from && block.to >= to)
  return { path, touched, holding: new Set(holding), inner: innermost(holding) }
}

/** Nearest frame first, each one less. */
function scoreStack(hunk: Hunk, { failure }: FailureContext, { blocks }: RunContext): Reason[] {
  let best: Reason | undefined
  for (const [depth, { path, line }] of failure.frames.entries()) {
    if (path !== hunk.path) continue
    const fade = 0.85 ** depth
    const isOn = line >= hunk.from && line <= hunk.to
    const around = innermost((blocks.get(path) ?? []).filter(({ from, to }) => from <= line && to >= line))
    const isAround = around !== undefined && around.from <= hunk.to && around.to >= hunk.from
    const at = `${path}:${line}`
    const reason = isOn
      ? { points: 5 * fade, text: recordText('the changed line is on the stack, at {at}', { at }) }
      : isAround
        ? {
            points: 3 * fade,
            text: recordText('it is in {name}, which is on the stack at {at}', { name: around.name, at }),
          }
        : { points: 0.6 * fade, text: recordText('its file is on the stack, at {at}', { at }) }
    if (best === undefined || reason.points > best.points) best = reason
  }
  return best === undefined ? [] : [best]
}

/** What other tests reach as well, and passed, is suspected less. */
function scoreReach(location: Location, { reach }: FailureContext, { others }: RunContext): Reason[] {
  if (reach === null) return []
  const found = findDistance(location, reach)
  if (found === undefined) return []
  const shared = others.filter((other) => (findDistance(location, other)?.distance ?? Infinity) <= found.distance)
  const share = others.length === 0 ? 0 : shared.length / others.length
  const points = 4 * 0.82 ** (found.distance - 1) * (1 - 0.6 * share)
  const way = found.way.slice(0, 6).join(' → ')
  return [
    {
      points,
      text: way === '' ? recordText('the test loads its file') : recordText('the test leads to it by {way}', { way }),
    },
  ]
}

function findDistance({ path, touched, holding, inner }: Location, { steps, files }: Reach) {
  let best: { distance: number; way: string[] } | undefined
  for (const block of touched) {
    const step = steps.get(block)
    if (step === undefined) continue
    // A class that is reached doesn't mean that this method of it is.
    const distance = step.distance + (inner !== undefined && block !== inner && holding.has(block) ? 1 : 0)
    if (best === undefined || distance < best.distance) best = { distance, way: step.way }
  }
  const file = files.get(path)
  return best ?? (file === undefined || touched.length > 0 ? undefined : { distance: file + 2, way: [] })
}

/** Names that the failure speaks of, in changed lines: the fewer hunks have them, the more they tell. */
function scoreWords(hunk: Hunk, { words, failure }: FailureContext, { spread }: RunContext): Reason[] {
  const reasons: Reason[] = []
  for (const name of namesOf(hunk)) {
    const parts = name.split(/_|(?=[A-Z])/).map((part) => part.toLowerCase())
    const weight = words.names.get(name) ?? 0.6 * Math.max(0, ...parts.map((part) => words.names.get(part) ?? 0))
    if (weight === 0) continue
    const rare = 1 / (spread.get(name) ?? 1)
    reasons.push({ points: 1.6 * weight * rare, text: recordText('the failure speaks of {name}', { name }) })
  }
  const stem = hunk.path.split('/').at(-1) ?? hunk.path
  const isNamed = failure.frames.every(({ path }) => path !== hunk.path) && failure.text.includes(stem)
  if (isNamed) reasons.push({ points: 1.5, text: recordText('the failure names {file}', { file: stem }) })
  return reasons.toSorted((one, other) => other.points - one.points).slice(0, 3)
}

/** Values of the failure in changed lines, and numbers that differ by as much as what came and what should have. */
function scoreValues(hunk: Hunk, { words }: FailureContext): Reason[] {
  const before = hunk.removed.map(({ text }) => text).join('\n')
  const after = hunk.added.map(({ text }) => text).join('\n')
  for (const { got, wanted } of words.pairs) {
    for (const [one, other] of changedNumbers(before, after)) {
      const isScaled = one !== 0 && wanted !== 0 && wanted !== got && near(other / one, got / wanted)
      const isMoved = got !== wanted && near(other - one, got - wanted)
      if (isScaled || isMoved)
        return [
          {
            points: 3,
            text: recordText('{one} became {other}, as {got} came where {wanted} should have', {
              one,
              other,
              got,
              wanted,
            }),
          },
        ]
    }
  }
  const found = [...words.values].find((value) => hasValue(after, value) !== hasValue(before, value))
  return found === undefined
    ? []
    : [{ points: 2, text: recordText('it has to do with {value}, which the failure tells', { value: found }) }]
}

/** Where numbers differ, what reckons is suspected before what decides or tells. */
function scoreReckoning({ reckons }: EditJudgement, { words }: FailureContext): Reason[] {
  return reckons && words.pairs.length > 0
    ? [{ points: 1.2, text: recordText('it changed what is reckoned, and a number is wrong') }]
    : []
}

/** Numbers that took each other's place, in order. */
function changedNumbers(before: string, after: string): [number, number][] {
  const read = (text: string) =>
    [...text.slice(0, 4_000).matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g)].map(([one]) => Number(one.replaceAll('_', '')))
  const [old, now] = [read(before), read(after)]
  if (old.length !== now.length) return []
  return old
    .flatMap((one, index): [number, number][] => (one === now[index] ? [] : [[one, now[index] ?? one]]))
    .slice(0, 20)
}

function near(one: number, other: number): boolean {
  return Number.isFinite(one) && Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other))
}

function hasValue(text: string, value: string): boolean {
  const bare = value.replace(/^['"]|['"]$/g, '')
  return bare.length > 1 && text.includes(bare)
}

function namesOf({ removed, added }: Hunk): Set<string> {
  return new Set(
    findNames(
      [...removed, ...added]
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 8_000),
    ),
  )
}

function countNames(hunks: readonly Hunk[]): Map<string, number> {
  const spread = new Map<string, number>()
  for (const hunk of hunks) for (const name of namesOf(hunk)) spread.set(name, (spread.get(name) ?? 0) + 1)
  return spread
}

function innermost(blocks: readonly SourceBlock[]): SourceBlock | undefined {
  return blocks.toSorted((one, other) => one.to - one.from - (other.to - other.from))[0]
}
