import { commandLimits } from '../../../application/runs/tests/command-limits.ts'
import type { ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import { judgeTestRun } from '../../../application/runs/tests/judge-test-run.ts'
import type { CommandOutcome, TestOutcome } from '../../../application/ports/roles/workspace.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { excerptFailure } from '../excerpt-failure.ts'
import { lastLines, removeColours } from '../last-lines.ts'
import { askPerson, fail, pass, type CriterionFinding } from './finding.ts'
import { recordText } from '../../../domain/language/message.ts'
import { quoteOutput } from '../../../domain/content/output-block.ts'

/** So long that its translation is still looked for where it is shown. */
const mostLines = 60
const mostLength = 3_000

/**
 * Runs the criterion's command in the isolated checkout of the version. Exit code 0 passes, unless a test report that it
 * wrote says otherwise.
 */
export async function runSmokeTest(criterion: AcceptanceCriterion, request: ReviewRequest): Promise<CriterionFinding> {
  const { command } = criterion
  if (command === undefined) return askPerson(recordText('the criterion names no command'))
  const limits = commandLimits(request.configuration.run, request.signal)
  const ran = await request.workTree.runTests(command, limits, request.configuration.run.test_reports)
  request.signal.throwIfAborted()
  const seconds = (ran.durationMs / 1000).toFixed(1)
  const { passed, told } = judgeTestRun(ran)
  const end = describeEnd(ran, seconds)
  if (passed) return pass(joinLines(...(told.length > 0 ? [...told, end] : [end, lastLines(ran.output, 1, 200)])))
  if (told.length > 0) return fail(joinLines(...told, end, isExplained(ran) ? '' : tellOutput(ran.output)))
  const places = findPlaces(ran.output)
  const head = describeEnd(ran, seconds, places)

  return fail(joinLines(head, tellOutput(ran.output)))
}

/** What failed in a line of its own, then the output around it. */
function tellOutput(output: string): string {
  const { error, lines, leftOut } = excerptFailure(output, mostLines, mostLength)
  const rest = leftOut === 0 ? '' : recordText('lines of output left out: {n}', { n: leftOut })
  return joinLines(error ?? '', quoteOutput(lines), rest)
}

/** Failed tests explain a failure; the output does where no test failed. */
function isExplained({ tests }: TestOutcome): boolean {
  return tests.kind === 'read' && tests.report.totals.failed > 0
}

function describeEnd(ran: CommandOutcome, seconds: string, at: readonly string[] = []): string {
  const places = at.join(', ')
  if (ran.timedOut)
    return at.length === 0
      ? recordText('ended at its deadline after {seconds} s', { seconds })
      : recordText('ended at its deadline after {seconds} s, at {places}', { seconds, places })
  if (ran.exitCode === null) {
    const told = { seconds, bytes: ran.outputBytes }
    return at.length === 0
      ? recordText('ended after {seconds} s and {bytes} bytes of output', told)
      : recordText('ended after {seconds} s and {bytes} bytes of output, at {places}', { ...told, places })
  }
  const told = { code: ran.exitCode, seconds }
  return at.length === 0
    ? recordText('exit code {code} after {seconds} s', told)
    : recordText('exit code {code} after {seconds} s, at {places}', { ...told, places })
}

/** The first `file:line` places that the output names, outside of dependencies. */
function findPlaces(output: string): string[] {
  const places = removeColours(output)
    .slice(-100_000)
    .matchAll(/(?<![\w/.@:-])(?:\/work\/|\.\/)?([\w@-][\w@./-]{0,200}\.[a-z]{1,5}:\d{1,7})\b/g)
  const own = [...places].map((match) => match[1] ?? '').filter((place) => !place.includes('node_modules/'))

  return [...new Set(own)].slice(0, 3)
}

function joinLines(...lines: string[]): string {
  return lines.filter((line) => line !== '').join('\n')
}
