import { z } from 'zod'
import type { AdviceAsked, Advised } from '../../../application/ports/roles/plan-advice.ts'
import type { PlanFault } from '../../../domain/plan/rules/plan-fault.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { squeezeText } from '../../../domain/text/squeeze-text.ts'
import { createQuoteChecker } from '../reviewer/check-quotes.ts'
import { QuoteSchema } from '../reviewer/review-answer-schema.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { type AdvisingPorts, askAdviser } from './ask-adviser.ts'
import { tellPlan } from './tell-plan.ts'

const FindingSchema = z.object({
  tasks: z.array(z.string().max(20)).max(20),
  message: z.string().min(1).max(600),
  said: z.string().min(4).max(500).optional().describe('Of the issue or the thread, word for word.'),
  quote: QuoteSchema.optional(),
  missing: z.string().max(300).optional().describe('A path.'),
})

const ReadingSchema = z.object({ findings: z.array(FindingSchema).max(8) })
type PlanReading = z.infer<typeof ReadingSchema>

const prompt = loadPrompt('review-plan')

/** A plan that breaks no rule, read by a model for what rules can't see. What it can't prove is void. */
export async function reviewPlanByModel(
  ports: AdvisingPorts,
  asked: AdviceAsked,
  plan: Plan,
): Promise<Advised<PlanFault[]>> {
  const { agents } = asked.configuration
  const told = await askAdviser<PlanReading>(ports, asked, {
    role: 'plan reviewer',
    model: agents.plan_reviewer_model ?? agents.reviewer_model ?? agents.model ?? null,
    prompt,
    data: tellPlan(asked, plan, plan.tasks),
    schema: ReadingSchema,
    async check({ findings }, reader) {
      const { title, body } = asked.issue.frozen
      const said = squeezeText(`${title}\n${body}\n${asked.guidance ?? ''}`)
      const checker = createQuoteChecker(reader)
      const known = new Set(plan.tasks.map(({ id }) => id))
      const problems = findings.map(async (finding, index) => {
        const name = `finding ${index + 1}`
        const faults = finding.tasks.filter((id) => !known.has(id)).map((id) => `names ${id}, which is no task`)
        if (finding.said === undefined && finding.quote === undefined && finding.missing === undefined)
          faults.push('is not proved by said, quote or missing')
        if (finding.said !== undefined && !said.includes(squeezeText(finding.said)))
          faults.push('has in said what nobody said')
        const forged = finding.quote === undefined ? undefined : await checker.checkQuote(finding.quote)
        if (forged !== undefined) faults.push(`can't stand: ${forged}`)
        if (finding.missing !== undefined && (await checker.isThere(finding.missing)))
          faults.push(`says that ${finding.missing.slice(0, 100)} is missing, and it is there`)
        return faults.map((fault) => `${name} ${fault}`)
      })
      return (await Promise.all(problems)).flat()
    },
  })
  return told.kind === 'none' ? told : { ...told, value: told.value.findings.map(toFault) }
}

function toFault({ tasks, message, said, quote, missing }: PlanReading['findings'][number]): PlanFault {
  const shown = [
    ...(said === undefined ? [] : [`“${said.replaceAll(/\s+/g, ' ').slice(0, 200)}”`]),
    ...(quote === undefined ? [] : [`${quote.path}:${quote.line}`]),
    ...(missing === undefined ? [] : [`there is no ${missing}`]),
  ]
  return { code: 'reader_found', nodes: tasks, message: `${message.replaceAll(/\s+/g, ' ')} (${shown.join('; ')})` }
}
