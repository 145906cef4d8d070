import { type Profiler, Session } from 'node:inspector'

const intervalMicros = 100

/**
 * The deepest stack that sampling saw below `work`, in frames; V8 counts up to 255. What recurses as deep as its input
 * is long can't hide from it: it would be on the stack most of the time.
 */
export function measureStack(work: () => unknown): number {
  const session = new Session()
  session.connect()
  try {
    session.post('Profiler.enable')
    session.post('Profiler.setSamplingInterval', { interval: intervalMicros })
    session.post('Profiler.start')
    work()
    return deepest(stopProfile(session).nodes) - ownDepth()
  } finally {
    session.disconnect()
  }
}

function stopProfile(session: Session): Profiler.Profile {
  let taken: Profiler.Profile | undefined
  session.post('Profiler.stop', (_error, result) => {
    taken = result.profile
  })
  if (taken === undefined) throw new Error('the profiler gave no profile')
  return taken
}

/** Nodes come with their parents first. */
function deepest(nodes: readonly Profiler.ProfileNode[]): number {
  const depthOf = new Map<number, number>()
  let most = 0
  for (const node of nodes) {
    const depth = depthOf.get(node.id) ?? 0
    most = Math.max(most, depth)
    for (const child of node.children ?? []) depthOf.set(child, depth + 1)
  }
  return most
}

/** How deep this stack is already. */
function ownDepth(): number {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = Infinity
  const frames = (new Error('here').stack ?? '').split('\n    at ').filter((frame) => !frame.startsWith('async '))
  Error.stackTraceLimit = limit
  // Without the message and this function itself.
  return frames.length - 2
}
