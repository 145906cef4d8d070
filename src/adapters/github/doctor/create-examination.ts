import { checkHeld } from '../../../application/doctor/check-held.ts'
import { CountersignFault } from '../../../application/fault.ts'
import { findSession, sessionPaths } from '../../../application/state/session-files.ts'
import type { Examination, Sightings } from '../../../application/ports/forge/examination.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { CommittedFile } from '../../../application/ports/state/state-reader.ts'
import { branchAt, type SeenHead } from '../../../domain/doctor/doctor-facts.ts'
import type { DoctorQuestions } from '../../../domain/doctor/doctor-questions.ts'
import type { SessionState } from '../../../domain/records/session/session-state.ts'
import { assertOurHead } from '../workflow-branch/check-head.ts'
import { call } from '../client/github-fault.ts'
import { isAncestor } from '../workflow-branch/is-ancestor.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { readTexts, toBranchCommit } from '../workflow-branch/read-state.ts'
import { type RepositorySurroundings, readSurroundings } from './read-surroundings.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'
import { createStateReader } from '../workflow-branch/state-reader.ts'

const textsAtOnce = 50

/** The doctor's eyes on GitHub: one query for what is around, one tree, one query for the verdict files. */
export function createExamination(client: InstallationClient, mac: StateMac): Examination {
  return {
    reads: 'verdicts',

    async lookAround(repository, questions): Promise<Sightings> {
      const around = await readSurroundings(client, repository, questions)
      const reader = createStateReader(await client.octokit(repository), {
        owner: repository.owner,
        repo: repository.name,
      })
      const [head, session, contains, integration] = await Promise.all([
        checkHead(client, mac, repository, around),
        readSession(client, repository, around.head, questions.sessionId),
        readContains(client, repository, questions, around.branches),
        call('compare the integration branch', () => checkHeld(reader, questions, around.branches)),
      ])
      const { branches, commits, pulls, issue, comments } = around
      return { head, session, branches, commits, contains, integration, pulls, issue, comments }
    },

    async listFiles(repository, commit, folders) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name }
      const { data } = await call('list the files', () =>
        octokit.rest.git.getTree({ ...place, tree_sha: commit, recursive: '1' }),
      )
      if (data.truncated) {
        const reader = createStateReader(octokit, place)
        return (await Promise.all(folders.map((folder) => reader.listFiles(commit, folder)))).flat()
      }
      const wanted = new Set(folders)
      return data.tree.flatMap(({ path, type, sha, mode }): CommittedFile[] =>
        type === 'blob' && wanted.has(path.split('/').slice(0, 3).join('/')) ? [{ path, blob: sha, mode }] : [],
      )
    },

    async readFiles(repository, commit, files) {
      const bytes = new Map<string, Uint8Array>()
      for (let from = 0; from < files.length; from += textsAtOnce) {
        const paths = files.slice(from, from + textsAtOnce).map((file) => file.path)
        for (const [path, text] of await readTexts(client, repository, commit, paths))
          if (text !== null) bytes.set(path, new TextEncoder().encode(text))
      }
      return bytes
    },
  }
}

async function readSession(
  client: InstallationClient,
  repository: RepositoryRef,
  head: RepositorySurroundings['head'],
  sessionId: string,
): Promise<SessionState | null> {
  if (head === null) return null
  const { state } = sessionPaths(sessionId)
  const texts = await readTexts(client, repository, head.oid, [state])
  return findSession((path) => texts.get(path) ?? null, sessionId)?.state ?? null
}

async function checkHead(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
  { head, repositoryId }: RepositorySurroundings,
): Promise<SeenHead | null> {
  if (head === null) return null
  try {
    await assertOurHead(client, mac, repository, toBranchCommit(head), repositoryId)
    return { sha: head.oid, seal: 'holds', why: '' }
  } catch (error) {
    if (!(error instanceof CountersignFault) || error.code !== 'on_hold') throw error
    return { sha: head.oid, seal: 'broken', why: 'was not made by this App for this repository' }
  }
}

/** Only where a head is not the recorded commit itself is there anything to ask. */
async function readContains(
  client: InstallationClient,
  repository: RepositoryRef,
  { kept }: DoctorQuestions,
  branches: ReadonlyMap<string, string>,
): Promise<Map<string, boolean>> {
  const contains = new Map<string, boolean>()
  for (const { branch, sha } of kept) {
    const head = branches.get(branch)
    if (head === undefined || head === sha) continue
    contains.set(branchAt(branch, sha), await isAncestor(client, repository, sha, head))
  }
  return contains
}
