import type { Chapter } from './chapter.ts'
import { mergeFinal } from './deeds.ts'
import { findPull } from './look.ts'
import { exportThroughAction, verifyRelease } from './release.ts'

/** What was approved becomes a release, and a stranger checks it. */
export const releaseAndVerify: Chapter = (stage, progress) => {
  const { running } = stage
  return [
    {
      title: 'Final pull request',
      async play() {
        const pull = await findPull(stage, 'base')
        await mergeFinal(stage, pull.number)
        await running.idle()
        return `Final pull request #${pull.number} merged by @${running.sandbox.logins.maintainer}`
      },
    },
    {
      title: 'Export',
      async play(say) {
        say('the companion Action, with a runner’s environment')
        progress.release = await exportThroughAction(stage, progress.planId)
        return `Released as ${progress.release.tag}: ${progress.release.files} files and a manifest`
      },
    },
    {
      title: 'Verify',
      async play() {
        progress.verified = await verifyRelease(stage, progress.release.tag)
        if (!progress.verified) throw new Error('the release could not be verified')
        return 'Downloaded and verified: these bytes are what was approved'
      },
    },
  ]
}
