import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { gitBlobIdOf, sha256Of } from '../../src/application/bundle/hashes.ts'
import { startCountersignSandbox } from '../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { runAction } from '../../test/support/action/run-program.ts'
import type { ApprovedPlan } from '../../test/support/repository/fake-repository.ts'
import { pushApprovedPlan } from '../../test/support/repository/push-approved-plan.ts'
import { readPeak, toldPeak } from './peak-memory.ts'

/**
 * MiB that the Action held at most while it exported so many files of so many bytes from the sandbox GitHub: fetched by
 * git, proven, packed, uploaded, downloaded again and published.
 */
export async function weighAction(dir: string, action: string, files: number, bytesEach: number): Promise<number> {
  const sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  try {
    const { repository, dir: gitDir } = await sandbox.createRepository({ name: 'widgets' })
    await pushApprovedPlan(gitDir, repository, (approved) => addFiles(approved, files, bytesEach))
    const peak = join(dir, 'peak')
    const env = { NODE_OPTIONS: toldPeak(peak) }
    const { exitCode, log } = await runAction({ dataDir: dir, sandbox, repository }, action, { plan: 'ISS-007' }, env)
    if (exitCode !== 0) throw new Error(`the Action exported nothing: ${log}`)
    return await readPeak(peak)
  } finally {
    await sandbox.close()
  }
}

/** To the version of the first task. */
function addFiles({ execution, blobs }: ApprovedPlan, files: number, bytesEach: number): void {
  const version = execution.artifacts[0]
  const [first] = version?.files ?? []
  if (version === undefined || first === undefined) throw new Error('the plan has no file')
  for (let index = 0; index < files; index += 1) {
    const bytes = randomFillSync(Buffer.alloc(bytesEach))
    const [sha256, blob] = [sha256Of(bytes), gitBlobIdOf(bytes)]
    blobs.set(blob, bytes)
    const path = `src/part-${Math.floor(index / 100)}/file-${index}.bin`
    version.files.push({ ...first, path, sha256, blob, size: bytes.length })
  }
}
