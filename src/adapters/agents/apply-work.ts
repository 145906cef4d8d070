import { recordText } from '../../domain/language/message.ts'
import type { WorkTree } from '../../application/ports/roles/workspace.ts'
import { findBinaryPatch } from '../../domain/text/find-binary-patch.ts'
import type { WorkItem } from '../../domain/plan/task.ts'
import { errorCode } from './error-code.ts'

/** Writes the files and applies the diffs that a task spells out, in order; the reason of the first that can't be. */
export async function applyWork(
  workTree: WorkTree,
  work: readonly WorkItem[],
): Promise<{ ok: true } | { ok: false; reason: string }> {
  for (const item of work) {
    const answer = await applyItem(workTree, item)
    if (!answer.ok) return answer
  }

  return { ok: true }
}

async function applyItem(workTree: WorkTree, item: WorkItem): ReturnType<typeof applyWork> {
  switch (item.kind) {
    case 'file':
      return writeItem(workTree, item)
    case 'diff': {
      if (findBinaryPatch(item.diff) !== undefined)
        return { ok: false, reason: recordText('Binary patches are not applied.') }
      const answer = await workTree.applyDiff(item.diff)
      return answer.ok
        ? answer
        : { ok: false, reason: recordText('The diff does not apply. {why}', { why: answer.reason }) }
    }
    case 'run':
      return { ok: true }
  }
}

async function writeItem(workTree: WorkTree, item: WorkItem & { kind: 'file' }): ReturnType<typeof applyWork> {
  try {
    await workTree.writeFile(item.path, Buffer.from(item.content, 'utf8'), item.mode)
    return { ok: true }
  } catch (error) {
    if (error instanceof Error && errorCode(error) === 'path_refused') {
      return { ok: false, reason: recordText("The file can't be written. {why}", { why: error.message }) }
    }
    throw error
  }
}
