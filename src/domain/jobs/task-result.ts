import { z } from 'zod'
import { ReceiptSchema } from '../records/execution-record.ts'

const reason = z.string().max(20_000)

/** What a job of a task came to, as it hands it back. It comes from where an agent was: nothing of it is believed. */
export const TaskResultSchema = z.strictObject({
  version: z.literal(1),
  /** The order as it was given, sealed. */
  order: z.string().max(20_000),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('changed') }),
    z.strictObject({ kind: z.literal('failed'), reason }),
    z.strictObject({ kind: z.literal('stuck'), reason }),
    z.strictObject({ kind: z.literal('absent'), reason, otherwise: z.enum(['failed', 'stuck']) }),
    z.strictObject({
      kind: z.literal('held'),
      hold: z.strictObject({ why: reason, until: z.iso.datetime({ offset: true }).nullable() }),
    }),
  ]),
  receipt: ReceiptSchema.omit({ outcome: true, job: true }),
  /** Changed files, whose bytes lie beside it; a deleted one has no mode. In their order: `files/0`, `files/1`, … */
  files: z.array(z.strictObject({ path: z.string().min(1).max(4_096), mode: z.enum(['100644', '100755']).nullable() })),
})
export type TaskResult = z.infer<typeof TaskResultSchema>

/** In the folder that is handed back. */
export const taskResultFile = 'result.json'

/** Where the bytes of the file of that index lie. */
export function taskResultPath(index: number): string {
  return `files/${index}`
}
