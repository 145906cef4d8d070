import { fetchBranch } from '../../adapters/git/fetched-branch.ts'
import { listRegistered, readStatus } from '../../application/status/read-status.ts'
import type { StatusReport } from '../../domain/records/status-report.ts'
import type { Terminal } from '../../views/terminal/plan-text.ts'
import { renderIssueText } from '../../views/terminal/issue-text.ts'
import { renderListText, renderUnreadable } from '../../views/terminal/list-text.ts'
import { renderSource } from '../../views/terminal/parts/source-line.ts'
import { findSource } from '../server/find-source.ts'
import { parseIssueNumber } from './read/parse-issue-number.ts'
import type { CommandIo } from './verify.ts'
import { listRegisteredIssues } from './read/list-registered-issues.ts'

export interface StatusArguments {
  /** `7`, `#7` or `ISS-007`; a line for each issue where it is left out. */
  issue?: string | undefined
  /** Path (also of a folder in a working copy), address, or `owner/name`. */
  repo: string
  branch: string
  json?: boolean | undefined
}

/** `countersign status`: exit code 0 told, 1 a file of an issue can't be read, 2 could not look. */
export async function runStatus(args: StatusArguments, io: CommandIo & { terminal: Terminal }): Promise<number> {
  let report: StatusReport
  try {
    report = await look(args, io.env)
  } catch (error) {
    io.stderr(`countersign status: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
  if (args.json === true) io.stdout(`${escapeControls(JSON.stringify(report, null, 2))}\n`)
  else print(report, args, io)
  return report.unreadable.length === 0 ? 0 : 1
}

async function look({ issue, repo, branch }: StatusArguments, env: CommandIo['env']): Promise<StatusReport> {
  const number = issue === undefined ? undefined : parseIssueNumber(issue)
  if (issue !== undefined && number === undefined)
    throw new Error(`an issue is a number, such as 7, #7 or ISS-007, not ${JSON.stringify(issue)}`)
  await using fetched = await fetchBranch(await findSource(repo, env), branch, env)
  if (fetched === undefined) throw new Error(missing(repo, branch))
  const registered = await listRegistered(fetched.texts)
  if (number !== undefined && !registered.includes(number))
    throw new Error(`issue ${number} is not registered in ${repo}: ${listRegisteredIssues(registered)}`)
  const { ref, commit, committedAt } = fetched
  const read = await readStatus(fetched.texts, number === undefined ? registered : [number])
  return { schema_version: 1, ref, commit, committed_at: committedAt, ...read }
}

function missing(repo: string, branch: string): string {
  const fetch = "git fetch origin '+refs/heads/countersign/*:refs/remotes/origin/countersign/*'"
  return `${repo} has no branch ${branch}: Countersign never worked there, or it was not fetched (${fetch})`
}

function print(report: StatusReport, { issue }: StatusArguments, io: CommandIo & { terminal: Terminal }): void {
  const { issues, unreadable } = report
  const texts =
    issue === undefined ? [renderListText(issues, io.terminal)] : issues.map((one) => renderIssueText(one, io.terminal))
  if (issues.length === 0 && unreadable.length === 0)
    texts.push('No issue is registered yet: the label countersign on one, or /plan in it, begins.\n')
  io.stdout([...texts, renderSource(report, io.terminal)].filter((text) => text !== '').join('\n'))
  io.stderr(renderUnreadable(unreadable, io.terminal))
}

/** The same JSON without characters by which a text could steer a terminal that it is printed on. */
function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16).padStart(4, '0')
      return `\\u${unit}`
    }).join(''),
  )
}
