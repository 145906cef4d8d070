import type { z } from 'zod'

export type ReadAnswer<T> = { kind: 'fits'; value: T } | { kind: 'unfit'; problems: string[] }

const mostProblems = 20
const maxAnswerLength = 2_000_000

/** The JSON object of an answer: as it is, else what stands from its first brace to its last (models put fences around it). */
export function readJsonAnswer<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
  if (text.trim() === '') return { kind: 'unfit', problems: ['there was no answer'] }
  if (text.length > maxAnswerLength) return { kind: 'unfit', problems: ['the answer is too long'] }
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start === -1 || end < start) return { kind: 'unfit', problems: ['the answer is no JSON object'] }
  let value: unknown
  try {
    value = JSON.parse(text.slice(start, end + 1))
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : ''
    return { kind: 'unfit', problems: [`the answer is no JSON object: ${why}`] }
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { kind: 'fits', value: parsed.data }
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.') || 'answer'}: ${message}`,
  )
  return { kind: 'unfit', problems: problems.slice(0, mostProblems) }
}
