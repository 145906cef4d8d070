/** The App that a story is played with. */
export interface AppOnStage {
  webhookUrl: () => string
  /** Resolves when it takes webhooks, or has ended before. */
  start(): Promise<void>
  /** Resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves when it has looked for what it missed, where it doesn't do so by itself when it starts. */
  reconcile(): Promise<void>
  /** What it wrote, newest last. */
  output: () => string
  close(): Promise<void>
}
