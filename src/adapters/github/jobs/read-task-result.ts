import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate'
import { type TaskResult, taskResultFile, taskResultPath, TaskResultSchema } from '../../../domain/jobs/task-result.ts'

/** What a job may hand back, unpacked; what a version may hold is looked at later. */
const mostBytes = 100_000_000
const mostDescribedBytes = 5_000_000
const mostFiles = 10_000

/** What a job handed back, as it lies in the archive; a string says why that is none. */
export function readTaskResult(archive: Uint8Array): Omit<ReadResult, 'kind'> | string {
  try {
    return unpack(archive)
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : String(error)
  }
}

interface ReadResult {
  result: TaskResult
  bytes: (Uint8Array | null)[]
}

function unpack(archive: Uint8Array): ReadResult | string {
  let [files, total] = [0, 0]
  const unpacked = unzipSync(archive, {
    // Memory is taken by what an entry says of itself, and no more than that is written.
    filter({ name, originalSize }: UnzipFileInfo) {
      files += 1
      total += originalSize
      if (files > mostFiles) throw new Error(`it holds more than ${mostFiles} files`)
      if (total > mostBytes) throw new Error(`it holds more than ${mostBytes / 1_000_000} MB`)
      return name !== taskResultFile || originalSize <= mostDescribedBytes
    },
  })
  const text = unpacked[taskResultFile]
  if (text === undefined) return `${taskResultFile} is missing or too large`
  const parsed = TaskResultSchema.safeParse(JSON.parse(strFromU8(text)))
  if (!parsed.success) {
    const [first] = parsed.error.issues
    return `${taskResultFile}: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`
  }
  const bytes: (Uint8Array | null)[] = []
  for (const [index, { path, mode }] of parsed.data.files.entries()) {
    const content = unpacked[taskResultPath(index)]
    if (mode !== null && content === undefined) return `the bytes of ${path} are missing`
    bytes.push(mode === null ? null : (content ?? null))
  }
  return { result: parsed.data, bytes }
}
