import type { Receipt } from '../../records/execution-record.ts'

/** What became of the work of a run that was cancelled, for the trail. */
export function describeLeft({ task, remains }: Pick<Receipt, 'task' | 'remains'>): string {
  if (remains === undefined) return `${task}: its run was ended, and left nothing`
  const count = remains.files.length + remains.more
  const files = `${count} ${count === 1 ? 'file' : 'files'}`
  const where = remains.path === null ? 'none of it could be kept' : `kept in \`${remains.path}\``
  return `${task}: its run was ended, and left ${files} unfinished, ${where}`
}
