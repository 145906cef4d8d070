/** What `launch-program.ts` reads from a file: a command line and an environment could be read by others. */
export interface LaunchOrder {
  file: string
  args: readonly string[]
  /** Folders whose programs it finds before the system's. */
  path: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Files laid into its HOME before it starts. */
  home: readonly { path: string; text: string }[]
  forward: { port: number; socket: string } | null
}
