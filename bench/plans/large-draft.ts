import type { PlanDraft, TaskDraft } from '../../src/domain/plan/plan-draft.ts'

export type Shape = 'chain' | 'layers'

const perLayer = 1_000
/** Any number would do; the same one gives the same graph in each run. */
const seed = 7

/**
 * A plan's draft of `count` tasks, each with a file, two criteria and an estimate of its own. A chain: each waits for the
 * one before. Layers of 1,000: each waits for one to four random tasks of the layer above.
 */
export function draftLarge(shape: Shape, count: number): PlanDraft {
  const random = createRandom(seed)
  const tasks = Array.from({ length: count }, (_, index) => draftTask(index, dependencies(shape, index, random)))
  return { description: `${count} tasks in ${shape}`, tasks }
}

function draftTask(index: number, dependsOn: string[]): TaskDraft {
  const file = `src/part-${index % 100}/file-${index}.ts`
  return {
    id: taskAt(index),
    title: `Write part ${index}`,
    scope: file,
    acceptance_criteria: [{ statement: `\`${file}\` exists` }, { statement: 'Reads as the rest of the code does' }],
    estimated_person_days: 0.5,
    depends_on: dependsOn,
  }
}

function dependencies(shape: Shape, index: number, random: () => number): string[] {
  switch (shape) {
    case 'chain':
      return index === 0 ? [] : [taskAt(index - 1)]
    case 'layers': {
      const above = (Math.floor(index / perLayer) - 1) * perLayer
      if (above < 0) return []
      const chosen = Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(random() * perLayer))
      return [...new Set(chosen)].map((place) => taskAt(above + place))
    }
  }
}

function taskAt(index: number): string {
  return `T${index + 1}`
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function createRandom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
