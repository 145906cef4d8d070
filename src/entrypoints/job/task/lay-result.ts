import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TaskResult, taskResultFile, taskResultPath } from '../../../domain/jobs/task-result.ts'

export interface MadeResult extends Pick<TaskResult, 'outcome' | 'receipt'> {
  files: (TaskResult['files'][number] & { bytes: Uint8Array | null })[]
}

/** Lays a result into a folder of its own, as it is handed back. `order`: as it was given, sealed. */
export async function layResult(dir: string, order: string, { outcome, receipt, files }: MadeResult): Promise<void> {
  const told: TaskResult = {
    version: 1,
    order,
    outcome,
    receipt,
    files: files.map(({ path, mode }) => ({ path, mode })),
  }
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, taskResultFile), JSON.stringify(told))
  for (const [index, { bytes }] of files.entries()) {
    if (bytes === null) continue
    const path = join(dir, taskResultPath(index))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}
