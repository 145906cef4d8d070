import type { Receipt } from '../../records/execution-record.ts'
import { recordText } from '../../language/message.ts'

/** What became of the work of a run that was cancelled, for the trail. */
export function describeLeft({ task, remains }: Pick<Receipt, 'task' | 'remains'>): string {
  if (remains === undefined) return `${task}: ${recordText('its run was ended, and left nothing')}`
  const n = remains.files.length + remains.more
  const where =
    remains.path === null
      ? recordText('none of it could be kept')
      : recordText('kept in {path}', { path: `\`${remains.path}\`` })
  const left =
    n === 1
      ? recordText('its run was ended, and left 1 file unfinished, {where}', { where })
      : recordText('its run was ended, and left {n} files unfinished, {where}', { n, where })
  return `${task}: ${left}`
}
