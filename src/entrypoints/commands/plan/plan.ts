import { readFileSizes } from '../../../application/planning/read-file-sizes.ts'
import { type Refined, refinePlan } from '../../../application/planning/refine-plan.ts'
import { reviewPlan } from '../../../application/planning/review-plan.ts'
import { checkFeasibility } from '../../../domain/plan/estimate/check-feasibility.ts'
import type { FileSizes } from '../../../domain/plan/estimate/file-sizes.ts'
import type { PlanFault } from '../../../domain/plan/rules/plan-fault.ts'
import { hashPlan } from '../../../domain/plan/plan-hash.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Feasibility, PlanRound } from '../../../domain/plan/plan-round.ts'
import { maxPlanBytes } from '../../../domain/plan/solution/parse-plan-text.ts'
import { renderSolution } from '../../../domain/plan/solution/solution-of.ts'
import { toOneLine } from '../../../views/markdown/hidden-characters.ts'
import { renderFlowchart } from '../../../views/markdown/mermaid.ts'
import { renderPlanComment } from '../../../views/plan/plan-comment.ts'
import { type PlanCheck, renderPlanCheck, renderPlanTable, type Terminal } from '../../../views/terminal/plan-text.ts'
import { readInTerminal } from '../../../views/terminal/parts/terminal-text.ts'
import { linksOffline, localFiles, recordOffline } from '../read/issue-record.ts'
import { type LoadedPlan, loadPlan } from './load-plan.ts'
import { openPlanningPlace, type PlanningPlace } from './open-planning-place.ts'
import { readTextInput } from '../read/read-text-input.ts'
import type { PlanFormat } from './plan-formats.ts'
import type { CommandIo } from '../verify.ts'

export interface PlanIo extends CommandIo {
  stdin: () => AsyncIterable<Uint8Array>
  now: () => string
  terminal: Terminal
}

/** `file` `-` is standard input; `repo` the path of a git repository. */
export interface PlanCheckArguments {
  file: string
  repo?: string | undefined
  json?: boolean | undefined
}

/** `countersign plan check`: exit code 0 when it could be offered for approval, 1 when not, 2 when it can't be read. */
export async function runPlanCheck(args: PlanCheckArguments, io: PlanIo): Promise<number> {
  const place = await openPlace(args.repo, io)
  if (place === undefined) return 2
  const loaded = await readPlan(args.file, place, io)
  if (loaded.kind !== 'plan') return printFaulty(args, loaded, io)
  const check = await checkPlanFile(args.file, loaded, place)
  io.stdout(args.json === true ? `${JSON.stringify(check, null, 2)}\n` : renderPlanCheck(check, io.terminal))
  return check.ok ? 0 : 1
}

/** `countersign plan show`: a plan in another form. Exit code 0, or as of `plan check` where there is none to show. */
export async function runPlanShow(
  args: { file: string; format: PlanFormat; repo?: string | undefined },
  io: PlanIo,
): Promise<number> {
  const place = await openPlace(args.repo, io)
  if (place === undefined) return 2
  const loaded = await readPlan(args.file, place, io)
  if (loaded.kind !== 'plan') return printFaulty(args, loaded, io)
  io.stdout(`${renderPlan(await judgePlanOnce(loaded.plan, place), args.format, io).trimEnd()}\n`)
  return 0
}

