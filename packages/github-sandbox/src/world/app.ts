/** An App that is registered in the sandbox: plain data of its world. */
export interface App {
  id: number
  slug: string
  name: string
  clientId: string
  /** Absent in worlds of older versions: nobody can sign in to it there. */
  clientSecret?: string
  privateKey: string
  publicKey: string
  webhookSecret: string
  webhookUrl: string | null
  /** What pages lead to; absent or null where it has none. */
  homepage?: string | null
  /** Login of the bot user, `slug[bot]`. */
  botLogin: string
  installations: Installation[]
}

export interface Installation {
  id: number
  account: string
  repositoryIds: number[]
  permissions: Record<string, 'read' | 'write' | 'admin'>
  events: string[]
  tokens: InstallationToken[]
}

export interface InstallationToken {
  token: string
  expiresAt: string
  /** It ends after so many more requests; absent: only by time. */
  requestsLeft?: number
  repositoryIds: number[] | null
  permissions: Record<string, string>
}

/** One webhook sent (or tried) to an App. */
export interface Delivery {
  id: number
  guid: string
  appId: number
  installationId: number | null
  repositoryId: number | null
  event: string
  action: string | null
  deliveredAt: string
  durationSeconds: number
  redelivery: boolean
  statusCode: number
  status: string
  request: { headers: Record<string, string>; payload: Record<string, unknown> }
  response: { headers: Record<string, string>; payload: string }
}
