import type { Chapter, Progress } from './chapter.ts'
import { comment } from './deeds.ts'
import { findPull, isFolded, readNewPlan, readVersions } from './look.ts'
import type { Stage } from './stage.ts'

const guidance = `/replan T3: Announce the words in \`CHANGELOG.md\`, after T1
  - Acceptance:
    - \`CHANGELOG.md\` contains \`1 h 30 min\`

\`\`\`md path=CHANGELOG.md
# Changes

- Durations over a minute are in minutes and hours: \`1 h 30 min\`.
\`\`\`
`

/** Somebody wants more in the middle of the work: another plan, and what is approved stays approved work. */
export const replanMidway: Chapter = (stage, progress) => [
  {
    title: '/replan in the middle of the work',
    async play(say) {
      const before = await readNewPlan(stage, progress)
      say('another plan is made beside the one that stands')
      await comment(stage, progress.issue, guidance)
      await stage.running.idle()
      const { text } = await readNewPlan(stage, progress)
      if (!text.includes('➕ **T3**')) throw new Error(`the new plan does not show T3 as added:\n${text}`)
      if (!(await isFolded(stage, before.nodeId))) throw new Error('the comment of the plan before is not folded')
      return `/replan: plan ${progress.hash} adds T3, shows what changed, folds the old one`
    },
  },
  {
    title: 'Approved work is carried over',
    async play(say) {
      say(`/approve plan@${progress.hash}`)
      await comment(stage, progress.issue, `/approve plan@${progress.hash}`)
      await stage.running.idle()
      const tasks = await expectCarried(stage, progress)
      const pull = await findPull(stage, 'T3')
      return `Approved: ${tasks.join(' and ')} carried over, the same bytes; T3 in #${pull.number} APPROVED`
    },
  },
]

/** Tasks whose approved version of the plan before stands in the new one with the same git blobs. */
async function expectCarried(stage: Stage, progress: Progress): Promise<string[]> {
  const versions = await readVersions(stage, progress.issue)
  const carried = versions.filter((one) => one.plan === progress.planId && one.carried)
  for (const { task, blobs, verdict } of carried) {
    const from = versions.findLast(
      (one) => one.task === task && one.plan !== progress.planId && one.verdict === 'APPROVED',
    )
    if (verdict !== 'APPROVED' || from?.blobs.join() !== blobs.join())
      throw new Error(`${task} was carried over with other bytes, or not approved`)
  }
  if (carried.length !== 2) throw new Error(`${carried.length} tasks were carried over, not 2`)
  return carried.map((one) => one.task)
}
