import { readFile } from 'node:fs/promises'
import type { AnswerConfined } from '../../../src/adapters/process/confined-reader.ts'

/** Tells under which limits it reads, as the kernel has them. */
export const answer: AnswerConfined<null, string> = () => readFile('/proc/self/limits', 'utf8')
