import type { ReviewRequest } from '../../../application/ports/reviewer.ts'
import type { CommandOutcome } from '../../../application/ports/workspace.ts'
import type { AcceptanceCriterion } from '../../../domain/acceptance-criterion.ts'
import { lastLines, removeColours } from '../last-lines.ts'
import { askPerson, fail, pass, type Finding } from './finding.ts'

/** Runs the criterion's command in the isolated checkout of the version; exit code 0 passes. */
export async function runSmokeTest(criterion: AcceptanceCriterion, request: ReviewRequest): Promise<Finding> {
  const { command } = criterion
  if (command === undefined) return askPerson('the criterion names no command')
  const { timeout_minutes: minutes, max_output_bytes: maxOutputBytes, isolation, network } = request.configuration.run
  const ran = await request.workTree.run(command, {
    timeoutMs: minutes * 60_000,
    maxOutputBytes,
    isolation,
    network,
    signal: request.signal,
  })
  request.signal.throwIfAborted()
  const seconds = (ran.durationMs / 1000).toFixed(1)
  if (ran.exitCode === 0) return pass(joinLines(`exit code 0 after ${seconds} s`, lastLines(ran.output, 1, 200)))
  const places = findPlaces(ran.output)
  const head = `${describeEnd(ran, seconds)}${places.length === 0 ? '' : `, at ${places.join(', ')}`}`

  return fail(joinLines(head, lastLines(ran.output, 8, 800)))
}

function describeEnd(ran: CommandOutcome, seconds: string): string {
  if (ran.timedOut) return `ended at its deadline after ${seconds} s`
  return ran.exitCode === null
    ? `ended after ${seconds} s and ${ran.outputBytes} bytes of output`
    : `exit code ${ran.exitCode} after ${seconds} s`
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
