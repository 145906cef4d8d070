import { recordText } from '../../domain/language/message.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PlanRound } from '../../domain/plan/plan-round.ts'
import type { PlanAdvice } from '../ports/roles/plan-advice.ts'
import { noteAdvice } from './note-advice.ts'

/** Whether models are to be asked about plans beside the rules. */
export function wantsAdvice({ agents }: Pick<Configuration, 'agents'>): boolean {
  return [agents.plan_reviewer, agents.feasibility, agents.splitter].includes('model')
}

/** What a second reader finds in a plan that breaks no rule; kept in its round. */
export async function readAgain(advice: PlanAdvice | undefined, plan: Plan, round: PlanRound): Promise<PlanFault[]> {
  if (advice?.review === undefined) return []
  const told = noteAdvice(round, await advice.review(plan))
  if (told === undefined) return []
  round.reading = { by: told.by, findings: told.value.map(({ nodes, message }) => ({ nodes, message })) }
  return told.value
}

/** What a person has to know of a second reader before they approve: what it found, and nobody mended. */
export function noteReading({ reading, unadvised = [] }: PlanRound): string[] {
  const open = (reading?.findings ?? []).map(({ nodes, message }) => {
    const place = nodes.length === 0 ? '' : `${nodes.join(', ')}: `
    return recordText('A second reader ({by}) found, and it was not mended: {what}', {
      by: `\`${reading?.by}\``,
      what: `${place}${message}`,
    })
  })
  return [...open, ...unadvised.map((why) => recordText('Rules alone judged here: {why}', { why }))]
}
