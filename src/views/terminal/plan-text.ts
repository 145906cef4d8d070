import Table from 'cli-table3'
import pc from 'picocolors'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import { writePersonDays, writeSum } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Feasibility, PlanRound, TaskSplit } from '../../domain/plan/plan-round.ts'
import type { ScorePart } from '../../domain/plan/score-part.ts'
import { judgedCriteria } from '../../domain/plan/assemble/delivery.ts'
import { deliverablePath } from '../../domain/plan/deliverable-spec.ts'
import type { Task } from '../../domain/plan/task.ts'
import { renderScore } from '../text/amounts.ts'
import { renderCount } from '../language/t.ts'
import { renderFinalDeliverable } from '../plan/final-deliverable.ts'
import { plain } from './parts/plain.ts'

/** What the terminal can show. */
export interface Terminal {
  colours: boolean
  /** Characters in a line. */
  width: number
  /** Somebody reads it there; else it goes into a file or another program, and stays as GitHub would get it. */
  isRead?: boolean
}

export type Colours = ReturnType<typeof pc.createColors>

/** What `countersign plan check` found; printed as it is with `--json`. */
export interface PlanCheck {
  file: string
  /** `solution`: spec 000 §1. `plan`: as Countersign keeps it. `draft`: the YAML of an issue. */
  read_as: 'plan' | 'solution' | 'draft'
  plan_id: string
  hash: string
  ok: boolean
  faults: PlanFault[]
  /** What planning would ask for instead of offering the plan. */
  lacks: string[]
  score: number
  min_score: number
  score_parts: ScorePart[]
  feasibility: Feasibility[]
  /** Tasks that planning would split. */
  splits: TaskSplit[]
  notes: string[]
}

/** The tasks of a plan as a table: what, what it delivers, after what, how long, who, how many criteria. */
export function renderPlanTable(plan: Plan, terminal: Terminal): string {
  const { bold } = pc.createColors(terminal.colours)
  // Title and deliverable share what the narrow columns leave.
  const wide = Math.max(14, Math.floor((Math.min(terminal.width, 160) - 56) / 2))
  const table = createTable(['task', 'what', 'delivers', 'after', 'estimate', 'who', 'criteria'], {
    colWidths: [8, wide, wide, 10, 10, 10, 10],
    colAligns: ['left', 'left', 'left', 'left', 'right', 'left', 'right'],
  })
  for (const task of plan.tasks) table.push(describeTask(task))
  const final = renderFinalDeliverable(plan)
  return `${bold(renderPlanLine(plan))}\n${plain(plan.description, 400)}\n\n${table.toString()}\n${final === '' ? '' : `Final deliverable: ${plain(final, 400)}\n`}`
}

/** `Plan 1a2b3c4 (SOL-ISS-007-1) · 3 tasks · 1.5 person-days · score 0.93`. */
export function renderPlanLine(plan: Plan): string {
  return [
    `Plan ${plan.hash.slice(0, 7)} (${plan.id})`,
    renderCount(plan.tasks.length, 'task'),
    writeSum(plan.tasks.map((task) => task.estimated_person_days)),
    ...(plan.score === null ? [] : [`score ${renderScore(plan.score)}`]),
  ].join(' · ')
}

/** The verdict first, then what is wrong, then how the score came about. */
export function renderPlanCheck(check: PlanCheck, terminal: Terminal): string {
  const { green, red, bold } = pc.createColors(terminal.colours)
  const verdict = check.ok ? green('OK') : red('NOT OK')
  const wrong = [...check.faults.map((fault) => renderFault(fault)), ...check.lacks.map((lack) => plain(lack, 600))]
  const lines = [
    `${bold(verdict)}: ${renderPlanVerdict(check)}`,
    ...(wrong.length === 0 ? [] : ['', ...wrong.map((line) => `  ${red('✗')} ${line}`)]),
    ...(check.score_parts.length === 0 ? [] : ['', renderScoreRows(check.score_parts, terminal)]),
    ...renderSection('Estimates', check.feasibility.map(describeLeaf), terminal),
    ...renderSection('Splits', check.splits.map(describeSplit), terminal),
    ...renderSection('Notes', check.notes, terminal),
  ]
  return `${lines.join('\n')}\n`
}

