import { peekAction, takeNode } from '../../../src/domain/gate/draft/gate-draft.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import { type Defect, plantIn } from './plant.ts'

const loadDecision = () => import('../../../src/domain/work/decide-work.ts')
const loadOutbox = () => import('../../../src/domain/work/effects/outbox.ts')

/** In what is decided. */
export const domainDefects: Defect[] = [
  {
    name: 'events that were applied are applied again',
    seed: 4,
    plant: plantIn(loadDecision, ({ decideWork }) => ({
      decideWork(work, event, context) {
        const { record } = work
        if (record === null) return decideWork(work, event, context)
        const applied = record.applied.filter((one) => one.key !== event.key)
        return decideWork({ ...work, record: { ...record, applied } }, event, context)
      },
    })),
  },
  {
    name: 'applied events are not noted',
    seed: 1,
    plant: plantIn(loadDecision, ({ decideWork }) => ({
      decideWork(work, event, context) {
        const decision = decideWork(work, event, context)
        if (decision.kind === 'accepted' && decision.work.record !== null) {
          const { record } = decision.work
          record.applied = record.applied.filter((one) => one.key !== event.key)
        }
        return decision
      },
    })),
  },
  {
    name: 'results of any run are taken',
    seed: 22,
    plant: plantIn(
      () => import('../../../src/domain/gate/runs/refuse-other-run.ts'),
      ({ refuseOtherRun }) => ({
        refuseOtherRun: (action, runId) => refuseOtherRun(asLive(action, runId), runId),
      }),
    ),
  },
  {
    name: 'a task that is cancelled keeps its run',
    seed: 8,
    plant: plantIn(
      () => import('../../../src/domain/gate/draft/cancel.ts'),
      ({ cancelAll }) => ({
        cancelAll(draft) {
          const runs = Object.keys(draft.execution.nodes).map((id) => [id, peekAction(draft, id)?.run ?? null] as const)
          cancelAll(draft)
          for (const [id, run] of runs) {
            const node = takeNode(draft, id)
            if (node?.kind === 'ACTION') node.run = run
          }
        },
      }),
    ),
  },
  {
    name: 'a task starts before its inputs are DONE',
    seed: 3,
    plant: plantIn(
      () => import('../../../src/domain/gate/draft/gate-draft.ts'),
      () => ({
        findInputs(draft, dependsOn) {
          const inputs: Record<string, string> = {}
          for (const id of dependsOn) {
            const upstream = draft.execution.nodes[id]
            if (upstream === undefined) return undefined
            inputs[id] = (upstream.kind === 'ACTION' ? upstream.approved_artifact_id : null) as string
          }
          return inputs
        },
      }),
    ),
  },
  {
    name: 'runs start under a pause',
    seed: 4,
    plant: plantIn(
      () => import('../../../src/domain/work/schedule.ts'),
      ({ schedule }) => ({
        schedule(draft) {
          const { paused } = draft.record
          draft.record.paused = null
          schedule(draft)
          draft.record.paused = paused
        },
      }),
    ),
  },
  {
    name: 'effects that are owed are dropped by the next decision',
    seed: 1,
    plant: plantIn(loadOutbox, ({ ackOutbox }) => ({
      ackOutbox(draft, doneOp) {
        draft.record.outbox = []
        return ackOutbox(draft, doneOp)
      },
    })),
  },
  {
    name: 'an effect that was done stays owed',
    seed: 4,
    plant: plantIn(loadOutbox, ({ ackOutbox }) => ({
      ackOutbox(draft, doneOp) {
        const done = draft.record.outbox.find(({ op }) => op === doneOp)
        return ackOutbox(draft, done?.action.kind === 'say' ? null : doneOp)
      },
    })),
  },
  {
    name: 'an input that falls away leaves its dependents as they are',
    seed: 5,
    plant: plantIn(
      () => import('../../../src/domain/gate/draft/leave-done.ts'),
      ({ leaveDone }) => ({
        leaveDone: (draft, action) => leaveDone({ ...draft, plan: { ...draft.plan, tasks: [] } }, action),
      }),
    ),
  },
  {
    name: 'the same bytes keep their approval, whatever they undo',
    seed: 98,
    plant: plantIn(
      () => import('../../../src/domain/records/artifact.ts'),
      ({ coversVersion }) => ({
        coversVersion: (approved, { files }) => coversVersion(approved, { files, undoes: [] }),
      }),
    ),
  },
  {
    name: 'nobody is asked about approved work that is undone',
    seed: 4,
    plant: plantIn(
      () => import('../../../src/domain/gate/draft/version-criteria.ts'),
      ({ criteriaOf }) => ({ criteriaOf: (task) => criteriaOf(task, { undoes: [] }) }),
    ),
  },
]

function asLive(action: ActionNode, runId: string): ActionNode {
  action.state = 'RUNNING'
  action.run = { run_id: runId, executor: action.executor, started_at: '', lease_until: '' }
  return action
}
