import type { ActionOf, EffectKind } from '../../../domain/effects/effect.ts'
import type { GateEvent } from '../../../domain/gate/draft/gate-event.ts'
import type { ModelUse } from '../../../domain/models/model-use.ts'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import type { Validation } from '../../../domain/records/loop/validation.ts'
import type { WorkEventBody } from '../../../domain/work/draft/work-event.ts'
import type { RunPlace } from '../../attempts/run-place.ts'
import type { HandedBack } from '../../ports/forge/task-jobs.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'

export interface How {
  signal: AbortSignal
  /** For what there is to tell beside the effect's own result. */
  report: (events: readonly WorkEventBody[]) => void
  /** Tests of a review that passed, whatever becomes of it. */
  keepTests: (validation: Validation | null) => void
  /** What a task's executor took, once it has worked. */
  noteWork: (receipt: Omit<Receipt, 'outcome'>) => void
  /** What planning had of models, where it came to nothing this time. */
  noteLostUse: (use: ModelUse) => void
  /** What was noted so until now. */
  lostUse: () => ModelUse | null
  /** What its executor says of itself meanwhile. */
  noteProgress: (event: GateEvent) => Promise<void>
  /** Of a task's executor that worked in a job of its own. */
  handedBack?: HandedBack
}

/** Work that may be tried again after a fault, each try going on from what the ones before came to. */
export type Tries = (again: boolean) => Promise<WorkEventBody>

/** What one kind of long work or another needs: not how work is ordered, told and counted. */
export type RunPorts = Omit<MachinePorts, 'messages' | 'enqueue' | 'runs' | 'watch' | 'wait' | 'observe'>

export interface RunPerformer<K extends EffectKind> {
  /** Has it ready to be tried. */
  open: (ports: RunPorts, place: RunPlace, action: ActionOf<K>, op: string, how: How) => Tries
  /** How many commands with a time limit of their own it runs at most. */
  mostCommands: (place: RunPlace, action: ActionOf<K>) => number
}
