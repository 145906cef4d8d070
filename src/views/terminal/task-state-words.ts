import type { TaskStatus } from '../../domain/records/status-report.ts'
import { listWords } from '../text/person.ts'
import { waitingWords } from '../task/waiting-words.ts'
import { plain } from './parts/plain.ts'
import { t } from '../language/t.ts'

/** How a task stands, in few words. */
export function describeTaskState(task: TaskStatus): string {
  switch (task.state) {
    case 'PENDING':
      return task.after.length === 0 ? 'starts next' : 'not started'
    case 'READY':
      return 'starts next'
    case 'RUNNING':
      return 'at work'
    case 'READY_TO_CHECK':
      if (task.merging) return 'approved, merging'
      return task.waits_for === null ? 'in review' : 'waits'
    case 'TO_BE_MODIFY':
      return task.attempts === 0 ? 'to be redone' : `to be redone (attempt ${task.attempts + 1})`
    case 'WAITING_EXTERNAL':
      return 'waits'
    case 'DONE':
      return task.stale ? 'approved, an input changed' : 'approved'
    case 'CANCELLED':
      return 'cancelled'
  }
}

/** `v2 in #12, v1 rejected`; empty before there is one. */
export function describeVersions({ version, pull_request: pull, ...task }: TaskStatus): string {
  if (version === null) return ''
  const parts = [`v${version}${pull === null ? '' : ` in #${pull}`}`]
  const { approved_version: approved, rejected_versions: rejected } = task
  if (approved !== null && approved !== version) parts.push(`v${approved} approved`)
  if (rejected > 0) parts.push(`${rejected} rejected`)
  return parts.join(', ')
}

/** Who made the newest version, or is to make the first. */
export function describeExecutor({ by, executor }: TaskStatus): string {
  return plain(by ?? (executor === 'human' ? 'person' : executor), 60)
}

/** What it waits for: other tasks, or people and what they are asked for. */
export function describeWait({ waits_for: waiting, after }: TaskStatus): string {
  if (waiting === null) return after.length === 0 ? '' : listWords(cut(after.map((id) => plain(id, 20))))
  const who = waiting.who.length === 0 ? 'somebody' : listWords(cut(waiting.who.map((name) => plain(name, 40))), 'or')
  return `${who} (${t(waitingWords[waiting.kind])})`
}

function cut(words: readonly string[]): string[] {
  return words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more`] : [...words]
}
