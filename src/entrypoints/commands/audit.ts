import { cloneRepository } from '../../adapters/git/cloned-repository.ts'
import { readWorkflowHistory } from '../../adapters/git/workflow-history.ts'
import { listAudit } from '../../application/status/list-audit.ts'
import { judgeHistory } from '../../domain/records/seal/judge-history.ts'
import { issId } from '../../domain/records/iss-record.ts'
import { findSource } from '../server/find-source.ts'
import { parseIssueNumber } from './read/parse-issue-number.ts'
import { readHistoryTrust } from './read/read-history-trust.ts'
import type { CommandIo } from './verify.ts'

export interface AuditArguments {
  /** Path (also of a folder in a working copy), address, or `owner/name`. */
  repo: string
  branch: string
  /** A day or a time (ISO 8601); everything where it is left out. */
  since?: string | undefined
  /** `7`, `#7` or `ISS-007`. */
  issue?: string | undefined
  /** Public key of the App, a file or an https address with it. */
  publicKey?: string | undefined
}

/** `countersign audit`: exit code 0 told, 1 a commit isn't the App's (told all the same), 2 could not look. */
export async function runAudit(args: AuditArguments, io: CommandIo): Promise<number> {
  try {
    return await tell(args, io)
  } catch (error) {
    io.stderr(`countersign audit: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}

async function tell({ repo, branch, since = '', issue, publicKey }: AuditArguments, io: CommandIo): Promise<number> {
  const number = issue === undefined ? undefined : parseIssueNumber(issue)
  if (issue !== undefined && number === undefined)
    throw new Error(`an issue is a number, such as 7, #7 or ISS-007, not ${JSON.stringify(issue)}`)
  const trust = await readHistoryTrust(publicKey, io.env)
  await using clone = await cloneRepository(await findSource(repo, io.env), io.env, 'all')
  const head = await clone.reader.findHead(branch)
  if (head === undefined)
    throw new Error(`${repo} has no branch ${branch}: fetch it, or Countersign never worked there`)
  const commits = await readWorkflowHistory(clone.git, head)
  for await (const line of listAudit(commits, (blob) => clone.reader.readBlob(blob), since)) {
    if (number === undefined || line.issue === issId(number)) io.stdout(`${JSON.stringify(line)}\n`)
  }
  const { fault, vouched } = judgeHistory(commits, trust)
  const isForeign = vouched === 'no' || vouched === 'other_key' || (vouched === 'unsigned' && trust.keys !== null)
  if (fault === null && !isForeign) {
    if (vouched !== 'yes')
      io.stderr('countersign audit: who made the commits was not checked; --public-key checks it\n')
    return 0
  }
  const why =
    fault === null
      ? `${branch} is not signed with the key that was given`
      : `commit ${fault.sha.slice(0, 7)} ${fault.why}`
  io.stderr(`countersign audit: ${why}: what it records may be made up\n`)
  return 1
}
