import type { EffectAction } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { nameEffect } from '../../domain/work/effects/effect-rules.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { getBound } from '../attempts/bound-work.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'

/**
 * The integration branch holds approved work only: what a person merged and nobody approved goes out of it again, as
 * long as nothing came on top of it.
 */
export async function takeBackMerge(
  ports: Pick<MachinePorts, 'repairer'>,
  { repository, work }: Performance,
  action: Extract<EffectAction, { kind: 'take_back_merge' }>,
  op: string,
): Promise<WorkEventBody> {
  const branch = getBound(work).record.base_branch
  if (branch === null) throw new Error('there is no integration branch')
  const { before: sha, sha: seen } = action
  const outcome = await ports.repairer.restoreBranch(repository, { branch, sha, seen })
  if (outcome === 'restored') return { kind: 'effect_done', op }
  const why = `\`${branch}\` has moved on since ${seen.slice(0, 7)}`
  return { kind: 'effect_failed', op, what: nameEffect(action), why }
}
