import type { Stage } from './stage.ts'

/** A labelled issue whose plan comment stands: its number and the plan's short hash. */
export interface Proposed {
  issue: number
  hash: string
}

/** A maintainer opens and labels an issue; resolves when all has come to rest. Throws where no plan was proposed. */
export async function proposePlan(stage: Stage, text: { title: string; body: string }): Promise<Proposed> {
  const { place, maintainer, running } = stage
  const { data } = await maintainer.rest.issues.create({ ...place, ...text })
  await running.idle()
  await maintainer.rest.issues.addLabels({ ...place, issue_number: data.number, labels: ['countersign'] })
  await running.idle()
  const comments = await maintainer.rest.issues.listComments({ ...place, issue_number: data.number })
  const said = comments.data.map((comment) => comment.body ?? '').join('\n')
  const hash = /Plan `([0-9a-f]{7})`/.exec(said)?.[1]
  if (hash === undefined) throw new Error(`no plan was proposed for ${text.title}; the bot said:\n${said}`)
  return { issue: data.number, hash }
}
