import type { Sandbox } from 'github-sandbox'
import { readGit } from './git.ts'
import type { Playground } from '../playground.ts'

const allowed = /^refs\/heads\/countersign\/|^refs\/tags\/countersign-ISS-\d+-/

/**
 * I8: refs that the bot wrote outside `countersign/*` and its release tags, and commits of its own at the tip of the
 * default branch's first-parent history. What GitHub told of pushes is held against what git has.
 */
export async function findForeignWrites({ app, reviewer, world }: Sandbox, playground: Playground): Promise<string[]> {
  const [owner, name] = playground.repository.split('/')
  const repo = world.repositories.find((one) => one.owner === owner && one.name === name)
  if (repo === undefined) return [`${playground.repository} is gone`]
  const ours = new Set([app.botLogin, reviewer.login])
  const pushes = world.deliveries.flatMap(({ event, repositoryId, request: { payload } }) => {
    if (repositoryId !== repo.id || !['push', 'create', 'delete'].includes(event)) return []
    const { ref, sender, ref_type: type } = payload as { ref: string; sender: { login: string }; ref_type?: string }
    const kind = type === 'tag' ? 'tags' : 'heads'
    return [{ ref: ref.startsWith('refs/') ? ref : `refs/${kind}/${ref}`, login: sender.login }]
  })
  const foreign = pushes.filter(({ ref, login }) => ours.has(login) && !allowed.test(ref))
  const faults = foreign.map(({ ref, login }) => `${login} wrote ${ref}`)
  const head = await readGit(playground.bareDir, ['rev-parse', `refs/heads/${repo.defaultBranch}`])
  const moved = pushes.some(({ ref }) => ref === `refs/heads/${repo.defaultBranch}`)
  if (!moved && head !== playground.startHead) faults.push(`${repo.defaultBranch} moved and nobody was told`)
  return faults
}
