import { closest, distance } from 'fastest-levenshtein'
import type { Ask } from '../../../domain/plan/outline/find-asks.ts'
import { createPathMatcher } from '../../../domain/paths/path-pattern.ts'
import { squeezeText } from '../../../domain/text/squeeze-text.ts'
import type { PlannedAnswer, ModelPlan } from './plan-answer-schema.ts'

export interface PlanPlace {
  asks: readonly Ask[]
  /** All that may be quoted: title, text and thread. */
  said: string
  files: ReadonlySet<string>
  /** There are more files than were listed: what isn't among them may be there. */
  isCut: boolean
}

/** What no schema knows of a plan: that its files are there, and that nothing that was asked for is lost. A sentence each. */
export function checkPlanAnswer(answer: ModelPlan, place: PlanPlace): string[] {
  if (answer.kind !== 'plan') return []
  return [
    ...findPlannedPathProblems(answer, place),
    ...findAskProblems(answer, place),
    ...findTaskProblems(answer),
  ].slice(0, 20)
}

function findPlannedPathProblems(
  { tasks, tests_found_in: tests }: PlannedAnswer,
  { files, isCut }: PlanPlace,
): string[] {
  const made = new Set(tasks.flatMap(({ places }) => places.flatMap((one) => (one.is_new ? [one.file] : []))))
  const is = (path: string) => isCut || files.has(path) || made.has(path)
  const problems = tasks.flatMap(({ id, places, scope, criteria }) => {
    const missing = places
      .filter(({ file }) => !is(file))
      .map(({ file }) => `${id} changes ${file}, which is not there${advise(file, files)}`)
    const doubled = places
      .filter(({ file, is_new: isNew }) => isNew && files.has(file))
      .map(({ file }) => `${id} says that ${file} is new, and it is there`)
    const empty = scope.flatMap((one) =>
      matchesSome(one, files, made) || isCut
        ? []
        : [`the scope of ${id} names ${one}, where nothing is${advise(one, files)}`],
    )
    const matcher = createPathMatcher(scope)
    const outside = places
      .filter(({ file }) => !matcher(file))
      .map(({ file }) => `${id} changes ${file}, which is not in its scope`)
    const checked = criteria.flatMap(({ path, check }) =>
      path === undefined || check === 'command' || check === 'judgement' || is(path)
        ? []
        : [`a criterion of ${id} looks at ${path}, which is not there and which no task makes${advise(path, files)}`],
    )
    return [...missing, ...doubled, ...empty, ...outside, ...checked]
  })
  return tests === null || is(tests)
    ? problems
    : [...problems, `tests_found_in names ${tests}, which is not there${advise(tests, files)}`]
}

function matchesSome(pattern: string, files: ReadonlySet<string>, made: ReadonlySet<string>): boolean {
  const matcher = createPathMatcher([pattern])
  return [...files, ...made].some((file) => matcher(file))
}

/** A file of the same name, else one that is written nearly so. */
function advise(path: string, files: ReadonlySet<string>): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const same = [...files].filter((one) => one === name || one.endsWith(`/${name}`))
  if (same.length > 0) return `; there is ${same.slice(0, 3).join(', ')}`
  const near = files.size === 0 || files.size > 5_000 ? '' : closest(path, [...files])
  return near !== '' && distance(path, near) <= 4 ? `; is it ${near}?` : ''
}

function findAskProblems({ asks, more_asks: more, tasks }: PlannedAnswer, place: PlanPlace): string[] {
  const known = new Set(tasks.flatMap(({ id, criteria }) => criteria.map((_one, index) => `${id}/${index + 1}`)))
  const told = new Map(asks.map((one) => [one.id, one]))
  const unknown = [...asks, ...more]
    .flatMap(({ covered_by: by }) => by)
    .filter((name) => !known.has(name))
    .map((name) => `covered_by names ${name}, which is no criterion of the plan`)
  const open = place.asks.flatMap((ask) => {
    const given = told.get(ask.id)
    const shown = `${ask.id} (${JSON.stringify(ask.text.slice(0, 100))})`
    if (given === undefined) return [`asks doesn't say what covers ${shown}`]
    if (given.covered_by.length > 0) return []
    if (ask.isItem) return [`${shown} is an item of the issue: a criterion must cover it`]
    return given.left_out_because === undefined ? [`asks doesn't say why ${shown} is left out`] : []
  })
  const said = squeezeText(place.said)
  const unquoted = more
    .filter(({ quote }) => !said.includes(squeezeText(quote)))
    .map(({ quote }) => `more_asks quotes ${JSON.stringify(quote.slice(0, 100))}, which nobody said`)
  return [...new Set([...open, ...unknown, ...unquoted])]
}

function findTaskProblems({ tasks }: PlannedAnswer): string[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const doubled = ids.size < tasks.length ? ['two tasks have the same id'] : []
  const dangling = tasks.flatMap(({ id, depends_on: before }) =>
    before.filter((one) => !ids.has(one)).map((one) => `${id} waits for ${one}, which is no task`),
  )
  const lacking = tasks.flatMap(({ id, criteria }) =>
    criteria.flatMap((one, index) => {
      const name = `criterion ${id}/${index + 1}`
      if (one.check === 'command' && !one.command) return [`${name} has no command`]
      if (one.check === 'file_exists' && !one.path) return [`${name} has no path`]
      return one.check === 'file_contains' && (!one.path || !one.contains) ? [`${name} needs path and contains`] : []
    }),
  )
  return [...doubled, ...dangling, ...lacking]
}
