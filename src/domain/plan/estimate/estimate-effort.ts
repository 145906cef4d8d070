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
const actionWords: Record<Task['action'], string> = {
  Create: 'to create',
  Add: 'to add to',
  Modify: 'to change',
  Fix: 'to fix',
  Refactor: 'to restructure',
  Remove: 'to remove',
}

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
  let bytes = 0
  let reading = 0
  for (const file of files) {
    const size = sizes.get(file) ?? 0
    bytes += size
    reading += Math.min(mostPerFileRead, Math.floor((size * perRead) / bytesPerRead))
  }
  const count = files.length + unnamed
  const factor = factors[task.action] ?? 1
  const hundredths = factor * (count * perFile + places * perPlace + reading) + spelled.length * perSpelledFile
  const why = [
    ...(files.length === 0 && unnamed > 0 && task.scope === '**'
      ? [`no file is named, so ${plural(unnamed, 'file')} ${unnamed === 1 ? 'is' : 'are'} assumed`]
      : describeFiles(count, unnamed, bytes, task.action)),
    ...(places > 0 ? [`${plural(places, 'place')} in ${count > 1 ? 'them' : 'it'}`] : []),
    ...(spelled.length > 0 ? [`${plural(spelled.length, 'file')} whose content is given`] : []),
  ]
  const words = why.length === 0 ? 'no file to write by hand' : why.join(', ')
  return { person_days: Math.max(1, Math.ceil(hundredths / 10)) / 10, why: words }
}

function countPlaces(task: Task, spelled: readonly string[]): number {
  if (spelled.length === 0) return task.modification_points.length
  const given = new Set(spelled)
  return task.modification_points.filter((point) => !given.has(point.file)).length
}

function describeFiles(count: number, unnamed: number, bytes: number, action: Task['action']): string[] {
  if (count === 0) return []
  const about = unnamed > 0 ? 'about ' : ''
  const size = bytes > 0 ? ` (${renderSize(bytes)})` : ''
  return [`${about}${plural(count, 'file')}${size} ${actionWords[action] ?? 'to change'}`]
}

function renderSize(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
