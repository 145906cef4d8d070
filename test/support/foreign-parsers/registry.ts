import type { ForeignParser } from './foreign-parser.ts'
import { machineParsers } from './machine-parsers.ts'
import { modelParsers } from './model-parsers.ts'
import { textParsers } from './text-parsers.ts'
import { tuningParsers } from './tuning-parsers.ts'

/** Every parser of text of others (decision 31). One that isn't named here fails a test. */
export const foreignParsers: readonly ForeignParser[] = [
  ...textParsers,
  ...machineParsers,
  ...modelParsers,
  ...tuningParsers,
]