/** The rounds of making a plan, a line for each thing that happened (spec 003 §5). */
export function renderRoundsAsText(rounds: readonly PlanRound[]): string {
  const lines = rounds.flatMap((round) => [
    `Round ${round.number}: ${round.score === null ? renderCount(round.findings.length, 'finding') : `score ${renderScore(round.score)} before estimates`}`,
    ...round.findings.map((finding) => `  ✗ ${renderFault(finding)}`),
    ...round.feasibility.map((leaf) => `  ${leaf.one_shot_pass ? '·' : '✗'} ${leaf.task}: ${plain(leaf.why, 400)}`),
    ...round.splits.map((split) => `  ${describeSplit(split)}`),
  ])
  return lines.map((line) => `${line}\n`).join('')
}

function describeTask(task: Task): string[] {
  const spec = task.deliverable_spec
  const globs = spec.single_file ? [] : (spec.files ?? []).map((glob) => (glob === '**' ? 'a change' : glob))
  const delivers = globs.length === 0 ? deliverablePath(spec) : globs.slice(0, 3).join(', ')
  const after = task.depends_on.slice(0, 8).join(', ')
  return [
    plain(task.id, 20),
    plain(task.title, 200),
    plain(globs.length > 3 ? `${delivers} and ${globs.length - 3} more` : delivers, 200),
    plain(task.depends_on.length > 8 ? `${after}, …` : after, 80),
    writePersonDays(task.estimated_person_days, 'day'),
    plain(task.executor === 'human' ? 'person' : task.executor, 60),
    String(judgedCriteria(task).length),
  ]
}

function renderPlanVerdict({ file, read_as: as, ...check }: PlanCheck): string {
  const kinds = { plan: 'a plan', solution: 'a solution', draft: 'a plan without ids, as in an issue' }
  const score = `score ${renderScore(check.score)}${check.score < check.min_score ? `, below ${renderScore(check.min_score)}` : ''}`
  const lacks = check.lacks.length === 0 ? [] : ['planning would ask for more']
  const parts = [renderCount(check.faults.length, 'fault'), ...lacks, score, `hash ${check.hash.slice(0, 7)}`]
  return `${plain(file, 200)} is ${kinds[as]}: ${check.plan_id} · ${parts.join(' · ')}`
}

function renderFault({ message, code }: Pick<PlanFault, 'message'> & { code: string }): string {
  return `${plain(message, 600)} [${code}]`
}

function renderScoreRows(parts: readonly ScorePart[], terminal: Terminal): string {
  const table = createTable(['part', 'weight', 'score', 'why it is not more'], {
    colWidths: [null, null, null, Math.max(30, Math.min(terminal.width, 140) - 40)],
    colAligns: ['left', 'right', 'right', 'left'],
  })
  for (const part of parts) {
    const reasons = part.reasons.slice(0, 8).map((reason) => plain(reason, 300))
    if (part.reasons.length > 8) reasons.push(`and ${part.reasons.length - 8} more`)
    table.push([part.name, `${Math.round(part.weight * 100)} %`, renderScore(part.score), reasons.join('\n')])
  }
  return table.toString()
}

function describeLeaf({ task, why, one_shot_pass: passes }: Feasibility): string {
  return `${task}: ${why}${passes ? '' : ', so it has to be split'}`
}

function describeSplit({ task, along, into }: TaskSplit): string {
  return `${task} split along ${along.replaceAll('_', ' ')} into ${into.join(', ')}`
}

function renderSection(title: string, lines: readonly string[], { colours }: Terminal): string[] {
  if (lines.length === 0) return []
  return ['', pc.createColors(colours).bold(title), ...lines.map((line) => `  · ${plain(line, 400)}`)]
}

type Layout = Pick<NonNullable<ConstructorParameters<typeof Table>[0]>, 'colAligns' | 'colWidths'>

function createTable(head: string[], layout: Layout): InstanceType<typeof Table> {
  return new Table({ head, ...layout, wordWrap: true, style: { head: [], border: [], compact: true } })
}
