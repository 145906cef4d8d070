import type { RunEffectKind } from '../../domain/work/effects/effect-rules.ts'
import type { OwedOf } from '../attempts/attempt-effect.ts'
import type { RunPlace } from '../attempts/run-place.ts'
import { countMostCommands } from '../perform/runs/run-performers.ts'

/** For git, publishing and GitHub's answers, beside what commands may take. Waiting for a limit of GitHub's is not counted. */
const besideMs = 15 * 60_000

/** When a run that still goes on is taken for hung: each of its commands has a limit of its own before that. */
export function findRunDeadlineMs(owed: OwedOf<RunEffectKind>, place: RunPlace): number {
  return besideMs + place.configuration.run.timeout_minutes * 60_000 * countMostCommands(owed, place)
}
