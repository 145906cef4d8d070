import { recordText } from '../language/message.ts'
import { readLfsPaths } from '../paths/lfs-paths.ts'
import { touchedFiles } from '../plan/estimate/touched-files.ts'
import type { Plan } from '../plan/plan.ts'
import { workBranch } from '../records/iss-record.ts'
import { explainObstacle, showWayOn } from './explain-obstacle.ts'
import { type Obstacle, type RuleName, ruleNames } from './obstacle.ts'
import type { Outlook } from './outlook.ts'

/** What keeps branches of plans from being made, moved, or merged into. */
const stopping: readonly RuleName[] = [
  'creation',
  'update',
  'pull_request',
  'status_checks',
  'linear_history',
  'merge_queue',
  'deployments',
]
/** More paths of Git LFS are not named one by one. */
const mostPaths = 5

/** What of a repository will stop the work on a plan, each in a sentence with what to change. */
export function foreseeObstacles(outlook: Outlook, plan: Pick<Plan, 'id' | 'tasks'>): string[] {
  return [...foreseeRules(outlook), ...foreseeTaken(outlook, plan.id), ...foreseeLfs(outlook, plan.tasks)]
}

/** Whether a note of a plan is one of these, whatever it names. */
export function isForeseen(note: string): boolean {
  return /^(?:A ruleset (?:“|that )|No branch for this work:|Kept in Git LFS:)/.test(note)
}

/** Whether it surely keeps all of the work from beginning. */
export function isStopping(note: string): boolean {
  return /^(?:A ruleset “|No branch for this work:)/.test(note)
}

/** The plan with what will stop it; what was told of it before goes. */
export function noteForeseen(plan: Plan, foreseen: readonly string[]): Plan {
  const notes = plan.notes.filter((note) => !isForeseen(note))
  if (foreseen.length === 0 && notes.length === plan.notes.length) return plan
  return { ...plan, notes: [...notes, ...foreseen] }
}

function foreseeRules({ rules }: Outlook): string[] {
  const held = stopping.flatMap((name) =>
    rules.filter(({ type }) => type === ruleNames[name].type).map(({ ruleset }) => ({ name, ruleset })),
  )
  return [...Map.groupBy(held, ({ ruleset }) => ruleset?.name ?? null)].map(([ruleset, all]) => {
    const names = [...new Set(all.map(({ name }) => `“${ruleNames[name].name}”`))].join(', ')
    const rulesets = ruleset === null ? [] : [ruleset]
    const way = showWayOn({ kind: 'other', says: '', rulesets })
    return ruleset === null
      ? recordText('A ruleset that this App can’t read may stop this work, by {rules}: {way}', { rules: names, way })
      : recordText('A ruleset “{ruleset}” stops this work, by {rules}: {way}', { ruleset, rules: names, way })
  })
}

/** Git can't have a branch and others below its name. */
function foreseeTaken({ branches }: Outlook, planId: string): string[] {
  const folders = workBranch(planId, 'base').split('/').slice(0, -1)
  const taken = folders.map((_, index) => folders.slice(0, index + 1).join('/')).find((name) => branches.has(name))
  if (taken === undefined) return []
  const obstacle: Obstacle = { kind: 'branch_taken', says: taken }
  const told = { why: explainObstacle(obstacle), way: showWayOn(obstacle) }
  return [recordText('No branch for this work: {why}; {way}', told)]
}

/** What a person makes, they push with git-lfs. */
function foreseeLfs({ attributes }: Outlook, tasks: Plan['tasks']): string[] {
  if (!attributes.includes('lfs')) return []
  const isInLfs = readLfsPaths(attributes)
  const held = tasks
    .filter(({ executor }) => executor !== 'human' && !executor.startsWith('@'))
    .map((task) => ({ task: task.id, paths: listPaths(task).filter(isInLfs) }))
    .filter(({ paths }) => paths.length > 0)
  const [first] = held
  if (first === undefined) return []
  const paths = [...new Set(held.flatMap((one) => one.paths))].slice(0, mostPaths)
  return [
    recordText(
      'Kept in Git LFS: {paths}. Only a person can push such a file, with git-lfs: give the task to one, `/assign {task} @login`, or take the path out of `.gitattributes`',
      { paths: paths.map((path) => `\`${path}\``).join(', '), task: first.task },
    ),
  ]
}

function listPaths(task: Plan['tasks'][number]): string[] {
  const { files, spelled } = touchedFiles(task)
  return [...files, ...spelled]
}
