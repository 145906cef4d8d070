import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import pkg from '../../../../package.json' with { type: 'json' }
import type { TuningRun } from '../../../domain/tuning/orchestrate/tuning-run.ts'
import { tuneSkill } from '../../../domain/tuning/orchestrate/tune-skill.ts'
import { getPattern, severityOfFinding } from '../../../domain/tuning/patterns/catalogue.ts'
import type { FaultSeverity } from '../../../domain/tuning/patterns/severity.ts'
import { renderSarif } from '../../../views/tuning/sarif.ts'
import { renderTuningReport } from '../../../views/tuning/tuning-report.ts'
import { loadTokenCounter } from '../../../adapters/agents/tuner/count-tokens.ts'
import { readSkillFolder } from '../../commands/tune/read-skill-folder.ts'
import type { ModeOutput, RunMode } from '../action-mode.ts'
import type { tuneMode } from './tune-mode.ts'

const gates = ['pass', 'review', 'fail'] as const
const levels: Record<FaultSeverity, 'error' | 'warning' | 'notice'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
}
/** GitHub shows ten of each level in a step; more are in the summary. */
const mostAnnotations = 30

/** Every skill is looked at, whatever is wrong with the ones before. */
export const runTuneMode: RunMode<typeof tuneMode> = async (values, context, output) => {
  const root = context.env['GITHUB_WORKSPACE'] ?? process.cwd()
  const folders = (
    await Promise.all(
      values.skills
        .split('\n')
        .filter(Boolean)
        .map((one) => findSkills(root, one.trim())),
    )
  ).flat()
  if (folders.length === 0)
    return output.fail(`There is no SKILL.md, nor agent instructions, in ${values.skills.trim()}.`)
  const runs: { folder: string; run: TuningRun }[] = []
  for (const folder of new Set(folders)) {
    const run = await tuneFolder(root, folder, context.env, output)
    if (run !== undefined) runs.push({ folder, run })
  }
  const findings = runs.flatMap(({ folder, run }) =>
    run.findings.map((finding) => ({ ...finding, path: placeOf(folder, finding.path) })),
  )
  for (const finding of findings.slice(0, mostAnnotations)) {
    const { id, remedy } = getPattern(finding.pattern)
    output.annotate(levels[severityOfFinding(finding)], `${finding.message} ${remedy}`, id, {
      file: finding.path,
      line: finding.line,
    })
  }
  if (values['tune-sarif'] !== null)
    await writeFile(join(root, values['tune-sarif']), renderSarif(findings, '', pkg.version))
  for (const { run } of runs) await output.summarise(`${renderTuningReport(run)}\n`)
  const worst = runs.reduce((most, { run }) => Math.max(most, gates.indexOf(run.score.gate)), 0)
  output.set('gate', gates[worst] ?? 'fail')
  output.set('score', String(Math.min(...runs.map(({ run }) => run.score.score), 100)))
  const least = { fail: 2, review: 1, never: 3 }[values['fail-on']]
  if (worst >= least) {
    const failed = runs.filter(({ run }) => gates.indexOf(run.score.gate) >= least).map(({ run }) => run.skill.name)
    output.fail(`The gate of ${failed.join(', ')} does not pass.`)
  }
}

async function tuneFolder(
  root: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  output: ModeOutput<typeof tuneMode>,
): Promise<TuningRun | undefined> {
  const read = await readSkillFolder(join(root, folder))
  if (read.kind === 'refused') {
    output.fail(read.why)
    return undefined
  }
  const tuned = tuneSkill({
    folderName: basename(resolve(root, folder)),
    path: folder,
    sources: read.sources,
    complaint: '',
    focus: [],
    mostRisk: undefined,
    workDir: env['RUNNER_TEMP'] ?? '.tuning',
    countTokens: await loadTokenCounter(),
    now: () => new Date().toISOString(),
  })
  if (tuned.kind === 'faults') {
    output.fail(`${folder}: ${tuned.faults.join(' ')}`)
    return undefined
  }
  const { run } = tuned
  output.say(`${folder}: ${run.score.gate}, score ${run.score.score}, ${run.findings.length} findings`)
  return run
}

/** The folder itself where it is a skill, else the skills below it. */
async function findSkills(root: string, folder: string): Promise<string[]> {
  if (existsSync(join(root, folder, 'SKILL.md'))) return [folder]
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => [])
  const below = names
    .filter((name) => basename(name) === 'SKILL.md' && !/(?:^|\/)(?:node_modules|\.git)\//.test(name))
    .map((name) => placeOf(folder, name.slice(0, -'/SKILL.md'.length)))
  return below.length > 0 || names.length === 0 ? below : [folder]
}

function placeOf(folder: string, path: string): string {
  return folder === '.' ? path : `${folder.replace(/\/$/, '')}/${path}`
}
