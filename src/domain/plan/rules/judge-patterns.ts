import { recordText } from '../../language/message.ts'
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
    if (pattern.length > maxPatternLength)
      return recordText('it has {n} characters, at most {most}', { n: pattern.length, most: maxPatternLength })
    const size = measurePattern(pattern)
    if (size > maxPatternSize)
      return recordText('written out, its repetitions make {n} steps of it, at most {most}', {
        n: size,
        most: maxPatternSize,
      })
    sizes += size
    if (sizes > maxPatternSizes)
      return recordText('written out, the patterns of the plan up to this one have {n} steps, at most {most}', {
        n: sizes,
        most: maxPatternSizes,
      })
    try {
      RE2JS.compile(RE2JS.translateRegExp(pattern))
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : recordText('no RE2 expression')
    }
  }
}
