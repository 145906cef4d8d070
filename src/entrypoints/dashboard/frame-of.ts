import type { FrameOf } from '../../application/dashboard/make-page.ts'
import type { PageFrame } from '../../views/dashboard/frame.ts'
import { assetsFolder } from './assets.ts'

interface Surroundings {
  repository: string
  at: { ref: string; commit: string; committedAt: string } | null
  isLive: boolean
  policy?: string
}

/** What is around the pages of one repository, where its first page is the dashboard's own. */
export function frameOfRepository({ repository, at, isLive, policy }: Surroundings): FrameOf {
  return (depth): PageFrame => {
    const root = depth === 0 ? './' : '../'.repeat(depth)
    return {
      root,
      assets: `${root}${assetsFolder}/`,
      repository,
      above: [],
      beside: [],
      source: at === null ? null : { ref: at.ref, commit: at.commit, committedAt: at.committedAt },
      isLive,
      viewer: null,
      told: null,
      policy: policy ?? null,
    }
  }
}
