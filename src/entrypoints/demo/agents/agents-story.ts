import type { Chapter } from '../chapter.ts'
import { approveTask, comment } from '../deeds.ts'
import { expectAnswer, expectVerdicts, findPull, readNewPlan } from '../look.ts'
import { releaseAndVerify } from '../release-and-verify.ts'

/** Prose becomes a plan: the model asks what nobody wrote, and a person answers and approves. */
const planProse: Chapter = (stage, progress) => {
  const { place, running, as } = stage
  const { maintainer } = running.sandbox.logins
  return [
    {
      title: 'A maintainer opens an issue in plain prose and labels it',
      async play() {
        const issue = await as('maintainer').rest.issues.create({ ...place, ...stage.issue })
        progress.issue = issue.data.number
        const labels = ['countersign']
        await as('maintainer').rest.issues.addLabels({ ...place, issue_number: progress.issue, labels })
        return `@${maintainer} opened issue #${progress.issue} in plain prose and labelled it`
      },
    },
    {
      title: 'The planner asks',
      async play(say) {
        say('a model reads the issue and looks at the code')
        await running.idle()
        await expectAnswer(stage, progress.issue, '`/answer 1a`')
        await comment(stage, progress.issue, '/answer 1a')
        return 'The planner looked at the code and asked one question, with answers to pick: /answer 1a'
      },
    },
    {
      title: 'Plan and approval',
      async play(say) {
        say('each sentence that asks for something gets a criterion')
        await running.idle()
        const { text } = await readNewPlan(stage, progress)
        if (!text.includes('by model')) throw new Error(`no task is given to the model; the bot said:\n${text}`)
        await comment(stage, progress.issue, `/approve plan@${progress.hash}`)
        return `Plan ${progress.hash}, planned by model: two tasks; /approve plan@${progress.hash}`
      },
    },
  ]
}

/** A model works, another judges: rejected by what it quotes, redone with the verdict, and a person where it can't tell. */
const workAndJudge: Chapter = (stage) => {
  const { running } = stage
  return [
    {
      title: 'T1: two versions',
      async play(say) {
        say('reads, writes, runs the tests in isolation; another model reviews')
        await running.idle()
        const pull = await findPull(stage, 'T1')
        await expectVerdicts(stage, pull.number, ['CHANGES_REQUESTED', 'APPROVED'])
        return `T1 in #${pull.number}: its tests passed, and the reviewer REJECTED it by a quoted line; redone, APPROVED`
      },
    },
    {
      title: 'T2: a person decides what a model can’t tell',
      async play() {
        const pull = await findPull(stage, 'T2')
        await expectVerdicts(stage, pull.number, [])
        await approveTask(stage, pull.number)
        await running.idle()
        await expectVerdicts(stage, pull.number, ['APPROVED'])
        return `T2 in #${pull.number}: the reviewer couldn’t tell, so @${running.sandbox.logins.maintainer} judged: APPROVED`
      },
    },
  ]
}

export const agentsStory: readonly Chapter[] = [planProse, workAndJudge, releaseAndVerify]
