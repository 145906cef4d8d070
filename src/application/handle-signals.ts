import { workflowBranch } from '../domain/iss-record.ts'
import { renderReply } from '../views/reply.ts'
import { explain } from './attempt-effect.ts'
import { decideSignals } from './decide-signals.ts'
import { CountersignFault } from './fault.ts'
import type { MachinePorts } from './machine-ports.ts'
import { mark, markedBody, viewLinks } from './mark-body.ts'
import { performEffects } from './perform-effects.ts'
import { findFencedRuns } from './perform-run-effect.ts'
import { postAnswers } from './perform-thread-effects.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import type { Signal } from './signal.ts'

/** The machine: signals of one issue → one decision, one commit, then what is owed is carried out (design 3). */
export function createSignalHandler(ports: MachinePorts): (key: string, signals: Signal[]) => Promise<void> {
  const decidedHere = new Set<string>()
  return async (key, signals) => {
    const first = signals[0]
    if (first === undefined) return
    const { repository, issueNumber } = first
    try {
      const decided = await decideSignals(ports, repository, issueNumber, signals)
      const { work, loaded } = decided
      const before = new Set(loaded.work.record?.outbox.map((one) => one.op))
      for (const one of work.record?.outbox ?? []) if (!before.has(one.op)) decidedHere.add(one.op)
      const performance = {
        repository,
        work,
        configuration: loaded.configuration,
        isOurs: (op: string) => decidedHere.has(op),
      }
      for (const op of takenResults(signals)) ports.runs.taken(op)
      for (const op of findFencedRuns(work)) ports.runs.cancel(op)
      await postAnswers(ports, performance, decided.answers)
      if (work !== loaded.work) await performEffects(ports, performance)
    } catch (error) {
      ports.log('error', 'signals not handled', {
        key,
        kinds: signals.map((signal) => signal.kind),
        why: explain(error),
      })
      await tellHold(ports, repository, signals, error)
    }
  }
}

/** Where a person must decide first, the thread says so: what was found, where, and the way back. */
async function tellHold(
  ports: MachinePorts,
  repository: RepositoryRef,
  signals: readonly Signal[],
  error: unknown,
): Promise<void> {
  if (!(error instanceof CountersignFault) || (error.code !== 'on_hold' && error.code !== 'state_corrupt')) return
  const asked = signals.find((signal) => signal.kind === 'commented' || signal.kind === 'labelled')
  if (asked === undefined) return
  const links = viewLinks(ports, { repository: repository.key, number: asked.issueNumber })
  const text = renderReply(
    { kind: 'on_hold', why: `${error.message}. ${error.details}`, commit: null },
    { record: null, links },
  )
  const key = `${workflowBranch}:${asked.key}`
  const post = {
    kind: 'comment' as const,
    op: key,
    subjectId: null,
    number: asked.issueNumber,
    mark: mark(ports, 'hold', key),
    body: markedBody(ports, 'hold', key, text),
  }
  try {
    await ports.thread.post(repository, [post], true)
  } catch (second) {
    ports.log('error', 'the hold could not be told', { why: explain(second) })
  }
}

function takenResults(signals: readonly Signal[]): string[] {
  return signals.flatMap((signal) =>
    signal.kind === 'event' && 'op' in signal.event && signal.event.op !== null ? [signal.event.op] : [],
  )
}