/** Tells what is wrong with the path or the configuration; undefined where there is no repository. */
export async function openPlace(repo: string | undefined, io: PlanIo): Promise<PlanningPlace | undefined> {
  try {
    const place = await openPlanningPlace(repo, io.env)
    if (place.configurationFaults.length > 0) {
      io.stderr(
        `countersign plan: the defaults are used, as the configuration is faulty:\n${list(place.configurationFaults)}`,
      )
    }
    if (place.extended !== undefined) {
      io.stderr(
        `countersign plan: what \`_extends: ${place.extended}\` adds to the configuration is not known here; the defaults stand in for it.\n`,
      )
    }
    return place
  } catch (error) {
    io.stderr(`countersign plan: ${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
}

/** A plan in the form asked for. */
export function renderPlan(plan: Plan, format: PlanFormat, io: Pick<PlanIo, 'terminal' | 'env'>): string {
  switch (format) {
    case 'table':
      return renderPlanTable(plan, io.terminal)
    case 'mermaid':
      return renderFlowchart(plan.tasks)
    case 'json':
      return JSON.stringify(plan, null, 2)
    case 'solution':
      return JSON.stringify(renderSolution(plan), null, 2)
    case 'markdown': {
      const { issue_number: number, text_sha256: sha256, removed } = plan.source
      const title = plan.goals[0]?.title ?? plan.issue_id
      const record = recordOffline({ number, title, body: '', sha256, removed }, localFiles, plan.created_at)
      const links = linksOffline(record, io.env)
      const comment = renderPlanComment({ record: { ...record, plan_id: plan.id }, plan, links })
      return io.terminal.isRead === true ? readInTerminal(comment) : comment
    }
  }
}

/** `missing`: there was nothing to read at all. */
type ReadPlan = LoadedPlan | { kind: 'missing'; faults: string[] }

async function readPlan(file: string, place: PlanningPlace, io: PlanIo): Promise<ReadPlan> {
  const input = await readTextInput(file, { maxBytes: maxPlanBytes, stdin: io.stdin })
  if (!input.ok) return { kind: 'missing', faults: [input.why] }
  return loadPlan(input.text, io.now(), place.configuration.run.default_executor)
}

function printFaulty(
  { file, json }: Pick<PlanCheckArguments, 'file' | 'json'>,
  { kind, faults }: Exclude<ReadPlan, { kind: 'plan' }>,
  io: PlanIo,
): number {
  const issueHint = file.endsWith('.md') ? ['For the text of an issue: countersign plan dry-run'] : []
  const heads = {
    missing: faults.join(''),
    unreadable: `${file} is neither JSON nor YAML\n${list([...faults, ...issueHint]).trimEnd()}`,
    faulty: `${file} is no plan that can be used\n${list([...faults, ...issueHint]).trimEnd()}`,
  }
  if (json === true) io.stdout(`${JSON.stringify({ file, ok: false, kind, problems: faults }, null, 2)}\n`)
  else io.stderr(`countersign plan: ${heads[kind]}\n`)
  return kind === 'faulty' ? 1 : 2
}

async function checkPlanFile(
  file: string,
  { plan, readAs, place: placeFaults }: Extract<LoadedPlan, { kind: 'plan' }>,
  place: PlanningPlace,
): Promise<PlanCheck> {
  const rounds: PlanRound[] = []
  const outcome = await refinePlan({ ...place, namedIn: place.repository.key }, plan, plan.analysis, rounds)
  const score = outcome.plan.score ?? 0
  const faults = [...findHashFaults(plan), ...placeFaults(outcome.kind === 'faulty' ? outcome.findings : [])]
  const lacks = outcome.kind === 'lacks' ? outcome.lacks : []
  const minScore = place.configuration.plan.min_score
  return {
    file,
    read_as: readAs,
    plan_id: plan.id,
    hash: hashPlan(plan),
    ok: faults.length === 0 && lacks.length === 0 && score >= minScore,
    faults,
    lacks,
    score,
    min_score: minScore,
    score_parts: outcome.plan.score_parts,
    feasibility: await listFeasibility(outcome, rounds, place),
    splits: rounds.flatMap((round) => round.splits),
    notes: plan.notes,
  }
}

/** Of a faulty plan too, which planning doesn't estimate: one look tells all. */
async function listFeasibility(
  { kind, plan }: Refined,
  rounds: readonly PlanRound[],
  place: PlanningPlace,
): Promise<Feasibility[]> {
  if (kind !== 'faulty') return rounds.flatMap((round) => round.feasibility)
  return estimatePlan(plan, place, await readSizes(plan, place)).feasibility
}

/** A whole plan carries its hash; where it is another one, somebody changed the file by hand. */
function findHashFaults(plan: Plan): PlanFault[] {
  const hash = hashPlan(plan)
  if (hash === plan.hash) return []
  const message = `the file says hash ${plan.hash.slice(0, 7)}, what it holds has ${hash.slice(0, 7)}: it was changed since`
  return [{ code: 'views_disagree', nodes: ['G0'], message }]
}

/** With the estimates and the score that planning would give it; one that has a score has both. */
async function judgePlanOnce(given: Plan, place: PlanningPlace): Promise<Plan> {
  if (given.score !== null) return given
  const sizes = await readSizes(given, place)
  const { plan } = estimatePlan(given, place, sizes)
  const { score, parts } = reviewPlan(plan, { ...place, sizes })
  return { ...plan, score, score_parts: parts }
}

function estimatePlan(plan: Plan, { configuration }: PlanningPlace, sizes: FileSizes) {
  return checkFeasibility(plan, sizes, configuration.plan.one_shot_threshold_person_days)
}

function readSizes(plan: Plan, place: PlanningPlace): Promise<FileSizes> {
  return readFileSizes(place.files, place.repository, place.commit, plan)
}

function list(sentences: readonly string[]): string {
  return sentences.map((sentence) => `  ${toOneLine(sentence)}\n`).join('')
}
