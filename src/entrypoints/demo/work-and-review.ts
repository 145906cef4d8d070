import type { Chapter } from './chapter.ts'
import { pushFix } from './deeds.ts'
import { expectVerdicts, findCause, findPull } from './look.ts'

/** A version that fails its tests and why, a person's redo; then the work stands still at what a person has to judge. */
export const workAndReview: Chapter = (stage, progress) => {
  const { running } = stage
  return [
    {
      title: 'T1: first version',
      async play(say) {
        say('branch, commit, pull request, tests, debugging')
        await running.idle()
        const pull = await findPull(stage, 'T1')
        await expectVerdicts(stage, pull.number, [])
        const cause = await findCause(stage, progress.issue, 'T1')
        return `T1 version 1 in #${pull.number}: its test fails; debugging names ${cause}`
      },
    },
    {
      title: 'T1: a person pushes the second version',
      async play(say) {
        say('git clone, git commit, git push over HTTP')
        await pushFix(stage, progress.planId)
        await running.idle()
        const pull = await findPull(stage, 'T1')
        await expectVerdicts(stage, pull.number, ['APPROVED'])
        return `T1 version 2 pushed by @${running.sandbox.logins.writer}: APPROVED and merged`
      },
    },
    {
      title: 'T2.1: on the approved T1',
      async play() {
        const [first, second] = await Promise.all([findPull(stage, 'T2.1'), findPull(stage, 'T2.2')])
        await expectVerdicts(stage, first.number, ['APPROVED'])
        await expectVerdicts(stage, second.number, [])
        return `T2.1 in #${first.number}: APPROVED by machine, merged; T2.2 in #${second.number} needs a person`
      },
    },
  ]
}
