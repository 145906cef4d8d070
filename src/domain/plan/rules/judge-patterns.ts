import { RE2JS } from 're2js'
import { maxPatternLength, maxPatternSize, maxPatternSizes, measurePattern } from './measure-pattern.ts'

/** Why a pattern can't be used, as the rest of a sentence; undefined where it can. */
export type JudgePattern = (pattern: string) => string | undefined

/**
 * Judges the patterns of one plan. They run under RE2, whose time is linear: no look-around and no back-references. What
 * they would become is bounded before any is compiled, each for itself and all together.
 */
export function createPatternJudge(): JudgePattern {
  let sizes = 0
  return (pattern) => {
    if (pattern.length > maxPatternLength) return `it has ${pattern.length} characters, at most ${maxPatternLength}`
    const size = measurePattern(pattern)
    if (size > maxPatternSize) return `written out, its repetitions make ${size} steps of it, at most ${maxPatternSize}`
    sizes += size
    if (sizes > maxPatternSizes)
      return `written out, the patterns of the plan up to this one have ${sizes} steps, at most ${maxPatternSizes}`
    try {
      RE2JS.compile(RE2JS.translateRegExp(pattern))
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : 'no RE2 expression'
    }
  }
}
