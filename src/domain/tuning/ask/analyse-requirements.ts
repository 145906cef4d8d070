import { recordText } from '../../language/message.ts'
import { tuningPatterns } from '../patterns/catalogue.ts'
import type { RequirementAnalysis } from '../state/tuning-state.ts'
import { type TuningCategory, tuningCategories } from './categories.ts'

const maxCharacters = 20_000
const maxDimensions = 20

/**
 * What a user complains of, taken apart (spec 004 §5): each clause with its keywords and the category that they speak for, what
 * patterns and strategies there are for it, how much of it is covered, and what can be read in two ways.
 */
export function analyseRequirements(description: string, at: string): RequirementAnalysis {
  const clauses = splitClauses(description.slice(0, maxCharacters))
  const read = clauses.map((text, index) => readClause(text, `DIM-${String(index + 1).padStart(3, '0')}`))
  const matches = read.map(({ id, best }) => matchCategory(id, best))
  const ambiguities = read.flatMap(({ ambiguity }) => (ambiguity === undefined ? [] : [ambiguity]))
  return {
    status: ambiguities.some((one) => one.needs_clarification) ? 'needs_clarification' : 'completed',
    analyzed_at: at,
    dimensions: read.map(({ id, text, keywords, best, confidence }) => ({
      id,
      description: text,
      keywords,
      inferred_category: best?.name ?? 'unknown',
      confidence,
    })),
    spec_matches: matches,
    coverage: measureCoverage(matches),
    ambiguities,
  }
}

/** How many of the dimensions there are patterns and strategies for: from 80 % it is satisfied, from 50 % in part. */
export function measureCoverage(matches: RequirementAnalysis['spec_matches']): RequirementAnalysis['coverage'] {
  const fixable = matches.filter(({ has_fix }) => has_fix).length
  const rate = matches.length === 0 ? 0 : Math.round((100 * fixable) / matches.length)
  return {
    total_dimensions: matches.length,
    with_detection: matches.filter(
      ({ taxonomy_match }) => taxonomy_match !== null && taxonomy_match.pattern_ids.length > 0,
    ).length,
    with_fix_strategy: fixable,
    coverage_rate: rate,
    status: coverageOf(rate),
  }
}

function coverageOf(rate: number): RequirementAnalysis['coverage']['status'] {
  if (rate >= 80) return 'satisfied'
  return rate >= 50 ? 'partial' : 'unsatisfied'
}

function splitClauses(text: string): string[] {
  return text
    .split(/[.;!?\n。；！？，、]|,\s|\band\b|\bbut\b/i)
    .map((one) => one.replace(/^[\s*#>\d)-]+/, '').trim())
    .filter((one) => /[\p{L}]/u.test(one))
    .slice(0, maxDimensions)
}

interface ReadClause {
  id: string
  text: string
  keywords: string[]
  best: TuningCategory | undefined
  confidence: number
  ambiguity: RequirementAnalysis['ambiguities'][number] | undefined
}

function readClause(text: string, id: string): ReadClause {
  const scored = tuningCategories
    .map((category) => ({ category, ...scoreOf(category, text) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = scored
  const sum = scored.reduce((all, { score }) => all + score, 0)
  const confidence = first === undefined ? 0 : Math.round((100 * first.score) / sum) / 100
  const keywords = [...new Set(scored.flatMap((one) => one.words))]
  const isTie = first !== undefined && second !== undefined && first.score === second.score
  return { id, text, keywords, best: first?.category, confidence, ambiguity: ambiguityOf() }

  function ambiguityOf(): ReadClause['ambiguity'] {
    if (first === undefined) {
      return {
        dimension_id: id,
        type: 'vague_description',
        description: recordText('“{text}” names nothing that is looked for.', { text }),
        possible_interpretations: ['context_explosion', 'memory_loss', 'dataflow_break', 'agent_failure'],
        needs_clarification: clauseSaysFault(text),
      }
    }
    if (!isTie) return undefined
    const tied = scored.filter(({ score }) => score === first.score).map(({ category }) => category.name)
    return {
      dimension_id: id,
      type: tied.length > 2 ? 'conflicting_keywords' : 'multi_category',
      description: recordText('“{text}” speaks for {names} alike.', { text, names: tied.join(' and ') }),
      possible_interpretations: tied,
      needs_clarification: true,
    }
  }
}

/** Greetings and thanks ask for nothing. */
function clauseSaysFault(text: string): boolean {
  return /\b(?:bad|broken|wrong|weird|does not|doesn't|doesn’t|never|not|problem|issue|fix|improve)\b|问题|不|坏/i.test(
    text,
  )
}

/** One for each keyword, half for those that say less. English ones match where a word begins. */
function scoreOf(category: TuningCategory, text: string): { score: number; words: string[] } {
  const lower = text.toLowerCase()
  const words = lower.split(/[^\p{L}\d-]+/u)
  const met = (list: readonly string[]) =>
    list.filter((keyword) =>
      /^[a-z-]+$/.test(keyword) ? words.some((word) => word.startsWith(keyword)) : lower.includes(keyword),
    )
  const strong = met(category.keywords)
  // `lose` and `loses` are one word to a user.
  const stems = strong.filter((keyword) => !strong.some((other) => other !== keyword && keyword.startsWith(other)))
  const weak = met(category.weakKeywords)
  return { score: stems.length + weak.length / 2, words: [...stems, ...weak] }
}

/** Patterns and strategies of a category. */
export function matchCategory(
  id: string,
  category: TuningCategory | undefined,
): RequirementAnalysis['spec_matches'][number] {
  if (category === undefined) return { dimension_id: id, taxonomy_match: null, strategy_match: null, has_fix: false }
  const own = tuningPatterns.filter((pattern) =>
    category.patternPrefixes.some((prefix) => pattern.id.startsWith(prefix)),
  )
  const strategies = [...new Set([...own.flatMap((pattern) => pattern.strategies), ...category.strategies])]
  return {
    dimension_id: id,
    taxonomy_match: {
      category: category.name,
      pattern_ids: own.map((pattern) => pattern.id),
      severity_hint: category.severity,
    },
    strategy_match: strategies.length === 0 ? null : { strategies, risk_levels: [...new Set(strategies.map(riskOf))] },
    has_fix: strategies.length > 0,
  }
}

function riskOf(strategy: string): string {
  if (strategy === 'orchestrator_refactor' || strategy === 'plugin_architecture') return 'high'
  return /structured_state|goal_embedding|state_centralization|transactional|flatten|consolidate|reconcile|decomposition|machine/.test(
    strategy,
  )
    ? 'medium'
    : 'low'
}
