import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import pkg from '../../../../package.json' with { type: 'json' }
import { askAmbiguities, settleAmbiguities } from '../../../domain/tuning/ask/settle-ambiguities.ts'
import type { FixRisk, TuningRun } from '../../../domain/tuning/orchestrate/tuning-run.ts'
import { dimensions } from '../../../domain/tuning/patterns/pattern.ts'
import { tuneSkill } from '../../../domain/tuning/orchestrate/tune-skill.ts'
import { keepLineEnds } from '../../../domain/tuning/read/line-ends.ts'
import { listTuningFiles } from '../../../domain/tuning/state/tuning-files.ts'
import { tuningStateSchema } from '../../../domain/tuning/state/tuning-state.ts'
import type { SkillOpinion } from '../../../domain/tuning/opinion/skill-opinion.ts'
import { renderSarif } from '../../../views/tuning/sarif.ts'
import { renderSkillOpinion } from '../../../views/tuning/skill-opinion.ts'
import { renderTuningReport } from '../../../views/tuning/tuning-report.ts'
import type { CommandIo } from '../verify.ts'
import { loadTokenCounter } from '../../../adapters/agents/tuner/count-tokens.ts'
import { adviseByModel } from './advise-by-model.ts'
import type { AskQuestions } from './ask-in-terminal.ts'
import { readSkillFolder } from './read-skill-folder.ts'

export interface TuneArguments {
  dir: string
  /** What is wrong, in the user's words. */
  about?: string | undefined
  /** To what it was asked: `1b`, or `1: …` in words. */
  answer?: string | undefined
  /** Names of diagnoses, with commas between; left out, all are made. */
  focus?: string | undefined
  fix?: boolean | undefined
  risk?: FixRisk | undefined
  json?: boolean | undefined
  /** A name of MODELS to ask beside the rules; true: the first. */
  model?: string | true | undefined
  sarif?: string | undefined
  out?: string | undefined
}

type TuneIo = CommandIo & { now: () => string }

/**
 * `countersign tune`: exit code 0 the gate passes, 1 it fails, 3 it wants a review, 2 the skill can't be read. `ask` is for
 * somebody at a terminal; without it the report asks.
 */
export async function runTune(args: TuneArguments, io: TuneIo, ask?: AskQuestions): Promise<number> {
  const refuse = (why: string): number => {
    io.stderr(`countersign tune: ${why}\n`)
    return 2
  }
  const wanted = (args.focus ?? '').split(',').flatMap((one) => one.trim().replaceAll('-', '_') || [])
  const unknown = wanted.find((one) => !(dimensions as readonly string[]).includes(one))
  if (unknown !== undefined) return refuse(`--focus ${unknown}: there are ${dimensions.join(', ')}`)
  const folder = await readSkillFolder(args.dir)
  if (folder.kind === 'refused') return refuse(folder.why)
  for (const note of folder.notes.slice(0, 20)) io.stderr(`${note}\n`)
  const workDir = args.out ?? join(args.dir, '.tuning')
  const countTokens = await loadTokenCounter()
  const tuned = tuneSkill({
    folderName: basename(resolve(args.dir)),
    path: args.dir,
    sources: folder.sources,
    complaint: args.about ?? '',
    focus: dimensions.filter((one) => wanted.includes(one)),
    mostRisk: args.fix === true ? (args.risk ?? 'medium') : undefined,
    workDir,
    rewrite: folder.rewrite,
    countTokens,
    now: io.now,
  })
  if (tuned.kind === 'faults') return refuse(tuned.faults.join('\ncountersign tune: '))
  const run = settleRun(tuned.run, args.answer ?? (await askAbout(tuned.run, ask)))
  const open = run.state.requirement_analysis?.status === 'needs_clarification'
  if (open) io.stderr('What you said can be read in more than one way: the report asks, and --answer 1b settles it.\n')
  const asked = args.model === undefined ? undefined : await adviseByModel(run, args.model, io)
  if (asked?.kind === 'refused') return refuse(asked.why)
  const opinion = asked?.opinion
  const report = [renderTuningReport(run), ...showOpinion(opinion)].join('\n')
  const state = tuningStateSchema.parse({ ...run.state, final_report: report })
  if (args.fix === true) await writeFixes(args.dir, run, folder.raw)
  if (args.fix === true || args.out !== undefined)
    await writeWorkFolder(workDir, run, { state, raw: folder.raw, opinion })
  if (args.sarif !== undefined) {
    const prefix = relative(process.cwd(), resolve(args.dir)).replaceAll('\\', '/')
    await writeFile(
      args.sarif,
      renderSarif(run.findings, prefix === '' || prefix.startsWith('..') ? '' : `${prefix}/`, pkg.version, opinion),
    )
  }
  const told = opinion === undefined ? state : { ...state, model_findings: opinion }
  io.stdout(args.json === true ? `${JSON.stringify(told, null, 2)}\n` : report)
  return { pass: 0, fail: 1, review: 3 }[run.score.gate]
}

function showOpinion(opinion: SkillOpinion | undefined): string[] {
  return opinion === undefined ? [] : [`${renderSkillOpinion(opinion)}\n`]
}

async function askAbout({ state }: TuningRun, ask: AskQuestions | undefined): Promise<string | undefined> {
  const { requirement_analysis: analysis } = state
  const questions = analysis === null ? [] : askAmbiguities(analysis)
  if (ask === undefined || questions.length === 0) return undefined
  const said = await ask(questions)
  return said === '' ? undefined : said
}

/** With what was answered; the state says what stays open. */
function settleRun(run: TuningRun, answer: string | undefined): TuningRun {
  const { requirement_analysis: analysis } = run.state
  if (analysis === null || answer === undefined) return run
  return { ...run, state: { ...run.state, requirement_analysis: settleAmbiguities(analysis, answer) } }
}

/** What differs from what was read, with the line ends that its file has. */
async function writeFixes(dir: string, run: TuningRun, raw: ReadonlyMap<string, string>): Promise<void> {
  for (const { path, text } of listFixed(run)) await writeBeneath(dir, path, keepLineEnds(raw.get(path) ?? '', text))
}

function listFixed({ sources, before }: TuningRun): TuningRun['sources'] {
  const texts = new Map((before?.sources ?? []).map(({ path, text }) => [path, text]))
  return sources.filter(({ path, text }) => texts.get(path) !== text)
}

async function writeBeneath(dir: string, path: string, text: string): Promise<void> {
  const file = join(dir, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** The files that spec 004 names. Backups are the files as they were read. */
async function writeWorkFolder(
  workDir: string,
  run: TuningRun,
  {
    state,
    raw,
    opinion,
  }: { state: TuningRun['state']; raw: ReadonlyMap<string, string>; opinion: SkillOpinion | undefined },
): Promise<void> {
  await writeBeneath(workDir, 'state.json', `${JSON.stringify(state, null, 2)}\n`)
  for (const [name, text] of listTuningFiles(state)) await writeBeneath(workDir, name, text)
  if (opinion !== undefined) await writeBeneath(workDir, 'model-findings.json', `${JSON.stringify(opinion, null, 2)}\n`)
  for (const { path } of listFixed(run)) {
    const before = raw.get(path)
    if (before !== undefined) await writeBeneath(workDir, `backups/${path}`, before)
  }
}
