import { matchSymptoms } from '../match-symptoms.ts'
import { scoreReach } from './score-reach.ts'
import { scoreStack } from './score-stack.ts'
import { scoreReckoning, scoreValues } from './score-values.ts'
import { scoreWords } from './score-words.ts'
import type { AnalysisRequest } from '../read/analysis-request.ts'
import { judgeEdit } from '../judge-edit.ts'
import { type SourceSurroundings, surveySources } from '../measure-reach.ts'
import type { SourceBlock } from '../read/outline-source.ts'
import type { Hunk } from '../read/parse-change.ts'
import type { TestFailure } from '../read/read-failures.ts'
import { readWords } from '../read/read-words.ts'
import type { FailureContext, RunContext } from './score-context.ts'
import { locateHunk } from './locate-hunk.ts'
import { countNames } from './names-of-hunk.ts'

const maxOtherTests = 60

/** Points for one hunk, and what they are for, weightiest first. */
export interface ScoredHunk {
  hunk: Hunk
  score: number
  reasons: string[]
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
