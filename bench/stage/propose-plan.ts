import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from './stage.ts'

const deadlineMs = 300_000
const lookEveryMs = 25

/** A labelled issue whose plan comment stands: its number and the plan's short hash. */
export interface Proposed {
  issue: number
  hash: string
}

/**
 * A maintainer opens and labels an issue; resolves when its plan stands in the thread, as people see it: at rest, what was shown
 * would have been confirmed by itself. Throws where no plan is proposed.
 */
export async function proposePlan(stage: Stage, text: { title: string; body: string }): Promise<Proposed> {
  const { place, maintainer, running } = stage
  const { data } = await maintainer.rest.issues.create({ ...place, ...text })
  await running.idle()
  await maintainer.rest.issues.addLabels({ ...place, issue_number: data.number, labels: ['countersign'] })
  let said = ''
  const deadline = performance.now() + deadlineMs
  while (performance.now() < deadline) {
    const comments = await maintainer.rest.issues.listComments({ ...place, issue_number: data.number })
    said = comments.data.map((comment) => comment.body ?? '').join('\n')
    const hash = /Plan `([0-9a-f]{7})`/.exec(said)?.[1]
    if (hash !== undefined) return { issue: data.number, hash }
    await wait(lookEveryMs)
  }
  throw new Error(`no plan was proposed for ${text.title}; the bot said:\n${said}`)
}
