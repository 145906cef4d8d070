import type { Hypothesis, SkillState } from '../../records/loop/loop-state.ts'
import { PageReader } from './page-reader.ts'
import { parseCode, parseProse } from './parse-cell.ts'
import { parseEvidence } from './parse-evidence.ts'

/** `debug.md` as `renderDebugPage` wrote it. Throws a `ProgressFault`. */
export function parseDebugPage(file: string, text: string): SkillState['debug'] {
  const reader = new PageReader(file, text)
  reader.heading(1, 'Debug: ')
  const fact = reader.facts('debugging')
  const bug = fact('active bug').proseOrNull()
  const hypotheses: Hypothesis[] = []
  while (reader.peek()?.kind === 'heading') hypotheses.push(parseHypothesis(reader))
  reader.end()
  return {
    ...(bug === null ? {} : { active_bug: bug }),
    hypotheses_count: fact('hypotheses').number(),
    hypotheses,
    confirmed_hypothesis: fact('confirmed').codeOrNull(),
    iteration: fact('iteration').number(),
    last_analysis_at: fact('last analysis').codeOrNull(),
  }
}

function parseHypothesis(reader: PageReader): Hypothesis {
  const line = reader.peek()?.line ?? 1
  const whole = reader.heading(2, '')
  const struck = /^~~([^]*)~~$/.exec(whole)
  const title = /^(\*empty\*|`[^`]*`|<code>[^`]*?<\/code>) ([^]+)$/.exec(struck?.[1] ?? whole)
  const id = parseCode(title?.[1] ?? '')
  if (title === null || id === undefined) return reader.fail(line, 'the heading has no id between backticks')
  const fact = reader.facts('verdict')
  const status = fact('status').word(['pending', 'confirmed', 'rejected', 'inconclusive'])
  if ((status === 'rejected') !== (struck !== null)) fact('status').fail('rejected, and the heading struck through,')
  const likelihood = fact('likelihood')
  return {
    id,
    description: parseProse(title[2] ?? ''),
    testable_condition: fact('if this holds').prose(),
    logging_point: fact('look at').prose(),
    evidence_criteria: { confirm: fact('confirmed by').prose(), reject: fact('rejected by').prose() },
    likelihood: likelihood.text === '1 (the likeliest)' ? 1 : likelihood.number(),
    status,
    evidence: parseEvidence(reader),
    verdict_reason: fact('why').proseOrNull(),
  }
}
