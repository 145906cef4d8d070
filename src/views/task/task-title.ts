import type { IssRecord } from '../domain/iss-record.ts'
import type { Task } from '../domain/task.ts'
import { toOneLine } from './hidden-characters.ts'
import { neutralisePlain } from './neutralise.ts'
import { shorten } from './shorten.ts'

/** `#7 T1: Refuse expired tokens`, of an issue or a pull request: plain text, at most 200 characters. */
export function renderTaskTitle(record: Pick<IssRecord, 'number'>, task: Pick<Task, 'id' | 'title'>): string {
  return shorten(`#${record.number} ${task.id}: ${neutralisePlain(shorten(toOneLine(task.title), 400))}`, 200)
}
