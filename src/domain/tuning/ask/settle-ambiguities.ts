import { type PlainRecordMessage, recordText } from '../../language/message.ts'
import { mostQuestions, type PlanningQuestion } from '../../plan/asks/planning-question.ts'
import type { RequirementAnalysis } from '../state/tuning-state.ts'
import { analyseRequirements, matchCategory, measureCoverage } from './analyse-requirements.ts'
import { tuningCategories } from './categories.ts'

type Ambiguity = RequirementAnalysis['ambiguities'][number]

const mostProposals = 4

/** What can be read in two ways, as questions with the readings to pick from (spec 004 §5). */
export function askAmbiguities(analysis: RequirementAnalysis): PlanningQuestion[] {
  return listOpen(analysis).map(({ description, possible_interpretations: readings }) => ({
    question: description.slice(0, 400),
    why: recordText('What is it about?'),
    proposals: readings.slice(0, mostProposals).map(describeReading),
  }))
}

/**
 * The analysis with what was answered: `1b` picks the second reading of the first question, `1: …` says it in words. What
 * was asked and stays open is asked once: it counts for all of its readings alike.
 */
export function settleAmbiguities(analysis: RequirementAnalysis, answer: string): RequirementAnalysis {
  const asked = listOpen(analysis)
  const picked = new Map(
    asked.flatMap((ambiguity, index) => {
      const name = findPick(answer, ambiguity, index + 1, asked.length)
      return name === undefined ? [] : [[ambiguity.dimension_id, name] as const]
    }),
  )
  const matches = analysis.spec_matches.map((match) => {
    const category = tuningCategories.find(({ name }) => name === picked.get(match.dimension_id))
    return category === undefined ? match : matchCategory(match.dimension_id, category)
  })
  return {
    ...analysis,
    status: 'completed',
    dimensions: analysis.dimensions.map((one) => {
      const name = picked.get(one.id)
      return name === undefined ? one : { ...one, inferred_category: name, confidence: 1 }
    }),
    spec_matches: matches,
    coverage: measureCoverage(matches),
    ambiguities: analysis.ambiguities
      .filter(({ dimension_id: id }) => !picked.has(id))
      .map((one) => ({ ...one, needs_clarification: false })),
  }
}

function listOpen({ ambiguities }: RequirementAnalysis): Ambiguity[] {
  return ambiguities.filter((one) => one.needs_clarification).slice(0, mostQuestions)
}

function findPick(answer: string, ambiguity: Ambiguity, number: number, asked: number): string | undefined {
  const text = answer.slice(0, 20_000)
  const letters = [...text.matchAll(/(?<![\w.])(\d{1,2})[ \t]?([a-d])(?!\w)/gi)]
  const letter = letters.findLast(([, which]) => Number(which) === number)?.[2]
  const alone = asked === 1 ? /^[ \t]*([a-d])[ \t]*$/im.exec(text)?.[1] : undefined
  const index = 'abcd'.indexOf((letter ?? alone ?? 'x').toLowerCase())
  const reading = ambiguity.possible_interpretations.slice(0, mostProposals)[index]
  if (index !== -1 && reading !== undefined) return reading
  const said = [...text.matchAll(/^[ \t]*(\d{1,2})[ \t]*[:：.)][ \t]*(\S.*)$/gm)]
  const words = said.findLast(([, which]) => Number(which) === number)?.[2] ?? (asked === 1 ? text : '')
  const [first] = analyseRequirements(words, '').dimensions
  return first === undefined || first.inferred_category === 'unknown' ? undefined : first.inferred_category
}

/** `context_explosion` as people read it. */
export function describeReading(category: string): string {
  const known = Object.hasOwn(readingWords, category) ? readingWords[category] : undefined
  return known === undefined ? category.replaceAll('_', ' ') : recordText(known)
}

const readingWords: Readonly<Record<string, PlainRecordMessage>> = {
  context_explosion: 'context explosion',
  memory_loss: 'memory loss',
  dataflow_break: 'dataflow break',
  agent_failure: 'agent failure',
  token_consumption: 'token consumption',
  doc_redundancy: 'doc redundancy',
  doc_conflict: 'doc conflict',
  performance: 'performance',
  error_handling: 'error handling',
  prompt_quality: 'prompt quality',
  architecture: 'architecture',
  output_quality: 'output quality',
  user_experience: 'user experience',
  unknown: 'unknown',
}
