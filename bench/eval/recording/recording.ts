import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { providerKinds } from '../../../src/adapters/models/upstream/provider.ts'

/** An answer of a model, by what it was to. */
const RecordedAnswerSchema = z.strictObject({
  case: z.string(),
  role: z.enum(['planner', 'reviewer', 'executor']),
  status: z.int(),
  type: z.string(),
  body: z.string(),
})
export type RecordedAnswer = z.infer<typeof RecordedAnswerSchema>

/** Of each, in the order they came: a run of the eval that can be played again without a model. */
export const RecordingSchema = z.strictObject({
  schema_version: z.literal(1),
  at: z.string(),
  executor: z.string(),
  cases: z.array(z.string()),
  providers: z.array(z.strictObject({ name: z.string(), kind: z.enum(providerKinds), speaks: z.array(z.string()) })),
  models: z.array(
    z.strictObject({
      name: z.string(),
      provider: z.string(),
      upstream: z.string(),
      price: z
        .strictObject({
          input: z.number(),
          output: z.number(),
          cache_read: z.number().optional(),
          cache_write: z.number().optional(),
        })
        .optional(),
    }),
  ),
  answers: z.array(RecordedAnswerSchema),
})
export type Recording = z.infer<typeof RecordingSchema>

export async function readRecording(path: string): Promise<Recording> {
  return RecordingSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** Whose question it is, by the first words of its prompt. */
export function findRole(question: string): RecordedAnswer['role'] {
  if (question.includes('You plan the work')) return 'planner'
  return question.includes('You review one version') ? 'reviewer' : 'executor'
}
