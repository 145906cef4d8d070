import { diagnoseSkill } from '../../src/domain/tuning/detect/diagnose.ts'
import { readSkill } from '../../src/domain/tuning/read/read-skill.ts'
import type { LabelledCase } from './read-cases.ts'

/** How often a pattern was met and said so (hits), said in vain, missed, and rightly not said. */
export interface Confusion {
  pattern: string
  hits: number
  falseAlarms: number
  misses: number
  silences: number
  wrong: string[]
}

export function measureCases(cases: readonly LabelledCase[], countTokens: (text: string) => number): Confusion[] {
  return [...Map.groupBy(cases, ({ pattern }) => pattern)].map(([pattern, own]) => {
    const told = own.map((one) => ({ ...one, isTold: findPatterns(one, countTokens).includes(pattern) }))
    const count = (isMet: boolean, isTold: boolean) =>
      told.filter((one) => one.isMet === isMet && one.isTold === isTold).length
    return {
      pattern,
      hits: count(true, true),
      falseAlarms: count(false, true),
      misses: count(true, false),
      silences: count(false, false),
      wrong: told.filter((one) => one.isMet !== one.isTold).map(({ place }) => place),
    }
  })
}

function findPatterns({ files, place }: LabelledCase, countTokens: (text: string) => number): string[] {
  const read = readSkill('case', files)
  if (read.kind === 'faults') throw new Error(`${place}: ${read.faults.join(' ')}`)
  return diagnoseSkill(read.skill, countTokens).map(({ pattern }) => pattern)
}

/** 1 where nothing was said, or nothing was there. */
export function ratesOf(confusions: readonly Confusion[]): { precision: number; recall: number } {
  const sum = (key: 'hits' | 'falseAlarms' | 'misses') => confusions.reduce((all, one) => all + one[key], 0)
  const share = (part: number, all: number) => (all === 0 ? 1 : part / all)
  return {
    precision: share(sum('hits'), sum('hits') + sum('falseAlarms')),
    recall: share(sum('hits'), sum('hits') + sum('misses')),
  }
}
