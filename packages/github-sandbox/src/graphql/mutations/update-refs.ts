import { zeroSha } from '../../world/ref-change.ts'
import { isRefName } from '../../git/refs/ref-name.ts'
import { runGit } from '../../git/run-git.ts'
import type { GitStore } from '../../handler/git-store.ts'
import { refuseByRules } from '../../rules/judge-update.ts'
import { refuseWorkflowFiles } from '../../changes/refs/workflow-files.ts'
import { findNode } from '../find-node.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'
import { GraphqlFault, notFound } from '../graphql-fault.ts'

export interface UpdateRefsInput {
  repositoryId: string
  refUpdates: { name: string; beforeOid?: string | null; afterOid: string; force?: boolean | null }[]
}

/** Moves several refs or none of them. 40 zeros: must not exist (before), delete (after). */
export async function updateRefs(context: GraphqlContext, input: UpdateRefsInput): Promise<GraphqlObject> {
  const node = findNode(context, input.repositoryId)
  if (node?.kind !== 'repository') throw notFound(input.repositoryId)
  const { repo } = node
  const route = context.internals.createContext(context.actor, {}, 'none')
  const pusher = route.user()
  route.require(repo, 'write', 'contents', 'write')
  const git = context.git(repo)
  const changes = await Promise.all(input.refUpdates.map((update) => readChange(git, update)))
  for (const { after } of changes) if (after !== zeroSha) await refuseWorkflowFiles(git, context.actor, repo, after)
  const valueOf = (sha: string) => (sha === zeroSha ? undefined : sha)
  for (const { ref, before, after } of changes)
    if (before !== after) await refuseByRules(route, repo, { ref, before: valueOf(before), after: valueOf(after) })
  const lines = changes.map(({ ref, before, after }) =>
    after === zeroSha ? `delete ${ref} ${before}` : `update ${ref} ${after} ${before}`,
  )
  const result = await runGit(git.dir, ['update-ref', '--stdin'], `${lines.join('\n')}\n`)
  if (result.exitCode !== 0) throw new GraphqlFault('UNPROCESSABLE', `Reference update failed: ${result.stderr.trim()}`)
  for (const change of changes) {
    if (change.before !== change.after) await context.internals.refChanged(context.actor, repo, { ...change, pusher })
  }

  return { __typename: 'UpdateRefsPayload' }
}

async function readChange(git: GitStore, update: UpdateRefsInput['refUpdates'][number]) {
  const { name: ref, afterOid: after } = update
  if (!isRefName(ref) || ref.startsWith('refs/pull/'))
    throw new GraphqlFault('UNPROCESSABLE', `${ref} is not a valid ref name`)
  const current = (await git.readRef(ref)) ?? zeroSha
  if (update.beforeOid && update.beforeOid !== current) {
    throw new GraphqlFault('STALE_DATA', `Expected ${ref} to point to "${update.beforeOid}" but it did not`)
  }
  if (after !== zeroSha && (await git.objectType(after)) === undefined) {
    throw new GraphqlFault('UNPROCESSABLE', `Object ${after} does not exist`)
  }
  const moves = current !== zeroSha && after !== zeroSha
  if (moves && update.force !== true && !(await git.isAncestor(current, after))) {
    throw new GraphqlFault('UNPROCESSABLE', `Update of ${ref} is not a fast forward`)
  }

  return { ref, before: current, after }
}
