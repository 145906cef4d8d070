import { roleAtLeast } from '../../domain/configuration/sections/roles.ts'
import { foreseeObstacles, isForeseen } from '../../domain/rules/foresee-obstacles.ts'
import type { SlashCommand } from '../../domain/commands/slash-command.ts'
import type { Work } from '../../domain/records/work.ts'
import type { Actor } from '../../domain/work/draft/work-event.ts'
import type { LoadedWork } from '../ports/state/state-store.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/**
 * What will stand in the way of a plan that somebody approves; undefined where nothing is begun, or GitHub doesn't say.
 * What the plan was shown with may be mended by now, and is looked at anew.
 */
export async function foreseeForApproval(
  rules: MachinePorts['rules'],
  repository: RepositoryRef,
  { configuration }: Pick<LoadedWork, 'configuration'>,
  { plan, record }: Work,
  { commands, by }: { commands: readonly SlashCommand[]; by: Actor },
): Promise<string[] | undefined> {
  const begins = record?.phase === 'proposed' || record?.phase === 'stopped'
  const isAsked = commands.some((command) => command.kind === 'approve_plan')
  if (plan === null || !begins || !isAsked || !roleAtLeast(by.role, configuration.roles.control)) return undefined
  const outlook = await rules.lookAhead(repository, plan.notes.some(isForeseen))
  return outlook === null ? undefined : foreseeObstacles(outlook, plan)
}
