import { recordText } from '../../../domain/language/message.ts'
import { z } from 'zod'
import { CountersignFault } from '../../../application/fault.ts'
import type { DataBlock, LanguageModel, ModelFailure } from '../../../application/ports/models/language-model.ts'
import type { SkillAdviser, SkillReading } from '../../../application/ports/roles/skill-adviser.ts'
import { cleanLine } from '../../../domain/text/clean-text.ts'
import { type OpinedFinding, opinionIdOf, type SkillOpinion } from '../../../domain/tuning/opinion/skill-opinion.ts'
import { dimensions } from '../../../domain/tuning/patterns/pattern.ts'
import { faultSeverities } from '../../../domain/tuning/patterns/severity.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { createQuoteChecker } from '../reviewer/check-quotes.ts'
import { QuoteSchema } from '../reviewer/review-answer-schema.ts'
import { createReaderOfFiles } from './reader-of-files.ts'

const words = z.string().min(1).max(700)

const AnswerSchema = z.object({
  findings: z
    .array(
      z.object({
        dimension: z.enum(dimensions),
        severity: z.enum(faultSeverities),
        message: words,
        remedy: words,
        quote: QuoteSchema,
      }),
    )
    .max(12),
})
type SkillAnswer = z.infer<typeof AnswerSchema>

const prompt = loadPrompt('read-skill')
const mostKnown = 200

/** Lets a model add to what rules found of a skill. What it can't show by lines that are there is void. */
export function createModelSkillAdviser(language: LanguageModel): SkillAdviser {
  return {
    async read(asked) {
      const lack = language.findLack(asked.model)
      if (lack !== undefined)
        return { opinion: { kind: 'none', why: recordText('the model {lack}', { lack }) }, receipt: null }
      const reader = createReaderOfFiles(asked.files, asked.commit)
      const answer = await language.ask({
        owner: { ...asked.owner, task: 'tune' },
        role: 'skill adviser',
        prompt,
        data: tellSkill(asked),
        schema: AnswerSchema,
        async check({ findings }) {
          const { checkQuote } = createQuoteChecker(reader)
          const faults = findings.map(async ({ quote }, index) => {
            const fault = await checkQuote(quote)
            return fault === undefined ? [] : [`finding ${index + 1} can't stand: ${fault}`]
          })
          return (await Promise.all(faults)).flat()
        },
        repository: reader,
        model: asked.model,
        maxTurns: asked.maxTurns,
        timeoutMs: asked.timeoutMs,
        signal: asked.signal,
      })
      const { receipt } = answer
      if (answer.kind === 'failed') return { opinion: { kind: 'none', why: tellFailure(answer.failure) }, receipt }
      const by = (receipt.use.models.length > 0 ? receipt.use.models : [receipt.model]).join(' and ')
      return { opinion: takeFindings(answer.value, cleanLine(by.replaceAll(/[^\w.:/ -]/g, ''), 100)), receipt }
    },
  }
}

function takeFindings({ findings }: SkillAnswer, by: string): SkillOpinion {
  const taken = findings.map(({ dimension, severity, message, remedy, quote }): OpinedFinding => {
    const place = { dimension, path: quote.path, line: quote.line, evidence: cleanLine(quote.text, 160) }
    const said = { message: cleanLine(message, 700), remedy: cleanLine(remedy, 700) }
    return { id: opinionIdOf(place), severity, ...place, ...said }
  })
  return { kind: 'given', by, findings: [...new Map(taken.map((one) => [one.id, one])).values()] }
}

/** The skill goes on without it: what rules found stands by itself. */
function tellFailure({ kind, reason }: ModelFailure): string {
  switch (kind) {
    case 'ended':
      throw new CountersignFault('told_to_end', 'the reading of a skill was ended', reason)
    case 'outage':
    case 'limit':
    case 'refused':
      return `the model was not asked to the end: ${cleanLine(reason, 400)}`
    case 'unusable':
    case 'late':
      return `the model gave no answer that can be taken: ${cleanLine(reason, 400)}`
  }
}

function tellSkill({ files, complaint, known, contextTokens }: SkillReading): DataBlock[] {
  const found = known
    .slice(0, mostKnown)
    .map(({ id, location, description }) => `- ${id} at ${location.file}:${location.line_start ?? 1}: ${description}`)
  let room = contextTokens * 4
  const told = files.flatMap(({ path, text }): DataBlock[] => {
    if (room < text.length) return []
    room -= text.length
    return [{ label: 'file of the skill', text: `${path}\n\n${text}` }]
  })
  const rest = files.length - told.length
  return [
    ...(complaint.trim() === '' ? [] : [{ label: 'what people say is wrong', text: complaint }]),
    { label: 'what rules found', text: found.join('\n') || 'nothing' },
    ...told,
    ...(rest === 0
      ? []
      : [{ label: 'files that are not shown here', text: `${rest} more; your tools list and read them.` }]),
  ]
}
