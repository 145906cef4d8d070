import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type FaultKind, faultKinds } from '../fault-kinds.ts'

const TriedFaultSchema = z.strictObject({
  fault: z.enum(faultKinds),
  /** Where it was brought about, in words. */
  where: z.string(),
  /** How often. */
  tried: z.int().positive(),
  /** Issues that ended otherwise than without the fault, or webhooks, effects or records that are missing or doubled. */
  lost: z.int().nonnegative(),
})
export type TriedFault = z.infer<typeof TriedFaultSchema> & { fault: FaultKind }

/** A row of the table; `on` is the day on which it was tried last. */
export interface FaultRow extends Omit<TriedFault, 'fault'> {
  fault: string
  on: string
}

const folder =
  process.env['FAULT_RESULTS'] ??
  fileURLToPath(new URL('../../../../node_modules/.cache/countersign-faults', import.meta.url))

/** Keeps what a test tried, instead of what it tried the last time, for the table in docs/reliability.md. */
export async function noteFault(tried: TriedFault): Promise<void> {
  const name = `${tried.fault} ${tried.where}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), JSON.stringify(TriedFaultSchema.parse(tried)))
}

/** What the tests tried when they last ran here, in the order of `faultKinds`. */
export async function readTriedFaults(): Promise<FaultRow[]> {
  const names: string[] = await readdir(folder).catch(() => [])
  const rows = await Promise.all(names.toSorted().map((name) => readRow(join(folder, name))))
  const order: readonly string[] = faultKinds
  return rows
    .filter((row) => row !== null)
    .toSorted((one, other) => order.indexOf(one.fault) - order.indexOf(other.fault))
}

async function readRow(file: string): Promise<FaultRow | null> {
  const parsed = TriedFaultSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  // One that is no longer tried may have been left by an earlier run.
  if (!parsed.success) return null
  const { mtime } = await stat(file)
  return { ...parsed.data, on: mtime.toISOString().slice(0, 10) }
}
