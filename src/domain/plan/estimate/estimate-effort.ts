import { type RecordMessage, recordText } from '../../language/message.ts'
import type { Task } from '../task.ts'
import type { FileSizes } from './file-sizes.ts'
import { touchedFiles, type TouchedFiles } from './touched-files.ts'

/** The estimate that the plan's own words give. */
export interface Effort {
  /** In steps of 0.1, above 0. */
  person_days: number
  /** The figures it was made from, as in "3 files (41 kB) to change, 5 places in them". */
  why: string
}

/** Hundredths of a person-day. */
const perFile = 25
const perPlace = 15
const perSpelledFile = 1
const perRead = 10
const bytesPerRead = 20_000
const mostPerFileRead = 100

/** What is done with a file, in words. */
const actionWords = {
  Create: '{counted} to create',
  Add: '{counted} to add to',
  Modify: '{counted} to change',
  Fix: '{counted} to fix',
  Refactor: '{counted} to restructure',
  Remove: '{counted} to remove',
} as const satisfies Record<Task['action'], RecordMessage>

const factors: Record<Task['action'], number> = { Create: 1, Add: 1, Modify: 1, Fix: 1, Refactor: 1.5, Remove: 0.5 }

/**
 * Person-days of a task, from what the plan says (docs/planning-stages.md): 0.25 a file, 0.15 a place to change, 0.1
 * for each 20 kB to read of a file that exists (1 day at most), times 1.5 for Refactor and 0.5 for Remove; 0.01 a file
 * whose content is spelled out. Never less for one more file or place.
 */
export function estimateEffort(task: Task, sizes: FileSizes): Effort {
  return estimateTouched(task, touchedFiles(task), sizes)
}

/** The same, where what the task touches is known already. */
export function estimateTouched(task: Task, { files, spelled, unnamed }: TouchedFiles, sizes: FileSizes): Effort {
  const places = countPlaces(task, spelled)
  let reading = 0
  for (const file of files) {
    reading += Math.min(mostPerFileRead, Math.floor(((sizes.get(file) ?? 0) * perRead) / bytesPerRead))
  }
  const count = files.length + unnamed
  const factor = factors[task.action] ?? 1
  const hundredths = factor * (count * perFile + places * perPlace + reading) + spelled.length * perSpelledFile
  const why = [
    ...(files.length === 0 && unnamed > 0 && task.scope === '**'
      ? [
          unnamed === 1
            ? recordText('no file is named, so {n} file is assumed', { n: unnamed })
            : recordText('no file is named, so {n} files are assumed', { n: unnamed }),
        ]
      : describeTouched(files, unnamed, sizes, task.action)),
    ...(places > 0 ? [describePlaces(places, count > 1)] : []),
    ...(spelled.length === 0
      ? []
      : [
          spelled.length === 1
            ? recordText('{n} file whose content is given', { n: 1 })
            : recordText('{n} files whose content is given', { n: spelled.length }),
        ]),
  ]
  const words = why.length === 0 ? recordText('no file to write by hand') : why.join(', ')
  return { person_days: Math.max(1, Math.ceil(hundredths / 10)) / 10, why: words }
}

function countPlaces(task: Task, spelled: readonly string[]): number {
  if (spelled.length === 0) return task.modification_points.length
  const given = new Set(spelled)
  return task.modification_points.filter((point) => !given.has(point.file)).length
}

/** A task to create may name files that are there: those are changed. That others are not there nobody knows for sure. */
function describeTouched(files: readonly string[], unnamed: number, sizes: FileSizes, action: Task['action']) {
  const there = action === 'Create' ? files.filter((file) => sizes.has(file)) : []
  const others = files.filter((file) => !there.includes(file))
  const bytesOf = (some: readonly string[]) => some.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  return [
    ...describeFiles(others.length + unnamed, unnamed, bytesOf(others), action),
    ...describeFiles(there.length, 0, bytesOf(there), 'Modify'),
  ]
}

function describeFiles(count: number, unnamed: number, bytes: number, action: Task['action']): string[] {
  if (count === 0) return []
  const files = countFiles(count, bytes)
  const counted = unnamed > 0 ? recordText('about {counted}', { counted: files }) : files
  return [recordText(actionWords[action] ?? '{counted} to change', { counted })]
}

function countFiles(n: number, bytes: number): string {
  if (bytes === 0) return n === 1 ? recordText('{n} file', { n }) : recordText('{n} files', { n })
  const size = renderSize(bytes)
  return n === 1 ? recordText('{n} file ({size})', { n, size }) : recordText('{n} files ({size})', { n, size })
}

function describePlaces(n: number, inSeveral: boolean): string {
  if (inSeveral) return n === 1 ? recordText('{n} place in them', { n }) : recordText('{n} places in them', { n })
  return n === 1 ? recordText('{n} place in it', { n }) : recordText('{n} places in it', { n })
}

function renderSize(bytes: number): string {
  return bytes < 1000 ? recordText('{n} bytes', { n: bytes }) : `${Math.round(bytes / 1000)} kB`
}
