import type { Chapter } from '../chapter.ts'
import { comment } from '../deeds.ts'
import { expectAnswer, expectVerdicts, findPull, readNewPlan } from '../look.ts'
import { releaseAndVerify } from '../release-and-verify.ts'
import { skillPath } from './open-tuning-stage.ts'

/** A complaint becomes a diagnosis, a question and a plan of patches. */
const diagnoseAndPlan: Chapter = (stage, progress) => {
  const { place, running, as } = stage
  const { maintainer } = running.sandbox.logins
  return [
    {
      title: 'A maintainer asks for a skill to be tuned',
      async play() {
        const issue = await as('maintainer').rest.issues.create({ ...place, ...stage.issue })
        progress.issue = issue.data.number
        await comment(stage, progress.issue, `/tune ${skillPath} It never does it right`)
        return `@${maintainer} opened issue #${progress.issue}: /tune ${skillPath}`
      },
    },
    {
      title: 'Diagnosis',
      async play(say) {
        say('37 patterns, looked for in Markdown, code and front matter as trees')
        await running.idle()
        await expectAnswer(stage, progress.issue, '- **1b** memory loss')
        await comment(stage, progress.issue, '/answer 1b')
        return 'The complaint can be read in four ways, so the bot asked which: /answer 1b'
      },
    },
    {
      title: 'Plan and approval',
      async play(say) {
        say('each fix is tried on what the ones before leave')
        await running.idle()
        const { text } = await readNewPlan(stage, progress)
        const figures = /score (\d+) · ([^·]+) ·/.exec(text.slice(text.indexOf('its quality gate')))
        if (figures === null) throw new Error(`no diagnosis was told; the bot said:\n${text}`)
        await comment(stage, progress.issue, `/approve plan@${progress.hash}`)
        return `Its gate fails, score ${figures[1]}: ${figures[2]?.trim()}; plan ${progress.hash} mends it: /approve`
      },
    },
  ]
}

/** Each kind of fault is mended in a pull request of its own, whose CHECK diagnoses the skill anew. */
const mendAndDiagnose: Chapter = (stage) => {
  const { place, running, as } = stage
  return [
    {
      title: 'Seven tasks, each diagnosed anew',
      async play(say) {
        say('data flow, agents, context, memory, documents, tokens, state')
        await running.idle()
        for (const number of [1, 2, 3, 4, 5, 6, 7]) {
          const pull = await findPull(stage, `T${number}`)
          await expectVerdicts(stage, pull.number, ['APPROVED'])
        }
        return 'T1 to T7: patches, in each the findings are gone and none is new: APPROVED'
      },
    },
    {
      title: 'Second diagnosis',
      async play() {
        const pull = await findPull(stage, 'base')
        const { data } = await as('reader').rest.pulls.get({ ...place, pull_number: pull.number })
        const row = (name: string) => new RegExp(`\\| ${name} \\| (\\S+) \\| (\\S+) \\|`).exec(data.body ?? '')
        const [gate, score] = [row('gate'), row('score')]
        if (gate?.[2] !== 'pass') throw new Error(`the gate does not pass; the pull request says:\n${data.body}`)
        return `Before and after in #${pull.number}: gate ${gate[1]} → ${gate[2]}, score ${score?.[1]} → ${score?.[2]}`
      },
    },
  ]
}

export const tuningStory: readonly Chapter[] = [diagnoseAndPlan, mendAndDiagnose, releaseAndVerify]
