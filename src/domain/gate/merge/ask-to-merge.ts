import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import type { ActionNode, ConflictFacts } from '../../records/node-state.ts'
import { findArtifact, type GateDraft, getCheck } from '../draft/gate-draft.ts'
import { whoJudges } from '../draft/who-judges.ts'
import { recordText } from '../../language/message.ts'

/**
 * ACTION → WAITING_EXTERNAL: its approved version conflicts with what was merged since, and a person brings both
 * together (decision 50). `who`: whom the task was given to by name, else whoever made that version is asked. Their pull
 * request says so once.
 */
export function askToMerge(
  draft: GateDraft,
  action: ActionNode,
  conflict: ConflictFacts,
  who: readonly string[] = [],
): void {
  const artifact = findArtifact(draft, action.active_artifact_id)
  const by = artifact?.by.kind === 'person' && artifact.by.id !== unknownPerson.id ? [artifact.by.login] : []
  const asked = who.length > 0 ? [...who] : by
  const what = describeMergeConflict(action.id, conflict)
  const { pull_request: pull } = action
  if (pull?.open && action.conflict?.told !== true) {
    const keep =
      artifact === undefined || conflict.tasks.length === 0
        ? {}
        : { keep: tellToKeep(draft, action, artifact, conflict) }
    const reply = { kind: 'conflict' as const, who: asked, what, branch: action.branch, ...keep }
    draft.effects.push({ kind: 'say', number: pull.number, reply })
  }
  action.state = 'WAITING_EXTERNAL'
  action.conflict = { ...conflict, told: true }
  action.waiting_for = { kind: 'conflict', who: asked, what }
}

/** Whoever settles it knows beforehand that somebody else is asked where the other side's work goes (decision 173). */
function tellToKeep(draft: GateDraft, action: ActionNode, artifact: Artifact, { tasks }: ConflictFacts) {
  return { tasks, judges: whoJudges(draft, getCheck(draft, action), artifact) }
}

/** ``T1 is approved, but conflicts with T4 in `package.json` ``. */
function describeMergeConflict(task: string, { paths, tasks }: ConflictFacts): string {
  const others = tasks.length === 0 ? recordText('what was merged before it') : list(tasks)
  return paths.length === 0
    ? recordText('{task} is approved, but conflicts with {others}', { task, others })
    : recordText('{task} is approved, but conflicts with {others} in {paths}', {
        task,
        others,
        paths: list(paths.map((path) => `\`${path}\``)),
      })
}

function list(words: readonly string[]): string {
  const shown = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more`] : words
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
}
