import type { PersonRole } from 'github-sandbox'
import { type Offer, type Scene, listTasks } from '../scene.ts'

/** Pushes to branches, and branches that are taken away. */
export function offerBranches(scene: Scene): Offer[] {
  const { record } = scene.state
  if (record?.base_branch == null) return []
  const base = record.base_branch
  const live = record.phase === 'working' || record.phase === 'completed'
  if (!live) return []
  return [
    { text: `writer: force-pushes ${base}`, weight: 0.15, act: () => forcePush(scene, base) },
    { text: `writer: deletes ${base}`, weight: 0.15, act: () => deleteBranch(scene, base) },
    ...listTasks(scene).flatMap(({ id, action }) => {
      const { branch } = action
      const path = scene.state.plan?.tasks.find((task) => task.id === id)?.scope ?? 'work/none.txt'
      const good = action.merge === 'pending' || action.state === 'WAITING_EXTERNAL' ? 8 : 1.5
      const nth = scene.random.whole(1000)
      const file = (text: string) => ({ [path]: `${id}: ${text}\n` })
      return [
        offerPush(scene, branch, good, 'a good version', file(`good by hand, ${nth}`)),
        offerPush(scene, branch, good / 5, 'a poor version', file(`poor by hand, ${nth}`)),
        offerPush(scene, branch, good / 8, 'what it was given', file('good')),
        offerPush(scene, branch, good / 8, 'the same bytes', {}),
        offerPush(scene, branch, 0.3, 'out of scope', { 'other/file.txt': `${nth}\n` }),
        { text: `writer: force-pushes ${branch}`, weight: 0.4, act: () => forcePush(scene, branch) },
        { text: `writer: puts ${branch} back by force`, weight: 0.4, act: () => throwBack(scene, branch) },
        { text: `writer: deletes ${branch}`, weight: 0.2, act: () => deleteBranch(scene, branch) },
      ]
    }),
  ]
}

export function offerPush(
  scene: Scene,
  branch: string,
  weight: number,
  what: string,
  files: Record<string, string>,
): Offer {
  const role: PersonRole = scene.random.chance(0.7) ? 'writer' : 'maintainer'
  return {
    text: `${role}: pushes ${what} to ${branch}`,
    weight,
    likely: 'review',
    act: () => push(scene, role, branch, files),
  }
}

/** A commit on the branch, which is made where it isn't there yet; no files are an empty commit. */
export async function push(
  scene: Scene,
  role: PersonRole,
  branch: string,
  files: Record<string, string>,
): Promise<void> {
  const { git } = scene.repo.as(role).rest
  const { place } = scene.repo
  const head = (await findHead(scene, role, branch)) ?? (await makeBranch(scene, role, branch))
  if (head === undefined) return
  const { tree } = (await git.getCommit({ ...place, commit_sha: head })).data
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    content,
    mode: '100644' as const,
    type: 'blob' as const,
  }))
  const sha =
    entries.length === 0 ? tree.sha : (await git.createTree({ ...place, base_tree: tree.sha, tree: entries })).data.sha
  const commit = await git.createCommit({ ...place, message: 'By hand', tree: sha, parents: [head] })
  await git.updateRef({ ...place, ref: `heads/${branch}`, sha: commit.data.sha })
}

async function findHead({ repo }: Scene, role: PersonRole, branch: string): Promise<string | undefined> {
  const { data } = await repo.as(role).rest.git.listMatchingRefs({ ...repo.place, ref: `heads/${branch}` })
  return data.find((one) => one.ref === `refs/heads/${branch}`)?.object.sha
}

async function makeBranch(scene: Scene, role: PersonRole, branch: string): Promise<string | undefined> {
  const base = await findHead(scene, role, scene.state.record?.base_branch ?? '')
  if (base === undefined) return undefined
  await scene.repo.as(role).rest.git.createRef({ ...scene.repo.place, ref: `refs/heads/${branch}`, sha: base })
  return base
}

/** The newest commit is replaced by another one with the same files. */
async function forcePush(scene: Scene, branch: string): Promise<void> {
  const { git } = scene.repo.as('writer').rest
  const { place } = scene.repo
  const head = await findHead(scene, 'writer', branch)
  if (head === undefined) return
  const { tree, parents } = (await git.getCommit({ ...place, commit_sha: head })).data
  const commit = await git.createCommit({
    ...place,
    message: `Rewritten ${scene.random.whole(1000)}`,
    tree: tree.sha,
    parents: parents.map((parent) => parent.sha),
  })
  await git.updateRef({ ...place, ref: `heads/${branch}`, sha: commit.data.sha, force: true })
}

/** The newest commit is taken off. */
async function throwBack(scene: Scene, branch: string): Promise<void> {
  const { git } = scene.repo.as('writer').rest
  const { place } = scene.repo
  const head = await findHead(scene, 'writer', branch)
  if (head === undefined) return
  const [parent] = (await git.getCommit({ ...place, commit_sha: head })).data.parents
  if (parent === undefined) return
  await git.updateRef({ ...place, ref: `heads/${branch}`, sha: parent.sha, force: true })
}

async function deleteBranch(scene: Scene, branch: string): Promise<void> {
  if ((await findHead(scene, 'writer', branch)) === undefined) return
  await scene.repo.as('writer').rest.git.deleteRef({ ...scene.repo.place, ref: `heads/${branch}` })
}
