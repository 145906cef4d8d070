import { basename, resolve } from 'node:path'
import { type BranchAt, followBranch } from '../../../adapters/git/followed-branch.ts'
import { tokenFor } from '../../../adapters/git/cloned-repository.ts'
import { listRegistered, readStatus } from '../../../application/status/read-status.ts'
import { inLanguage } from '../../../application/language/in-language.ts'
import type { Language } from '../../../domain/language/language.ts'
import { createCloneDashboard } from '../../dashboard/create-clone-dashboard.ts'
import { serveDashboard } from '../../dashboard/serve-dashboard.ts'
import { writeSite } from '../../dashboard/write-site.ts'
import { findSource } from '../../server/find-source.ts'
import { examineInClone } from '../read/look-at-clone.ts'
import { findGitHubPlace } from '../read/find-github-place.ts'
import { untilStopped } from '../lifetime/until-stopped.ts'
import type { CommandIo } from '../verify.ts'

export interface DashboardArguments {
  /** Path (also of a folder in a working copy), address, or `owner/name`. */
  repo: string
  branch: string
  port: number
  /** Folder to write the pages into instead of serving them. */
  out?: string | undefined
  /** Of what is written; who asks a server for pages chooses. */
  language?: Language | undefined
}

/** `countersign dashboard`: serves what a clone holds until it is stopped, or writes it down; exit code 2: it could not look. */
export async function runDashboard(
  { repo, branch, port, out, language }: DashboardArguments,
  io: CommandIo,
): Promise<number> {
  const source = await findSource(repo, io.env)
  const place = await findGitHubPlace(repo, io.env)
  const web = place?.web ?? null
  await using followed = await followBranch(source, branch, io.env, () => Promise.resolve(tokenFor(source, io.env)))
  const at = await followed.look()
  const repository = place === undefined ? await readName(at, source) : `${place.owner}/${place.repo}`
  const missing = `${repo} has no branch ${branch}: Countersign never worked there, or it was not fetched (git fetch origin '+refs/heads/countersign/*:refs/remotes/origin/countersign/*').`
  if (out !== undefined) {
    if (at === undefined) throw new Error(missing)
    const pages = await inLanguage(language ?? 'en', () => writeSite({ ...at, web, examine: null }, repository, out))
    io.stdout(`${pages} pages are in ${out}; begin with ${resolve(out, 'index.html')}\n`)
    return 0
  }
  const examine = (issue: number) => examineInClone(repo, issue, io.env)
  const site = createCloneDashboard({ branch: followed, repository, web, missing, examine })
  const serving = await serveDashboard(site, port)
  io.stdout(`The dashboard of ${repository} is at ${serving.url}\nCtrl-C ends it.\n`)
  await untilStopped()
  await serving.close()
  return 0
}

/** As the records call it; before there are any `widgets` of `/home/ada/widgets/.git`. */
async function readName(at: BranchAt | undefined, source: string): Promise<string> {
  const [number] = at === undefined ? [] : await listRegistered(at.texts)
  const { issues } = at === undefined || number === undefined ? { issues: [] } : await readStatus(at.texts, [number])
  return issues[0]?.repository ?? basename(source.replace(/\/\.git$/, '')).replace(/\.git$/, '')
}
