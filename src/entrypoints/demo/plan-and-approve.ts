import type { Chapter } from './chapter.ts'
import { comment } from './deeds.ts'
import { readNewPlan } from './look.ts'

/** From the label to an approved plan, in which planning has cut the task that was too large. */
export const planAndApprove: Chapter = (stage, progress) => {
  const { place, running, as } = stage
  return [
    {
      title: 'A maintainer opens an issue and labels it',
      async play() {
        const issue = await as('maintainer').rest.issues.create({ ...place, ...stage.issue })
        progress.issue = issue.data.number
        await as('maintainer').rest.issues.addLabels({
          ...place,
          issue_number: progress.issue,
          labels: ['countersign'],
        })
        return `@${running.sandbox.logins.maintainer} opened issue #${progress.issue} and labelled it`
      },
    },
    {
      title: 'Plan',
      async play(say) {
        say('the outline planner reads the issue; each task is estimated')
        await running.idle()
        const { text } = await readNewPlan(stage, progress)
        if (!text.includes('T2 split')) throw new Error(`T2 was not split; the bot said:\n${text}`)
        return `Plan ${progress.hash}: T2 is more than a day's work, so split into T2.1 and T2.2`
      },
    },
    {
      title: 'Approval',
      async play() {
        await comment(stage, progress.issue, `/approve plan@${progress.hash}`)
        return `/approve plan@${progress.hash}`
      },
    },
  ]
}
