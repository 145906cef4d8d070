import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Task } from '../../domain/plan/task.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { neutralisePlain } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

/** `#7 T1: Refuse expired tokens`, of an issue or a pull request: plain text, at most 200 characters. */
export function renderTaskTitle(record: Pick<IssRecord, 'number'>, task: Pick<Task, 'id' | 'title'>): string {
  return shorten(`#${record.number} ${task.id}: ${neutralisePlain(shorten(toOneLine(task.title), 400))}`, 200)
}
