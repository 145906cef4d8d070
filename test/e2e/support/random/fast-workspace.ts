import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorkspace } from '../../../../src/adapters/workspace/create-workspace.ts'
import type { Workspace } from '../../../../src/application/ports/roles/workspace.ts'
import type { GitObjects } from '../git/git-objects.ts'
import type { Playground } from '../playground.ts'
import { createObjectWorkspace } from './object-workspace.ts'

const folder = 'mirrors-of-app'

/** The App's own workspace, faster: what GitHub has is there without a fetch, and what follows from commit ids alone is worked out once. */
export function createFastWorkspace(dir: string, objects: ReadonlyMap<string, GitObjects>): Workspace {
  const real = createWorkspace({
    dir: join(dir, folder),
    cloneUrl: ({ key }) => `file://${dir}/github/${key}.git`,
    protocols: ['file'],
    token: () => Promise.resolve(''),
    env: process.env,
    redact: (output) => output,
    unconfined: true,
  })
  const workspace = createObjectWorkspace(real, ({ key }) => objects.get(key))
  return {
    ...workspace,
    describeChange: once((...asked) => workspace.describeChange(...asked)),
    compareTrees: once((...asked) => workspace.compareTrees(...asked)),
    isAncestor: once((...asked) => workspace.isAncestor(...asked)),
    mergeBase: once((...asked) => workspace.mergeBase(...asked)),
    readBlob: once((...asked) => workspace.readBlob(...asked)),
    readDiff: once((...asked) => workspace.readDiff(...asked)),
    readTreeSha: once((...asked) => workspace.readTreeSha(...asked)),
  }
}

/** The mirror sees GitHub's objects as its own: fetching them took most of the time, and is tested elsewhere. */
export async function shareObjects(dir: string, repo: Playground): Promise<void> {
  const info = join(dir, folder, 'mirrors', `${repo.repository}.git`, 'objects', 'info')
  await mkdir(info, { recursive: true })
  await writeFile(join(info, 'alternates'), `${join(repo.bareDir, 'objects')}\n`)
}

/** The answer to the same question is the same; one that failed is asked again. */
function once<Arguments extends unknown[], Value>(
  ask: (...question: Arguments) => Promise<Value>,
): (...question: Arguments) => Promise<Value> {
  const answers = new Map<string, Promise<Value>>()
  return async (...question) => {
    const key = JSON.stringify(question)
    const answer = answers.get(key) ?? ask(...question)
    answers.set(key, answer)
    try {
      return await answer
    } catch (error) {
      answers.delete(key)
      throw error
    }
  }
}
