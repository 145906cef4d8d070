import { z } from 'zod'
import type { AdviceAsked, Advised } from '../../../application/ports/roles/plan-advice.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { ToldCut } from '../../../domain/plan/split/compose-cut.ts'
import { maxParts } from '../../../domain/plan/split/cut-task.ts'
import type { Task } from '../../../domain/plan/task.ts'
import { fillPrompt } from '../prompts/fill-prompt.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { type AdvisingPorts, askAdviser } from './ask-adviser.ts'
import { tellPlan } from './tell-plan.ts'

const CutSchema = z.object({
  parts: z
    .array(
      z.object({
        paths: z.array(z.string().min(1).max(300)).min(1).max(100),
        places: z.array(z.int().positive()).max(100).describe('Numbers of the places to change.'),
      }),
    )
    .min(2)
    .max(maxParts),
  why: z.string().min(1).max(400),
})

const template = loadPrompt('cut-task')

/** Where a model would cut a task that is too large; what the rules say of it is told to it once. */
export function cutByModel(
  ports: AdvisingPorts,
  asked: AdviceAsked,
  { plan, task }: { plan: Plan; task: Task },
  findFaults: (cut: ToldCut) => readonly string[],
): Promise<Advised<ToldCut>> {
  return askAdviser(ports, asked, {
    role: 'splitter',
    model: asked.configuration.agents.model ?? null,
    prompt: fillPrompt(template, { most_parts: `${maxParts}` }),
    data: tellPlan(asked, plan, [task]),
    schema: CutSchema,
    check: (cut) => findFaults(cut).slice(0, 20),
  })
}
