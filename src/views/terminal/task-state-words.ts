import type { TaskStatus } from '../../domain/records/status-report.ts'
import { listWords } from '../text/person.ts'
import { waitingWords } from '../task/waiting-words.ts'
import { plain } from './parts/plain.ts'
import { t } from '../language/t.ts'

/** How a task stands, in few words. */
export function describeTaskState(task: TaskStatus): string {
  switch (task.state) {
    case 'PENDING':
      return task.after.length === 0 ? t('starts next') : t('not started')
    case 'READY':
      return t('starts next')
    case 'RUNNING':
      return t('at work')
    case 'READY_TO_CHECK':
      if (task.merging) return t('approved, merging')
      return task.waits_for === null ? t('in review') : t('waits')
    case 'TO_BE_MODIFY':
      return task.attempts === 0 ? t('to be redone') : t('to be redone (attempt {n})', { n: task.attempts + 1 })
    case 'WAITING_EXTERNAL':
      return t('waits')
    case 'DONE':
      return task.stale ? t('approved, an input changed') : t('approved')
    case 'CANCELLED':
      return t('cancelled')
  }
}

/** `v2 in #12, v1 rejected`; empty before there is one. */
export function describeVersions({ version, pull_request: pull, ...task }: TaskStatus): string {
  if (version === null) return ''
  const parts = [pull === null ? `v${version}` : t('v{n} in #{pull}', { n: version, pull })]
  const { approved_version: approved, rejected_versions: rejected } = task
  if (approved !== null && approved !== version) parts.push(t('v{n} approved', { n: approved }))
  if (rejected > 0) parts.push(t('{n} rejected', { n: rejected }))
  return parts.join(t(', '))
}

/** Who made the newest version, or is to make the first. */
export function describeExecutor({ by, executor }: TaskStatus): string {
  return plain(by ?? (executor === 'human' ? t('person') : executor), 60)
}

/** What it waits for: other tasks, or people and what they are asked for. */
export function describeWait({ waits_for: waiting, after }: TaskStatus): string {
  if (waiting === null) return after.length === 0 ? '' : listWords(cut(after.map((id) => plain(id, 20))))
  const who =
    waiting.who.length === 0 ? t('somebody') : listWords(cut(waiting.who.map((name) => plain(name, 40))), 'or')
  return t('{who} ({what})', { who, what: t(waitingWords[waiting.kind]) })
}

function cut(words: readonly string[]): string[] {
  return words.length > 4 ? [...words.slice(0, 3), t('{n} more', { n: words.length - 3 })] : [...words]
}
