import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { MachineObservation } from '../../application/ports/queues/observer.ts'
import type { StateStore } from '../../application/ports/state/state-store.ts'

const effectBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600]
const commitBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

export interface MachineMetrics {
  observe: (observation: MachineObservation) => void
  /** The same store, counted. */
  meterStore(store: StateStore): StateStore
}

/** Decisions, commits and conflicts, and what is carried out: runs and effects on pull requests. */
export function createMachineMetrics(register: Registry): MachineMetrics {
  const registers = [register]
  const decisions = new Counter({
    name: 'countersign_decisions_total',
    help: 'Decisions on one issue, by outcome: committed, unchanged.',
    labelNames: ['outcome'],
    registers,
  })
  const messages = new Counter({
    name: 'countersign_signals_total',
    help: 'Messages that were decided on; several of one issue are folded into one decision.',
    registers,
  })
  const failedMessages = new Counter({
    name: 'countersign_signals_failed_total',
    help: 'Messages that could not be handled to the end, each time: they wait for another try, or are given up.',
    registers,
  })
  const commits = new Histogram({
    name: 'countersign_state_commit_seconds',
    help: 'Writing a commit to the workflow branch, by outcome: written, conflict, failed.',
    labelNames: ['outcome'],
    buckets: commitBuckets,
    registers,
  })
  const live = new Gauge({
    name: 'countersign_effects_live',
    help: 'What is being carried out now, by kind: run_task, review_version, draft_plan, merge_task and so on.',
    labelNames: ['kind'],
    registers,
  })
  const effects = new Histogram({
    name: 'countersign_effect_seconds',
    help: 'Carrying something out, tries included, by kind and by the event that it came to.',
    labelNames: ['kind', 'result'],
    buckets: effectBuckets,
    registers,
  })
  return {
    observe(one) {
      switch (one.kind) {
        case 'decided':
          decisions.inc({ outcome: one.outcome })
          messages.inc(one.messages)
          return
        case 'messages_failed':
          failedMessages.inc(one.messages)
          return
        case 'effect_began':
          live.inc({ kind: one.effect })
          return
        case 'effect_ended':
          live.dec({ kind: one.effect })
          effects.observe({ kind: one.effect, result: one.result }, one.ms / 1000)
      }
    },
    meterStore(store) {
      const write: StateStore['write'] = async (...asked) => {
        const end = commits.startTimer()
        try {
          const outcome = await store.write(...asked)
          end({ outcome })
          return outcome
        } catch (error) {
          end({ outcome: 'failed' })
          throw error
        }
      }
      return new Proxy(store, { get: (inner, name) => (name === 'write' ? write : bound(inner, name)) })
    },
  }
}

function bound(store: StateStore, name: string | symbol): unknown {
  const member: unknown = Reflect.get(store, name)
  return typeof member === 'function' ? member.bind(store) : member
}
