import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRulesAnalyst } from '../../../src/adapters/agents/rules/create-rules-analyst.ts'
import { type Debugged, debugFailure, type DebuggedFailure } from '../../../src/application/runs/debug/debug-failure.ts'
import { commandLimits } from '../../../src/application/runs/tests/command-limits.ts'
import type { AnalysisPlace, Analyst } from '../../../src/application/ports/roles/analyst.ts'
import type { AnalysisRequest } from '../../../src/domain/debug/read/analysis-request.ts'
import type { Suspect, Suspicion } from '../../../src/domain/debug/suspicion.ts'
import { buildConfiguration } from '../builders.ts'
import { createLocalRepository, widgets } from '../local-repository.ts'
import { applyEdits, type Edit, readBase, type SeededBug } from './seeded-bug.ts'

export interface TriedBug {
  bug: SeededBug
  hunks: number
  suspicions: readonly Suspicion[]
  debugged: Debugged
  /** Id of the hypothesis that was confirmed; undefined where none was. */
  confirmed: string | undefined
  /** Place of the guilty one among the suspicions, from 1; null where it isn't among them. */
  rank: number | null
}

const inputTask = { task: 'T1', artifact_id: '018f0000-0000-7000-8000-000000000001', version: 2 }

/** Plants the bug in a real repository, lets its test fail, and has it looked into as a task's version would be. */
export async function tryBug(bug: SeededBug): Promise<TriedBug> {
  await using repository = await createLocalRepository()
  const scratch = await mkdtemp(join(tmpdir(), 'countersign-chance-'))
  try {
    const command = bug.command.replaceAll('$STATE_FILE', join(scratch, 'state'))
    const { base, before, commit, text } = await plant(bug, repository)
    const workspace = repository.workspace()
    const configuration = buildConfiguration({
      run: {
        timeout_minutes: (bug.timeoutMs ?? 20_000) / 60_000,
        max_output_bytes: 50_000,
        isolation: bug.by === 'chance' ? 'none' : 'bubblewrap',
        test_reports: [],
      },
    })
    const owner = { runId: 'run-1', issue: 7, task: 'T1' }
    const where = { repository: widgets, configuration, owner, signal: new AbortController().signal }
    await using workTree = await workspace.openWorkTree(widgets, commit)
    const outcome = await workTree.runTests(command, commandLimits(configuration.run, where.signal), [])
    const failure: DebuggedFailure = {
      commit,
      base,
      failed: { command, outcome },
      inputs: bug.by === 'input' ? [{ ...inputTask, paths: [bug.guilty?.path ?? ''], since: before }] : [],
      commits: bug.by === 'commit' ? [{ sha: base, parent: before, subject: 'points for a euro' }] : [],
    }
    const analyst = new HeardAnalyst()
    const debugged = await debugFailure({ workspace, analyst, now: () => new Date().toISOString() }, where, failure)
    const { request, suspicions } = analyst
    const index = suspicions.findIndex(({ suspect }) => isGuilty(suspect, bug, text))
    const hunks = (request?.change ?? []).reduce((sum, file) => sum + file.hunks.length, 0)
    const confirmed = debugged.hypotheses.find(({ status }) => status === 'confirmed')?.id
    return { bug, hunks, suspicions, debugged, confirmed, rank: index < 0 ? null : index + 1 }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const rules = createRulesAnalyst()

/** The built-in one; what it was asked and said can be looked at. */
class HeardAnalyst implements Analyst {
  readonly name = rules.name
  request: AnalysisRequest | undefined
  suspicions: Suspicion[] = []

  async analyse(request: AnalysisRequest, place: AnalysisPlace) {
    this.request = request
    const analysed = await rules.analyse(request, place)
    this.suspicions = analysed.suspicions
    return analysed
  }
}

/** The commits of a bug: what was there, the base with what others brought in, and the version. */
async function plant(bug: SeededBug, repository: Awaited<ReturnType<typeof createLocalRepository>>) {
  const sound = await readBase(bug.repository)
  const guilty = bug.guilty === null ? [] : [bug.guilty]
  const isOwn = bug.by === 'change'
  const inBase = applyEdits(sound, isOwn ? [] : guilty)
  const text = applyEdits(inBase, [...bug.decoys, ...(isOwn ? guilty : [])])
  const before = await repository.commit(Object.fromEntries(sound))
  const base = isOwn ? before : await repository.commit(Object.fromEntries(inBase))
  const commit = await repository.commit(Object.fromEntries(text))
  return { base, before, commit, text }
}

function isGuilty(suspect: Suspect, { by, guilty }: SeededBug, text: ReadonlyMap<string, string>): boolean {
  switch (suspect.kind) {
    case 'hunk':
      return by === 'change' && guilty !== null && suspect.path === guilty.path && isAround(suspect, guilty, text)
    case 'file':
      return false
    case 'input':
      return by === 'input'
    case 'commit':
      return by === 'commit'
    case 'flaky':
      return by === 'chance'
    case 'environment':
      return by === 'machine'
    case 'timeout':
      return false
  }
}

/** What the hunk touches has the edit in it. Lines that were taken out are known by what the patch brings back. */
function isAround(
  suspect: Extract<Suspect, { kind: 'hunk' }>,
  { path, from, to }: Edit,
  text: ReadonlyMap<string, string>,
) {
  if (to === '') return suspect.patch.includes(`+${from.split('\n')[0] ?? ''}`)
  const whole = text.get(path) ?? ''
  const first = whole.slice(0, whole.indexOf(to)).split('\n').length
  const last = first + to.trimEnd().split('\n').length - 1
  return suspect.from <= last + 1 && suspect.to >= first
}
