import { type Artifact, isPushed } from '../../domain/records/artifact.ts'
import type { Analysis } from '../../domain/records/loop/analysis.ts'
import type { ValidationRecord } from '../../domain/records/loop/validation.ts'
import type { TestResult } from '../../domain/records/loop/loop-state.ts'
import type { ActionNode } from '../../domain/records/node-state.ts'
import type { Task } from '../../domain/plan/task.ts'
import type { Annotation } from './check-annotations.ts'
import { renderAskedPeople, type CheckOutput } from './check-output.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, fitCheckOutput } from '../markdown/fit.ts'
import { removeHidden } from '../markdown/hidden-characters.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { renderHypothesis } from '../loop-progress/summary.ts'
import { codeFence, inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { nameTest, renderTestTable, renderTestTotals } from '../task/own-tests.ts'
import { renderName } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'

interface Input {
  validation: ValidationRecord
  /** The debugging that followed; null where it was cut short. */
  analysis: Analysis | null
  node: ActionNode
  task: Task
  artifact: Artifact
  links: Links
}

/** The check run `countersign/T1` of a version that got no CHECK: which of its own tests failed, where, and why. */
export function renderFailedTestsOutput({ validation, analysis, node, task, artifact, links }: Input): CheckOutput {
  const failed = validation.results.filter(({ status }) => status === 'failed')
  const others = validation.results.filter(({ status }) => status !== 'failed')
  const at = { commit: artifact.commit_sha, links }
  const table = (count: number) =>
    failed.length === 0 ? '' : `\n${renderTestTable(failed.slice(0, count), validation, at)}`
  const commit = linkTo(inlineCode(artifact.commit_sha.slice(0, 7)), links.commit(artifact.commit_sha))
  const passed =
    others.length === 0 ? '' : `\n${renderDetails(t('The other tests'), renderTestTable(others, validation, at))}`
  const blocks = [
    block(renderNext(node, artifact, links)),
    block(renderFlaky(validation), ''),
    block(table(100), table(20), table(5)),
    ...(failed.length === 0 ? [block(`\n${neutraliseInline(shorten(translate(validation.summary), 1_000))}`)] : []),
    block(renderWhy(analysis, 5), renderWhy(analysis, 2), ''),
    block(renderInFull(failed, 20), renderInFull(failed, 3), ''),
    block(passed, ''),
    block(
      `\n<sub>${t('Version {n} of {task}, commit {commit}', { n: artifact.version, task: task.id, commit })}</sub>`,
    ),
  ]
  return {
    title: t('Its own tests failed: {tests} · version {n} of {task}', {
      tests: renderTestTotals(validation),
      n: artifact.version,
      task: task.id,
    }),
    summary: fitCheckOutput(blocks, `\n${t('Shortened to what a check run holds.')}`),
    text: renderAskedPeople(task),
    conclusion: 'failure',
    annotations: annotateTests(validation),
  }
}

function renderNext(node: ActionNode, artifact: Artifact, links: Links): string {
  const status = linkTo(t('the issue'), links.issue())
  const { by } = artifact
  if (by.kind === 'person' && isPushed(artifact))
    return t('{who} is asked for a better version, in {where}.', { who: renderName(by.login), where: status })
  if (node.state === 'WAITING_EXTERNAL') return t('A person decides how it goes on, in {where}.', { where: status })
  return t('{task} goes back to work with what debugging found.', { task: node.id })
}

function renderFlaky({ flaky_tests: flaky }: ValidationRecord): string {
  if (flaky.length === 0) return ''
  const names = flaky.slice(0, 5).map((name) => neutraliseInline(shorten(name, 160)))
  const more = flaky.length > names.length ? t(' and {n} more', { n: flaky.length - names.length }) : ''
  return `\n${t('**Flaky:** {tests} passed when the same files were tested once more.', { tests: `${names.join(t(', '))}${more}` })}`
}

function renderWhy(analysis: Analysis | null, count: number): string {
  if (analysis === null || analysis.hypotheses.length === 0) return ''
  return `\n#### ${t('What was suspected')}\n\n${analysis.hypotheses.slice(0, count).map(renderHypothesis).join('\n')}`
}

function renderInFull(failed: readonly TestResult[], count: number): string {
  const told = failed.slice(0, count).flatMap((one) => {
    const text = [one.error_message, one.stack_trace].filter((part) => part !== null && part !== '').join('\n')
    return text === ''
      ? []
      : [`**${neutraliseInline(shorten(nameTest(one), 200))}**\n\n${codeFence(shorten(text, 2_000))}`]
  })
  return told.length === 0 ? '' : `\n${renderDetails(t('What the failed tests said'), told.join('\n\n'))}`
}

/** On the lines that the runner told; GitHub takes 50 at a time, the state keeps no more. */
function annotateTests({ places, results, flaky_tests: flaky }: ValidationRecord): Annotation[] {
  const byName = new Map(results.toReversed().map((one) => [nameTest(one), one]))
  return places.flatMap(({ test, path, line }): Annotation[] => {
    if (line === null) return []
    const said = byName.get(test)?.error_message ?? t('failed')
    const isFlaky = flaky.includes(test)
    const words = `${isFlaky ? t('{test} (flaky)', { test }) : test}\n${said}`
    return [{ path, line, level: isFlaky ? 'warning' : 'failure', message: shorten(removeHidden(words).trim(), 2_000) }]
  })
}
