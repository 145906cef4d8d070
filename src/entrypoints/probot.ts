import type { MountedCountersign, ProbotOptions, ProbotServer } from './probot/probot-server.ts'

export type { MountedCountersign, ProbotOptions, ProbotServer } from './probot/probot-server.ts'

const wantedMajor = 24

/**
 * Countersign as a Probot application: `probot run countersign/probot`, or `server.load(countersign)`. Settings come from
 * the environment. It ends with the process; `mountCountersign` is for whoever wants to end it before.
 */
export default async function countersign(app: ProbotServer, options: ProbotOptions): Promise<void> {
  const mounted = await mountCountersign(app, options)
  const { endWithProcess } = await import('./probot/end-with-process.ts')
  endWithProcess(mounted)
}

/** Mounts it, and gives what ends it. Throws where the server, the settings or Node are such that nobody should work with them. */
export async function mountCountersign(app: ProbotServer, options: ProbotOptions): Promise<MountedCountersign> {
  // Nothing else is loaded before: an older Node says what it doesn't know, not what it takes.
  if (Number(process.versions.node.split('.')[0]) < wantedMajor)
    throw new Error(
      `Countersign needs Node ${wantedMajor} or newer; this is ${process.version}. Install it from https://nodejs.org.`,
    )
  const { mountInProbot } = await import('./probot/mount-in-probot.ts')
  return mountInProbot(app, options)
}
