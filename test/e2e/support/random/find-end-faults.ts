import { examineWork } from '../../../../src/application/doctor/examine-work.ts'
import { findMarker } from '../../../../src/views/markdown/markers.ts'
import type { GitObjects } from '../git/git-objects.ts'
import type { Scene } from './scene.ts'

/** What must hold of a repository when everything is over, beside what the workflow branch says. */
export async function findEndFaults(scene: Scene, objects: GitObjects): Promise<string[]> {
  return [...findDoubled(scene), ...(await findForeignCommits(scene, objects)), ...(await askDoctor(scene))]
}

/** I1: comments, reviews and pull requests that the bot made twice. */
function findDoubled({ github, running }: Scene): string[] {
  const ours = new Set([running.sandbox.app.botLogin, running.sandbox.reviewer.login])
  const texts = [
    ...github.issues.flatMap((issue) => issue.comments),
    ...github.pulls.flatMap((pull) => pull.reviews),
  ].flatMap(({ user, body }) => (ours.has(user) ? [body] : []))
  const marks = texts.flatMap((body) => {
    const marker = findMarker(body)
    return marker === undefined ? [] : [`${marker.kind} ${marker.key}`]
  })
  const open = github.pulls.flatMap(({ number, head }) =>
    github.issues.some((one) => one.number === number && one.state === 'open') ? [`pull request of ${head.ref}`] : [],
  )
  const all = [...marks, ...open]
  return all.filter((one, index) => all.indexOf(one) !== index).map((one) => `${one} is there twice`)
}

/** I8: on the default branch is nothing but what people merged into it. */
async function findForeignCommits({ repo, running }: Scene, objects: GitObjects): Promise<string[]> {
  const faults: string[] = []
  let commit = await objects.findCommit('refs/heads/main')
  while (commit !== undefined && commit.sha !== repo.startHead) {
    if (commit.author.includes(running.sandbox.app.botLogin)) faults.push(`the bot wrote ${commit.sha} on main`)
    commit = commit.parents[0] === undefined ? undefined : await objects.findCommit(commit.parents[0])
  }
  return commit === undefined ? [...faults, 'main lost its beginning'] : faults
}

/** The doctor's hard rules on the live state. What people broke around it is drift, and theirs. */
async function askDoctor({ issue, stage, repo, running }: Scene): Promise<string[]> {
  const { examination, store, now, timeAfter } = stage.ports()
  const { owner, repo: name } = repo.place
  const place = { owner, name, key: repo.repository, installationId: running.sandbox.app.installationId }
  const { work } = await store.read(place, issue, 'fresh')
  const { findings } = await examineWork({ examination, store: null, now, timeAfter }, place, work)
  return findings
    .filter((finding) => finding.severity === 'broken')
    .map((finding) => `doctor: ${finding.code}, ${finding.what}`)
}
