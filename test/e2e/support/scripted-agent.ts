import { readFile } from 'node:fs/promises'
import { applyEdits, type Edit, readBase, type SeededBug } from '../../support/seeded-bugs/seeded-bug.ts'

/** A change with one bug in it, as a shell task makes it: wrong at first, mended by what debugging says. */
export interface AgentStory {
  /** Files of the repository, whose tests pass. */
  sound: ReadonlyMap<string, string>
  /** The task's own test command; null where only the plan has tests. */
  command: string | null
  guilty: Edit
  decoys: readonly Edit[]
  /** What the agent writes in place of the guilty text; where left out, what was there before. */
  mend?: string
}

/** One of the seeded bugs as an agent's change. */
export async function writeSeededStory(bugs: readonly SeededBug[], name: string): Promise<AgentStory> {
  const bug = bugs.find((one) => one.name === name)
  if (bug === undefined || bug.guilty === null) throw new Error(`there is no bug ${name} with a guilty edit`)
  return { sound: await readBase(bug.repository), guilty: bug.guilty, decoys: bug.decoys, command: bug.command }
}

/** The repository with the agent in it, and the issue whose only task is the agent's. */
export async function writeAgentStory(story: AgentStory): Promise<{ files: Record<string, string>; body: string }> {
  const { sound, command, guilty, decoys, mend = guilty.from } = story
  const orders = { edits: [...decoys, guilty], mend: { from: guilty.to, to: mend } }
  const agent = new URL('../../support/seeded-bugs/agent/agent.mjs', import.meta.url)
  const scope = [...new Set(orders.edits.map(({ path }) => path))].toSorted()
  // Where mending puts the guilty file back as it was, the version delivers what else it changes.
  const delivered = decoys[0]?.path ?? guilty.path
  const body = [
    `- [ ] T1: Rework \`${delivered}\` (executor: shell)`,
    `  - Scope: ${scope.map((path) => `\`${path}\``).join(', ')}`,
    `  - Delivers: \`${delivered}\``,
    ...(command === null ? [] : [`  - Tests: \`${command}\``]),
    '  - Acceptance:',
    // Without tests of its own the first version has to pass its CHECK.
    `    - \`${guilty.path}\` ${command === null ? 'exists' : `contains \`${guilty.from}\``}`,
    '',
    '```sh run task=T1',
    'node tools/agent.mjs',
    '```',
  ].join('\n')
  const files = {
    ...Object.fromEntries(sound),
    'tools/agent.mjs': await readFile(agent, 'utf8'),
    'tools/orders.json': `${JSON.stringify(orders, null, 2)}\n`,
  }
  return { files, body }
}

/** Line of the bug in the first version, from 1. */
export function findBugLine({ sound, guilty, decoys }: AgentStory): number {
  const text = applyEdits(sound, [...decoys, guilty]).get(guilty.path) ?? ''
  return text.slice(0, text.indexOf(guilty.to)).split('\n').length
}
