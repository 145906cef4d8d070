import { type Column, renderTable } from '../../src/views/markdown/table.ts'
import type { JudgedVersion } from './judge-versions.ts'
import type { PlayedCase } from './play-case.ts'
import { mostFalseApprovals, type Share } from './summarise.ts'

export interface EvalRun {
  /** What was asked: names of models, or that it was a script. */
  models: string
  isScripted: boolean
  executor: string
  at: string
  /** When the answers were recorded that were played again; null: models were asked now. */
  recordedAt: string | null
  played: readonly PlayedCase[]
  judged: readonly JudgedVersion[]
  /** Cases that broke off, each with why; in no share. */
  failed: readonly string[]
  shares: readonly Share[]
}

/** The report in Markdown; its plot is beside it. */
export function renderReport(run: EvalRun): string {
  const { played, judged, shares } = run
  const all = [...played, ...judged]
  const costs = all.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
  const cost = costs.length === 0 ? 'not priced' : `$${costs.reduce((sum, one) => sum + one, 0).toFixed(2)}`
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0)
  const seconds = played.reduce((sum, one) => sum + one.seconds, 0)
  const wrong = shares.find(({ most }) => most !== undefined)
  return [
    `# Eval: ${run.models}`,
    run.isScripted
      ? 'These answers were written down beforehand, in the repository. They show that the eval works, and **say nothing about any model**.'
      : `Asked on ${(run.recordedAt ?? run.at).slice(0, 10)}${run.recordedAt === null ? '' : ', and played again from a recording'}, tasks done by \`${run.executor}\`. One run of ${played.length} issues: a few of them more or less mean little.`,
    '![shares](eval.svg)',
    renderTable(
      columns('', 'share', 'count'),
      shares.map(({ title, count, of }) => [
        title,
        of === 0 ? '–' : `${Math.round((100 * count) / of)} %`,
        `${count} of ${of}`,
      ]),
    ),
    wrong === undefined ? '' : describeGoal(wrong),
    `Questions asked: ${played.reduce((sum, one) => sum + one.questions, 0)}. Tokens: ${tokens.toLocaleString('en')}, ${cost}. Time: ${seconds} s for the issues together.`,
    ...(run.failed.length === 0 ? [] : [`**Broke off, and in no share**: ${run.failed.join('; ')}.`]),
    '## Issues',
    renderTable(
      columns('issue', 'plan', 'questions', 'tasks', 'hidden tests', 'tokens', 'cost', 'seconds'),
      played.map((one) => [
        one.name,
        one.plan,
        String(one.questions),
        one.tasks.join(', '),
        one.hidden === null ? '–' : one.hidden ? 'pass' : 'fail',
        one.tokens.toLocaleString('en'),
        one.costUsd === null ? 'not priced' : `$${one.costUsd.toFixed(3)}`,
        String(one.seconds),
      ]),
    ),
    '## Versions before the reviewer',
    renderTable(
      columns('case', 'mistake in it', 'verdict'),
      judged.map(({ name, defect, verdict }) => [
        name,
        defect ?? 'none',
        isFault(defect, verdict) ? `**${verdict}**` : verdict,
      ]),
    ),
    '',
  ].join('\n\n')
}

function columns(...heads: string[]): Column[] {
  return heads.map((head) => ({ head }))
}

function describeGoal({ count, of }: Share): string {
  const goal = `The goal is ${mostFalseApprovals * 100} % at most of wrong versions approved`
  if (of === 0) return `${goal}; none was judged.`
  return `${goal}: ${count / of <= mostFalseApprovals ? 'kept' : '**missed**'}, with ${count} of ${of}.`
}

function isFault(defect: string | null, verdict: JudgedVersion['verdict']): boolean {
  return defect === null ? verdict === 'rejected' : verdict === 'approved'
}
