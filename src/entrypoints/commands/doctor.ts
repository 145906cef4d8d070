import { createCloneExamination } from '../../adapters/git/clone-examination.ts'
import { cloneRepository } from '../../adapters/git/cloned-repository.ts'
import { examineStrays } from '../../application/doctor/examine-strays.ts'
import { examineWork } from '../../application/doctor/examine-work.ts'
import { listIssues, readWork } from '../../application/doctor/read-work.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import { broken, lookAtHistory } from '../../domain/doctor/looked.ts'
import { issId, workflowBranch } from '../../domain/records/iss-record.ts'
import { renderDoctorText } from '../../views/replies/doctor-report.ts'
import { findSource } from '../server/find-source.ts'
import { type DoctorResult, repairRepository } from './read/repair-repository.ts'
import { parseIssueNumber } from './read/parse-issue-number.ts'
import { readHistoryTrust } from './read/read-history-trust.ts'
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

async function lookAtClone(
  { repo, publicKey }: DoctorArguments,
  issue: number | null,
  env: CommandIo['env'],
): Promise<DoctorResult[]> {
  const trust = await readHistoryTrust(publicKey, env)
  await using clone = await cloneRepository(await findSource(repo, env), env, 'all')
  const { reader, git } = clone
  const head = await reader.findHead(workflowBranch)
  if (head === undefined)
    throw new Error(`${repo} has no branch ${workflowBranch}: fetch it, or Countersign never worked there`)
  const registered = await listIssues(reader, head)
  if (issue !== null && !registered.includes(issue))
    throw new Error(`issue ${issue} is not registered in ${repo}: ${listWords(registered)}`)
  const ports = {
    examination: createCloneExamination(clone, trust),
    store: null,
    now: () => new Date().toISOString(),
    timeAfter: (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString(),
  }
  const results: DoctorResult[] = []
  for (const number of issue === null ? registered : [issue]) {
    const examination = await orUnreadable(async () => {
      const work = await readWork(reader, head, number)
      if (work?.record == null) throw new Error(`issue ${number} is not registered`)
      const [owner = '', name = ''] = work.record.repository.split('/')
      return examineWork(ports, { owner, name, key: work.record.repository, installationId: 0 }, work)
    })
    results.push({ issue_id: issId(number), examination, mending: null })
  }
  if (issue === null) {
    const { stdout } = await git(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/countersign/'])
    const branches = stdout.toString('utf8').split('\n').filter(Boolean)
    const strays = await examineStrays(reader, head, branches)
    const vouched = results.every(({ examination }) => examination.vouched)
    results.push({ issue_id: null, examination: { ...strays, vouched }, mending: null })
  }
  return results
}

function listWords(registered: readonly number[]): string {
  return registered.length === 0
    ? 'none is'
    : `there is ${registered
        .slice(0, 20)
        .map((one) => `#${one}`)
        .join(', ')}`
}

/** A state that can't be read is what was found. */
async function orUnreadable(look: () => Promise<DoctorExamination>): Promise<DoctorExamination> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof CountersignFault) || error.code !== 'state_corrupt') throw error
    const what = `${error.message}: ${error.details}`
    const findings = [broken('state_unreadable', [], what, lookAtHistory)]
    return { findings, things: 1, tasks: 0, unseen: [], vouched: true }
  }
}
