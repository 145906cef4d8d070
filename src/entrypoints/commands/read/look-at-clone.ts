import { createCloneExamination } from '../../../adapters/git/clone-examination.ts'
import { cloneRepository } from '../../../adapters/git/cloned-repository.ts'
import { examineStrays } from '../../../application/doctor/examine-strays.ts'
import { examineWork } from '../../../application/doctor/examine-work.ts'
import { listIssues, readWork } from '../../../application/doctor/read-work.ts'
import { CountersignFault } from '../../../application/fault.ts'
import { broken, lookAtHistory } from '../../../domain/doctor/looked.ts'
import type { DoctorExamination } from '../../../domain/effects/doctor-finding.ts'
import { issId, workflowBranch } from '../../../domain/records/iss-record.ts'
import { findSource } from '../../server/find-source.ts'
import { readHistoryTrust } from './read-history-trust.ts'
import { listRegisteredIssues } from './list-registered-issues.ts'

export interface CloneLook {
  /** Path or address to clone, or `owner/name`. */
  repo: string
  /** Public key of the App, a file or an https address with it. */
  publicKey?: string | undefined
}

/** What was found out about one issue, or, with `issue_id` null, about the whole repository; nothing was mended. */
export interface CloneLookResult {
  issue_id: string | null
  examination: DoctorExamination
  mending: null
}

/** Looks at one issue's records and branches in a clone, or with `issue` null at all of them. */
export async function lookAtClone(
  { repo, publicKey }: CloneLook,
  issue: number | null,
  env: Record<string, string | undefined>,
): Promise<CloneLookResult[]> {
  const trust = await readHistoryTrust(publicKey, env)
  await using clone = await cloneRepository(await findSource(repo, env), env, 'all')
  const { reader, git } = clone
  const head = await reader.findHead(workflowBranch)
  if (head === undefined)
    throw new Error(`${repo} has no branch ${workflowBranch}: fetch it, or Countersign never worked there`)
  const registered = await listIssues(reader, head)
  if (issue !== null && !registered.includes(issue))
    throw new Error(`issue ${issue} is not registered in ${repo}: ${listRegisteredIssues(registered)}`)
  const ports = {
    examination: createCloneExamination(clone, trust),
    store: null,
    now: () => new Date().toISOString(),
    timeAfter: (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString(),
  }
  const results: CloneLookResult[] = []
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

/** What the doctor says of one issue in a clone. */
export async function examineInClone(
  repo: string,
  issue: number,
  env: Record<string, string | undefined>,
): Promise<DoctorExamination> {
  const [looked] = await lookAtClone({ repo }, issue, env)
  if (looked === undefined) throw new Error(`issue ${issue} is not registered in ${repo}`)
  return looked.examination
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
