import { z } from 'zod'
import type { AdviceAsked, Advised } from '../../../application/ports/roles/plan-advice.ts'
import type { LeafEstimate } from '../../../domain/plan/estimate/take-estimates.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Task } from '../../../domain/plan/task.ts'
import { fillPrompt } from '../prompts/fill-prompt.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { type AdvisingPorts, askAdviser } from './ask-adviser.ts'
import { tellPlan } from './tell-plan.ts'

const EstimatesSchema = z.object({
  tasks: z
    .array(
      z.object({
        task: z.string().max(20),
        person_days: z.number().positive().max(500),
        one_shot_pass: z.boolean(),
        why: z.string().min(1).max(600),
      }),
    )
    .max(100),
})

const template = loadPrompt('estimate-tasks')

/** FEASIBILITY_CHECK by a model that looks at the code: days of each leaf, and why. */
export async function estimateByModel(
  ports: AdvisingPorts,
  asked: AdviceAsked,
  plan: Plan,
  leaves: readonly Task[],
): Promise<Advised<LeafEstimate[]>> {
  const { agents, plan: limits } = asked.configuration
  const most = limits.one_shot_threshold_person_days
  const ids = leaves.map(({ id }) => id)
  const told = await askAdviser(ports, asked, {
    role: 'feasibility',
    model: agents.model ?? null,
    prompt: fillPrompt(template, { most_days: `${most}` }),
    data: tellPlan(asked, plan, leaves),
    schema: EstimatesSchema,
    check: ({ tasks }) => [
      ...ids.flatMap((id) => {
        const count = tasks.filter(({ task }) => task === id).length
        return count === 1 ? [] : [`${id} is estimated ${count === 0 ? 'not at all' : `${count} times`}`]
      }),
      ...tasks.flatMap(({ task }) => (ids.includes(task) ? [] : [`${task} was not asked about`])),
      ...tasks.flatMap(({ task, person_days: days, one_shot_pass: passes }) =>
        passes === days <= most ? [] : [`${task}: one_shot_pass says ${passes} of ${days} person-days`],
      ),
    ],
  })
  if (told.kind === 'none') return told
  const value = told.value.tasks.map(({ task, person_days, why }) => ({
    task,
    person_days,
    why: why.replaceAll(/\s+/g, ' '),
  }))
  return { ...told, value }
}
