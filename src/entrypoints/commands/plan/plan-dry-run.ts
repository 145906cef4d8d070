import { createOutlinePlanner } from '../../../adapters/agents/outline/create-outline-planner.ts'
import { makePlan } from '../../../application/planning/make-plan.ts'
import { freezeText } from '../../../domain/text/frozen-text.ts'
import { executorNames } from '../../../domain/configuration/executor-names.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import type { Reply } from '../../../domain/effects/reply.ts'
import { renderPlanComment } from '../../../views/plan/plan-comment.ts'
import { renderRoundsAsText } from '../../../views/terminal/plan-text.ts'
import { renderReply } from '../../../views/replies/reply.ts'
import { readInTerminal } from '../../../views/terminal/parts/terminal-text.ts'
import { linksOffline, recordOffline } from '../read/issue-record.ts'
import type { PlanningPlace } from './open-planning-place.ts'
import { type IssueFile, parseIssueFile } from './parse-issue-file.ts'
import { readTextInput } from '../read/read-text-input.ts'
import { openPlace, type PlanIo, renderPlan } from './plan.ts'
import type { DryRunFormat } from './plan-formats.ts'
import { noteExecutors } from '../../../domain/work/draft/note-executors.ts'

export interface PlanDryRunArguments {
  /** Markdown of an issue; `-` is standard input. */
  file: string
  repo?: string | undefined
  /** Number of the issue, from which ids and so the hash follow. */
  number: number
  format: DryRunFormat
}

/** GitHub takes no longer text of an issue. */
const mostBytes = 262_144

type DryPlan = Awaited<ReturnType<typeof makePlan>>

/**
 * `countersign plan dry-run`: what the App would answer to an issue. Exit code 0 with a plan that it would offer, 1 with
 * what the issue lacks, 3 where nothing is to be planned, 2 when something can't be read.
 */
export async function runPlanDryRun(args: PlanDryRunArguments, io: PlanIo): Promise<number> {
  const place = await openPlace(args.repo, io)
  if (place === undefined) return 2
  const issue = await readIssueText(args.file, io)
  if (!issue.ok) {
    io.stderr(`countersign plan dry-run: ${issue.faults.join('\n  ')}\n`)
    return 2
  }
  const frozen = freezeText(issue.title, issue.body)
  const record = recordOffline({ number: args.number, ...frozen }, place.repository.key, io.now())
  const planned = await planIssue(record, place)
  const reply = findReply(planned, place.configuration.plan.min_score)
  io.stdout(renderOutcome(args, { record, planned, reply }, io))
  if (args.format !== 'json') printAside(args, issue, planned, io)
  if (reply === undefined) return 0
  return reply.kind === 'declined' ? 3 : 1
}

async function readIssueText(file: string, io: PlanIo): Promise<IssueFile> {
  const input = await readTextInput(file, { maxBytes: 2 * mostBytes, stdin: io.stdin })
  if (!input.ok) return { ok: false, faults: [input.why] }
  const issue = parseIssueFile(input.text)
  const bytes = issue.ok ? Buffer.byteLength(issue.body) : 0
  if (bytes <= mostBytes) return issue
  const [seen, most] = [bytes, mostBytes].map((count) => count.toLocaleString('en-US'))
  return { ok: false, faults: [`${file} has ${seen} bytes; GitHub takes ${most}`] }
}

function planIssue(record: IssRecord, place: PlanningPlace): Promise<DryPlan> {
  const ports = { planner: createOutlinePlanner(), files: place.files }
  return makePlan(ports, {
    repository: place.repository,
    record,
    previous: null,
    planId: `SOL-${record.id}-1`,
    guidance: null,
    configuration: place.configuration,
    commit: place.commit,
    op: `${record.id}/1`,
    at: record.frozen.at,
  })
}

/** What the App would say instead of showing the plan; undefined where it would show it. */
function findReply(planned: DryPlan, minScore: number): Reply | undefined {
  switch (planned.kind) {
    case 'plan_needs_input':
      return {
        kind: 'needs_input',
        lacks: planned.lacks,
        ...(planned.reading === undefined ? {} : { reading: planned.reading }),
      }
    case 'plan_declined':
      return { kind: 'declined', why: planned.why }
    case 'plan_drafted': {
      const { plan, faults } = planned
      if (faults.length > 0) return { kind: 'plan_faults', faults, guidance: '' }
      if (plan.score === null || plan.score >= minScore) return undefined
      return { kind: 'plan_weak', score: plan.score, min_score: minScore, parts: plan.score_parts }
    }
  }
}

interface Outcome {
  record: IssRecord
  planned: DryPlan
  reply: Reply | undefined
}

function renderOutcome({ format }: PlanDryRunArguments, { record, planned, reply }: Outcome, io: PlanIo): string {
  const plan = planned.kind === 'plan_drafted' ? noteExecutors(planned.plan, { executors: executorNames }) : null
  if (format === 'json')
    return `${JSON.stringify({ offered: reply === undefined, reply: reply ?? null, plan }, null, 2)}\n`
  const links = linksOffline(record, io.env)
  const comment = (markdown: string): string =>
    format === 'table' || io.terminal.isRead === true ? readInTerminal(markdown) : markdown
  if (reply !== undefined || plan === null) {
    return reply === undefined ? '' : `${comment(renderReply(reply, { record, links })).trimEnd()}\n`
  }
  const text = format === 'table' ? renderPlan(plan, 'table', io) : comment(renderPlanComment({ record, plan, links }))
  return `${text.trimEnd()}\n`
}

/** What is no part of the comment: how the plan came to be, and which lines are meant. */
function printAside({ file }: PlanDryRunArguments, issue: IssueFile, planned: DryPlan, io: PlanIo): void {
  if (planned.kind === 'plan_drafted') io.stderr(`\n${renderRoundsAsText(planned.plan.rounds)}`)
  if (issue.ok && issue.bodyLine > 1) {
    io.stderr(
      `\nLines are counted from the issue's text, which begins on line ${issue.bodyLine} of ${file === '-' ? 'standard input' : file}.\n`,
    )
  }
}
