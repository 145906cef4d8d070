import { z } from 'zod'
import type { DataBlock, LanguageModel, ModelFailure } from '../../../application/ports/models/language-model.ts'
import type { Analyst } from '../../../application/ports/roles/analyst.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import { listSuspects, type NamedSuspect } from '../../../domain/debug/list-suspects.ts'
import { mergeSuspicions } from '../../../domain/debug/merge-suspicions.ts'
import type { AnalysisRequest } from '../../../domain/debug/read/analysis-request.ts'
import type { Suspicion } from '../../../domain/debug/suspicion.ts'
import { cleanLine } from '../../../domain/text/clean-text.ts'
import { CountersignFault } from '../../../application/fault.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'

const words = z.string().min(1).max(700)

const AnswerSchema = z.object({
  hypotheses: z
    .array(
      z.object({
        suspect: z.string().max(20),
        description: words,
        condition: words,
        place: z.string().regex(/^[^:\n]{1,250}:[1-9]\d{0,6}$/, 'must be like src/queue.js:13'),
        confirm: words,
        reject: words,
      }),
    )
    .min(1)
    .max(5),
})
type AnalystAnswer = z.infer<typeof AnswerSchema>

const prompt = loadPrompt('suspect-causes')
const fewest = 3
const mostOutput = 12_000

/**
 * Lets a model say what may have made a test fail, before what the rules suspect (spec 002 §4). It points at suspects by
 * name: how each is undone, and whether it is to blame, stays ours. Where it has nothing to say, the rules have.
 */
export function createModelAnalyst(
  rules: Analyst,
  language: LanguageModel,
  workspace: Pick<Workspace, 'openReader'>,
): Analyst {
  return {
    name: rules.name,
    async analyse(request, place) {
      const { suspicions: byRules } = await rules.analyse(request, place)
      const { agents } = place.configuration
      const model = agents.model ?? null
      if (agents.analyst === 'rules' || language.findLack(model) !== undefined) return { suspicions: byRules }
      const suspects = listSuspects(request)
      const reader = await workspace.openReader(place.repository, place.commit)
      const { files, more } = await reader.files()
      const changed = new Set(request.change.map(({ path }) => path))
      const answer = await language.ask({
        owner: { ...place.owner, repository: place.repository.key },
        role: 'analyst',
        prompt,
        data: tellFailure(request, suspects, byRules),
        schema: AnswerSchema,
        check: (given) => findProblems(given, suspects, (path) => more > 0 || files.has(path) || changed.has(path)),
        repository: reader,
        model,
        maxTurns: agents.max_turns,
        timeoutMs: Math.min(place.configuration.run.timeout_minutes * 60_000, 2 ** 31 - 1),
        signal: place.signal,
      })
      const receipts = [answer.receipt]
      if (answer.kind === 'failed') return { suspicions: leaveToRules(answer.failure, byRules), receipts }
      return { suspicions: mergeSuspicions(takeHypotheses(answer.value, suspects), byRules), receipts }
    },
  }
}

/** An outage is no reason to do a whole run anew: the rules have suspicions of their own. */
function leaveToRules({ kind, reason }: ModelFailure, byRules: Suspicion[]): Suspicion[] {
  if (kind === 'ended') throw new CountersignFault('told_to_end', 'debugging was ended', reason)
  return byRules
}

function findProblems(
  { hypotheses }: AnalystAnswer,
  suspects: readonly NamedSuspect[],
  isThere: (path: string) => boolean,
): string[] {
  const known = new Set(suspects.map(({ name }) => name))
  const named = hypotheses.map(({ suspect }) => suspect)
  const wanted = Math.min(fewest, known.size)
  return [
    ...(named.length < wanted ? [`there are ${named.length} hypotheses, and ${wanted} are wanted`] : []),
    ...(new Set(named).size < named.length ? ['two hypotheses have the same suspect'] : []),
    ...named.filter((one) => !known.has(one)).map((one) => `${one} is no name of the list`),
    ...hypotheses
      .map(({ place }) => place.slice(0, place.lastIndexOf(':')))
      .filter((path) => !isThere(path))
      .map((path) => `${path} is not there`),
  ]
}

function takeHypotheses({ hypotheses }: AnalystAnswer, suspects: readonly NamedSuspect[]): Suspicion[] {
  const byName = new Map(suspects.map(({ name, suspect }) => [name, suspect]))
  return hypotheses.flatMap((one, index) => {
    const suspect = byName.get(one.suspect)
    if (suspect === undefined) return []
    return [
      {
        description: cleanLine(one.description, 700),
        testable_condition: cleanLine(one.condition, 700),
        logging_point: cleanLine(one.place, 300),
        evidence_criteria: { confirm: cleanLine(one.confirm, 700), reject: cleanLine(one.reject, 700) },
        likelihood: index + 1,
        suspect,
      },
    ]
  })
}

function tellFailure(
  { run, reruns }: AnalysisRequest,
  suspects: readonly NamedSuspect[],
  byRules: readonly Suspicion[],
): DataBlock[] {
  const failed = (run.report?.tests ?? [])
    .filter(({ status }) => status === 'failed')
    .slice(0, 20)
    .map(
      ({ suite, name, file, message }) => `- ${suite} › ${name}${file === null ? '' : ` (${file})`}: ${message ?? ''}`,
    )
  const ended = run.timedOut ? 'it ran out of time' : `exit code ${run.exitCode ?? 'none'}`
  const again = reruns.map(({ passed }) => (passed ? 'passed' : 'failed')).join(', ')
  return [
    {
      label: 'the command that failed',
      text: `${run.command}\n\n${ended}; on the same files again: ${again || 'not run'}`,
    },
    ...(failed.length === 0 ? [] : [{ label: 'failed tests', text: failed.join('\n').slice(0, mostOutput) }]),
    { label: 'the end of its output', text: run.output.slice(-mostOutput) },
    {
      label: 'suspects by name',
      text: suspects.map(({ name, told, diff }) => [`${name}: ${told}`, diff].filter(Boolean).join('\n')).join('\n\n'),
    },
    {
      label: 'what rules suspect, the likeliest first',
      text: byRules.map(({ description }) => `- ${description}`).join('\n') || 'nothing',
    },
  ]
}
