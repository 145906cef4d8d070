import { type Notice, type NoticePlan, noticeTargets } from '../../effects/notice.ts'
import { listConflictPaths } from '../../effects/final-conflict.ts'
import type { EffectAction } from '../../effects/effect.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { Work } from '../../records/work.ts'
import { cutText } from '../../text/cut-text.ts'
import { sha256Hex } from '../../text/sha256.ts'
import { findTaskWait } from './find-task-wait.ts'
import { recordText } from '../../language/message.ts'

type Seen = Pick<Work, 'record' | 'plan' | 'execution'>

const [longestKey, longestWhat] = [200, 500]
/** As many as `sayOnce` keeps, in the same list. */
const toldKept = 200

/**
 * What is owed to those who are told, of what a decision made true: found by what the state was and is, so that the same
 * state gives the same notices, whoever looks. `record.told` keeps what was told, so that nothing is twice.
 */
export function tellNotices(before: Seen, after: Seen & { record: IssRecord }, plan: NoticePlan): EffectAction[] {
  const events = new Set(Object.values(plan).flat())
  if (events.size === 0) return []
  const known = new Set(describe(before).map(({ key }) => key))
  const fresh = describe(after).filter(({ key, event }) => events.has(event) && !known.has(key))
  const { record } = after
  const owed: EffectAction[] = []
  for (const one of fresh) {
    const about = `notice:${sha256Hex(one.key).slice(0, 16)}`
    if (record.told.includes(about)) continue
    record.told = [...record.told, about].slice(-toldKept)
    for (const to of noticeTargets)
      if (plan[to]?.includes(one.event) === true) owed.push({ kind: 'tell', to, notice: one })
  }
  return owed
}

/** Whether it still is as the notice says. */
export function holdsNotice(state: Seen, { key }: Pick<Notice, 'key'>): boolean {
  return describe(state).some((one) => one.key === key)
}

/** All that there is to tell of a state, in a fixed order. */
function describe(state: Seen): Notice[] {
  return [...describePlanning(state), ...describeWaits(state), ...describeReviews(state), ...describeEnds(state)]
}

function describePlanning({ record, plan }: Seen): Notice[] {
  if (record?.phase === 'proposed' && plan !== null) {
    const n = plan.tasks.length
    const told = { score: String(plan.score), description: plan.description }
    const what =
      n === 1
        ? recordText('1 task, score {score}: {description}', told)
        : recordText('{n} tasks, score {score}: {description}', { ...told, n })
    return [notice('plan_ready', plan.hash, { what })]
  }
  if (record?.phase !== 'awaiting_input') return []
  const what = recordText('planning needs an answer')
  return [
    notice('waiting', `input:${record.plan_count}:${record.frozen.sha256}`, { who: [record.frozen.author], what }),
  ]
}

function describeWaits({ record, plan, execution }: Seen): Notice[] {
  const final = record?.final_pull_request
  if (record?.phase === 'completed' && final?.state === 'open') {
    const who = record.approved === null ? [] : [record.approved.by]
    const pull = `#${final.number}`
    if (final.conflict !== undefined) {
      const paths = listConflictPaths(final.conflict)
      const branch = `\`${record.default_branch}\``
      const what = recordText('{pull} conflicts with {branch} in {paths}: `/replan`', { pull, branch, paths })
      return [notice('waiting', `conflict:${final.number}:${sha256Hex(paths).slice(0, 16)}`, { who, what })]
    }
    const what = recordText('all tasks are approved: merge {pull}', { pull })
    return [notice('waiting', `merge:${final.number}:${record.plan_hash}`, { who, what })]
  }
  if (record?.phase !== 'working' || plan === null || execution === null) return []
  return plan.tasks.flatMap(({ id }): Notice[] => {
    const wait = findTaskWait(execution, id)
    const node = execution.nodes[id]
    if (wait === null || node?.kind !== 'ACTION') return []
    const version = node.active_artifact_id ?? `attempts ${node.attempts}`
    return [
      notice('waiting', [id, wait.kind, ...wait.who, version].join(' '), { task: id, who: wait.who, what: wait.what }),
    ]
  })
}

function describeReviews({ execution }: Seen): Notice[] {
  const rejected = execution?.reviews.filter(({ verdict }) => verdict === 'REJECTED') ?? []
  return rejected.map(({ review_id: id, task, version, score, why }) => {
    const what =
      why.length === 0
        ? recordText('version {n}: score {score}', { n: version, score })
        : recordText('version {n}: {why}', { n: version, why: why.join(' ') })
    return notice('rejected', id, { task, what })
  })
}

function describeEnds({ record }: Seen): Notice[] {
  const exports = (record?.exports ?? []).map(({ tag, url, manifest_sha256: hash }) =>
    notice('released', `${tag}:${hash}`, { what: tag, url }),
  )
  return [...exports, ...describeStandstill(record)]
}

/** What a person did to their own work, a pause, is no failure. */
function describeStandstill(record: Work['record']): Notice[] {
  if (record === null) return []
  if (record.phase === 'stopped' && record.stopped !== null) {
    const { by, why, at } = record.stopped
    return [
      notice('failed', `stopped:${at}`, {
        what:
          why === ''
            ? recordText('stopped by {who}', { who: by })
            : recordText('stopped by {who}: {why}', { who: by, why }),
      }),
    ]
  }
  if (record.paused === null || record.paused.cause === undefined || record.paused.cause === 'asked') return []
  const { at, why } = record.paused
  return [notice('failed', `paused:${at}`, { what: why })]
}

function notice(event: Notice['event'], key: string, rest: Partial<Notice>): Notice {
  const what = cutText(rest.what ?? '', longestWhat)
  return { task: null, who: [], url: null, ...rest, what, event, key: `${event}:${key}`.slice(0, longestKey) }
}
