import type { Report } from './report.ts'
import type { Stage } from './stage.ts'

/** What the story knows so far. */
export interface Progress {
  issue: number
  /** Of the newest plan. */
  hash: string
  planId: string
  release: Report['release']
  verified: boolean
}

/** One line of the list: `play` acts and checks, `say` shows a detail while it runs; it resolves to the line's last words. */
export interface Scene {
  title: string
  play: (say: (detail: string) => void) => Promise<string>
}

/** Scenes that belong together. */
export type Chapter = (stage: Stage, progress: Progress) => Scene[]
