import { CountersignFault } from '../../application/fault.ts'
import { renderDoctorText } from '../../views/replies/doctor-report.ts'
import { type DoctorResult, repairRepository } from './read/repair-repository.ts'
import { lookAtClone } from './read/look-at-clone.ts'
import { parseIssueNumber } from './read/parse-issue-number.ts'
import type { CommandIo } from './verify.ts'
import { nameIssue } from '../../views/text/issue-name.ts'

export interface DoctorArguments {
  /** Path or address to clone, or `owner/name`. */
  repo: string
  /** `7`, `#7` or `ISS-007`; all issues where it is left out. */
  issue?: string | undefined
  json?: boolean | undefined
  fix?: boolean | undefined
  /** Public key of the App, a file or an https address with it. */
  publicKey?: string | undefined
}

/** `countersign doctor`: exit code 0 healthy (or all of it mended), 1 findings, 3 none, but who wrote the record is not known, 2 could not look. */
export async function runDoctor(args: DoctorArguments, io: CommandIo): Promise<number> {
  let results: DoctorResult[]
  try {
    const issue = args.issue === undefined ? null : parseIssue(args.issue)
    results =
      args.fix === true ? await repairRepository(args.repo, issue, io.env) : await lookAtClone(args, issue, io.env)
  } catch (error) {
    io.stderr(`countersign doctor: ${explainError(error)}\n`)
    return 2
  }
  if (args.json === true) io.stdout(`${JSON.stringify({ repository: args.repo, results }, null, 2)}\n`)
  else
    io.stdout(
      renderDoctorText(
        results.map((one) => ({ ...one, name: one.issue_id === null ? 'repository' : nameIssue(one.issue_id) })),
      ),
    )
  const isWell = results.every(({ examination, mending }) => (mending?.left ?? examination.findings).length === 0)
  if (!isWell) return 1
  return results.every(({ examination }) => examination.vouched) ? 0 : 3
}

function explainError(error: unknown): string {
  if (!(error instanceof CountersignFault)) return error instanceof Error ? error.message : String(error)
  return `${error.message} [${error.code}]${error.details === '' ? '' : `\n  ${error.details}`}`
}

function parseIssue(text: string): number {
  const number = parseIssueNumber(text)
  if (number === undefined)
    throw new Error(`an issue is a number, such as 7, #7 or ISS-007, not ${JSON.stringify(text)}`)
  return number
}
