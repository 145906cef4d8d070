import type { WorkItem } from '../../task.ts'

/** What a code fence is for, by the words after its backticks. `task` is where `task=T2` says so. */
export interface WorkFence {
  work: WorkItem
  task: string | null
}

/**
 * `path=src/a.ts` makes a fence a whole file (`mode=755` an executable one), `diff` a unified diff, `sh run` a command;
 * undefined is a fence that only shows something.
 */
export function parseFence(info: string, content: string): WorkFence | undefined {
  const words = info.split(/\s+/)
  const language = (words[0] ?? '').toLowerCase()
  const task = readAttribute(info, 'task')?.toUpperCase() ?? null
  const path = readAttribute(info, 'path')
  if (language === 'diff' || language === 'patch') return { work: { kind: 'diff', diff: content }, task }
  if (path !== undefined) {
    const mode = (readAttribute(info, 'mode') ?? '').endsWith('755') ? '100755' : '100644'
    return { work: { kind: 'file', path, content, mode }, task }
  }
  if (['sh', 'bash', 'shell'].includes(language) && words.includes('run')) {
    return { work: { kind: 'run', command: content.trimEnd() }, task }
  }
  return undefined
}

/** `name=value`, or `name="value with spaces"`. */
function readAttribute(info: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(info)
  const value = match?.[1] ?? match?.[2] ?? match?.[3]
  return value === '' ? undefined : value
}
