import type { Chapter } from './chapter.ts'
import { approveTask, comment, pushFormat, rejectTask, upset } from './deeds.ts'
import { expectAnswer, expectVerdicts, findPull } from './look.ts'

/** A person breaks what is needed; the doctor names it and puts it back, and the work goes on. */
export const breakAndMend: Chapter = (stage, progress) => {
  const { running } = stage
  const { maintainer, writer } = running.sandbox.logins
  return [
    {
      title: 'A person breaks something',
      async play(say) {
        say('git push --force')
        await upset(stage, progress.issue, progress.planId)
        await running.idle()
        await expectAnswer(stage, progress.issue, 'force-pushed')
        return `@${writer} force-pushed over approved work and removed the paused label`
      },
    },
    {
      title: '/doctor',
      async play() {
        await comment(stage, progress.issue, '/doctor')
        await running.idle()
        const answer = await expectAnswer(stage, progress.issue, 'Doctor: ')
        return `/doctor: ${readLead(answer)}`
      },
    },
    {
      title: '/doctor fix',
      async play() {
        await comment(stage, progress.issue, '/doctor fix')
        await running.idle()
        await expectAnswer(stage, progress.issue, 'all mended')
        await comment(stage, progress.issue, '/resume\n/doctor')
        await running.idle()
        const after = readLead(await expectAnswer(stage, progress.issue, 'nothing is wrong'))
        return `/doctor fix: all mended; after /resume, /doctor: ${after}`
      },
    },
    {
      title: 'T2.2: a person decides',
      async play(say) {
        const pull = await findPull(stage, 'T2.2')
        say(`#${pull.number} waits for a person's judgement`)
        await rejectTask(stage, pull.number)
        await running.idle()
        await expectVerdicts(stage, pull.number, ['CHANGES_REQUESTED'])
        return `T2.2 version 1 in #${pull.number}: REJECTED by @${maintainer}'s review`
      },
    },
    {
      title: 'T2.2: its second version',
      async play() {
        const pull = await findPull(stage, 'T2.2')
        await pushFormat(stage, progress.planId)
        await running.idle()
        await approveTask(stage, pull.number)
        await running.idle()
        await expectVerdicts(stage, pull.number, ['CHANGES_REQUESTED', 'APPROVED'])
        return `T2.2 version 2 pushed by @${writer}: APPROVED by @${maintainer}'s review, merged`
      },
    },
  ]
}

/** `2 things are wrong, /doctor fix mends all` */
function readLead(answer: string): string {
  return (/Doctor: (.*)/.exec(answer)?.[1] ?? answer).replaceAll('`', '')
}
