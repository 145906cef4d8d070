import type { IncomingMessage, ServerResponse } from 'node:http'

/** What Probot hands to whoever listens for webhooks. */
export interface ReceivedWebhook {
  id: string
  name: string
  payload: unknown
}

export type NodeMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => Promise<boolean | void>

/** What is used of a `Probot`: of the copy that whoever mounts this has, of whatever version. */
export interface ProbotServer {
  readonly webhooks: { verify(payload: string, signature: string): Promise<boolean> }
  readonly webhookPath: string
  onAny(callback: (received: ReceivedWebhook) => unknown): void
  getNodeMiddleware(options?: { path?: string }): Promise<NodeMiddleware>
}

/** What Probot gives to an application function beside itself. */
export interface ProbotOptions {
  addHandler: (handler: (request: IncomingMessage, response: ServerResponse) => boolean) => void
  /** The environment that settings are read from; that of the process where it is left out. */
  env?: Record<string, string | undefined>
}

/** Countersign at work in a Probot server. */
export interface MountedCountersign {
  /** Resolves once GitHub and the database have answered and the work has begun; rejects for what waiting won't mend. */
  begun: Promise<void>
  /** Resolves when nothing waits, runs or is owed a confirmation. */
  idle(): Promise<void>
  /** Looks for what no webhook told, now. */
  reconcile(): Promise<unknown>
  /** Ends the work in order; the server and its webhooks are Probot's. */
  close(): Promise<void>
}
